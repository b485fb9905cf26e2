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
from planner.advise import as_it_stands
from planner.campaigns import Campaign, Entry, Kept, State
from planner.load import BadInput
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
    standing: Answer | None = None  # where there is no plan: the position if nobody is given an order
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


def keep(new: View) -> View:
    """Look at this from now on."""
    st.session_state[KEY] = new
    return new


def tab() -> str:
    """The name of this tab."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def file_written(written: int) -> None:
    """Note when the file was last written, by whomever."""
    now = view()
    if now.on_disk != written:
        keep(replace(now, on_disk=written))


def forget() -> None:
    """Let the scenario be opened anew, because its file has been rewritten."""
    let_go()
    keep(View())


def at_moment(now: View, entry: Entry | None) -> View:
    """The view at a moment of its campaign."""
    state = now.campaign.state(entry) if now.campaign else State()
    now = replace(now, entry=entry, state=state, plan=_answer(now, state.plan), trial=_answer(now, state.trial))
    return fitted(now)


def fitted(now: View) -> View:
    """The view with its changes made, or with what is wrong with them."""
    if now.base is None:
        return now
    try:
        scenario = applied(now.base, now.overlay)
    except BadInput as misfit:
        return replace(now, misfit=misfit)
    return stood(replace(now, scenario=scenario, misfit=None))


def stood(now: View) -> View:
    """The view with the position as it stands, which is all there is to show while there is no plan."""
    if now.scenario is None or (now.plan and now.plan.advice.plan):
        return replace(now, standing=None)
    if now.standing and now.standing.scenario == now.scenario:
        return now
    kept = Kept(overlay=now.overlay, written=now.written, advice="")
    return replace(now, standing=Answer(kept, now.scenario, as_it_stands(now.scenario)))


def _answer(now: View, kept: Kept | None) -> Answer | None:
    advice = now.campaign.advice(kept.advice) if now.campaign and kept else None
    if kept is None or advice is None or now.base is None:
        return None
    try:
        return Answer(kept, applied(now.base, kept.overlay), advice)
    except BadInput:  # the file has changed since
        return None


def save(now: View, state: State, what: str) -> View:
    """Note a new state in the campaign; if the disk refuses, the tab still has it."""
    now = replace(now, state=state)
    if now.campaign is None:
        return keep(now)
    turn = str((now.scenario or now.base).turn) if now.scenario or now.base else ""
    try:
        entry = now.campaign.save(state, what, turn, now.entry, tab())
    except OSError:
        LOG.exception("the campaign could not be saved")
        return keep(replace(now, unsaved=True))
    return keep(replace(now, entry=entry, unsaved=False))


def change(new: Iterable[Change], what: str, gone: Iterable[Change] = ()) -> None:
    """Take back some changes and make others."""
    now = view()
    overlay = now.overlay.without(gone).having(*new)
    state = now.state.model_copy(update={"overlay": overlay})
    save(fitted(replace(now, state=state)), state, what)


def reset(overlay: Overlay, what: str) -> None:
    """Have exactly these changes, and nothing under trial."""
    now = view()
    state = State(overlay=overlay, plan=now.state.plan)
    save(replace(fitted(replace(now, state=state)), trial=None, prices=(), unpriced=()), state, what)


def keep_trial() -> None:
    """Let the plan under trial be the plan."""
    now = view()
    if now.trial:
        state = State(overlay=now.trial.kept.overlay, plan=now.trial.kept)
        save(fitted(replace(now, plan=now.trial, trial=None, prices=(), state=state)), state, "the changes kept")


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
    let_go()
    keep(replace(at_moment(view(), entry), errand=None, heard=(), prices=(), unpriced=()))


def news() -> Entry | None:
    """What another tab has done to this campaign since this tab last wrote."""
    now = view()
    head = now.campaign.head() if now.campaign else None
    mine = now.entry.number if now.entry else 0
    return head if head and head.number > mine and head.tab != tab() else None


def let_go() -> None:
    """No longer wait for what is being solved."""
    errand = view().errand
    if errand:
        desk().leave(errand.ticket, tab())
