"""Rules: every clause with our reading, what became of it, the table's choices, and where it bites in this scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import streamlit as st

from app_pages import session
from app_pages.mishaps import calmly
from app_pages.paper import note, show
from app_pages.top import render_top
from models.advice import Advice
from planner.rules.clauses import Clause, clauses

STATUS = {"implemented": "in the planner", "shown": "shown, not planned", "not": "left out"}
MOST_SHOWN = 80  # at first, and more with each wish for more
SHOWN = "clauses shown"


@dataclass(frozen=True)
class Bite:
    """How often a clause is cited by this plan."""

    demands: int
    orders: int
    penalties: int
    budgets: int
    where: tuple[str, ...] = ()  # the places, pools and limits in question

    @property
    def words(self) -> str:
        """'12 checks, 3 orders'; nothing if it is not cited."""
        parts = (
            (self.demands, "check"), (self.orders, "order"), (self.penalties, "loss"), (self.budgets, "budget line")
        )  # fmt: skip
        return ", ".join(f"{n} {word if n == 1 else _many(word)}" for n, word in parts if n)


def _many(word: str) -> str:
    return "losses" if word == "loss" else f"{word}s"


def chapter_of(clause: Clause) -> str:
    """The chapter of a clause: 44 for 44.B.2#x."""
    return clause.section.partition(".")[0]


def bites(advice: Advice | None, found: Iterable[Clause]) -> dict[str, Bite]:
    """Where each section is cited by this plan; its clauses share what is cited."""
    if advice is None:
        return {}
    cited = [
        Counter(demand.rule for demand in advice.demands if demand.required),
        Counter(order.rule for order in advice.orders),
        Counter(line.rule for line in advice.penalties if line.amount),
        Counter(line.rule for line in advice.budgets if line.income or line.opening or line.spent),
    ]
    sections = {clause.section for clause in found}
    where = _where(advice)
    counted = {
        section: Bite(*(rules[section] for rules in cited), tuple(where.get(section, ()))) for section in sections
    }
    return {section: bite for section, bite in counted.items() if bite.words}


def _where(advice: Advice) -> dict[str, dict[str, None]]:
    """The places, pools and limits that each section is about in this scenario."""
    found: dict[str, dict[str, None]] = {}
    for demand in advice.demands:
        if demand.required:
            found.setdefault(demand.rule, {})[demand.place] = None
    for line in advice.budgets:
        if line.income or line.opening or line.spent:
            found.setdefault(line.rule, {})[line.label] = None
    return found


@calmly
def render_rulebook() -> None:
    """The whole page."""
    now = session.view()
    render_top(now)
    st.header("How we read the rules", anchor=False)
    _render_clauses(now.plan.advice if now.plan else None)


@st.fragment
@calmly
def _render_clauses(advice: Advice | None) -> None:
    every = clauses()
    _render_coverage(every)
    bitten = bites(advice, every)
    chosen = _filtered(every, bitten, advice.rulings_changed if advice else {})
    if not chosen:
        note("No clause fits; try fewer words.")
        return
    most = int(st.session_state.get(SHOWN, MOST_SHOWN))
    shown = chosen[:most]
    rulings = advice.rulings if advice else {}
    rows = [
        (clause, STATUS[clause.status], bitten.get(clause.section),
         [(name, rulings.get(name, ""), name in (advice.rulings_changed if advice else {})) for name in clause.ruling])
        for clause in shown
    ]  # fmt: skip
    told = f"{len(chosen)} of {len(every)} clauses, those that bite in this scenario first"
    note(told + (f"; {len(shown)} of them are shown." if chosen != shown else "."))
    show("clauses.html", rows=rows)
    if chosen != shown:
        st.button(f"Show {min(MOST_SHOWN, len(chosen) - most)} more", on_click=_show_more, args=(most,), key="more")


def _show_more(most: int) -> None:
    st.session_state[SHOWN] = most + MOST_SHOWN


def _render_coverage(every: tuple[Clause, ...]) -> None:
    counted = Counter((chapter_of(clause), clause.status) for clause in every)
    rows = [
        (chapter, *(counted[chapter, status] for status in STATUS), sum(counted[chapter, status] for status in STATUS))
        for chapter in sorted({chapter for chapter, _ in counted}, key=lambda text: (len(text), text))
    ]
    show("coverage.html", rows=rows, columns=tuple(STATUS.values()))


def _filtered(every: tuple[Clause, ...], bitten: dict[str, Bite], changed: dict[str, str]) -> list[Clause]:
    first, second, third = st.columns([3, 2, 3])
    words = str(first.text_input("Search", key="clauses searched", placeholder="Words, a section, a ruling") or "")
    chapters = sorted({chapter_of(clause) for clause in every}, key=lambda text: (len(text), text))
    chapter = second.selectbox("Chapter", chapters, index=None, key="chapter wanted", placeholder="Every chapter")
    which = third.selectbox(
        "Which", ("Every clause", "Those that bite in this scenario", "Those with a choice of readings",
                  "Those this table reads in its own way", "Those left out"), key="clauses wanted",
    )  # fmt: skip
    tests = {
        "Those that bite in this scenario": lambda clause: clause.section in bitten,
        "Those with a choice of readings": lambda clause: bool(clause.ruling),
        "Those this table reads in its own way": lambda clause: any(name in changed for name in clause.ruling),
        "Those left out": lambda clause: clause.status == "not",
    }
    fits = tests.get(str(which), lambda _: True)
    found = [
        clause
        for clause in every
        if fits(clause) and (chapter is None or chapter_of(clause) == chapter) and _holds(clause, words)
    ]
    return sorted(found, key=lambda clause: clause.section not in bitten)


def _holds(clause: Clause, words: str) -> bool:
    text = " ".join((clause.id, clause.title, clause.reading, *clause.ruling, clause.why)).casefold()
    return all(word in text for word in words.casefold().split())
