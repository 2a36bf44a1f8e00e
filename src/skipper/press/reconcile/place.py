"""Whether a claim is about what the lake has: the man, the level, the club, the seasons."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cache
from typing import Literal

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press import hand_kept
from skipper.press.claim import Claim, Link
from skipper.press.facts import Facts
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import is_major_league
from skipper.press.reconcile.verdict import Evidence, Verdict, open_claim
from skipper.press.vocabulary import Club

Place = Literal["major", "other", "unknown"]


def place_of(claim: Claim, facts: Facts) -> Place:
    """Return where it is set: the level decides, else the clubs, else the league; an organization does not."""
    level, clubs, league = claim.level, claim.clubs, claim.fields.get("league")
    if level is not None:
        return "major" if level == "MLB" else "other"
    if clubs:
        return "major" if all(facts.is_major(club) for club in clubs) else "other"
    if league is not None:
        return "major" if is_major_league(league) else "other"
    return "unknown"


def codes_of(claim: Claim, facts: Facts, season: int) -> set[str]:
    """Return the codes that its clubs can have had in a season; none for a club that was not in the majors then.

    By name or by link: a club keeps its code where its name changes a little, as the Angels did. By the words: those of
    every club that had the nickname (the Braves of Boston, of Milwaukee, of Atlanta), also where the club was called
    otherwise and no other bore it then; and of Chicago either's.
    """
    named = claim.clubs or claim.organizations
    codes = {code for club in named if (code := facts.code(season, club)) is not None}
    for link in claim.links:
        codes |= _codes_linked(link, facts, season) if link.name in named else set()
    return codes


def _codes_linked(link: Link, facts: Facts, season: int) -> set[str]:
    """Return the codes of a club's link that were in the majors in the season, and of the clubs that its nickname had
    then."""
    ids = {link.id} if link.id is not None else set(link.candidates)
    ids |= _bearers_in(season, link.words) if is_nickname(link) else set()
    nickname = facts.called(season, link.words) if link.name.endswith(f" {link.words}") else set()
    return nickname | {id for id in ids if (season, id) in facts.names}


def _bearers_in(season: int, nickname: str) -> set[str]:
    """Return the clubs that bore the nickname in the season, else at any time: the Dodgers of 1899 are the Superbas."""
    bearers = _nicknamed(nickname)
    return {club.id for club in bearers if club.covers(season)} or {club.id for club in bearers}


def is_nickname(link: Link) -> bool:
    """Return whether the words give a major-league club's nickname alone: the A's of the Oakland Athletics."""
    return any(club.name == link.name or club.id == link.id for club in _nicknamed(link.words))


def _nicknamed(words: str) -> tuple[Club, ...]:
    return _bearers().get(plain(words), ())


@cache
def _bearers() -> Mapping[str, tuple[Club, ...]]:
    """Return the major-league clubs that bore each nickname, by its plain form."""
    found: dict[str, tuple[Club, ...]] = {}
    for club in hand_kept.clubs():
        names = (club.nickname, *club.others) if club.is_major and club.nickname else ()
        for name in {plain(one) for one in names if one}:
            found[name] = (*found.get(name, ()), club)
    return found


def in_full(claim: Claim) -> Claim | None:
    """Return the claim as if it named in full the clubs that its nicknames are linked to; null if it has no nickname.

    Beside the writer's other words `the Braves` can be those of Milwaukee alone.
    """
    named = claim.clubs or claim.organizations
    links = tuple(replace(one, words=one.name) if one.id and one.name in named else one for one in claim.links)
    return None if links == claim.links else replace(claim, links=links)


def outside(claim: Claim, dossier: Dossier, settles: str) -> Verdict | None:
    """Return why the tables cannot speak to it: no lake, nobody or several linked, or no such games; null if they
    can."""
    if dossier.lake is None:
        return open_claim(settles, Evidence("note", "No lake was given: nothing is checked against games."))
    if place_of(claim, dossier.facts) == "other":
        what = ", ".join(claim.clubs) or str(claim.fields.get("level_stated") or claim.fields.get("league") or "it")
        return open_claim(
            settles, Evidence("coverage", f"Outside the majors no game says who managed: none decides {what}.")
        )
    if not dossier.known:
        return open_claim(settles, Evidence("note", _not_linked(claim, dossier)))
    return None


def _not_linked(claim: Claim, dossier: Dossier) -> str:
    link = claim.link("person") or claim.link("player")
    if link is not None and link.candidates:
        known = dossier.facts.people
        stated = ", ".join(known[id].called if id in known else id for id in link.candidates[:5])
        return f"{link.words!r} may be any of {len(link.candidates)}: {stated}."
    return f"{claim.person or 'He'} is linked to nobody in the tables."


def lacking(seasons: Collection[int], facts: Facts) -> Evidence | None:
    """Return which major-league seasons the lake lacks, whole or in part, as evidence; null if it has them all.

    Games of the minors may be there all the same: they are no part of it.
    """
    absent = facts.absent(seasons)
    whole = [season for season in absent if season not in facts.incomplete]
    parts = [season for season in absent if season in facts.incomplete]
    stated = [
        f"{words} {spans(some)}"
        for words, some in (("no major-league games of", whole), ("not all major-league games of", parts))
        if some
    ]
    return Evidence("coverage", f"The lake has {' and '.join(stated)}.", table="coverage") if absent else None


def games_of(claim: Claim) -> str:
    """Return the games that would settle it, in words."""
    level, seasons, clubs = claim.fields.get("level_stated"), claim.seasons, claim.clubs
    when = spans(seasons) if seasons else ""
    if clubs:
        return f"the games, or the league's own record, of {', '.join(clubs)} {when}".rstrip()
    his = f"his season{'' if len(seasons) == 1 else 's'}{f' of {when}' if when else ''}{f' ({level})' if level else ''}"
    return f"the games, or the league's own record, of {his}"
