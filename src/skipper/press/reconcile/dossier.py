"""All that was said about one person, and by how many independent sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from skipper.answers.people import plain
from skipper.press.claim import Claim, Report
from skipper.press.days import Days, stated_days
from skipper.press.facts import Facts, Person

DOSSIERS = 16  # of which what was worked out is kept: claims are judged dossier by dossier
COMPARED = 200  # different assertions of one type that a claim is compared with; a man of whom more is said is rare
_NOBODY = frozenset(
    plain(word)
    for word in ("source", "sources", "a source", "reports", "another report", "officials", "one official", "people")
)


@dataclass(frozen=True)
class Assertion:
    """Claims that say the same thing, field for field: those of one `Claim.assertion`. `first` stands for them."""

    key: str
    first: Claim
    claims: tuple[Claim, ...]


@dataclass(frozen=True, eq=False)
class Dossier:
    """The claims about one man, the reports they are of (by name), and what the lake knows.

    `key` is their `Claim.person_key`. `lake` is null if none was given: then nothing is checked against games.
    """

    key: str
    claims: tuple[Claim, ...]
    reports: Mapping[str, Report] = field(default_factory=dict)
    lake: Facts | None = None

    @cached_property
    def facts(self) -> Facts:
        """What the lake knows; nothing without one."""
        return self.lake or Facts()

    @cached_property
    def person(self) -> Person:
        """What the lake knows of him: no more than the name where he is not `known`."""
        return self.facts.people.get(self.key) or Person(self.key, self.claims[0].person)

    @property
    def known(self) -> bool:
        """Whether the lake knows him; not without a lake, nor where he is linked to nobody."""
        return self.key in self.facts.people

    @property
    def name(self) -> str:
        """His name."""
        return self.person.name

    @cached_property
    def assertions(self) -> Mapping[str, tuple[Assertion, ...]]:
        """What is asserted, by type of claim, each thing once."""
        alike: dict[str, dict[str, list[Claim]]] = {}
        for claim in self.claims:
            alike.setdefault(claim.type, {}).setdefault(claim.assertion, []).append(claim)
        return {
            kind: tuple(Assertion(key, claims[0], tuple(claims)) for key, claims in each.items())[:COMPARED]
            for kind, each in alike.items()
        }

    @cached_property
    def by_report(self) -> Mapping[str, tuple[Claim, ...]]:
        """The claims of each report."""
        found: dict[str, list[Claim]] = {}
        for claim in self.claims:
            found.setdefault(claim.report, []).append(claim)
        return {report: tuple(claims) for report, claims in found.items()}

    @cached_property
    def asserted_in(self) -> Mapping[tuple[str, str], Mapping[str, Claim]]:
        """The last claim of each assertion, by report and type."""
        found: dict[tuple[str, str], dict[str, Claim]] = {}
        for claim in self.claims:
            found.setdefault((claim.report, claim.type), {})[claim.assertion] = claim
        return found

    def of(self, *kinds: str) -> list[Assertion]:
        """Return what is asserted of those types."""
        return [assertion for kind in kinds for assertion in self.assertions.get(kind, ())]

    def date_of(self, claim: Claim) -> date | None:
        """Return the date of the claim's report; null if it carries none."""
        report = self.reports.get(claim.report)
        return report.date if report else None

    def written(self, claim: Claim) -> Days | None:
        """Return when the claim's report was written: its date, else not before the last season that it speaks of.

        Null if it has no date and speaks of no season.
        """
        day = self.date_of(claim)
        if day is not None:
            return Days(day, day)
        latest = self._latest_seasons.get(claim.report)
        return None if latest is None else Days(date(latest, 1, 1), date.max)

    @cached_property
    def _latest_seasons(self) -> Mapping[str, int]:
        latest: dict[str, int] = {}
        for claim in self.claims:
            act = stated_days(claim.fields.get("date_of_act"))
            years = [*claim.seasons, *([act.first.year] if act is not None else [])]
            for season in years:
                latest[claim.report] = max(season, latest.get(claim.report, season))
        return latest

    def group_of(self, claim: Claim) -> str:
        """Return the report's group: itself, where it repeats no other."""
        report = self.reports.get(claim.report)
        return (report.group if report else None) or claim.report

    def groups_asserting(self, assertion: Assertion) -> Mapping[str, Claim]:
        """Return the groups of reports that assert it, and of each its first claim."""
        return self._groups_by_assertion[assertion.first.type, assertion.key]

    @cached_property
    def _groups_by_assertion(self) -> Mapping[tuple[str, str], Mapping[str, Claim]]:
        found: dict[tuple[str, str], dict[str, Claim]] = {}
        for claim in self.claims:
            found.setdefault((claim.type, claim.assertion), {}).setdefault(self.group_of(claim), claim)
        return found

    def independent_sources(self, claims: Sequence[Claim]) -> int:
        """Return how many independent sources say it: reports that neither repeat one another nor name a common one.

        A claim that is hedged or denied is no source. An unnamed source is no more than the report that cites it.
        """
        joined: dict[str, str] = {}

        def root(mark: str) -> str:
            while joined.setdefault(mark, mark) != mark:
                joined[mark] = mark = joined[joined[mark]]
            return mark

        heard = [claim for claim in claims if not (claim.hedged or claim.denied)]
        for claim in heard:
            own = root(f"report:{self.group_of(claim)}")
            for name in _named(claim):
                joined[root(f"source:{name}")] = own = root(own)
        return len({root(f"report:{self.group_of(claim)}") for claim in heard})


def _named(claim: Claim) -> list[str]:
    """Return the sources that it names, as compared."""
    return [name for name in map(plain, claim.attributed_to) if name and name not in _NOBODY]


def dossiers(claims: Iterable[Claim], reports: Iterable[Report], facts: Facts | None) -> list[Dossier]:
    """Return a dossier for each man, the claims in order of report and place."""
    claims = list(claims)
    by_name = {report.name: report for report in reports}
    whose = merged_keys((claim.person, claim.person_key) for claim in claims)
    by_man: dict[str, list[Claim]] = {}
    for claim in sorted(claims, key=lambda one: (one.report, one.start, one.end, one.type)):
        key = claim.person_key
        by_man.setdefault(whose.get(key, key), []).append(claim)
    return [Dossier(key, tuple(own), by_name, facts) for key, own in by_man.items()]


def merged_keys(named: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Of men known by name only (name, key), the key of the one linked man who has that name."""
    linked: dict[str, set[str]] = {}
    for name, key in named:
        if not key.startswith("name:"):
            linked.setdefault(f"name:{plain(name)}", set()).add(key)
    return {name: next(iter(keys)) for name, keys in linked.items() if len(keys) == 1}
