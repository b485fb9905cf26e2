"""The truth about a plan: replays its orders, counts every demand, prices every gap. Knows no solver."""

from planner.audit.auditing import audit

__all__ = ["audit"]
