"""Facts of an invented league, and claims about its people, for tests of reconciliation."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from skipper.press.claim import Claim, Link, Report
from skipper.press.facts import Facts, Person, Record, Series, Starts, Winner
from skipper.press.reconcile import Verdict, judge

GULLS, MINERS = "Harbor Gulls", "Ridge Miners"
ABBOT, BEALE = "Ned Abbot", "Ike Beale"


def record(season: int, club: str, wins: int, losses: int, rule: str, ties: int = 0, **more: Any) -> Record:
    """A season's record: losses first, then ties, then wins, a game a day from 1 April."""
    results = "L" * losses + "T" * ties + "W" * wins
    first = date(season, 4, 1)
    days = array("i", [(first + timedelta(days=day)).toordinal() for day in range(len(results))])
    return Record(season, club, rule, "MLB", results, days, more.get("postseason"))


def both(season: int, club: str, wins: int, losses: int, **more: Any) -> list[Record]:
    """The same record under both rules."""
    return [record(season, club, wins, losses, rule, **more) for rule in ("managed", "credited")]


def starts(season: int, club: str, count: int, **more: Any) -> Starts:
    """A season's starts, under Abbot unless told otherwise."""
    figures = {"by_slot": (0,) * 9, "vs_l": 0, "vs_r": count, "games_vs_l": 40, "games_vs_r": 110} | more
    return Starts(season, club, "abbot", ABBOT, count, **figures)


# Abbot managed the Gulls from 1951 to 1953 and in 1955 the Miners; the lake has not 1954, in which he managed too.
# In 1952 he was away for two games, which are credited to him: 80-72 managed, 81-73 credited.
_ABBOT = Person(
    "abbot",
    ABBOT,
    born=(1910, 6, 15),
    debut=date(1931, 5, 2),
    played_first=1931,
    played_last=1934,
    records=(
        *both(1951, "HBG", 90, 64, postseason=False),
        record(1952, "HBG", 80, 72, "managed", postseason=False),
        record(1952, "HBG", 81, 73, "credited", postseason=False),
        *both(1953, "HBG", 70, 83, ties=1, postseason=True),
        *both(1955, "RDG", 77, 77, postseason=False),
    ),
    starts=(
        starts(1931, "HBG", 20),
        starts(1932, "HBG", 100, by_slot=(4, 3, 3, 20, 0, 0, 60, 6, 4)),
        starts(1933, "RDG", 60),
    ),
    missing=(1954,),
)
# Beale managed the Miners, every season of theirs in the lake but Abbot's one.
_BEALE = Person(
    "beale",
    BEALE,
    born=(1900, None, None),
    records=(*both(1951, "RDG", 60, 94), *both(1952, "RDG", 70, 84), *both(1953, "RDG", 84, 70)),
)
_SEASONS = frozenset({*range(1931, 1935), 1951, 1952, 1953, 1955, 1956})

FACTS = Facts(
    seasons=_SEASONS,
    codes={
        (season, name): code
        for season in range(1930, 1960)
        for name, code in (("harbor gulls", "HBG"), ("ridge miners", "RDG"))
    },
    names={(season, code): name for season in range(1930, 1960) for code, name in (("HBG", GULLS), ("RDG", MINERS))},
    managers={
        (1951, "HBG"): (("abbot", ABBOT, 90, 64),),
        (1952, "HBG"): (("abbot", ABBOT, 80, 72), ("cole", "Jo Cole", 1, 1)),
        (1953, "HBG"): (("abbot", ABBOT, 70, 83),),
        (1955, "RDG"): (("abbot", ABBOT, 77, 77),),
        (1951, "RDG"): (("beale", BEALE, 60, 94),),
        (1952, "RDG"): (("beale", BEALE, 70, 84),),
        (1953, "RDG"): (("beale", BEALE, 84, 70),),
    },
    series={
        1931: {"WS": Series("HBG", GULLS, "RDG", MINERS)},
        1951: {"WS": Series("RDG", MINERS, "HBG", GULLS)},
        1953: {"WS": Series("HBG", GULLS, "RDG", MINERS)},
        1956: {"WS": Series("OTH", "Others", "ELS", "Elsewheres")},
    },
    awards={
        1951: (Winner("BBWAA Manager of the Year", "NL", "abbot", ABBOT),),
        1952: (Winner("BBWAA Manager of the Year", "NL", "beale", BEALE),),
    },
    people={"abbot": _ABBOT, "beale": _BEALE},
)
_IDS = {ABBOT: "abbot", BEALE: "beale"}


def claim(type_: str, report: str = "a.txt", who: str = ABBOT, /, **fields: Any) -> Claim:
    """A claim about one of the two, linked; `said_by`, `span` and the marks are the claim's own.

    Its span has all that it claims, unless another is given, and it is explicit.
    """
    marks = {"explicit": True}
    marks |= {name: fields.pop(name) for name in ("hedged", "denied", "text_disputes", "explicit") if name in fields}
    said_by, span = tuple(fields.pop("said_by", ())), fields.pop("span", None)
    who = fields.pop("who", who)
    field = "player" if type_ == "usage" else "person"
    told: Mapping[str, Any] = {field: who, **{name.rstrip("_"): value for name, value in fields.items()}}
    links = (Link(field, who, who, _IDS.get(who)),) if _IDS.get(who) else ()
    words = span if span is not None else "; ".join(str(value) for value in told.values())
    return Claim(report, type_, told, 0, 1, words, said_by, links=links, **marks)


def dated(name: str, day: date) -> Report:
    """A report with a date."""
    return Report(name, "", date=day)


def one(*claims: Claim, reports: tuple[Report, ...] = (), facts: Facts | None = FACTS) -> Verdict:
    """The verdict on the first claim, judged with the others."""
    return judge(claims, reports, facts)[0]


def told(verdict: Verdict, kind: str | None = None) -> str:
    """The evidence of a kind (of all kinds) in one line."""
    return " | ".join(evidence.text for evidence in verdict.evidence if kind in (None, evidence.kind))


def of_season(season: int) -> Claim:
    """Abbot's record of 1951, told of a season."""
    return claim("record", wins=90, losses=64, seasons=[season], clubs=[GULLS])
