"""The base of every model that comes from a file: frozen, strict about unknown keys."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value that cannot change and knows every one of its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
