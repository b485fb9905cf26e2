"""What one browser tab looks at. The truth is the campaign on disk; this is one frozen view of it, replaced whole."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app_pages.jobs import Ticket, desk
from models.advice import Advice
from models.overlay import Change, Overlay
from models.position import Position
from planner import worker
from planner.advise import after
from planner.campaigns import Campaign, Entry, Kept, State, campaign_of
from planner.load import BadInput, load_scenario
from planner.overlays import applied

KEY = "garrison"
LOG = logging.getLogger("garrison.page")
NOTHING = State()
LIMIT = 60  # seconds of search, unless the player says otherwise


@dataclass(frozen=True)
class Answer:
    """Advice, and what it is the answer to."""

    kept: Kept
    scenario: Position
    advice: Advice


@dataclass(frozen=True)
class Errand:
    """What is being solved: the plan, a plan to compare with, or the price of one change alone."""

    purpose: str  # plan, trial, price
    overlay: Overlay
    written: int
    ticket: Ticket
    change: Change | None = None


Price = tuple[Change, dict[str, Fraction] | None]  # None: cannot be had at all


@dataclass(frozen=True)
class View:
    """The scenario a tab looks at, the moment of its campaign, the answers to it, and what is being solved."""

    file: Path | None = None
    written: int = 0
    base: Position | None = None  # the file alone
    scenario: Position | None = None  # with the player's changes
    campaign: Campaign | None = None
    entry: Entry | None = None
    state: State = NOTHING
    plan: Answer | None = None
    trial: Answer | None = None
    errand: Errand | None = None
    heard: tuple[worker.Progress, ...] = ()  # the latest of each tier
    prices: tuple[Price, ...] = ()
    unpriced: tuple[Change, ...] = ()
    refused: BadInput | None = None  # what is wrong with the file
    misfit: BadInput | None = None  # what is wrong with the changes
    on_disk: int = 0  # when the file was last written, as far as the sidebar knows
    unsaved: bool = False  # the disk refused the last state

    @property
    def overlay(self) -> Overlay:
        """The player's changes."""
        return self.state.overlay


def view() -> View:
    """What this tab looks at."""
    found: View = st.session_state.get(KEY, View())
    return found


def _keep(new: View) -> View:
    st.session_state[KEY] = new
    return new


def tab() -> str:
    """The name of this tab."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def look_at(file: Path, written: int) -> None:
    """Open a scenario's campaign where it was left; one without a plan is solved at once."""
    _let_go()
    campaign = campaign_of(file)
    entry = campaign.head()
    try:
        base = load_scenario(file)
    except BadInput as refused:
        _keep(View(file, written, campaign=campaign, entry=entry, refused=refused))
        return
    now = _keep(_at(View(file, written, base, campaign=campaign), entry))
    if now.plan is None and now.misfit is None:
        ask("plan")


def file_written(written: int) -> None:
    """Note when the file was last written, by whomever."""
    now = view()
    if now.on_disk != written:
        _keep(replace(now, on_disk=written))


def forget() -> None:
    """Let the scenario be opened anew, because its file has been rewritten."""
    _let_go()
    _keep(View())


def _at(now: View, entry: Entry | None) -> View:
    """The view at a moment of its campaign."""
    state = now.campaign.state(entry) if now.campaign else State()
    now = replace(now, entry=entry, state=state, plan=_answer(now, state.plan), trial=_answer(now, state.trial))
    return _fitted(now)


def _fitted(now: View) -> View:
    if now.base is None:
        return now
    try:
        return replace(now, scenario=applied(now.base, now.overlay), misfit=None)
    except BadInput as misfit:
        return replace(now, misfit=misfit)


def _answer(now: View, kept: Kept | None) -> Answer | None:
    advice = now.campaign.advice(kept.advice) if now.campaign and kept else None
    if kept is None or advice is None or now.base is None:
        return None
    try:
        return Answer(kept, applied(now.base, kept.overlay), advice)
    except BadInput:  # the file has changed since
        return None


def _save(now: View, state: State, what: str) -> View:
    """Note a new state in the campaign; if the disk refuses, the tab still has it."""
    now = replace(now, state=state)
    if now.campaign is None:
        return _keep(now)
    turn = str((now.scenario or now.base).turn) if now.scenario or now.base else ""
    try:
        entry = now.campaign.save(state, what, turn, now.entry, tab())
    except OSError:
        LOG.exception("the campaign could not be saved")
        return _keep(replace(now, unsaved=True))
    return _keep(replace(now, entry=entry, unsaved=False))


def change(new: Iterable[Change], what: str, gone: Iterable[Change] = ()) -> None:
    """Take back some changes and make others."""
    now = view()
    overlay = now.overlay.without(gone).having(*new)
    state = now.state.model_copy(update={"overlay": overlay})
    _save(_fitted(replace(now, state=state)), state, what)


def reset(overlay: Overlay, what: str) -> None:
    """Have exactly these changes, and nothing under trial."""
    now = view()
    state = State(overlay=overlay, plan=now.state.plan)
    _save(replace(_fitted(replace(now, state=state)), trial=None, prices=(), unpriced=()), state, what)


def keep_trial() -> None:
    """Let the plan under trial be the plan."""
    now = view()
    if now.trial:
        state = State(overlay=now.trial.kept.overlay, plan=now.trial.kept)
        _save(_fitted(replace(now, plan=now.trial, trial=None, prices=(), state=state)), state, "the changes kept")


def undo() -> None:
    """One state back, exactly."""
    now = view()
    if now.campaign and now.entry:
        go_to(now.campaign.undo(now.entry, tab()))


def redo() -> None:
    """One state forward again."""
    now = view()
    if now.campaign and now.entry:
        go_to(now.campaign.redo(now.entry, tab()))


def restore(number: int) -> None:
    """An earlier moment, put back on the table."""
    now = view()
    if now.campaign and (entry := now.campaign.restore(number, tab())):
        go_to(entry)


def go_to(entry: Entry) -> None:
    """Stand at a moment of the campaign."""
    _let_go()
    _keep(replace(_at(view(), entry), errand=None, heard=(), prices=(), unpriced=()))


def news() -> Entry | None:
    """What another tab has done to this campaign since this tab last wrote."""
    now = view()
    head = now.campaign.head() if now.campaign else None
    mine = now.entry.number if now.entry else 0
    return head if head and head.number > mine and head.tab != tab() else None


def _let_go() -> None:
    errand = view().errand
    if errand:
        desk().leave(errand.ticket, tab())


def ask(purpose: str = "plan", one: Change | None = None) -> None:
    """Read the file again and have it solved with the changes; what was being solved before is given up."""
    now = view()
    if now.file is None:
        return
    _let_go()
    try:
        base = load_scenario(now.file)
    except BadInput as refused:
        _keep(replace(now, errand=None, heard=(), refused=refused))
        return
    now = _fitted(replace(now, base=base, written=now.on_disk or now.written, refused=None, errand=None, heard=()))
    before = now.plan.advice.plan if now.plan else None
    overlay = now.overlay if one is None or now.plan is None else now.plan.kept.overlay.having(one)
    try:
        scenario = applied(base, overlay)
    except BadInput:
        _keep(replace(now, prices=(*now.prices, (one, None)) if one else now.prices))
        return
    settings = worker.Settings(
        time_limit=float(st.session_state.get("time limit", LIMIT)),
        wishes=overlay.wishes,
        previous=None if purpose == "plan" else before,
    )
    if now.plan and purpose != "plan":
        settings = after(now.plan.advice, scenario, settings)
    key = (now.file, now.written, overlay, settings.model_dump_json())
    ticket = desk().ask(key, tab(), scenario, settings)
    _keep(replace(now, errand=Errand(purpose, overlay, now.written, ticket, one)))


def price_each() -> None:
    """Find out what each change costs alone, one after the other."""
    now = view()
    if now.plan:
        _keep(replace(now, prices=(), unpriced=now.overlay.beyond(now.plan.kept.overlay)))
        _price_next()


def _price_next() -> None:
    now = view()
    if now.unpriced:
        first, *rest = now.unpriced
        _keep(replace(now, unpriced=tuple(rest)))
        ask("price", one=first)
        if view().errand is None:
            _price_next()


def poll() -> View:
    """Listen to the job: the latest of each tier while it runs, its advice once it has ended."""
    now = view()
    errand = now.errand
    if errand is None or now.base is None:
        return now
    desk().asked_about(errand.ticket, tab())
    if errand.ticket.running:
        return _keep(replace(now, heard=_with(now.heard, errand.ticket.progress())))
    advice = errand.ticket.advice()
    desk().leave(errand.ticket, tab())
    now = _keep(replace(now, errand=None, heard=()))
    if advice is None:
        return _keep(replace(now, unpriced=()))
    if errand.purpose == "price" and errand.change:
        found = advice.totals if advice.status in ("optimal", "feasible") else None
        _keep(replace(now, prices=(*now.prices, (errand.change, found))))
        _price_next()
        return view()
    return _answered(now, errand, advice)


def _answered(now: View, errand: Errand, advice: Advice) -> View:
    try:
        name = now.campaign.keep_advice(advice) if now.campaign else ""
    except OSError:
        name = ""
    kept = Kept(overlay=errand.overlay, written=errand.written, advice=name)
    answer = Answer(kept, errand.ticket.scenario, advice)
    if errand.purpose == "trial":
        state = now.state.model_copy(update={"trial": kept})
        return _save(replace(now, trial=answer, prices=()), state, "after comparing")
    state = now.state.model_copy(update={"plan": kept, "trial": None})
    return _save(replace(now, plan=answer, trial=None, prices=()), state, "after solve")


def stop() -> None:
    """End the search; the best plan so far becomes the answer."""
    now = view()
    if now.errand:
        _keep(replace(now, unpriced=()))
        now.errand.ticket.stop()


def _with(heard: tuple[worker.Progress, ...], news: worker.Progress | None) -> tuple[worker.Progress, ...]:
    if news is None:
        return heard
    return (*(old for old in heard if old.tier != news.tier), news)
