"""Claims of a won-lost record, against the games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache

import re2

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.claims.record.club import of_the_club
from skipper.press.claims.record.official import by_the_book, of_the_book
from skipper.press.claims.record.one_sided import doubtful, is_of_each, is_one_sided, of_each_season, side_of_career
from skipper.press.claims.record.partial_careers import LATE, MOST_OF_A_SEASON, never_stood
from skipper.press.days import Days
from skipper.press.facts import Record
from skipper.press.reconcile.dossier import DOSSIERS, Dossier
from skipper.press.reconcile.exceeded import is_exceeded
from skipper.press.reconcile.place import games_of, outside, place_of
from skipper.press.reconcile.reading import without_club
from skipper.press.reconcile.record_rows import (
    RULES,
    in_figures,
    of_another_season,
    own_records,
    record_row,
    rule_words,
    standing_on,
    who_managed,
    with_seasons,
)
from skipper.press.reconcile.standings import Standing, ends, says, standings, stated_figures
from skipper.press.reconcile.unknown_seasons import missing_seasons
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, doubted, open_claim, row_of, supported

_OF_A_CAREER = re2.compile(
    r"(?i)\b(?:career|lifetime|overall|all[- ]time|as an? (?:(?:big|major)[- ]league )?(?:manager|skipper))\b"
)
_IN_THE_DUGOUT = ("manager", "interim manager", "acting manager")


def check_record(claim: Claim, dossier: Dossier) -> Verdict:
    """Return a manager's record in the seasons named, or his career's, under each crediting rule; so of its wins
    alone."""
    settles = games_of(claim)
    if claim.fields.get("role") not in (None, *_IN_THE_DUGOUT):
        return open_claim(f"a source of {claim.fields['role']}s' records", Evidence("note", "Not a manager's record."))
    gate = outside(claim, dossier, settles) or doubtful(claim, dossier, settles)
    if gate is not None:
        return gate
    if _names_no_season(claim):
        return open_claim("which season the words mean", Evidence("note", "The words name no season and no career."))
    if dossier.facts.absent(claim.seasons):
        return by_the_book(claim, dossier)
    verdict = _of_seasons(claim, dossier, settles) if claim.seasons else _of_career(claim, dossier, settles)
    doubts = _doubts(claim, dossier)
    if doubts and verdict.verdict in ("supported", "contradicted"):
        return Verdict("check_reading", (*doubts, *verdict.evidence), verdict.ours, verdict.rule, settles)
    if verdict.verdict != "contradicted":
        return verdict
    own = own_records(claim, dossier)
    book = of_the_book(claim, dossier, own)
    others = [record for record in own if record.other_games]
    if book is None and others:
        return open_claim(settles, _other_games(others))
    if book is not None or claim.seasons:
        return book or verdict
    if len(claim.clubs) > 1:  # a list of his clubs may leave one out
        whole = _of_career(without_club(claim), dossier, settles)
        verdict = whole if whole.verdict == "supported" else verdict
    return of_the_club(claim, dossier, own) or verdict


def _doubts(claim: Claim, dossier: Dossier) -> tuple[Evidence, ...]:
    """Return why the games' source may give the man games that another managed, or another his."""
    seasons = {(record.season, record.club) for record in own_records(claim, dossier)}
    doubted = dossier.facts.doubted
    return tuple(
        row_of("manager_decision", f"{season} {club}: {doubted[season, club]}.")
        for season, club in sorted(seasons.intersection(doubted))
    )


def _other_games(records: list[Record]) -> Evidence:
    """Return which seasons' games the lake has in part, or others than the record book counts."""
    stated = dict.fromkeys(
        f"{one.season} {one.club} {one.wins}-{one.losses}, where the record book has "
        f"{one.official[0]}-{one.official[1]}"
        for one in records
        if one.official is not None
    )
    return Evidence(
        "coverage", f"The games here are not those that the book counts: {'; '.join(stated)}.", table="coverage"
    )


def _names_no_season(claim: Claim) -> bool:
    """Return whether it is a record of one season's games or fewer, and says neither which season's nor that it is a
    career's.

    `With the team at 32-33`: to hold it against his career would be our reading of the words and not theirs.
    """
    stated = stated_figures(claim)
    of_several = claim.fields.get("season_count") or _OF_A_CAREER.search(claim.span)
    few = stated.get("wins", 0) + stated.get("losses", 0) <= MOST_OF_A_SEASON
    return few and not (claim.seasons or of_several)


def _of_seasons(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    own = own_records(claim, dossier)
    if not own:
        return _not_his(claim, dossier, settles)
    if is_of_each(claim):
        return of_each_season(claim, dossier, own, settles)
    days = _as_of(claim, dossier, own)
    verdict = _compared(claim, dossier, own, days)
    as_the_clubs = of_the_club(claim, dossier, own) if verdict.verdict == "contradicted" and days is None else None
    return as_the_clubs or verdict


def _as_of(claim: Claim, dossier: Dossier, own: list[Record]) -> Days | None:
    """Return the days whose standing a dated piece can mean; null if the seasons were over, or it has no date."""
    day = dossier.date_of(claim)
    if day is None or day > max(record.last_day for record in own):
        return None
    return Days(day - LATE, day)


def _compared(claim: Claim, dossier: Dossier, own: list[Record], days: Days | None) -> Verdict:
    """Against the record under each rule at the end, or at the end of one of the `days`."""
    final = {rule: ends(own, rule) if days is None else standings(own, rule) for rule in RULES}
    matches = [rule for rule in RULES if _stood(claim, final[rule], days)]
    shown = {rule: standing_on(final[rule], days) for rule in RULES}
    ours, evidence = in_figures(shown), [record_row(dossier.facts, own, rule) for rule in RULES if final[rule]]
    if matches:
        return supported(ours, rule_words(matches), *evidence)
    if days is not None:
        ours += f" on {days.last}"
    return contradicted(ours, rule_words(RULES), *evidence, *of_another_season(claim, dossier))


def _stood(claim: Claim, all_of: list[Standing], days: Days | None) -> bool:
    if days is None:
        return any(says(claim, one) for one in all_of[-1:])
    before = [one for one in all_of if one.day <= days.first][-1:]
    return any(says(claim, one) for one in (*before, *(one for one in all_of if days.first <= one.day <= days.last)))


def _not_his(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    """He has no game in those seasons with those clubs."""
    facts, seasons = dossier.facts, claim.seasons
    own = [record for record in dossier.person.records if record.season in seasons]
    if place_of(claim, facts) != "major" or not (claim.clubs or own):
        note = Evidence(
            "coverage", f"No major-league game that he ran in {spans(seasons)}; of other leagues none is here."
        )
        return open_claim(settles, note)
    evidence = [row for season in seasons for row in who_managed(claim, facts, season)]
    if own:
        ours = in_figures({rule: next(iter(ends(own, rule)), None) for rule in RULES})
        clubs = ", ".join(dict.fromkeys(facts.names.get((one.season, one.club), one.club) for one in own))
        return contradicted(
            f"{ours}, {clubs}", rule_words(RULES), *(record_row(facts, own, rule) for rule in RULES), *evidence
        )
    if not evidence:
        return open_claim(settles, Evidence("note", f"No club of that name in {spans(seasons)}."))
    return contradicted("no game of theirs was his", rule_words(RULES), *evidence)


def _of_career(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    own = own_records(claim, dossier)
    if not own:
        return open_claim(settles, Evidence("coverage", "The lake has no game of his as a manager."))
    absent = missing_seasons(claim, dossier, own)
    if absent:
        return _below_the_known(claim, dossier, own) or _partial(claim, dossier, own, absent)
    day, written = dossier.date_of(claim), dossier.written(claim)
    earliest = date(written.first.year - 1, 1, 1) if written else date.min
    days = Days(day - LATE, day) if day else Days(earliest, date.max)
    course = _course(dossier, own)
    if is_one_sided(claim) and day is None:
        return side_of_career(claim, dossier, own, course)
    found = {rule: _career_match(claim, course[rule], days) for rule in RULES}
    matches = [(rule, stood) for rule, stood in found.items() if stood is not None]
    evidence = [record_row(dossier.facts, own, rule) for rule in RULES]
    if matches:
        first, stood = matches[0]
        after = row_of("club_game", f"{first}: it stood at {stood} after the game of {stood.day}.")
        return supported(str(stood), rule_words([rule for rule, _stood in matches]), *evidence, after)
    shown = {rule: standing_on(course[rule], days if day else None) for rule in RULES}
    return contradicted(with_seasons(shown), rule_words(RULES), *evidence, *of_another_season(claim, dossier))


def _course(dossier: Dossier, own: list[Record]) -> Mapping[str, list[Standing]]:
    """Return how the record with the clubs stood after each game, under each rule."""
    return _standings_of(dossier, frozenset((one.season, one.club) for one in own))


@lru_cache(maxsize=DOSSIERS)
def _standings_of(dossier: Dossier, seasons: frozenset[tuple[int, str]]) -> Mapping[str, list[Standing]]:
    own = [one for one in dossier.person.records if (one.season, one.club) in seasons]
    return {rule: standings(own, rule) for rule in RULES}


def _career_match(claim: Claim, all_of: list[Standing], days: Days) -> Standing | None:
    """Return the standing that it gives: at a season's end rather than within one."""
    before = [one for one in all_of if one.day < days.first][-1:]
    within = [one for one in all_of if days.first <= one.day <= days.last]
    count = claim.fields.get("season_count")
    fits = [one for one in (*before, *within) if says(claim, one) and count in (None, one.seasons)]
    return max(fits, key=lambda one: one.ends_season, default=None)


def _below_the_known(claim: Claim, dossier: Dossier, own: list[Record]) -> Verdict | None:
    """Return the verdict on wins or losses alone of which the seasons here have more already; null if they have not."""
    stated = stated_figures(claim)
    if len(stated) != 1:
        return None
    ((side, count),) = stated.items()

    def known(year: int | None) -> int:
        of_rules = ([one for one in own if one.rule == rule and (year is None or one.season <= year)] for rule in RULES)
        return min(sum(getattr(one, side) for one in each) for each in of_rules)

    if not is_exceeded(claim, dossier, count, known):
        return None
    shown = {rule: next(iter(ends(own, rule)), None) for rule in RULES}
    return contradicted(
        with_seasons(shown), rule_words(RULES), *(record_row(dossier.facts, own, rule) for rule in RULES)
    )


def _partial(claim: Claim, dossier: Dossier, own: list[Record], absent: list[int]) -> Verdict:
    shown = {rule: next(iter(ends(own, rule)), None) for rule in RULES}
    managed = next(one for one in shown.values() if one is not None)
    stated = stated_figures(claim)
    rest = {name: count - getattr(managed, name) for name, count in stated.items() if name != "ties"}
    gap = Evidence("coverage", f"The lake lacks {spans(absent)}, which he managed or may have.", table="manager_career")
    evidence = [*of_another_season(claim, dossier), gap, *(record_row(dossier.facts, own, rule) for rule in RULES)]
    if min(rest.values()) >= 0:
        total = (
            "-".join(str(stated[name]) for name in rest) if len(rest) > 1 else "".join(f"{stated[n]} {n}" for n in rest)
        )
        left = "-".join(str(count) for count in rest.values())
        verb = "leaves" if len(rest) > 1 else "leave"
        evidence.append(Evidence("sum", f"{total} less our {managed} {verb} {left} for them."))
    ours = f"{in_figures(shown)} without {spans(absent)}"
    if never_stood(claim, dossier, own, absent):
        usual = ", ".join(
            f"{dossier.facts.club_games[one]} in {one}" for one in absent if one in dossier.facts.club_games
        )
        none = Evidence(
            "sum", f"What is left cannot be of those seasons (games of a club: {usual or 'not known'}).", holds=False
        )
        return doubted(f"the game logs of {spans(absent)}", contradicted(ours, rule_words(RULES), *evidence, none))
    return open_claim(f"the game logs of {spans(absent)}", *evidence, ours=ours, rule=rule_words(RULES))
