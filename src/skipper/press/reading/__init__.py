"""The rules' reader: explicit statements of a report, by patterns kept as data (`claims/*.yaml`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType

from skipper.press.claim import Claim, Report
from skipper.press.data_file import read_yaml
from skipper.press.grounding import GROUNDS, explicit
from skipper.press.linking import linked
from skipper.press.reader import Reading, kept
from skipper.press.reading import (
    age,
    appointment,
    award,
    contract,
    debut,
    departure,
    discipline,
    draft,
    office,
    record,
    stint,
    tally,
    title,
    usage,
)
from skipper.press.reading.borne_out import is_borne_out
from skipper.press.reading.context import Context, begun, with_offices
from skipper.press.reading.field import is_of_baseball
from skipper.press.reading.lists import CLAIMS
from skipper.press.reading.marks import marks_of
from skipper.press.reading.rules import Match, matches
from skipper.press.reading.tagger import Tagger
from skipper.press.reading.told import Part, Told, claim_of
from skipper.press.repeats import without_headings, without_repeats
from skipper.press.vocabulary import Vocabulary

_OFFICE = "office"  # patterns of who holds which post: no claims, but what claims of the document rest on
Read = Callable[[Told], Iterator[list[Part]]]
READ: Mapping[str, Read] = MappingProxyType(
    {
        "record": record.read,
        "stint": stint.read,
        "appointment": appointment.read,
        "departure": departure.read,
        "award": award.read,
        "age": age.read,
        "draft": draft.read,
        "debut": debut.read,
        "title": title.read,
        "tally": tally.read,
        "usage": usage.read,
        "contract": contract.read,
        "discipline": discipline.read,
    }
)


@cache
def _settings() -> Mapping[str, frozenset[str]]:
    given = read_yaml(CLAIMS / "settings.yaml")
    return {name: frozenset(kinds) for name, kinds in given.items()}


@cache
def types_read() -> tuple[str, ...]:
    """The claim types that are on: `claims/settings.yaml` lists those that were wrong too often when counted."""
    return tuple(kind for kind in READ if kind not in _settings()["disabled"])


@cache
def types_off() -> tuple[str, ...]:
    """The claim types that are off by default."""
    return tuple(kind for kind in READ if kind in _settings()["disabled"])


@cache
def types_read_whole() -> tuple[str, ...]:
    """The claim types that are on for every claim, borne out or not."""
    return tuple(kind for kind in types_read() if kind not in _settings()["borne_out"])


class RulesReader:
    """Read explicit claims by rules, with the names of one vocabulary. Making it takes about a second."""

    name = "rules"

    def __init__(self, vocabulary: Vocabulary, types: tuple[str, ...] | None = None) -> None:
        self.vocabulary = vocabulary
        self.types = types_read() if types is None else types
        self._needs = _settings()["borne_out"] if types is None else frozenset()  # types that terms must bear out
        self._tagger = Tagger(vocabulary)

    def read(self, report: Report) -> Reading:
        """Return the claims of a report, linked; none of one that is not about baseball."""
        context = self._context(report)
        if not is_of_baseball(context):
            return Reading()
        found = [matches(sentence, (_OFFICE, *self.types)) for sentence in context.sentences]
        context = _with_offices(context, found)
        claims = without_repeats(without_headings(list(self._claims(context, found)), context))
        sure = [one for one in linked(claims, report, self.vocabulary) if self._is_sure(one)]
        reading = kept(sure, report, GROUNDS)
        return replace(reading, claims=tuple(replace(one, explicit=_is_exact(one, report)) for one in reading.claims))

    def _is_sure(self, claim: Claim) -> bool:
        return claim.type not in self._needs or is_borne_out(claim, self.vocabulary)

    def _context(self, report: Report) -> Context:
        """The report's context before its posts are known."""
        sentences, people = self._tagger.read(report)
        return begun(report, self.vocabulary, sentences, people)

    def _claims(self, context: Context, found: Iterable[list[Match]]) -> Iterator[Claim]:
        for own in found:
            taken: dict[str, set[int]] = {kind: set() for kind in self.types}
            of_claims = [match for match in own if match.rule.type != _OFFICE]
            for match in sorted(of_claims, key=lambda one: one.first - one.last):
                told, kind = Told(match, context), match.rule.type
                values, place = _values(match), _place(match)
                if "list" not in match.rule.options and not taken[kind].isdisjoint(values or place):
                    continue
                marks = marks_of(told)
                if marks is None:
                    continue
                for parts in READ[kind](told):
                    taken[kind].update(place)
                    yield claim_of(told, kind, parts, marks)


def _with_offices(context: Context, found: Iterable[list[Match]]) -> Context:
    """The context with the posts that its sentences' matches tell."""
    told = (Told(match, context) for own in found for match in own if match.rule.type == _OFFICE)
    return with_offices(context, [post for one in told if (post := office.read(one)) is not None])


def _is_exact(claim: Claim, report: Report) -> bool:
    """Whether the claim is explicit, and not of a type that is too often misread to accuse."""
    return claim.type not in _settings()["inexact"] and explicit(claim, report)


def _values(match: Match) -> frozenset[int]:
    """Where the clubs, figures and times of a match begin: a verb may go with several of them, each with one verb."""
    units = match.sentence.units[match.first : match.last]
    return frozenset(unit.start for unit in units if unit.key[0] == "{" and unit.key not in _SUBJECTS)


_SUBJECTS = frozenset(["{person}", "{he}", "{him}", "{his}", "{person's}"])


def _place(match: Match) -> frozenset[int]:
    """Where the units of a match begin, but for its subject, which may go with several verbs."""
    units = match.sentence.units[match.first : match.last]
    return frozenset(unit.start for unit in units if unit.key not in ("{person}", "{he}"))


__all__ = ["RulesReader", "types_read", "types_read_whole"]
