"""Other readings that the words of an explicit claim leave: its figures may be true of something else than we compare.

`37 wins` may be of the games at home, `5-24` a pitcher's record, `Ned Abbot, 44` his wins; none of them is an error.
"""

from __future__ import annotations

from collections.abc import Iterator

import re2

from skipper.press.claim import Claim
from skipper.press.claim_type import Doubt
from skipper.press.claims.record.official import totals_with_the_book
from skipper.press.facts import BookSeason, Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of
from skipper.press.reconcile.record_rows import RULES, own_book, own_records
from skipper.press.reconcile.standings import Standing, says, standings, stated_figures

# Of the games: months, series, home games and halves of a season are fewer, and a record of a day is looked up.
NEARLY = 0.9
# Decisions in a season: Pud Galvin was 46-29 in 75 starts of 1883; the game logs since 1885 have at most 72 starts.
MOST_OF_A_PITCHER = 75
CLOSE = 4  # words between a name and the figures: X had compiled a career 44-40
_THE_MANAGER = re2.compile(r"(?i)\b(?:manag\w+|skipper\w*|pilot\w*|dugout|helm)\b")
_LED = re2.compile(r"(?i)\b(?:led|guid\w+|steer\w+|under)\b")
_IN_THE_OFFICE = re2.compile(r"(?i)\bgeneral[- ]manag\w+")
_OF_THE_CLUB = re2.compile(r"(?i)\b(?:they|them|their|its?|who|whose|which|clubs?|teams?)\b|;")


def other_readings(claim: Claim, dossier: Dossier) -> Iterator[Doubt]:
    """Yield what else the words of a record can be: of another club, of a player, of a part of the games."""
    own, book, says_manager = own_records(claim, dossier), own_book(claim, dossier), _says_manager(claim)
    every: list[Record | BookSeason] = [*dossier.person.records, *dossier.person.book]
    elsewhere = [one for one in every if one.season in claim.seasons]
    if not (own or book) and any(says(claim, one) for one in elsewhere):
        yield "which club is meant", "The figures are his with another club of that season."
    yield from a_players(claim, dossier)
    if not (own or book or elsewhere or says_manager):
        yield "whose record it is", "The words do not say that he managed."
    if book:
        if _may_be_a_part_of_the_book(claim, dossier, book, own):
            yield "which games are meant", "It can be the record of a part of these games, or of all games of the club."
        return
    for rule in RULES:
        records = [one for one in own if one.rule == rule]
        if _with_postseason(claim, records):
            yield "which games are meant", "With the games of the postseason it is his record."
        elif _may_be_a_part(claim, dossier, records):
            yield "which games are meant", "It can be the record of a part of these games, or of all games of the club."


def a_players(claim: Claim, dossier: Dossier) -> Iterator[Doubt]:
    """Yield the doubt that a record is a pitcher's, where the words do not say that he managed."""
    if not (_says_manager(claim) or _LED.search(claim.span)) and _may_be_a_players(claim, dossier):
        yield "whether it is a manager's record", "The words do not say that he managed, and he played then."


def _says_manager(claim: Claim) -> bool:
    return _THE_MANAGER.search(_IN_THE_OFFICE.sub("", claim.span)) is not None


def _may_be_a_players(claim: Claim, dossier: Dossier) -> bool:
    """Return whether a pitcher can have it: of a season in which he played; of no season with a club for which he
    started."""
    person, seasons = dossier.person, claim.seasons
    if not seasons:
        return any(one.club in codes_of(claim, dossier.facts, one.season) for one in person.starts)
    few = sum(stated_figures(claim).values()) <= MOST_OF_A_PITCHER * len(seasons)
    first, last = person.played_first, person.played_last or person.played_first
    return few and first is not None and last is not None and any(first <= season <= last for season in seasons)


def _with_postseason(claim: Claim, records: list[Record]) -> bool:
    """Return whether it is the record with the games of the postseason."""
    played = [one.postseason_record or (0, 0) for one in records]
    whole = {
        "wins": sum(one.wins for one in records) + sum(won for won, _lost in played),
        "losses": sum(one.losses for one in records) + sum(lost for _won, lost in played),
    }
    return any(map(any, played)) and all(whole.get(name, 0) == count for name, count in stated_figures(claim).items())


def _may_be_a_part(claim: Claim, dossier: Dossier, records: list[Record]) -> bool:
    """Return whether the figures can be of a part of the games (a month, a series, at home), or of all of the club's.

    Where others ran the club in the season too, the games are the club's, unless the words give the figures to him
    alone. Nearly all of the games are a part only as the record stood on a day.
    """
    stated, day = stated_figures(claim), dossier.date_of(claim)
    whole = _games_of_all(records, dossier) if not _is_his_alone(claim) else None
    stood = standings(records, records[0].rule) if records else []
    if whole is None:
        reached = [one for one in stood if day is None or one.day <= day][-1:]
        whole = {"wins": reached[0].wins, "losses": reached[0].losses} if reached else {}
    counted = {name: count for name, count in stated.items() if name in whole}
    if not counted or any(count > whole[name] for name, count in counted.items()):
        return False
    games = sum(whole[name] for name in counted)
    few = sum(counted.values()) < NEARLY * games
    return few or sum(counted.values()) == games or (len(counted) > 1 and _stood_so(claim, stood))


def _may_be_a_part_of_the_book(claim: Claim, dossier: Dossier, book: list[BookSeason], played: list[Record]) -> bool:
    """Return whether the figures can be of a part of seasons of which some are known by the record book alone.

    The book has no days, so that any figures up to those of the whole may have stood on one; and of a club that others
    ran too, all of the club's may be meant, unless the words give the figures to him alone.
    """
    stated, clubs = stated_figures(claim), [dossier.facts.book.get((one.season, one.club)) for one in book]
    whole = totals_with_the_book(book, played)
    if not _is_his_alone(claim):
        of_clubs = [BookSeason(*one[:2], *club) if club else one for one, club in zip(book, clubs, strict=True)]
        whole += totals_with_the_book(of_clubs, played)
    return any(all(count <= getattr(one, name) for name, count in stated.items()) for one in whole)


def _stood_so(claim: Claim, stood: list[Standing]) -> bool:
    return any(says(claim, one) for one in stood)


def _games_of_all(records: list[Record], dossier: Dossier) -> dict[str, int] | None:
    """Wins and losses of all games of the clubs in the seasons; null where nobody else ran any."""
    every = [dossier.facts.managers.get((one.season, one.club), ()) for one in records]
    if all(len(each) < 2 for each in every):
        return None
    ran = [one for each in every for one in each]
    return {"wins": sum(int(one[2]) for one in ran), "losses": sum(int(one[3]) for one in ran)}


def _is_his_alone(claim: Claim) -> bool:
    """Return whether the figures stand close behind the name, with no other owner between: X went 44-40."""
    name, figure = re2.escape(claim.person.split()[-1]), next(iter(stated_figures(claim).values()))
    between_them = re2.search(rf"(?i)^.*\b(?:{name}|he)\b([^,]*?)\b{figure}\b", claim.span)
    if between_them is None:
        return False
    between, named = between_them.group(1), (word for club in claim.clubs for word in club.split())
    close = len(between.split()) <= CLOSE
    return close and _OF_THE_CLUB.search(between) is None and not any(word in between for word in named)
