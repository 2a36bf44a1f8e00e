"""Awards, against the record book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import re2

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.claim_type import ClaimType, Relation
from skipper.press.facts import Facts, Winner
from skipper.press.lexicon import lexicon
from skipper.press.reconcile.agreement import (
    compatible_clubs,
    equal,
)
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, outside, place_of
from skipper.press.reconcile.tenure import MANAGED, run_row
from skipper.press.reconcile.verdict import RECORD_BOOK, Evidence, Verdict, contradicted, open_claim, row_of, supported

AWARDS_SETTLE = "the list of the league, or of who gives the award"
MANAGER_OF_THE_YEAR = "manager of the year"
_LEAGUE_WORDS = ("nl", "al", "national", "american")
_BEFORE = re2.compile(r"(?i)((?:[\w.'-]+\s+){1,6})manager of the year")
_YEAR = re2.compile(r"\b\d{4}\b")
# Whose list speaks of a man wherever he was that season; a club's words may be of the managers of its farm.
_MAJOR_GIVEN = re2.compile(r"\b(?:(?:american|national) leagues?|al|nl|bbwaa|baseball writers)\b")
_OF_A_FARM = re2.compile(
    r"(?i)\b(?:minors?|organi[sz]ation\w*|system|farm|affiliates?|class|(?:single|double|triple)-?a)\b"
)
# Whose awards are in no table: other leagues', and those of `other_givers`.
_OTHERS = re2.compile(
    rf"\b[A-Z][\w-]* (?:League|Association)\b|(?i)\b(?:{'|'.join(map(re2.escape, lexicon().other_givers))})\b"
)


def check_award(claim: Claim, dossier: Dossier) -> Verdict:
    """Return whether he is listed as Manager of the Year of a major league; other awards are in no table."""
    if MANAGER_OF_THE_YEAR not in plain(str(claim.fields.get("award") or "")):
        none = Evidence("note", "The tables have the managers' awards of the major leagues only.")
        return open_claim(AWARDS_SETTLE, none)
    gate = outside(claim, dossier, AWARDS_SETTLE)
    if gate is not None:
        return gate
    if not dossier.facts.awards:
        return open_claim(AWARDS_SETTLE, Evidence("coverage", "The lake has no awards: build it with Lahman's."))
    name, seasons = named_award(claim), claim.seasons
    if name is None:
        return open_claim(AWARDS_SETTLE, Evidence("coverage", "The lists have none of those who gave it."))
    own = own_awards(dossier, name)
    of_seasons = [(season, one) for season, one in own if not seasons or season in seasons]
    fitting = [(season, one) for season, one in of_seasons if with_club(claim, dossier, season)]
    if fitting and {season for season, _one in fitting} >= set(seasons):
        return supported(_won(fitting), RECORD_BOOK, row_of("award", f"{dossier.name}: {_won(fitting)}."))
    if claim.denied and not seasons:
        return _never(dossier)
    if seasons and len(fitting) < len(of_seasons):
        elsewhere = [one for one in dossier.person.records if one.rule == MANAGED and one.season in seasons]
        row = run_row(elsewhere, dossier.facts)
        return contradicted(f"{_won(of_seasons)}; {row.text.rstrip('.')}", RECORD_BOOK, row)
    return _not_listed(claim, dossier, own, name)


def named_award(claim: Claim) -> str | None:
    """Return the award's name with the words that its span puts before it, as compared.

    Null if they name a giver or a league whose awards are in no table.
    """
    words = " ".join([_words_before(claim), str(claim.fields.get("award") or MANAGER_OF_THE_YEAR)])
    leagues = [found.group() for found in _OTHERS.finditer(words)]
    return None if any(one not in ("National League", "American League") for one in leagues) else plain(words)


def _words_before(claim: Claim) -> str:
    """Return the words before the award; where the span has it twice, before the one that the claim's seasons
    follow."""
    found = list(_BEFORE.finditer(claim.span))
    if not found:
        return ""
    ends = [*(one.end(1) for one in found[1:]), len(claim.span)]
    years = {str(season) for season in claim.seasons}
    after = [(one.group(1), claim.span[one.end() : end]) for one, end in zip(found, ends, strict=True)]
    followed = [words for words, said in after if years & {*_YEAR.findall(said)}]
    return followed[0] if followed else after[-1][0]


def own_awards(dossier: Dossier, name: str) -> list[tuple[int, Winner]]:
    """Return his awards of that name, with their seasons."""
    listed = dossier.facts.awards.items()
    return [(season, one) for season, each in listed for one in each if _his(one, name, dossier)]


def with_club(claim: Claim, dossier: Dossier, season: int) -> bool:
    """Return whether an award of the season may be with the clubs named: no other club was his, as far as is known."""
    named = claim.clubs or claim.organizations
    ran = {one.club for one in dossier.person.records if (one.season, one.rule) == (season, MANAGED)}
    return not named or not ran or bool(ran & codes_of(claim, dossier.facts, season))


def major_seasons(dossier: Dossier) -> set[int]:
    """Return the seasons managed in the majors, by games or, where the lake has no game, by the record book."""
    return {one.season for one in dossier.person.records if one.rule == MANAGED} | set(dossier.person.missing)


def past_the_lists(dossier: Dossier) -> bool:
    """Return whether he managed after the last season that every giver's list has; the lists end at different years."""
    last = {one.award: season for season, each in sorted(dossier.facts.awards.items()) for one in each}
    return max(major_seasons(dossier), default=0) > min(last.values(), default=0)


def before_the_writers(dossier: Dossier, seasons: set[int]) -> list[int]:
    """Of the seasons those since the first list and before the writers' own: then the wire services named one too."""
    listed = sorted(dossier.facts.awards)
    writers = [year for year in listed if any(one.award.startswith("BBWAA") for one in dossier.facts.awards[year])]
    return sorted(season for season in seasons if listed[0] <= season < min(writers, default=listed[-1] + 1))


def _his(one: Winner, name: str, dossier: Dossier) -> bool:
    return one.person_id == dossier.person.person_id and _same_award(one, name)


def giver_named(name: str) -> bool:
    """Return whether the words say who gave it, of those whose lists we have."""
    return any(words in name for words in lexicon().givers)


def _same_award(one: Winner, name: str) -> bool:
    """Return whether a listed award is of the giver and the league that the words name, where they name any."""
    givers = {giver for words, giver in lexicon().givers.items() if words in name}
    leagues = {"NL" if word in ("nl", "national") else "AL" for word in name.split() if word in _LEAGUE_WORDS}
    return (not givers or one.award.split()[0].lower() in givers) and (not leagues or one.league in {*leagues, "ML"})


def _won(listed: list[tuple[int, Winner]]) -> str:
    return "; ".join(f"{season} {one.award}, {one.league}" for season, one in listed)


def _never(dossier: Dossier) -> Verdict:
    """Return what a denial of any award denies: no list has him, for all of his seasons; else open."""
    managed = major_seasons(dossier)
    unlisted = before_the_writers(dossier, managed)
    if not managed or past_the_lists(dossier) or unlisted:
        why = f"of {spans(unlisted)} the wire services' awards are not listed" if unlisted else "nor all his seasons"
        return open_claim(AWARDS_SETTLE, Evidence("coverage", f"The lists do not have him; {why}."))
    row = row_of("award", f"{dossier.name}, manager {spans(sorted(managed))}: listed for none.")
    return contradicted("he is listed for none", RECORD_BOOK, row)


def _not_listed(claim: Claim, dossier: Dossier, own: list[tuple[int, Winner]], name: str) -> Verdict:
    """Contradicted where it was given to others while he managed in the majors, or is said to be theirs; else open."""
    facts, seasons = dossier.facts, claim.seasons
    # The list of awards is whole where games are missing: a season that the record book gives him counts.
    managed = major_seasons(dossier)
    listed = [(season, one) for season in seasons for one in facts.awards.get(season, ()) if _same_award(one, name)]
    may_be_another = not set(seasons) <= managed and not _is_of_the_majors(claim, facts, name)
    if not seasons or may_be_another or {season for season, _one in listed} != set(seasons):
        return open_claim(
            AWARDS_SETTLE, Evidence("coverage", _why_open(seasons, managed if may_be_another else set(seasons)))
        )
    winners, won = _by_man(listed), _by_man(own, named=False)
    his = f"his: {won}" if own else "he is listed for none"
    row = row_of("award", f"{winners}.")
    if not giver_named(name) and before_the_writers(dossier, set(seasons)):
        note = Evidence("note", "The wire services named one too in those years, who is not listed.")
        return open_claim(AWARDS_SETTLE, note, row, ours=f"{winners}; {his}", rule=RECORD_BOOK)
    return contradicted(f"{winners}; {his}", RECORD_BOOK, row)


def _is_of_the_majors(claim: Claim, facts: Facts, name: str) -> bool:
    """Return whether the words name a major league, the writers, or a major-league club and nothing of its farm."""
    return bool(_MAJOR_GIVEN.search(name)) or (place_of(claim, facts) == "major" and not _OF_A_FARM.search(claim.span))


def _by_man(listed: list[tuple[int, Winner]], named: bool = True) -> str:
    """Return who won in each season, with who gave it and the league: `1987 Buck Rodgers (BBWAA NL, TSN NL)`."""
    given: dict[tuple[int, str], list[str]] = {}
    for season, one in listed:
        name = str(one.name) if named else ""
        given.setdefault((season, name), []).append(f"{one.award.removesuffix(' Manager of the Year')} {one.league}")
    return "; ".join(f"{season} {name}".strip() + f" ({', '.join(each)})" for (season, name), each in given.items())


def _why_open(seasons: tuple[int, ...], managed: set[int]) -> str:
    if seasons and not set(seasons) <= managed:
        return f"The awards listed are the major leagues'; the lake has no game that he ran there in {spans(seasons)}."
    return "The list has no such award of the season, or the claim names no season."


def _relation(one: Claim, other: Claim) -> Relation:
    shared = bool(one.seasons) and one.seasons == other.seasons
    return True if shared and equal(one, other, "award") and compatible_clubs(one, other) else None


def _says(fields: Mapping[str, Any]) -> str:
    return str(fields.get("award") or "award")


TYPE = ClaimType(
    name="award",
    order=5,
    plural="awards",
    description="Who was given which award, for which seasons.",
    fields=("person", "award", "seasons", "club"),
    says=_says,
    check=check_award,
    relation=_relation,
    role="manager",
    never_explicit=True,
    time="seasons",
    after_death=True,
)
