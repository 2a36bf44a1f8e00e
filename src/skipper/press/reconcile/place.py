"""Whether a claim is about what the lake has: the man, the level, the club, the seasons."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.facts import Facts
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.reading import clubs_of, is_major_league, level_of, organizations_of, person_of, seasons_of
from skipper.press.reconcile.verdict import Evidence, Verdict, open_claim

Place = Literal["major", "other", "unknown"]


def place_of(claim: Claim, facts: Facts) -> Place:
    """Where it is set: the level decides, else the clubs, else the league; an organization does not."""
    level, clubs, league = level_of(claim), clubs_of(claim), claim.fields.get("league")
    if level is not None:
        return "major" if level == "MLB" else "other"
    if clubs:
        return "major" if all(facts.is_major(club) for club in clubs) else "other"
    if league is not None:
        return "major" if is_major_league(league) else "other"
    return "unknown"


def codes_of(claim: Claim, facts: Facts, season: int) -> set[str]:
    """The codes that its clubs had in a season, by name or by link; none for a club that was not in the majors then.

    A club keeps its code where its name changes a little: the Angels of Los Angeles, of California, of Anaheim.
    """
    named = clubs_of(claim) or organizations_of(claim)
    linked = {link.id for link in claim.links if link.id is not None and link.name in named}
    by_name = {code for club in named if (code := facts.code(season, club)) is not None}
    return by_name | {code for code in linked if (season, code) in facts.names}


def codes_of_name(claim: Claim, facts: Facts, season: int) -> set[str]:
    """Also those of other clubs that the words may mean: the Dodgers those of Brooklyn, Chicago the White Sox."""
    named = clubs_of(claim) or organizations_of(claim)
    shared = [facts.called(season, one.words) for one in claim.links if one.name.endswith(f" {one.words}")]
    several = [id for one in claim.links if one.id is None and one.name in named for id in one.candidates]
    return codes_of(claim, facts, season).union(*shared, (id for id in several if (season, id) in facts.names))


def outside(claim: Claim, dossier: Dossier, settles: str) -> Verdict | None:
    """Why the tables cannot speak to it: no lake, nobody or several linked, or no such games; null where they can."""
    if dossier.lake is None:
        return open_claim(settles, Evidence("note", "No lake was given: nothing is checked against games."))
    if place_of(claim, dossier.facts) == "other":
        what = ", ".join(clubs_of(claim)) or str(claim.fields.get("level_stated") or claim.fields.get("league") or "it")
        return open_claim(settles, Evidence("coverage", f"The lake has the games of the major leagues; not of {what}."))
    if not dossier.known:
        return open_claim(settles, Evidence("note", _not_linked(claim, dossier)))
    return None


def _not_linked(claim: Claim, dossier: Dossier) -> str:
    link = claim.link("person") or claim.link("player")
    if link is not None and link.candidates:
        known = dossier.facts.people
        told = ", ".join(known[id].called if id in known else id for id in link.candidates[:5])
        return f"{link.words!r} may be any of {len(link.candidates)}: {told}."
    return f"{person_of(claim) or 'He'} is linked to nobody in the tables."


def lacking(seasons: Collection[int], facts: Facts) -> Evidence | None:
    """Which of the seasons the lake lacks, as evidence; null where it has them all."""
    absent = facts.absent(seasons)
    return Evidence("coverage", f"The lake lacks games of {spans(absent)}.", table="coverage") if absent else None


def games_of(claim: Claim) -> str:
    """The games that would settle it, in words."""
    level, seasons, clubs = claim.fields.get("level_stated"), seasons_of(claim), clubs_of(claim)
    when = spans(seasons) if seasons else ""
    if clubs:
        return f"the games, or the league's own record, of {', '.join(clubs)} {when}".rstrip()
    his = f"his season{'' if len(seasons) == 1 else 's'}{f' of {when}' if when else ''}{f' ({level})' if level else ''}"
    return f"the games, or the league's own record, of {his}"
