"""Who contradicts whom: the audit, what is known by construction, and every peer against every other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from benchmarks.records import Record


def disagreements(records: Iterable[Record]) -> Iterator[str]:
    """Every sentence is a bug in somebody: a plan that the audit rejects, a value below another's bound."""
    by_instance: dict[tuple[str, str, int], list[Record]] = defaultdict(list)
    for record in records:
        by_instance[record["family"], record["mood"], record["seed"]].append(record)
        yield from _against_the_audit(record)
        yield from _against_what_is_known(record)
    for instance, peers in by_instance.items():
        for n, one in enumerate(peers):
            for other in peers[n + 1 :]:
                yield from _against_each_other(instance, one, other)


def _who(record: Record) -> str:
    return f"{record['peer']} on {record['family']} {record['mood']} seed {record['seed']}"


def _against_the_audit(record: Record) -> Iterator[str]:
    for violation in record["violations"]:
        yield f"{_who(record)}: the audit rejects its plan: {violation}"
    for tier in record["tiers"] if record["audited"] else ():
        if tier["value"] is None:
            continue
        claimed, audited = Fraction(tier["value"]), Fraction(record["audited"][tier["name"]])
        if audited > claimed or (tier["proven"] and audited < claimed):  # what is not proven may come out better
            yield f"{_who(record)}: {tier['name']} is {tier['value']}, the audit says {record['audited'][tier['name']]}"


def _against_what_is_known(record: Record) -> Iterator[str]:
    for tier in record["tiers"]:
        known = record["known"].get(tier["name"])
        if known is not None and tier["proven"] and Fraction(known) != Fraction(tier["value"]):
            yield f"{_who(record)}: {tier['name']} is proven to be {tier['value']}, but it is {known} by construction"


def _against_each_other(instance: tuple[str, str, int], one: Record, other: Record) -> Iterator[str]:
    """Tiers are comparable as long as all tiers before them came out alike."""
    theirs = {tier["name"]: tier for tier in other["tiers"]}
    for mine in one["tiers"]:
        yours = theirs.get(mine["name"])
        if yours is None or mine["value"] is None or yours["value"] is None:
            return
        for a, b in ((mine, yours), (yours, mine)):
            if a["bound"] is not None and Fraction(a["bound"]) > Fraction(b["value"]):
                told = f"{one['peer']} and {other['peer']} on {' '.join(map(str, instance))}"
                yield f"{told}: {mine['name']} has a bound of {a['bound']} and a plan of {b['value']}"
        if Fraction(mine["value"]) != Fraction(yours["value"]):
            return
