"""What one browser tab has asked, and the answer it looks at. One frozen value under one key, replaced whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import streamlit as st

from app_pages.jobs import desk
from models.advice import Advice
from models.position import Position
from planner import worker
from planner.load import BadInput, load_scenario

KEY = "garrison"
MOST_REMEMBERED = 30


@dataclass(frozen=True)
class Question:
    """A scenario file as it was at one moment, how far to plan and how long to search."""

    file: Path
    written: int
    turns: int | None
    time_limit: int


@dataclass(frozen=True)
class Answer:
    """Advice, and what it is the answer to."""

    question: Question
    scenario: Position
    advice: Advice


@dataclass(frozen=True)
class View:
    """What a tab has asked last, the job that works on it, and the last answer."""

    question: Question | None = None
    scenario: Position | None = None
    job: worker.Job | None = None
    heard: tuple[worker.Progress, ...] = ()  # the latest of each tier
    answer: Answer | None = None
    refused: BadInput | None = None  # what is wrong with the file

    @property
    def shown(self) -> Answer | None:
        """The answer, if it is about the scenario that is looked at."""
        same = self.answer and self.question and self.answer.question.file == self.question.file
        return self.answer if same else None


def view() -> View:
    """What this tab looks at."""
    found: View = st.session_state.get(KEY, View())
    return found


def _keep(new: View) -> View:
    st.session_state[KEY] = new
    return new


@st.cache_resource(show_spinner=False)
def _proven() -> dict[Question, Answer]:
    """The proven answers of this server: a page that is opened again need not wait."""
    return {}


def look_at(question: Question) -> None:
    """Show a proven answer if there is one already, else ask."""
    known = _proven().get(question)
    if known is None:
        ask(question)
        return
    _let_go()
    _keep(View(question, known.scenario, answer=known))


def _let_go() -> None:
    job = view().job
    if job:
        desk().drop(job)


def ask(question: Question) -> None:
    """Read the file and start solving; what was being solved before is stopped."""
    before = view()
    _let_go()
    try:
        scenario = load_scenario(question.file)
    except BadInput as refused:
        _keep(View(question, answer=before.answer, refused=refused))
        return
    settings = worker.Settings(turns=question.turns, time_limit=question.time_limit)
    _keep(View(question, scenario, desk().start(scenario, settings), answer=before.answer))


def poll() -> View:
    """Listen to the job: the latest of each tier while it runs, its advice once it has ended."""
    now = view()
    if now.job is None or now.question is None or now.scenario is None:
        return now
    desk().asked_about(now.job)
    if now.job.running:
        return _keep(replace(now, heard=_with(now.heard, now.job.progress())))
    answer = Answer(now.question, now.scenario, now.job.advice())
    desk().drop(now.job)
    if answer.advice.status == "optimal":
        _remember(answer)
    return _keep(replace(now, job=None, heard=(), answer=answer))


def _remember(answer: Answer) -> None:
    known = _proven()
    known[answer.question] = answer
    while len(known) > MOST_REMEMBERED:
        known.pop(next(iter(known)), None)


def stop() -> None:
    """End the search; the best plan so far becomes the answer."""
    job = view().job
    if job:
        job.stop()


def _with(heard: tuple[worker.Progress, ...], news: worker.Progress | None) -> tuple[worker.Progress, ...]:
    if news is None:
        return heard
    return (*(old for old in heard if old.tier != news.tier), news)
