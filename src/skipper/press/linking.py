"""Which of the people whom a name fits is meant: by the claim's type, season, club and role, and by the whole piece.

Evidence narrows: a test that none of the candidates passes says nothing of them, since a claim may be wrong in that
very point. Where it leaves several they stay, as candidates. Whom the claim's time rules out is never linked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from skipper.press.claim import Claim, Link, Report
from skipper.press.claim_type import claim_types
from skipper.press.inherited_context import possible
from skipper.press.vocabulary import Person, Vocabulary

Role = Literal["manager", "player", "winner"]
PERSON_FIELDS = ("person", "player", "manager")
_CLUB_FIELDS = ("club", "clubs", "organization", "organizations")
_COUNTS_OF_MANAGERS = frozenset(
    ["seasons_managed", "seasons_above_500", "postseason_seasons", "manager_of_the_year_awards"]
)
_COUNTS_OF_WINNERS = frozenset(["pennants", "world_series_titles"])
YOUNGEST, OLDEST = 15, 95  # in years: older men are spoken of, but do and get nothing
OLDEST_PLAYER, OLDEST_MANAGER = 60, 88  # Paige pitched at 59, Mack managed at 87
_OLDEST: dict[Role | None, int] = {"player": OLDEST_PLAYER, "manager": OLDEST_MANAGER}


@dataclass(frozen=True)
class _Said:
    """What a claim says that can tell namesakes apart; null or empty where it does not.

    `year` is the claim's own; `now` the year in which a dated piece was written. `born` is the year of birth that an
    age in a dated piece comes to, or the year before. `minor` is whether it is set below the major leagues, `bare`
    whether it names him by his surname alone.
    """

    role: Role | None
    year: int | None
    now: int | None
    born: int | None
    clubs: frozenset[str]
    minor: bool
    bare: bool


def linked(claims: Sequence[Claim], report: Report, vocabulary: Vocabulary) -> list[Claim]:
    """Return the claims of one piece with each name linked to one person, to several as candidates, or to nobody.

    Within a piece a name is one man: what one claim speaks of him narrows the others.
    """
    fits: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    years: dict[str, list[int | None]] = defaultdict(list)
    for claim in claims:
        for link in _of_people(claim):
            fits[link.name].append(_fitting(claim, link, report, vocabulary))
            years[link.name].append(year_of(claim.fields))
    common = {name: _common(each) for name, each in fits.items()}
    strangers = {name for name in fits if _is_stranger(fits[name], years[name])}
    found = [_with_links(claim, report, vocabulary, common, strangers) for claim in claims]
    return [possible(claim, report.date, vocabulary) for claim in found]


def _of_people(claim: Claim) -> list[Link]:
    return [link for link in claim.links if link.field in PERSON_FIELDS]


def _common(each: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Of all claims' candidates those that every claim leaves; none where no one man fits all."""
    first, *rest = each
    return tuple(id for id in first if all(id in other for other in rest))


def _is_stranger(fits: Sequence[tuple[str, ...]], years: Sequence[int | None]) -> bool:
    """Return whether most of the years spoken of a name are of nobody whom we know by it: so he is a man whom we do not
    know."""
    dated = [ids for ids, year in zip(fits, years, strict=True) if year is not None]
    return sum(not ids for ids in dated) * 2 > len(dated)


def _with_links(
    claim: Claim,
    report: Report,
    vocabulary: Vocabulary,
    common: Mapping[str, tuple[str, ...]],
    strangers: Collection[str],
) -> Claim:
    def narrowed(link: Link) -> Link:
        if link.field not in PERSON_FIELDS:
            return link
        if link.name in strangers:
            return replace(link, id=None, candidates=())
        ids = common[link.name] or _fitting(claim, link, report, vocabulary)
        return replace(link, id=ids[0], candidates=()) if len(ids) == 1 else replace(link, id=None, candidates=ids)

    return replace(claim, links=tuple(narrowed(link) for link in claim.links))


def _fitting(claim: Claim, link: Link, report: Report, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the ids that the claim leaves of those whom the name fits."""
    ids = link.candidates or ((link.id,) if link.id else ())
    people = [person for id in ids if (person := vocabulary.person(id)) is not None]
    said = _said(claim, link, report)
    kind = claim_types()[claim.type]
    oldest = kind.oldest or _OLDEST.get(said.role, OLDEST)
    fit = [person for person in people if _possible(person, said.year, oldest)]
    alive = [person for person in fit if _lived(person, claim, said.year)]
    # The year of another man's act may be read as his, as it cannot be of a draft or a debut: those tell no time else.
    fit = alive if kind.role == "player" else alive or fit
    for test in _TESTS[said.role]:
        if len(fit) > 1:
            fit = [person for person in fit if test(person, said)] or fit
    return tuple(person.id for person in fit)


def _said(claim: Claim, link: Link, report: Report) -> _Said:
    written = report.date.year if report.date else None
    years = claim.fields.get("years")
    level = claim.fields.get("level_resolved") or claim.fields.get("level")
    return _Said(
        role=_role(claim, link),
        year=year_of(claim.fields),
        # Too many men share a surname for the piece's date alone to tell one of them.
        now=written if " " in link.name else None,
        born=written - int(years) if written is not None and years is not None else None,
        clubs=frozenset(one.id for one in claim.links if one.field in _CLUB_FIELDS and one.id is not None),
        minor=level not in (None, "MLB"),
        bare=" " not in link.name,
    )


def _role(claim: Claim, link: Link) -> Role | None:
    """As what the claim speaks of him; null if it does not say."""
    stated, what, kind = claim.fields.get("role"), claim.fields.get("what"), claim_types()[claim.type].role
    if link.field in ("player", "manager"):
        return "player" if link.field == "player" else "manager"
    if "player" in (stated, kind) or what == "seasons_played":
        return "player"
    if kind == "winner" or what in _COUNTS_OF_WINNERS:
        return "winner"
    return "manager" if kind == "manager" or what in _COUNTS_OF_MANAGERS else None


def year_of(given: Mapping[str, Any]) -> int | None:
    """Return the first season or year that a claim names; null if it names none."""
    for name in ("year", "from", "for_season"):
        if not given.get("seasons") and given.get(name):
            return int(given[name])
    if given.get("seasons"):
        return int(given["seasons"][0])
    act = str(given.get("date_of_act", ""))[:4]
    return int(act) if act.isdigit() else None


def _possible(person: Person, year: int | None, oldest: int) -> bool:
    """Return whether he was of an age for it in the claim's year, if it names one and his birth is known."""
    return year is None or person.birth is None or YOUNGEST <= year - person.birth.year <= oldest


def _lived(person: Person, claim: Claim, year: int | None) -> bool:
    """Return whether he can have been alive in the claim's year; he may be honoured, or counted out, when he is dead.

    Who is engaged for a season may die in the winter before it.
    """
    last = None if person.died is None else person.died + bool(claim.fields.get("for_season"))
    return claim_types()[claim.type].after_death or year is None or last is None or year <= last


def _managed(person: Person, said: _Said) -> bool:
    return person.managed is not None


def _played(person: Person, said: _Said) -> bool:
    return person.played is not None


def _managed_then(person: Person, said: _Said) -> bool:
    return _about(person.managed, said.year or said.now)


def _played_then(person: Person, said: _Said) -> bool:
    return _about(person.played, said.year)


def _was_then(person: Person, said: _Said) -> bool:
    return _managed_then(person, said) or _played_then(person, said)


def _about(span: tuple[int, int] | None, year: int | None) -> bool:
    """Return whether the year is in the span, or next to it: men are appointed before their first season, and leave
    after."""
    return year is None or (span is not None and span[0] - 1 <= year <= span[1] + 1)


def _managed_there(person: Person, said: _Said) -> bool:
    return _served(person, said, ("manager",))


def _played_there(person: Person, said: _Said) -> bool:
    return _served(person, said, ("player",))


def _was_there(person: Person, said: _Said) -> bool:
    return _served(person, said, ("manager", "player"))


def _served(person: Person, said: _Said, roles: tuple[Role, ...]) -> bool:
    """Return whether the tables have him with a club of the claim, about its year."""
    return not said.clubs or any(
        term.role in roles and term.club in said.clubs and _about((term.first, term.last), said.year)
        for term in person.terms
    )


def _in_tables(person: Person, said: _Said) -> bool:
    """Return whether the tables have games that he ran: that says nothing of a claim about the minors, nor of a
    surname."""
    return said.minor or said.bare or any(term.role == "manager" for term in person.terms)


def _of_that_age(person: Person, said: _Said) -> bool:
    return said.born is None or (person.birth is not None and said.born - 1 <= person.birth.year <= said.born)


def _living(person: Person, said: _Said) -> bool:
    """Return whether he can be alive when the piece is written."""
    return said.now is None or person.birth is None or said.now - person.birth.year <= OLDEST


_Test = Callable[[Person, _Said], bool]
# The strongest first. Clubs go before years: a year is the more often wrong, and narrower within the club's own men.
_TESTS: dict[Role | None, tuple[_Test, ...]] = {
    "manager": (_managed, _managed_there, _managed_then, _in_tables),
    "player": (_played, _played_there, _played_then),
    # A title is a player's or a manager's; of men of one name, of whom nothing else is said, the manager's.
    "winner": (_was_there, _was_then, _managed, _in_tables, _living),
    None: (_of_that_age, _was_there, _living),
}
