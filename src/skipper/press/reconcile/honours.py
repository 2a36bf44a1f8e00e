"""Claims of awards and titles, against the record book."""

from __future__ import annotations

from skipper.answers.answer import spans
from skipper.answers.people import plain
from skipper.press.claim import Claim
from skipper.press.facts import Facts, Series, Winner
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, lacking, outside
from skipper.press.reconcile.reading import clubs_of, organizations_of, seasons_of
from skipper.press.reconcile.tenure import MANAGED, ran_with, run_row, start_row, starts_with
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, open_claim, row_of, supported

RECORD_BOOK = "record book"
MANAGER_OF_THE_YEAR = "manager of the year"
_GIVERS = {"bbwaa": "bbwaa", "baseball writers": "bbwaa", "tsn": "tsn", "sporting news": "tsn"}
_WORLD_SERIES = ("world series", "world champion", "world championship", "champions")
_PENNANT = ("pennant", "league championship", "nlcs", "alcs")


def check_award(claim: Claim, dossier: Dossier) -> Verdict:
    """Whether he is listed as Manager of the Year of a major league; other awards are in no table."""
    name = plain(str(claim.fields.get("award") or ""))
    settles = "the list of the league, or of who gives the award"
    if MANAGER_OF_THE_YEAR not in name:
        return open_claim(settles, Evidence("note", "The tables have the managers' awards of the major leagues only."))
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    if not dossier.facts.awards:
        return open_claim(settles, Evidence("coverage", "The lake has no awards: build it with Lahman's."))
    seasons = seasons_of(claim)
    own = [(season, one) for season, each in dossier.facts.awards.items() for one in each if _his(one, name, dossier)]
    of_seasons = [(season, one) for season, one in own if not seasons or season in seasons]
    fitting = [(season, one) for season, one in of_seasons if _with_club(claim, dossier, season)]
    if fitting and {season for season, _one in fitting} >= set(seasons):
        return supported(_won(fitting), RECORD_BOOK, row_of("award", f"{dossier.name}: {_won(fitting)}."))
    if seasons and len(fitting) < len(of_seasons):
        elsewhere = [one for one in dossier.person.records if one.rule == MANAGED and one.season in seasons]
        row = run_row(elsewhere, dossier.facts)
        return contradicted(f"{_won(of_seasons)}; {row.text.rstrip('.')}", RECORD_BOOK, row)
    return _not_listed(claim, dossier, own, name, settles)


def _with_club(claim: Claim, dossier: Dossier, season: int) -> bool:
    """Whether an award of the season can be one with the clubs named: no other was his then, as far as is known."""
    named = clubs_of(claim) or organizations_of(claim)
    ran = {one.club for one in dossier.person.records if (one.season, one.rule) == (season, MANAGED)}
    return not named or not ran or bool(ran & codes_of(claim, dossier.facts, season))


def _his(one: Winner, name: str, dossier: Dossier) -> bool:
    return one.person_id == dossier.person.person_id and _same_award(one, name)


def _same_award(one: Winner, name: str) -> bool:
    """Whether a listed award is of the giver and the league that the words name, where they name any."""
    givers = {giver for words, giver in _GIVERS.items() if words in name}
    leagues = {"NL" if word in ("nl", "national") else "AL" for word in name.split() if word in _LEAGUE_WORDS}
    return (not givers or one.award.split()[0].lower() in givers) and (not leagues or one.league in {*leagues, "ML"})


_LEAGUE_WORDS = ("nl", "al", "national", "american")


def _won(listed: list[tuple[int, Winner]]) -> str:
    return "; ".join(f"{season} {one.award}, {one.league}" for season, one in listed)


def _not_listed(claim: Claim, dossier: Dossier, own: list[tuple[int, Winner]], name: str, settles: str) -> Verdict:
    """Contradicted where the award was given to others while he managed in the majors; else open."""
    facts, seasons = dossier.facts, seasons_of(claim)
    # The list of awards is whole where games are missing: a season that the record book gives him counts.
    managed = {one.season for one in dossier.person.records if one.rule == MANAGED} | set(dossier.person.missing)
    listed = [(season, one) for season in seasons for one in facts.awards.get(season, ()) if _same_award(one, name)]
    if not seasons or not set(seasons) <= managed or {season for season, _one in listed} != set(seasons):
        return open_claim(settles, Evidence("coverage", _why_open(seasons, managed)))
    winners, won = _by_man(listed), _by_man(own, named=False)
    his = f"his: {won}" if own else "he is listed for none"
    return contradicted(f"{winners}; {his}", RECORD_BOOK, row_of("award", f"{winners}."))


def _by_man(listed: list[tuple[int, Winner]], named: bool = True) -> str:
    """Who won in each season, with who gave it and the league: `1987 Buck Rodgers (BBWAA NL, TSN NL)`."""
    given: dict[tuple[int, str], list[str]] = {}
    for season, one in listed:
        name = str(one.name) if named else ""
        given.setdefault((season, name), []).append(f"{one.award.removesuffix(' Manager of the Year')} {one.league}")
    return "; ".join(f"{season} {name}".strip() + f" ({', '.join(each)})" for (season, name), each in given.items())


def _why_open(seasons: tuple[int, ...], managed: set[int]) -> str:
    if seasons and not set(seasons) <= managed:
        return f"The awards listed are the major leagues'; the lake has no game that he ran there in {spans(seasons)}."
    return "The list has no such award of the season, or the claim names no season."


def check_title(claim: Claim, dossier: Dossier) -> Verdict:
    """Whether the club won it, and whether he started or managed games for it that season."""
    settles = "the record of the postseason, and who was on the club"
    wanted = _kind(str(claim.fields.get("title") or ""))
    if wanted is None:
        return open_claim("the league's own record", Evidence("note", "The tables have the World Series and pennants."))
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    facts, seasons = dossier.facts, seasons_of(claim)
    if not facts.series:
        return open_claim(settles, Evidence("coverage", "The lake has no series: build it with Lahman's SeriesPost."))
    if not seasons:
        return _some_title(claim, dossier, wanted, settles)
    verdicts = [_title_of(claim, dossier, season, wanted, settles) for season in seasons]
    worst = [one for word in ("contradicted", "unverifiable") for one in verdicts if one.verdict == word]
    return (worst or verdicts)[0]


def _kind(title: str) -> str | None:
    words = plain(title)
    if any(word in words for word in _WORLD_SERIES):
        return "WS"
    return "pennant" if any(word in words for word in _PENNANT) else None


def champions(facts: Facts, season: int, wanted: str) -> list[tuple[str | None, str | None]]:
    """Codes and names of who won it in a season: the World Series, or the pennants (both clubs in it)."""
    series: Series | None = facts.series.get(season, {}).get("WS")
    if series is not None:
        pairs = [(series.winner, series.winner_name), (series.loser, series.loser_name)]
        return pairs[:1] if wanted == "WS" else pairs
    played = facts.series.get(season, {})
    found = [played[name] for name in ("NLCS", "ALCS") if name in played] if wanted == "pennant" else []
    return [(one.winner, one.winner_name) for one in found]


def _title_of(claim: Claim, dossier: Dossier, season: int, wanted: str, settles: str) -> Verdict:
    facts, won = dossier.facts, champions(dossier.facts, season, wanted)
    if not won:
        return open_claim(settles, Evidence("coverage", f"The record book has no series of {season}."))
    names = " and ".join(str(name) for _code, name in won)
    what = "World Series" if wanted == "WS" else "pennants"
    row = row_of("postseason_series", f"{season} {what}: {names}.")
    named = codes_of(claim, facts, season)
    if (clubs_of(claim) or organizations_of(claim)) and not named & {code for code, _name in won}:
        return contradicted(f"{season}: {names}", RECORD_BOOK, row) if named else open_claim(settles, row)
    return _his_part(claim, dossier, season, {code for code, _name in won}, row, settles)


def _his_part(
    claim: Claim, dossier: Dossier, season: int, codes: set[str | None], row: Evidence, settles: str
) -> Verdict:
    started = [one for one in dossier.person.starts if one.season == season and one.club in codes]
    ran = [one for one in dossier.person.records if (one.season, one.rule) == (season, MANAGED) and one.club in codes]
    ours = row.text.rstrip(".")
    if started:
        return supported(ours, "record book, starts", row, start_row(started, dossier.facts))
    if ran:
        return supported(ours, "record book, managed", row, run_row(ran, dossier.facts))
    elsewhere = [one for one in dossier.person.records if (one.season, one.rule) == (season, MANAGED)]
    if elsewhere and season in dossier.facts.seasons:
        return contradicted(ours, "record book, managed", row, run_row(elsewhere, dossier.facts))
    gap = lacking([season], dossier.facts)
    none = gap or Evidence("note", "No game that he started or ran for them is in the lake.")
    return open_claim(f"the game logs of {season}" if gap else settles, row, none)


def _some_title(claim: Claim, dossier: Dossier, wanted: str, settles: str) -> Verdict:
    """A title without a season: any that his clubs won while he was with them."""
    starts, ran = starts_with(claim, dossier), ran_with(claim, dossier)
    if not (clubs_of(claim) or organizations_of(claim)):
        starts, ran = list(dossier.person.starts), list(dossier.person.records)
    years = {one.season for one in starts} | {one.season for one in ran}
    for season in sorted(years):
        verdict = _title_of(claim, dossier, season, wanted, settles)
        if verdict.verdict == "supported":
            return verdict
    return open_claim(
        "the season that is meant", Evidence("note", f"None found in {spans(sorted(years)) or 'his seasons'}.")
    )
