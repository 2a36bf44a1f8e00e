"""A club's own record, stated beside the man who ran most of its games or some of them."""

from __future__ import annotations

import re2

from skipper.press.claim import Claim
from skipper.press.facts import Facts, Record
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.record_rows import RULES, official_rows, record_row, who_managed
from skipper.press.reconcile.standings import stated_figures
from skipper.press.reconcile.verdict import Evidence, Verdict, supported
from skipper.press.text import plain

RULE = "all games of the club"
BOOK = "the record book"
_NEARLY = 0.9  # of the club's games
_NEAR = 3  # words: under manager Ned Abbot
_THEY = re2.compile(
    r"(?i)\b(?:they|them|their|it|its|who|which|(?:the|his) (?:\w+ )?(?:club|team|bunch|squad|outfit))\b"
)
_HE = re2.compile(r"(?i)\b(?:he|i)\b")


def of_the_club(claim: Claim, dossier: Dossier, own: list[Record]) -> Verdict | None:
    """Supported where it is the record of all games of his club, and the words give it to the club; else null.

    `The Nationals went 97-65 under Baker` is right though others ran two of the games; `Baker went 97-65` is his.
    """
    facts, seasons = dossier.facts, sorted({(one.season, one.club) for one in own})
    if not claim.clubs or _is_his_own(claim):
        return None
    stated, games = stated_figures(claim), _of_games(facts, seasons)
    if not _is_of_a_club(claim) and not _ran_nearly_all(own, sum(games)):
        return None
    rows = [record_row(facts, own, rule) for rule in RULES]
    if _is_it(stated, games):
        note = Evidence("note", "The words give it to the club; his own record with it is another.")
        others = [season for season, club in seasons if len(facts.managers.get((season, club), ())) > 1]
        ran = [row for season in others for row in who_managed(claim, facts, season)]
        return supported(f"{_shown(games)}, the club's", RULE, note, *ran, *rows)
    book, differing = (
        _of_the_book(facts, seasons),
        {one: facts.official[one] for one in seasons if one in facts.official},
    )
    if not differing or not _is_it(stated, book):
        return None
    note = Evidence("note", f"{_shown(book)} is the club's official record; its games give {_shown(games)}.")
    return supported(f"{_shown(book)}, the club's", BOOK, note, *official_rows(facts, differing), *rows)


Figures = tuple[int, int]


def _of_games(facts: Facts, seasons: list[tuple[int, str]]) -> Figures:
    """Return wins and losses of all the clubs' games, whoever ran them."""
    each = [man for one in seasons for man in facts.managers.get(one, ())]
    return sum(int(man[2]) for man in each), sum(int(man[3]) for man in each)


def _of_the_book(facts: Facts, seasons: list[tuple[int, str]]) -> Figures:
    """Return the same by the record book, where it has another figure than the games."""
    each = [facts.official[one][:2] if one in facts.official else _of_games(facts, [one]) for one in seasons]
    return sum(wins for wins, _losses in each), sum(losses for _wins, losses in each)


def _is_it(stated: dict[str, int], figures: Figures) -> bool:
    return (stated.get("wins", figures[0]), stated.get("losses", figures[1])) == figures


def _shown(figures: Figures) -> str:
    return f"{figures[0]}-{figures[1]}"


def _is_of_a_club(claim: Claim) -> bool:
    """Return whether the words have a club, by name or as `they`, whose figures they are: `won 90 games` has none."""
    named = {word for club in claim.clubs for word in (club.split()[0], club.split()[-1])}
    named |= {link.words for link in claim.links if link.name in claim.clubs}
    return any(word in claim.span for word in named) or _THEY.search(plain(claim.span)) is not None


def _ran_nearly_all(own: list[Record], games: int) -> bool:
    """Return whether the others are those of a suspension or an illness: won 97 games, of which a coach ran two."""
    ran = max((sum(one.wins + one.losses for one in own if one.rule == rule) for rule in RULES), default=0)
    return ran >= _NEARLY * games


def _is_his_own(claim: Claim) -> bool:
    """Return whether he stands before the figures as whose they are: X went 97-65; not `under X` nor `X's club`."""
    words = plain(claim.span)
    before = words[: max(0, words.find(str(next(iter(stated_figures(claim).values())))))]
    surname = claim.person.split()[-1]
    named = [place for place in range(len(before)) if before.startswith(surname, place)]
    return _HE.search(before) is not None or any(_acts(before, place, place + len(surname)) for place in named)


def _acts(words: str, start: int, end: int) -> bool:
    """Return whether the name in the words is a subject: not under X, and not X's."""
    return "under" not in words[:start].lower().split()[-_NEAR:] and not words.startswith("'s", end)
