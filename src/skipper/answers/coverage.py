"""Which seasons an answer rests on, and which it lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from skipper.answers.answer import Row, spans
from skipper.answers.scope import Scope
from skipper.lake.reader import LakeReader

PARTIAL = "*"  # after a season of which the lake lacks games
_PARTIAL_NOTE = f"{PARTIAL} a season of which this lake lacks games, or may: figures are of the games here."
TOLD = 6  # leagues' seasons of which games are lacking, told one by one; more are told as a sum
_MISSING_BY = {
    "lahman": "he managed in them, by Lahman's Managers",
    "gaps": "between two of his seasons here; the sources tell no more of him",
    "register": "between his first and last, by the Chadwick Register",
}
_MISSING_FROM_LAKE = {
    "lahman": "the record book has games of them, or they lie between two seasons here",
    "gaps": "between two seasons here, or asked for",
}

# `coverage` has a row per source; every figure here is of all sources together.
LEAGUE_SEASONS = """
SELECT season, league, any_value(level) AS level, sum(games_present)::INTEGER AS games_present,
    any_value(games_expected) AS games_expected, any_value(complete) AS complete,
    coalesce(bool_or(games_present > 0 AND source <> 'retrosheet_gamelog'), false) AS unlogged
FROM coverage GROUP BY season, league
"""


@dataclass(frozen=True)
class Coverage:
    """The seasons of a person's figures.

    `missing`: seasons known to be his, or that may be, that the lake lacks, and `missing_by`, what that rests
    on; null for figures of one season, of which none can be missing. `incomplete`: seasons (with league and
    games) of which the lake lacks games. `unchecked`: seasons of which it is not known how many games there
    were. `unlogged`: seasons of which some games come from another source than game logs.
    """

    seasons: tuple[int, ...]
    missing: tuple[int, ...]
    missing_by: str | None
    incomplete: tuple[Row, ...]
    unchecked: tuple[int, ...]
    unlogged: tuple[int, ...] = ()

    def complete(self, season: int) -> bool | None:
        """Whether the lake has all games of his league that season; null where that is not known."""
        if any(row["season"] == season for row in self.incomplete):
            return False
        return None if season in self.unchecked else True

    def as_row(self) -> Row:
        """The coverage as JSON has it."""
        return {
            "seasons": list(self.seasons),
            "seasons_missing": list(self.missing),
            "missing_by": self.missing_by,
            "seasons_incomplete": [dict(row) for row in self.incomplete],
            "seasons_unchecked": list(self.unchecked),
            "seasons_unlogged": list(self.unlogged),
        }

    @classmethod
    def from_row(cls, row: Row) -> Coverage:
        """The coverage that `as_row` gave."""
        return cls(
            tuple(row["seasons"]),
            tuple(row["seasons_missing"]),
            row["missing_by"],
            tuple(row["seasons_incomplete"]),
            tuple(row["seasons_unchecked"]),
            tuple(row["seasons_unlogged"]),
        )

    def sentences(self) -> tuple[str, ...]:
        """The coverage in words: seasons that are here and missing, and those of which games are."""
        said = [f"Seasons here: {spans(self.seasons)}."]
        if self.missing:
            said.append(self._missing_in_words(_MISSING_BY))
        elif self.missing_by == "gaps":
            said.append("No gap between his first season here and his last; the sources tell no more of him.")
        else:
            said.append("No season of his is known to be missing.")
        return (*said, *self.games_lacking())

    def _missing_in_words(self, reasons: Mapping[str, str]) -> str:
        because = "" if self.missing_by is None else f" ({reasons[self.missing_by]})"
        return f"Missing from this lake: {spans(self.missing)}{because}."

    def of_leagues(self) -> tuple[str, ...]:
        """The coverage in words where the figures are about leagues, not about one man."""
        said = [f"Seasons here: {spans(self.seasons)}."]
        if self.missing:
            said.append(self._missing_in_words(_MISSING_FROM_LAKE))
        else:
            said.append("No season is known to be missing.")
        if len(self.incomplete) <= TOLD:
            return (*said, *self.games_lacking())
        return (*said, *self.incomplete_words())

    def incomplete_words(self) -> tuple[str, ...]:
        """In words, the leagues' seasons of which games are known to be missing: one by one, or many as a sum."""
        if len(self.incomplete) <= TOLD:
            return tuple(map(_incomplete, self.incomplete))
        lacking = sum(row["games_expected"] - row["games_present"] for row in self.incomplete)
        years = spans([row["season"] for row in self.incomplete])
        return (f"Incomplete: {lacking:,} games are lacking of {len(self.incomplete)} leagues' seasons ({years}).",)

    def games_lacking(self) -> tuple[str, ...]:
        """In words, the seasons of which games are missing, or may be."""
        said = [_incomplete(row) for row in self.incomplete]
        if self.unchecked:
            said.append(f"Whether all games are here is not known of {spans(self.unchecked)}.")
        return tuple(said)


def _incomplete(row: Row) -> str:
    return (
        f"Incomplete: {row['season']} {row['league'] or 'league unknown'}, "
        f"{row['games_present']:,} of {row['games_expected']:,} games."
    )


def coverage_of(
    lake: LakeReader, club_seasons: Iterable[tuple[str, int]], missing: Sequence[int], missing_by: str | None
) -> Coverage:
    """The coverage of figures about those clubs in those seasons (club, season)."""
    pairs = set(club_seasons)
    sql = f"""
    SELECT DISTINCT club.season, club.league, c.games_present, c.games_expected, c.complete, c.unlogged
    FROM club LEFT JOIN ({LEAGUE_SEASONS}) AS c
        ON c.season = club.season AND c.league IS NOT DISTINCT FROM club.league
    WHERE list_contains($asked, club.club || ' ' || club.season)
    ORDER BY club.season, club.league
    """
    found = lake.rows(sql, {"asked": [f"{club} {season}" for club, season in pairs]})
    return coverage_from(found, sorted({season for _, season in pairs}), missing, missing_by)


def lake_coverage(lake: LakeReader, seasons: Collection[int] | None = None) -> Coverage:
    """The coverage of figures about every league, of those seasons or of all in the lake."""
    found = lake.rows(f"{LEAGUE_SEASONS} ORDER BY season, league")
    wanted = lake.manifest.seasons if seasons is None else sorted(seasons)
    missing = sorted({row["season"] for row in found} - set(wanted)) if seasons is None else []
    here = [row for row in found if row["season"] in wanted]
    return coverage_from(here, wanted, missing, "lahman" if seasons is None else None)


def scope_coverage(lake: LakeReader, scope: Scope) -> Coverage:
    """The coverage of figures about the leagues of a scope.

    Missing are seasons that the record book has games of and, between the first and last season here or asked
    for, any other; of a club only those between its first and last here, since its other years are not known.
    """
    found = lake.rows(_SCOPE_COVERAGE, scope.as_parameters())
    here = sorted({row["season"] for row in found if row["games_present"]})
    by_book = {row["season"] for row in found if row["games_expected"] is not None}
    first, last = min(here, default=0), max(here, default=-1)
    if scope.club is None:
        first, last = scope.first or first, scope.last or last
    else:
        by_book = set()
    missing = sorted((by_book | set(range(first, last + 1))) - set(here))
    played = [row for row in found if row["games_present"]]
    return coverage_from(played, here, missing, "lahman" if by_book else "gaps")


_SCOPE_COVERAGE = f"""
SELECT c.* FROM ({LEAGUE_SEASONS}) AS c
WHERE ($level::VARCHAR IS NULL OR coalesce(level, 'unknown') = $level)
    AND ($first::INTEGER IS NULL OR season >= $first) AND ($last::INTEGER IS NULL OR season <= $last)
    AND ($club::VARCHAR IS NULL OR EXISTS (
        FROM club WHERE club.club = $club AND club.season = c.season AND club.league IS NOT DISTINCT FROM c.league))
ORDER BY season, league
"""


def partial_note(rows: Iterable[Row]) -> tuple[str, ...]:
    """What the mark PARTIAL means, where one of the rows has a season that is not known to be complete."""
    partial = any(row.get("seasons_partial") or not row.get("season_complete", True) for row in rows)
    return (_PARTIAL_NOTE,) if partial else ()


def coverage_from(
    found: Sequence[Row], seasons: Iterable[int], missing: Sequence[int], missing_by: str | None
) -> Coverage:
    """The coverage of figures about those seasons; `found` are the rows of LEAGUE_SEASONS that they rest on."""
    told = ("season", "league", "games_present", "games_expected")
    incomplete = {(row["season"], row["league"]): row for row in found if row["complete"] is False}
    return Coverage(
        seasons=tuple(seasons),
        missing=tuple(missing),
        missing_by=missing_by,
        incomplete=tuple({name: row[name] for name in told} for row in incomplete.values()),
        unchecked=tuple(sorted({row["season"] for row in found if row["complete"] is None})),
        unlogged=tuple(sorted({row["season"] for row in found if row["unlogged"]})),
    )
