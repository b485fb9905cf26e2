"""Scenario + Plan -> AuditReport."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

from models.findings import AuditReport, Bystander, Counted, DemandFinding, Outlay, PenaltyLine, Violation
from models.plan import Plan
from models.position import Position
from models.problem import ZERO, Check, PenaltyGroup, Raid, Rounding
from models.quantities import pretty
from planner.audit.billing import Bills
from planner.audit.duties import Duties, count_duties
from planner.audit.ledger import Ledger
from planner.audit.replay import Replay, Taken, replay
from planner.derive import Reading
from planner.rules.interface import AnyPiece


def audit(scenario: Position, plan: Plan | None = None, previous: Plan | None = None) -> AuditReport:
    """Price a plan, or the position if nobody is given an order; `previous` is what changes are counted against."""
    horizon = plan.turns if plan else scenario.horizon
    reading = Reading(scenario.model_copy(update={"horizon": horizon}))
    done = replay(reading, plan)
    duties = count_duties(reading, done)
    bills = Bills(reading, duties)
    ledger = Ledger(reading, done)
    ledger.close(bills.fines())
    lines = tuple(_penalty_lines(reading, bills, ledger))
    locked = _locked(reading, done, duties)
    totals: dict[str, Fraction] = dict.fromkeys(reading.book.currencies, ZERO)
    for line in lines:
        if line.counted:
            totals[line.currency] += line.amount
    return AuditReport(
        totals=totals,
        tiers=_tiers(reading, done, lines, previous),
        demands=tuple(_findings(reading, done, duties, bills)),
        penalties=lines,
        outlays=tuple(_outlays(reading, done)),
        budgets=tuple(ledger.lines),
        violations=(*done.violations, *duties.violations, *ledger.violations, *locked),
        warnings=reading.warnings(),
        exact=duties.exact,
    )


def _locked(reading: Reading, done: Replay, duties: Duties) -> Iterator[Violation]:
    """What was done before anything had unlocked it."""
    for taken in done.taken:
        if taken.needs and duties.fired.get(taken.needs, reading.turns) > taken.option.turn:
            message = f"{taken.option.act}: nothing has unlocked it yet"
            yield Violation(unit="", turn=str(reading.scenario.turn_at(taken.option.turn)), message=message)


def _penalty_lines(reading: Reading, bills: Bills, ledger: Ledger) -> Iterator[PenaltyLine]:
    """What is lost, turn by turn, whatever the order in which the rules were asked."""
    for dated in sorted(bills.all, key=lambda dated: dated.turn):
        group, amount, sums = reading.groups[dated.group], dated.bill.amount, dated.bill.arithmetic
        if not amount:
            continue
        if dated.group in ledger.waived:
            amount -= ledger.waived[dated.group]
            sums += f", of which {pretty(ledger.waived[dated.group])} cannot be paid and is waived"
        yield PenaltyLine(
            id=dated.id, rule=group.rule, turn=str(reading.scenario.turn_at(dated.turn)), currency=group.currency,
            missing=dated.bill.gap, amount=amount, arithmetic=sums, sentence=group.sentence, weight=group.weight,
            counted=group.counted,
        )  # fmt: skip


def _outlays(reading: Reading, done: Replay) -> Iterator[Outlay]:
    """What orders spend that is priced and no penalty, each with what it goes into."""
    for taken in done.taken:
        for currency, amount in taken.option.spends:
            yield Outlay(
                turn=str(reading.scenario.turn_at(taken.option.turn)), rule=taken.option.rule, currency=currency,
                amount=amount * taken.times, into=taken.unit or taken.option.end, why=taken.option.why,
            )  # fmt: skip


def _tiers(
    reading: Reading, done: Replay, lines: tuple[PenaltyLine, ...], previous: Plan | None
) -> dict[str, Fraction]:
    """What each tier comes to."""
    found = {}
    for tier in reading.tiers:
        rates: dict[str, Fraction] = {str(currency): rate for currency, rate in tier.currencies}
        value = sum(
            (line.amount * line.weight * rates.get(line.currency, ZERO) for line in lines if line.counted), ZERO
        )
        for taken in done.taken:
            spent = sum((amount * rates.get(currency, ZERO) for currency, amount in taken.option.spends), ZERO)
            value += spent * taken.times
            value += taken.times * (taken.option.tied if tier.strength else taken.option.moves if tier.moves else 0)
        found[tier.name] = Fraction(_changes(reading, done, previous)) if tier.changes else value
    return found


def _changes(reading: Reading, done: Replay, previous: Plan | None) -> int:
    """How many units of each kind no longer go where the earlier plan sent as many of them."""
    if previous is None:
        return 0
    kind_of = {taken.unit: taken.option.kind for taken in done.taken if taken.unit}
    turn_number = {str(reading.scenario.turn_at(turn)): turn for turn in range(reading.turns)}
    wanted = Counter(
        (kind_of[order.unit], turn_number[order.turn], order.to)
        for order in previous.orders
        if order.unit in kind_of and order.turn in turn_number
    )
    went = Counter((taken.option.kind, taken.option.turn, taken.option.end) for taken in done.taken if taken.unit)
    return sum(max(0, count - went[key]) for key, count in wanted.items())


def _findings(reading: Reading, done: Replay, duties: Duties, bills: Bills) -> Iterator[DemandFinding]:
    """Every demand, turn by turn."""
    seen = _seen(reading, done)
    for n, want in sorted(enumerate(reading.wants), key=lambda numbered: numbered[1].turn):
        if not want.penalties or not (want.required or any(penalty.counted for penalty in want.penalties)):
            continue  # a question that only other rules ask, or what could be drawn, which is told among the penalties
        groups = [reading.groups[g] for g in reading.groups_of[n]]
        counted = {unit for unit, _ in duties.counted[n]}
        yield DemandFinding(
            id=want.id,
            rule=want.rule,
            turn=str(reading.scenario.turn_at(want.turn)),
            check=want.check,
            place=want.where,
            measure=want.measure,
            required=duties.required[n],
            covered=duties.covered(n),
            missing=ZERO if n in bills.nothing_left else duties.missing(n),
            penalty="; ".join(_price_in_words(group, reading.book.currencies[group.currency]) for group in groups),
            groups=bills.ids_for(n),
            units=tuple(Counted(unit=unit, amount=amount) for unit, amount in duties.counted[n]),
            others=tuple(Counted(unit=sentence, amount=amount) for sentence, amount in duties.relief[n]),
            present=tuple(Bystander(unit=unit, why=why) for unit, why in seen[n] if unit not in counted),
            states=tuple(sorted(want.states)),
            sentence=want.sentence,
            waived=not duties.in_force[n] or n in bills.nothing_left,
        )


def _seen(reading: Reading, done: Replay) -> dict[int, list[tuple[str, str]]]:
    """Who is where a demand looks, and why it might not count there."""
    by_state: dict[tuple[Check, int, str], list[tuple[Taken, AnyPiece | None]]] = defaultdict(list)
    for taken in done.taken:
        if taken.step is not None:
            for check, turn, state in reading.book.presences(reading.position, taken.step):
                piece, where = reading.as_in(taken.piece, state) if taken.piece else (None, state)
                by_state[check, turn, where].append((taken, piece))
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for n, want in enumerate(reading.wants):
        for state in want.states:
            for taken, piece in by_state.get((want.check, want.turn, state), ()):
                if piece is not None:
                    why = reading.book.why_idle(want, piece, taken.option, state)
                    found[n].append((taken.unit, why))
    return found


def _price_in_words(group: PenaltyGroup, currency: str) -> str:
    if group.raid is not None:
        return _raid_in_words(group.raid, f"{pretty(group.price)} {currency}")
    per = {
        Rounding.PROPORTIONAL: f"for each {pretty(group.per)} missing, in proportion",
        Rounding.STARTED: f"for every started {pretty(group.per)} missing",
        Rounding.FULL: f"for every full {pretty(group.per)} missing",
    }[group.rounding]
    return f"{pretty(group.price)} {currency} {per}"


def _raid_in_words(raid: Raid, price: str) -> str:
    if raid.wears_down:
        return f"{price} for each missing, over all turns at most {raid.total} times"
    limits = [f"at {raid.parties} place{'s' if raid.parties != 1 else ''} at most"]
    limits += [f"{raid.reach} at each"] if raid.reach is not None else []
    limits += [f"{raid.total} in all"] if raid.total is not None else []
    return f"{price} for each that is hit, {', '.join(limits)}"
