"""How a manager's record is shown: its figures in words, and the rows of the tables behind them."""

from __future__ import annotations

from collections.abc import Mapping

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.days import Days
from skipper.press.facts import BookSeason, Facts, Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of
from skipper.press.reconcile.standings import Standing, says
from skipper.press.reconcile.verdict import Evidence, row_of

RULES = ("managed", "credited")


def own_records(claim: Claim, dossier: Dossier) -> list[Record]:
    """Return the person's records with the clubs named (or with any), in the seasons named (or in all), by first
    game."""
    facts, seasons = dossier.facts, claim.seasons
    named = claim.clubs or claim.organizations
    return [
        record
        for record in dossier.person.records
        if (not seasons or record.season in seasons)
        and (not named or record.club in codes_of(claim, facts, record.season))
    ]


def own_book(claim: Claim, dossier: Dossier) -> list[BookSeason]:
    """Return those of the seasons named that the record book alone has of the person, with the clubs named (or any)."""
    facts, named = dossier.facts, claim.clubs or claim.organizations
    return [
        one
        for one in dossier.person.book
        if one.season in claim.seasons and (not named or one.club in codes_of(claim, facts, one.season))
    ]


def standing_on(all_of: list[Standing], days: Days | None) -> Standing | None:
    """Return the last of those up to the end of the days; null if there is none."""
    so_far = [one for one in all_of if days is None or one.day <= days.last]
    return so_far[-1] if so_far else None


def in_figures(shown: dict[str, Standing | None]) -> str:
    """Return the record under each rule; once where all rules agree."""
    figures = {rule: str(one) for rule, one in shown.items() if one is not None}
    if len(set(figures.values())) == 1:
        return next(iter(figures.values()))
    return ", ".join(f"{figure} {rule}" for rule, figure in figures.items())


def with_seasons(shown: dict[str, Standing | None]) -> str:
    """Return the record under each rule with its number of seasons."""
    known = next((one for one in shown.values() if one is not None), None)
    return f"{in_figures(shown)} in {known.seasons} seasons" if known else "no game by then"


def rule_words(rules: tuple[str, ...] | list[str]) -> str:
    """Return one rule's name, or that of both."""
    return "managed and credited" if len(rules) == len(RULES) else rules[0]


def record_row(facts: Facts, own: list[Record], rule: str) -> Evidence:
    """Return a record under a rule, season by season, as evidence; of more than four only the seasons and the clubs."""
    of_rule = [record for record in own if record.rule == rule]
    if len(of_rule) > 4:
        clubs = ", ".join(dict.fromkeys(facts.names.get((one.season, one.club), one.club) for one in of_rule))
        return row_of("manager_season", f"{rule}: {spans([one.season for one in of_rule])}, {clubs}.")
    said = "; ".join(
        f"{one.season} {facts.names.get((one.season, one.club), one.club)} {one.wins}-{one.losses}"
        + (f"-{one.ties}" if one.ties else "")
        for one in of_rule
    )
    return row_of("manager_season", f"{rule}: {said}.")


def book_row(facts: Facts, own: list[BookSeason]) -> Evidence:
    """Return seasons of the record book, of which the lake has no games, as evidence."""
    said = "; ".join(
        f"{one.season} {facts.names.get((one.season, one.club), one.club)} {one.wins}-{one.losses}"
        + (f"-{one.ties}" if one.ties else "")
        for one in own
    )
    return row_of("book_record", f"record book: {said}; the lake has no games of {spans([one.season for one in own])}.")


def official_rows(facts: Facts, figures: Mapping[tuple[int, str], tuple[int, int, int]]) -> list[Evidence]:
    """Return the record book's figures of clubs' seasons in which the games give others, as evidence."""
    return [
        row_of(
            "record_difference",
            f"{season} {facts.names.get((season, club), club)}: officially "
            + "-".join(str(one) for one in (three if three[2] else three[:2]))
            + ".",
        )
        for (season, club), three in figures.items()
    ]


def of_another_season(claim: Claim, dossier: Dossier) -> list[Evidence]:
    """Return the season whose record it is, where it is that of another one."""
    found = [record for record in dossier.person.records if says(claim, record)]
    if not found:
        return []
    name = dossier.facts.names.get((found[0].season, found[0].club), found[0].club)
    return [row_of("manager_season", f"{found[0].wins}-{found[0].losses} was his record of {found[0].season}, {name}.")]


def who_managed(claim: Claim, facts: Facts, season: int) -> list[Evidence]:
    """Return who ran the games of its clubs in a season."""
    return [
        row_of(
            "manager_season",
            f"managed: the {season} {facts.names.get((season, code), code)} were run by "
            + ", ".join(f"{name} ({wins}-{losses})" for _id, name, wins, losses in facts.managers[season, code])
            + ".",
        )
        for code in sorted(codes_of(claim, facts, season))
        if (season, code) in facts.managers
    ]
