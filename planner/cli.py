"""The command `garrison`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.markup import escape

from models.advice import Advice
from models.plan import Plan, Wishes
from models.position import Position
from models.quantities import exact, pretty
from models.settings import Progress, Settings
from planner.load import BadInput, load_scenario
from planner.load.plans import load_plan
from planner.load.wording import nearest
from planner.report.words import tier_label

app = typer.Typer(
    help="Turn-planning advice for monster wargames: who stands guard where, what it costs, and the proof.",
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
)  # fmt: skip
SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
BAD_INPUT, IMPOSSIBLE = 2, 3

File = Annotated[Path, typer.Argument(help="A scenario file (YAML).", show_default=False)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
Turns = Annotated[int | None, typer.Option(min=1, max=12, help="Turns to look ahead; default: the scenario's own.")]
Seconds = Annotated[float, typer.Option(min=0.1, max=86_400, help="Seconds for all tiers together.")]
Prove = Annotated[Literal["once", "twice"], typer.Option(help="Prove by one route, or check by a second one.")]
Pins = Annotated[list[str] | None, typer.Option(metavar="UNIT=PLACE", help="Have a unit at a place. Repeatable.")]
Forbids = Annotated[
    list[str] | None, typer.Option(metavar="UNIT=PLACE", help="Keep a unit away from a place. Repeatable.")
]
Earlier = Annotated[Path | None, typer.Option(help="An earlier plan to stay close to.")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the search.")]
Reproducible = Annotated[bool, typer.Option(help="One thread: same seed, same plan.")]
Out = Annotated[Path | None, typer.Option(help="Write the plan to this file.")]
ReportFile = Annotated[Path, typer.Option("--out", help="The report: a .html, .xlsx or .md file.", show_default=False)]
PlanTold = Annotated[Path | None, typer.Option(help="Report on this plan; default: plan first.")]
PlanFile = Annotated[Path | None, typer.Option(help="A plan to price; default: nobody is given an order.")]
ThisTurn = Annotated[Path | None, typer.Option("--plan", help="The orders of this turn; default: nobody has any.")]
NextFile = Annotated[Path, typer.Option("--out", help="The new scenario file; it must not be there yet.")]
ClauseId = Annotated[str | None, typer.Argument(metavar="[ID]", help="A clause, section or ruling, e.g. 44.B.2.")]


@app.command()
def plan(
    file: File,
    turns: Turns = None,
    time_limit: Seconds = 60.0,
    prove: Prove = "once",
    pin: Pins = None,
    forbid: Forbids = None,
    previous: Earlier = None,
    seed: Seed = 1,
    reproducible: Reproducible = False,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Find the orders that lose least, prove it, and show the arithmetic."""
    from planner.advise import advise

    with _told_plainly():
        scenario = load_scenario(file)
        wishes = Wishes(pins=_wishes(scenario, pin, "--pin"), forbids=_wishes(scenario, forbid, "--forbid"))
        settings = Settings(
            turns=turns, time_limit=time_limit, prove=prove, wishes=wishes, seed=seed, reproducible=reproducible,
            previous=_earlier(previous, scenario),
        )  # fmt: skip
    with _progress_line() as watch:
        advice = advise(scenario, settings, watch)
    if out is not None and advice.plan is not None:
        with _told_plainly():
            _write(out, advice.plan.model_dump_json(by_alias=True, indent=1) + "\n")
    _print_advice(scenario, advice, as_json)
    if advice.proof == "disputed":
        _keep_the_evidence(scenario, settings, advice)
    raise typer.Exit(advice.exit_code)


@app.command()
def audit(file: File, plan: PlanFile = None, as_json: AsJson = False) -> None:
    """Price the position as it stands, or a plan, without any solver."""
    from planner.advise import audit_of_position
    from planner.audit import audit as audited
    from planner.report.tables import audit_tables

    with _told_plainly():
        scenario = load_scenario(file)
        orders = load_plan(plan, scenario) if plan is not None else None
    report = audited(scenario, orders) if orders is not None else audit_of_position(scenario)
    if as_json:
        body = report.model_dump(mode="json", by_alias=True)
        _print_json(
            {"status": "legal" if report.legal else "illegal", **body, "rulings": scenario.rulings.model_dump()}
        )
    else:
        console = _console()
        for part in audit_tables(report, str(scenario.turn)):
            console.print(part)
    raise typer.Exit(0 if report.legal else IMPOSSIBLE)


@app.command()
def advance(file: File, out: NextFile, plan: ThisTurn = None) -> None:
    """Carry the position one turn on: orders carried out, what was spent booked. Writes a new file."""
    from planner.advance import advance as advanced
    from planner.advance import scenario_text

    with _told_plainly():
        scenario = load_scenario(file)
        if out.exists():
            raise _Usage(f"{out} is there already and is not overwritten; give --out a new name")
        orders = load_plan(plan, scenario) if plan is not None else None
        found = advanced(scenario, orders)
        _write(out, scenario_text(found.scenario, found.told))
    print(f"{out}: {found.scenario.turn}")
    for line in found.told:
        print(f"  {line}")


@app.command()
def report(
    file: File,
    out: ReportFile,
    plan: PlanTold = None,
    turns: Turns = None,
    time_limit: Seconds = 60.0,
    prove: Prove = "once",
    pin: Pins = None,
    forbid: Forbids = None,
) -> None:
    """Write orders, costs, checks and proof to a file worth printing or sending."""
    from planner.advise import advice_on, advise
    from planner.report.files import FORMATS
    from planner.report.words import amounts

    with _told_plainly():
        if out.suffix.lower() not in FORMATS:
            raise _Usage(f"--out {str(out)!r}: a report ends in {', '.join(FORMATS)}")
        if plan is not None and (turns or pin or forbid):
            raise _Usage("--plan says it all; leave out --turns, --pin and --forbid, or let us plan")
        scenario = load_scenario(file)
        given = load_plan(plan, scenario) if plan is not None else None
        wishes = Wishes(pins=_wishes(scenario, pin, "--pin"), forbids=_wishes(scenario, forbid, "--forbid"))
    if given is not None:
        advice = advice_on(scenario, given)
        code = IMPOSSIBLE if advice.violations else 0
    else:
        with _progress_line() as watch:
            settings = Settings(turns=turns, time_limit=time_limit, prove=prove, wishes=wishes)
            advice = advise(scenario, settings, watch)
        code = advice.exit_code
        if advice.proof == "disputed":
            _keep_the_evidence(scenario, settings, advice)
    with _told_plainly():
        _write(out, FORMATS[out.suffix.lower()].write(scenario, advice))
    lost = f"; lost: {amounts(advice.totals)}" if advice.plan else ""
    print(f"{out}: {advice.message}{lost}")
    raise typer.Exit(code)


@app.command()
def validate(file: File) -> None:
    """Check a scenario file and list everything that is wrong with it."""
    with _told_plainly():
        scenario = load_scenario(file)
    counted = ", ".join(f"{number} {what}" for what, number in scenario.contents.items())
    print(f"{file} is valid: {counted}, {scenario.turn}, {scenario.horizon} turn(s) ahead")


@app.command()
def rules(clause: ClauseId = None) -> None:
    """Show how we read the rules: every clause, its reading, its rulings, and where it is implemented."""
    from planner.report.rules import rules_text

    text = rules_text(clause)
    if text is None:
        print(f"no clause, section or ruling is called {clause!r}; `garrison rules` lists them", file=sys.stderr)
        raise typer.Exit(BAD_INPUT)
    _console().print(escape(text), highlight=False)


@app.command()
def scenarios() -> None:
    """List the scenarios that come with the planner."""
    for path in sorted(SCENARIOS.glob("*.yaml")):
        with _told_plainly():
            scenario = load_scenario(path)
        print(f"{path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path}\n    {scenario.title}")


@app.command()
def page() -> None:
    """Open the advisor in the browser; it is served to this machine only."""
    from planner.page import launch

    raise typer.Exit(launch())


def _wishes(scenario: Position, given: list[str] | None, option: str) -> tuple[tuple[str, str], ...]:
    """UNIT=PLACE, both known to the scenario."""
    found = []
    for text in given or ():
        unit, equals, place = (part.strip() for part in text.partition("="))
        if not equals:
            raise _Usage(f"{option} {text!r}: write UNIT=PLACE, e.g. {option} '719 Static=antwerp'")
        for what, name, known in (("unit", unit, scenario.unit_names), ("place", place, scenario.place_names)):
            if name not in known:
                raise _Usage(f"{option} {text!r}: no such {what}; {nearest(name, sorted(known))}")
        found.append((unit, place))
    return tuple(found)


def _earlier(path: Path | None, scenario: Position) -> Plan | None:
    return None if path is None else load_plan(path, scenario, any_turn=True)


class _Usage(Exception):  # noqa: N818 - a message for the player
    """What is wrong with the command's own words."""


@contextmanager
def _told_plainly() -> Iterator[None]:
    """Bad input ends the command with every problem on standard error, never with a traceback."""
    try:
        yield
    except (BadInput, _Usage) as trouble:
        print(trouble, file=sys.stderr)
    except OSError as trouble:
        print(f"{trouble.filename or 'the file'} cannot be written: {trouble.strerror or trouble}", file=sys.stderr)
    else:
        return
    raise typer.Exit(BAD_INPUT)


def _write(path: Path, body: str | bytes) -> None:
    """Write a file whole or not at all."""
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(body.encode() if isinstance(body, str) else body)
    beside.replace(path)


def _keep_the_evidence(scenario: Position, settings: Settings, advice: Advice) -> None:
    """A bundle from which a disagreement can be reproduced."""
    path = Path(f"disputed-{advice.provenance.scenario[:10]}.json")
    bundle = {
        "scenario": json.loads(scenario.model_dump_json()), "settings": json.loads(settings.model_dump_json()),
        "advice": json.loads(advice.model_dump_json(by_alias=True)),
    }  # fmt: skip
    with _told_plainly():
        _write(path, json.dumps(bundle, ensure_ascii=False, indent=1))
    print(f"solver and audit disagree; all that is needed to reproduce it is in {path}", file=sys.stderr)


def _console() -> Console:
    wide = None if sys.stdout.isatty() else 160
    return Console(width=wide, soft_wrap=False)


@contextmanager
def _progress_line() -> Iterator[Any]:
    """A line on the terminal while the solver works; nothing where nobody is watching."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    with console.status("Reading the rules ...") as status:

        def watch(progress: Progress) -> None:
            value = pretty(exact(progress.value)) if progress.value is not None else "-"
            bound = pretty(exact(progress.bound)) if progress.bound is not None else "-"
            status.update(f"{progress.seconds:5.1f} s  {tier_label(progress.tier)}: best {value}, at least {bound}")

        yield watch


def _print_advice(scenario: Position, advice: Advice, as_json: bool) -> None:
    if as_json:
        _print_json(advice.model_dump(mode="json", by_alias=True, exclude={"plan"}))
        return
    from planner.report.purchase_tables import purchase_tables
    from planner.report.purchases import purchases
    from planner.report.tables import advice_tables

    console, bought = _console(), purchases(scenario, advice)
    for part in advice_tables(advice, purchase_tables(bought) if bought else ()):
        console.print(part)


def _print_json(body: dict[str, Any]) -> None:
    print(json.dumps(body, ensure_ascii=False, indent=1))


def main() -> None:
    """Run the command."""
    app()
