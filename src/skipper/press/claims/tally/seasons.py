"""Claims that count seasons, against the games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import re2

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.facts import Record, Starts
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.exceeded import is_exceeded
from skipper.press.reconcile.franchises import WHICH_CLUB, names_in_full, under_another_name
from skipper.press.reconcile.place import codes_of, games_of, outside
from skipper.press.reconcile.reading import without_club
from skipper.press.reconcile.tenure import FROM_STARTS, MANAGED, run_row, start_row
from skipper.press.reconcile.unknown_seasons import missing_seasons
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, doubted, open_claim, supported
from skipper.press.reconcile.whole_seasons import may_be_with
from skipper.press.text import plain

_SPLIT_SEASON = 1981
_A_DIVISION = re2.compile(
    r"(?i)\b(?:divisions?|division titles?|[an]\.?l\.? (?:east|west|central)|league (?:east|west|central))\b"
)
_OCTOBER = re2.compile(r"(?i)\b(?:playoffs?|post-?season|wild cards?|division series)\b")
_HALF_A_SEASON = 81  # games
_ANY = 99  # seasons: in an organization's minor leagues he may have managed more than the tables have


@dataclass(frozen=True)
class Counted:
    """The seasons that count, of those looked at; and which may count and are not in the lake.

    `most` is the highest number that could be true, where starts alone do not tell.
    """

    seasons: tuple[int, ...]
    looked_at: tuple[int, ...]
    absent: tuple[int, ...]
    rule: str
    evidence: Evidence
    most: int | None = None

    def until(self, year: int) -> Counted:
        """Return the count up to a year."""
        seasons, looked_at, absent = (
            tuple(season for season in each if season <= year) for each in (self.seasons, self.looked_at, self.absent)
        )
        return replace(self, seasons=seasons, looked_at=looked_at, absent=absent)


def check_tally(claim: Claim, dossier: Dossier) -> Verdict:
    """Return how many of his seasons are of the kind, with the clubs named.

    Contradicted where a season that may count is not in the lake only if those that are here are more already.
    """
    settles = games_of(claim)
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    what = _what_counts(claim)
    if what not in _COUNTS:
        return open_claim(settles, Evidence("note", "The tables do not count that."))
    counted = _COUNTS[what](claim, dossier)
    if counted is None:
        return open_claim(settles, Evidence("coverage", "The lake has no game of his of that kind."))
    return _compared(claim, dossier, counted, settles)


def _what_counts(claim: Claim) -> str:
    """Return what it counts; a division won, which the reading gives as a postseason reached, is less than one."""
    what = str(claim.fields.get("what"))
    words = plain(claim.span)
    of_divisions = _A_DIVISION.search(words) is not None and not _OCTOBER.search(words)
    return "divisions" if what == "postseason_seasons" and of_divisions else what


def _compared(claim: Claim, dossier: Dossier, counted: Counted, settles: str) -> Verdict:
    day, named = dossier.date_of(claim), set(claim.seasons)
    counted = counted if day is None else counted.until(day.year)
    ours = f"{len(counted.seasons)} of {len(counted.looked_at)}: {spans(counted.seasons) or 'none'}"
    if claim.fields.get("of") is None:
        ours = f"{len(counted.seasons)}: {spans(counted.seasons) or 'none'}"
    # Of seasons that it names, others that are lacking tell nothing.
    absent = [season for season in counted.absent if not named or season in named]
    if claim.fields.get("what") != "seasons_played" and exceeds(claim, dossier, counted, _brief(dossier)):
        verdict = contradicted(ours, counted.rule, counted.evidence)
        return replace(verdict, at_any_level=int(claim.fields["value"]) > _most_elsewhere(dossier))
    if absent:
        gap = Evidence("coverage", f"The lake lacks {spans(absent)}, which may count.", table="coverage")
        return open_claim(f"the game logs of {spans(absent)}", gap, counted.evidence, ours=ours, rule=counted.rule)
    fit = fits(claim, dossier, counted)
    if fit:
        return supported(ours, counted.rule, counted.evidence)
    if fit is None or _may_be_more(claim, counted):
        return open_claim(settles, counted.evidence, ours=ours, rule=counted.rule)
    verdict = contradicted(ours, counted.rule, counted.evidence)
    moved = _moved(claim, dossier, counted)
    return doubted(WHICH_CLUB, verdict, run_row(moved, dossier.facts)) if moved else verdict


def exceeds(claim: Claim, dossier: Dossier, counted: Counted, without: Collection[int] = ()) -> bool:
    """Return whether more seasons count already than the claim has, leaving out those `without` which it may count."""
    value, sure = claim.fields.get("value"), [one for one in counted.seasons if one not in without]
    if value is None or claim.fields.get("of") is not None:
        return False
    return is_exceeded(claim, dossier, int(value), lambda year: sum(year is None or season <= year for season in sure))


def _brief(dossier: Dossier) -> set[int]:
    """Return the seasons of which the person managed so few games that a writer may not count them."""
    games: dict[int, int] = {}
    for one in dossier.person.records:
        if one.rule == MANAGED:
            games[one.season] = games.get(one.season, 0) + len(one.results)
    return {season for season, count in games.items() if count < _HALF_A_SEASON}


def _most_elsewhere(dossier: Dossier) -> int:
    """Return how many seasons the person can have managed outside the majors, up to the last season known."""
    person = dossier.person
    majors = {one.season for one in person.records} | set(person.missing)
    between = range(person.managed_first or min(majors), max(majors) + 1)
    return len((set(between) | {one.season for one in person.listed}) - majors)


def _moved(claim: Claim, dossier: Dossier, counted: Counted) -> list[Record]:
    """Return the person's seasons with the franchise under another name, where the number may count them as well.

    A club named in full with which he had such seasons is that club alone.
    """
    value, moved = claim.fields.get("value"), under_another_name(claim, dossier)
    alone = bool(counted.seasons) and names_in_full(claim)
    most = len({*counted.seasons, *_years(moved)})
    return [] if alone or not (value is None or len(counted.seasons) < int(value) <= most) else moved


def _may_be_more(claim: Claim, counted: Counted) -> bool:
    value = claim.fields.get("value")
    return counted.most is not None and value is not None and len(counted.seasons) < int(value) <= counted.most


def fits(claim: Claim, dossier: Dossier, counted: Counted) -> bool | None:
    """Return whether the number is right; null if it was right in a year before which the piece may be."""
    named, value, of = claim.seasons, claim.fields.get("value"), claim.fields.get("of")
    if value is None:
        return bool(named) and set(named) <= set(counted.seasons)
    if named:
        stated = int(value) == len(set(named) & set(counted.seasons))
        return stated or (None if counted.seasons else False)
    wanted = (int(value), None if of is None else int(of))
    written, dated = dossier.written(claim), dossier.date_of(claim)
    if wanted == _by(counted, None, of) and not (dated and dated.year < max(counted.looked_at, default=0)):
        return True
    years = range(written.first.year - 1 if written else 0, max(counted.looked_at, default=0) + 1)
    if dated:
        years = range(dated.year - 1, dated.year + 1)
    if any(wanted == _by(counted, year, of) for year in years):
        return True if dated else None
    return False


def _by(counted: Counted, year: int | None, of: object) -> tuple[int, int | None]:
    """Return how many there were by the end of a year (null: in all), and of how many."""
    until = year if year is not None else max(counted.looked_at, default=0)
    some = sum(season <= until for season in counted.seasons)
    return some, None if of is None else sum(season <= until for season in counted.looked_at)


def _played(claim: Claim, dossier: Dossier) -> Counted | None:
    """Return the person's seasons with a start; null if none is known with a club named, and he may have been there
    without one."""
    facts, starts = dossier.facts, dossier.person.starts
    named = bool(claim.clubs or claim.organizations)
    own = [one for one in starts if not named or one.club in codes_of(claim, facts, one.season)]
    if not starts or (not own and (claim.fields.get("value") is None or not claim.clubs)):
        return None
    span = _played_through(dossier)
    absent = [year for year in facts.absent(span) if not named or _may_play_with(claim, dossier, year)]
    seasons = _years(own)
    # A season may be split between clubs, with starts for one of them alone.
    most = max(len(seasons), 1, len(span) - len(set(_years(starts)) - set(seasons)))
    return Counted(seasons, seasons, tuple(absent), FROM_STARTS, start_row(own or list(starts), facts), most)


def _may_play_with(claim: Claim, dossier: Dossier, season: int) -> bool:
    """Return whether he may have played for the clubs in a season that the lake lacks, going by those beside it."""
    codes, beside = codes_of(claim, dossier.facts, season), _clubs_beside(dossier, season)
    return bool(codes & beside if len(beside) == 1 else codes)


def _clubs_beside(dossier: Dossier, season: int) -> set[str]:
    """Return the clubs that he started for in the seasons before and after; empty unless he did in both."""
    starts = dossier.person.starts
    before, after = ({one.club for one in starts if one.season == year} for year in (season - 1, season + 1))
    return before | after if before and after else set()


def _played_through(dossier: Dossier) -> range:
    """Return the seasons of his career; where the Register does not have him, any of the lake from his first start
    on."""
    person = dossier.person
    first = person.played_first or min(one.season for one in person.starts)
    last = person.played_last or max(dossier.facts.seasons)
    return range(min(first, person.debut.year if person.debut else first), last + 1)


def _years(own: Sequence[Starts] | Sequence[Record]) -> tuple[int, ...]:
    return tuple(sorted({one.season for one in own}))


def _managing(
    counts: Callable[[list[Record]], bool], rule: str = MANAGED
) -> Callable[[Claim, Dossier], Counted | None]:
    """Return a count of the seasons managed whose records, of one season, are of a kind."""

    def count(claim: Claim, dossier: Dossier) -> Counted | None:
        facts = dossier.facts
        named = bool(claim.clubs or claim.organizations)
        own = [
            one
            for one in dossier.person.records
            if one.rule == MANAGED and (not named or one.club in codes_of(claim, facts, one.season))
        ]
        if not own:
            return _never_managed(claim, dossier, rule)
        years = _years(own)
        fitting = tuple(year for year in years if counts([one for one in own if one.season == year]))
        absent, most = tuple(missing_seasons(claim, dossier, own)), None if claim.clubs or not named else _ANY
        return Counted(fitting, years, absent, rule, run_row(own, facts), most)

    return count


def _never_managed(claim: Claim, dossier: Dossier, rule: str) -> Counted | None:
    """None of his seasons, where he managed other clubs alone; null if he has no game here, or no club is named.

    To have managed in an organization is not to have managed its major-league club.
    """
    elsewhere = [one for one in dossier.person.records if one.rule == MANAGED]
    if not elsewhere or not claim.clubs:
        return None
    listed = missing_seasons(without_club(claim), dossier, elsewhere)
    absent = tuple(season for season in listed if may_be_with(claim, dossier, season))
    return Counted((), (), absent, rule, run_row(elsewhere, dossier.facts))


def _won_division(records: list[Record]) -> bool:
    """Return whether he had the last game of a club that went to the postseason from the first place of its division.

    In 1981 each half of the season had its own winners; where no place is known, who went is taken to have won it.
    """
    return any(one.postseason and (one.finish in (1, None) or one.season == _SPLIT_SEASON) for one in records)


def _above(records: list[Record]) -> bool:
    return sum(one.wins for one in records) > sum(one.losses for one in records)


_COUNTS: dict[str, Callable[[Claim, Dossier], Counted | None]] = {
    "seasons_played": _played,
    "seasons_managed": _managing(lambda records: True),
    "seasons_above_500": _managing(_above),
    "divisions": _managing(_won_division, "managed, first in the division"),
    "postseason_seasons": _managing(lambda records: any(one.postseason for one in records)),
}
