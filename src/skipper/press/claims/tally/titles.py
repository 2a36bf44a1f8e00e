"""Claims that count pennants or World Series, in the role that their words give.

A man who managed may have won as a player too. Words that give no role are supported by whichever count fits: of those
that he managed, of those that he played for, or of both. They are contradicted where none fits.
"""

from __future__ import annotations

from dataclasses import dataclass

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.claims.tally.seasons import Counted, exceeds, fits
from skipper.press.facts import Facts, Series
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, games_of, outside
from skipper.press.reconcile.roles import Role, role_understood
from skipper.press.reconcile.tenure import MANAGED
from skipper.press.reconcile.unknown_seasons import missing_seasons
from skipper.press.reconcile.verdict import RECORD_BOOK, Evidence, Verdict, contradicted, open_claim, row_of, supported
from skipper.press.reconcile.whole_seasons import finished

TITLES = {"world_series_titles": "WS", "pennants": "pennant"}
_NAMES = {"WS": "World Series", "pennant": "Pennants"}
# From 1905 on a Series names both pennant winners of each season but 1994, when none was won; before, some have none.
_SERIES_EVERY_YEAR = 1905


def champions(facts: Facts, season: int, wanted: str) -> list[tuple[str | None, str | None]]:
    """Codes and names of who won it in a season: the World Series, or the pennants (both clubs in it)."""
    series: Series | None = facts.series.get(season, {}).get("WS")
    if series is not None:
        pairs = [(series.winner, series.winner_name), (series.loser, series.loser_name)]
        return pairs[:1] if wanted == "WS" else pairs
    played = facts.series.get(season, {})
    found = [played[name] for name in ("NLCS", "ALCS") if name in played] if wanted == "pennant" else []
    return [(one.winner, one.winner_name) for one in found]


def check_title_count(claim: Claim, dossier: Dossier) -> Verdict:
    """Return how many titles clubs won that he managed, or started for; open where a season that may count is not
    here."""
    settles, wanted = games_of(claim), TITLES[str(claim.fields["what"])]
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    if not dossier.facts.series:
        return open_claim(settles, Evidence("coverage", "The lake has no series: build it with Lahman's SeriesPost."))
    counts, stated = titles_won(claim, dossier, wanted), role_understood(claim, dossier)
    readings = {stated: counts[stated]} if stated in counts else {} if stated else counts
    if not readings:
        return open_claim(settles, Evidence("coverage", "The lake has no game of his of that kind."))
    return _compared(claim, dossier, _ours(counts, stated), list(_with_both(readings)), settles)


def _compared(claim: Claim, dossier: Dossier, ours: str, readings: list[Counted], settles: str) -> Verdict:
    row = row_of("postseason_series", "; ".join(dict.fromkeys(one.evidence.text for one in readings)) + ".")
    found = [(one, fits(claim, dossier, one)) for one in readings]
    whole = next((one for one, fit in found if fit and not one.absent), None)
    if whole is not None:
        return supported(ours, whole.rule, row)
    exceeded = [one for one in readings if exceeds(claim, dossier, one)]
    found = [(one, fit) for one, fit in found if one not in exceeded]
    lacking = sorted({season for one, fit in found if fit or _may_reach(claim, one) for season in one.absent})
    if readings[0].rule == _RULES["managed"] and readings[0] not in exceeded:
        lacking = sorted({*lacking, *readings[0].absent})  # a season that he may have managed leaves it open
    if lacking:
        return open_claim(f"the record of {spans(lacking)}", *_gaps(dossier, lacking), row, ours=ours, rule=RECORD_BOOK)
    if any(fit is None or _may_reach(claim, one) for one, fit in found):
        return open_claim(settles, row, ours=ours, rule=RECORD_BOOK)
    return contradicted(ours, RECORD_BOOK, row)


def _gaps(dossier: Dossier, lacking: list[int]) -> list[Evidence]:
    """Return why seasons that may count do not: the lake has not their games, or the record book no series of them."""
    absent = [season for season in lacking if season in dossier.facts.absent(lacking)]
    unknown = [season for season in lacking if season not in absent]
    lake, book = f"The lake lacks {spans(absent)}", f"The record book has no series of {spans(unknown)}"
    stated = [(lake, "coverage", absent), (book, "postseason_series", unknown)]
    return [Evidence("coverage", f"{text}, which may count.", table=table) for text, table, years in stated if years]


def _may_reach(claim: Claim, one: Counted) -> bool:
    """Return whether the number is more than we know of, and no more than there can be."""
    value = claim.fields.get("value")
    return value is not None and one.most is not None and len(one.seasons) < int(value) <= one.most


def _ours(counts: dict[Role, Counted], stated: Role | None) -> str:
    """Return how many by role: `managed 4: 1977-1978, 1981, 1988; played 1: 1955`.

    A role in which he won none is shown where it is stated, or where he won none in any.
    """
    shown = {role: one for role, one in counts.items() if one.seasons or role == stated} or counts
    return "; ".join(f"{role} {len(one.seasons)}: {spans(one.seasons) or 'none'}" for role, one in shown.items())


def _with_both(readings: dict[Role, Counted]) -> tuple[Counted, ...]:
    """Return the readings, and of two the count of both: won as a player and as a manager."""
    each = tuple(readings.values())
    if len(each) < 2:
        return each
    seasons, looked_at, absent = (
        tuple(sorted({season for one in each for season in getattr(one, name)}))
        for name in ("seasons", "looked_at", "absent")
    )
    more = sum((one.most or len(one.seasons)) - len(one.seasons) for one in each)
    return (*each, Counted(seasons, looked_at, absent, RECORD_BOOK, each[0].evidence, len(seasons) + more))


_RULES: dict[Role, str] = {"managed": "record book, managed", "played": "record book, starts"}


def titles_won(claim: Claim, dossier: Dossier, wanted: str) -> dict[Role, Counted]:
    """Return the seasons in which a club of his (of those that the claim names) won, by his role in them.

    A role that he is not known to have had is left out. `wanted` is as `champions` has it.
    """
    book, person = _Book(claim, dossier, wanted), dossier.person
    found: dict[Role, Counted] = {}
    ran = [one for one in person.records if one.rule == MANAGED and book.may_be(one.season, one.club)]
    if ran or any(one.rule == MANAGED for one in person.records) or person.missing:
        missing = missing_seasons(claim, dossier, ran) if ran else list(person.missing)
        left = {one.season for one in ran if not finished(one, dossier) and book.has_won(one.season, one.club)}
        own = [(one.season, one.club) for one in ran if finished(one, dossier)]
        found["managed"] = book.counted("managed", own, missing, left)
    played = range(person.played_first or 0, (person.played_last or -1) + 1)
    if person.starts or played:
        own = [(one.season, one.club) for one in person.starts if book.may_be(one.season, one.club)]
        bench = {season for season in played if all(one.season != season for one in person.starts)}
        found["played"] = book.counted(
            "played", own, dossier.facts.absent(played), {one for one in bench if book.winners(one)}
        )
    return found


_DID: dict[Role, str] = {"managed": "managed", "played": "started for"}


@dataclass(frozen=True)
class _Book:
    """The record book of a title, of the clubs that a claim names (of all where it names none)."""

    claim: Claim
    dossier: Dossier
    wanted: str

    @property
    def names(self) -> bool:
        """Whether the claim names a club."""
        return bool(self.claim.clubs or self.claim.organizations)

    def may_be(self, season: int, club: str) -> bool:
        """Return whether a club of a season is one that the claim names."""
        return not self.names or club in codes_of(self.claim, self.dossier.facts, season)

    def has_won(self, season: int, club: str) -> bool:
        """Return whether the club is known to have won."""
        return club in (self.winners(season) or ())

    def winners(self, season: int) -> set[str] | None:
        """Return who won in a season, of the clubs named; null if the record book does not tell."""
        facts = self.dossier.facts
        named = codes_of(self.claim, facts, season)
        if self.names and not named:
            return set()
        won = {code for code, _name in champions(facts, season, self.wanted) if code is not None}
        early = self.wanted == "pennant" and season < _SERIES_EVERY_YEAR
        if not won and (early or season > max(facts.series)):
            return None
        return won & named if self.names else won

    def counted(self, role: Role, own: list[tuple[int, str]], missing: list[int], rest: set[int]) -> Counted:
        """Return the titles of one role: `own` are his clubs by season, `missing` seasons without games in the lake.

        `rest` are those in which a club of his won and he did not start, or did not manage to the end.
        """
        won = {season for season, club in own if self.has_won(season, club)}
        unknown = {season for season, _club in own if self.winners(season) is None}
        gap = (unknown | {one for one in missing if self.winners(one) != set()}) - won
        # A season without games whose winner is known counts as looked at: ten pennants in 12 seasons, one not here.
        years = tuple(sorted({season for season, _club in own} | {one for one in missing if one not in gap}))
        title = _NAMES[self.wanted]
        row = row_of("postseason_series", f"{title} of clubs that he {_DID[role]}: {spans(sorted(won)) or 'none'}")
        most = len(won) + len(gap) + len(rest - won - gap)
        return Counted(tuple(sorted(won)), years, tuple(sorted(gap)), _RULES[role], row, most)
