"""Asking the planner: open a scenario, have it solved, priced or tried, and listen until the answer is there."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

from app_pages import pricing, session
from app_pages.jobs import desk
from models.advice import Advice
from models.overlay import Change, Overlay
from models.plan import Plan
from models.position import Position
from planner import worker
from planner.advise import after
from planner.campaigns import Kept, campaign_of
from planner.load import BadInput, load_scenario
from planner.overlays import applied


def look_at(file: Path, written: int) -> None:
    """Open a scenario's campaign where it was left; one without a plan is solved at once."""
    session.let_go()
    campaign = campaign_of(file)
    entry = campaign.head()
    try:
        base = load_scenario(file)
    except BadInput as refused:
        session.keep(session.View(file, written, campaign=campaign, entry=entry, refused=refused))
        return
    now = session.keep(session.at_moment(session.View(file, written, base, campaign=campaign), entry))
    if now.plan is None and now.misfit is None:
        ask("plan")


@dataclass(frozen=True)
class Question:
    """What is put to the planner, and the name under which others may be waiting for the same."""

    key: Hashable
    scenario: Position
    settings: worker.Settings


def question(
    file: Path, written: int, base: Position, overlay: Overlay, limit: float = session.LIMIT, before: Plan | None = None
) -> Question:
    """The question that a scenario and the changes come to; BadInput if they do not fit."""
    scenario = applied(base, overlay)
    settings = worker.Settings(time_limit=limit, wishes=overlay.wishes, previous=before)
    return Question((file, written, overlay, settings.model_dump_json()), scenario, settings)


def ask(purpose: str = "plan", one: Change | None = None) -> None:
    """Read the file again and have it solved with the changes; what was being solved before is given up."""
    now = session.view()
    if now.file is None:
        return
    session.let_go()
    pricing.give_up()
    try:
        base = load_scenario(now.file)
    except BadInput as refused:
        session.keep(replace(now, errand=None, heard=(), refused=refused))
        return
    now = session.fitted(
        replace(now, base=base, written=now.on_disk or now.written, refused=None, errand=None, heard=())
    )
    before = now.plan.advice.plan if now.plan and purpose != "plan" else None
    overlay = now.overlay if one is None or now.plan is None else now.plan.kept.overlay.having(one)
    limit = float(st.session_state.get("time limit", session.LIMIT))
    try:
        put = question(now.file, now.written, base, overlay, limit, before)
    except BadInput:
        session.keep(replace(now, prices=(*now.prices, (one, None)) if one else now.prices))
        return
    settings = after(now.plan.advice, put.scenario, put.settings) if now.plan and purpose != "plan" else put.settings
    ticket = desk().ask(put.key, session.tab(), put.scenario, settings)
    session.keep(replace(now, errand=session.Errand(purpose, overlay, now.written, ticket, one)))


def price_each() -> None:
    """Find out what each change costs alone, one after the other."""
    now = session.view()
    if now.plan:
        session.keep(replace(now, prices=(), unpriced=now.overlay.beyond(now.plan.kept.overlay)))
        _price_next()


def _price_next() -> None:
    now = session.view()
    if now.unpriced:
        first, *rest = now.unpriced
        session.keep(replace(now, unpriced=tuple(rest)))
        ask("price", one=first)
        if session.view().errand is None:
            _price_next()


def poll() -> session.View:
    """Listen to the job: the latest of each tier while it runs, its advice once it has ended."""
    now = session.view()
    errand = now.errand
    if errand is None or now.base is None:
        return now
    desk().asked_about(errand.ticket, session.tab())
    if errand.ticket.running:
        return session.keep(replace(now, heard=_with(now.heard, errand.ticket.progress())))
    advice = errand.ticket.advice()
    desk().leave(errand.ticket, session.tab())
    now = session.keep(replace(now, errand=None, heard=()))
    if advice is None:
        return session.keep(replace(now, unpriced=()))
    if errand.purpose == "price" and errand.change:
        found = advice.totals if advice.status in ("optimal", "feasible") else None
        session.keep(replace(now, prices=(*now.prices, (errand.change, found))))
        _price_next()
        return session.view()
    return _answered(now, errand, advice)


def _answered(now: session.View, errand: session.Errand, advice: Advice) -> session.View:
    try:
        name = now.campaign.keep_advice(advice) if now.campaign else ""
    except OSError:
        name = ""
    kept = Kept(overlay=errand.overlay, written=errand.written, advice=name)
    answer = session.Answer(kept, errand.ticket.scenario, advice)
    if errand.purpose == "trial":
        state = now.state.model_copy(update={"trial": kept})
        return session.save(replace(now, trial=answer, prices=()), state, "after comparing")
    state = now.state.model_copy(update={"plan": kept, "trial": None})
    return session.save(session.stood(replace(now, plan=answer, trial=None, prices=())), state, "after solve")


def stop() -> None:
    """End the search; the best plan so far becomes the answer."""
    now = session.view()
    if now.errand:
        session.keep(replace(now, unpriced=()))
        now.errand.ticket.stop()


def _with(heard: tuple[worker.Progress, ...], news: worker.Progress | None) -> tuple[worker.Progress, ...]:
    if news is None:
        return heard
    return (*(old for old in heard if old.tier != news.tier), news)
