"""When something goes wrong: a calm sentence on the page, the details in the terminal."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec

from app_pages.paper import note, show
from planner.load import BadInput

P = ParamSpec("P")
LOG = logging.getLogger("garrison.page")


def calmly(render: Callable[P, None]) -> Callable[P, None]:
    """Let a part of the page fail by itself, with a sentence instead of a traceback."""

    @functools.wraps(render)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            render(*args, **kwargs)
        except Exception:
            LOG.exception("a part of the page failed: %s", render.__name__)
            note(
                "The rest of the page still works. The details are in the terminal where the planner runs; "
                "reloading the page is worth a try.",
                kind="bad",
                heading="This part of the page could not be shown.",
            )

    return guarded


def render_refused(refused: BadInput) -> None:
    """What is wrong with a scenario file, every problem with its line."""
    rows = [(Path(problem.file).name, str(problem)) for problem in refused.problems]
    show("refused.html", rows=rows, more=refused.more)


def render_misfit(misfit: BadInput) -> None:
    """What is wrong with the player's own changes."""
    lines = tuple(str(problem) for problem in misfit.problems)
    note("Mend them, or undo.", kind="bad", heading="These changes cannot be planned.", lines=lines)


def render_problems(refused: BadInput | None, heading: str) -> None:
    """What is wrong with a text or an upload, every problem with its line; nothing if nothing is."""
    if refused:
        rows = [(Path(problem.file).name, str(problem)) for problem in refused.problems]
        show("problems.html", rows=rows, more=refused.more, heading=heading)
