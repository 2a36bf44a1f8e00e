"""The seasons behind an answer and the seasons missing from it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from skipper.answers.answer import Row, spans
from skipper.answers.scope import Scope
from skipper.lake.reader import LakeReader

PARTIAL = "*"  # marks a season with games missing from the lake
BY_SCORES = "\N{DOUBLE DAGGER}"  # marks a season known only from scores
_PARTIAL_NOTE = (
    f"{PARTIAL} season with games missing, or possibly missing, from this lake: figures cover the games in the lake."
)
_BY_SCORES_NOTE = f"{BY_SCORES} known only from scores, wholly or partly: no lineups, no plays."
TOLD = 6  # maximum incomplete league-seasons listed individually; longer lists are summarized
_MISSING_BY = {
    "lahman": "managed according to Lahman's Managers",
    "listed": "in the manager file, or between two seasons in this lake; the sources give no further information",
    "gaps": "between two seasons in this lake; the sources give no further information",
    "register": "between the first and last season in the Chadwick Register",
}
_MISSING_FROM_LAKE = {
    "lahman": "in the record book, or between two seasons in this lake",
    "gaps": "between two seasons in this lake, or requested",
}

# Clubs that the record book has in two leagues in one season, such as Toledo in 1939.
IN_TWO_LEAGUES = """
SELECT season, club FROM book_record WHERE lahman_id IS NULL AND club IS NOT NULL
GROUP BY season, club HAVING count(DISTINCT league) > 1
"""
# `coverage` has a row per source; every figure in this module combines all sources. If the record book does not count a
# league's games, the official records of its clubs may, provided that there is one of each club: of each in the lake,
# and the Stats API lists no other. Of a club in two leagues the book has one for each.
LEAGUE_SEASONS = f"""
SELECT season, league, level, games_present, coalesce(book, games) AS games_expected, unlogged, by_scores,
    book IS NOT NULL AS in_book,
    CASE WHEN book IS NOT NULL THEN complete WHEN games_present <= games THEN games_present = games END AS complete
FROM (
    SELECT season, league, any_value(level) AS level, sum(games_present)::INTEGER AS games_present,
        any_value(games_expected) AS book, any_value(complete) AS complete,
        coalesce(bool_or(games_present > 0 AND source <> 'retrosheet_gamelog'), false) AS unlogged,
        coalesce(bool_and(source = 'minors_scores') FILTER (games_present > 0), false) AS by_scores
    FROM coverage GROUP BY season, league
)
LEFT JOIN (
    SELECT season, league, (sum(games_expected) // 2)::INTEGER AS games
    FROM (
        SELECT season, league, club, games_expected FROM club ANTI JOIN ({IN_TWO_LEAGUES}) USING (season, club)
        UNION ALL
        SELECT season, league, club, games FROM book_record SEMI JOIN ({IN_TWO_LEAGUES}) USING (season, club)
        WHERE lahman_id IS NULL
        UNION ALL
        SELECT season, league, club, NULL FROM affiliation AS a
        WHERE source = 'statsapi' AND NOT EXISTS (FROM club AS k WHERE k.season = a.season AND k.club = a.club)
    )
    GROUP BY season, league HAVING count(games_expected) = count(*)
) USING (season, league)
"""

# One row per club, season and league of its games.
CLUB_LEAGUES = f"""
SELECT season, club, league, level FROM club
UNION
SELECT season, club, league, level FROM club_game SEMI JOIN ({IN_TWO_LEAGUES}) USING (season, club)
WHERE game_type = 'regular'
"""

# If the number of games in a league's season is unknown, a club's may be known. A club in two leagues needs the games
# of both.
CLUB_SEASONS = f"""
SELECT club.season, club.club, c.unlogged, c.by_scores, c.league, c.leagues,
    if(of_club, coalesce(club.name, club.club), NULL) AS of_club,
    if(of_club, club.games_present, c.games_present) AS games_present,
    if(of_club, club.games_expected, c.games_expected) AS games_expected,
    CASE
        WHEN NOT of_club THEN c.complete
        WHEN club.games_present <= club.games_expected THEN club.games_present = club.games_expected
    END AS complete
FROM club
JOIN (
    SELECT k.season, k.club, string_agg(k.league, ' and ' ORDER BY k.league) AS league,
        count(*)::INTEGER AS leagues, coalesce(bool_or(s.unlogged), false) AS unlogged,
        coalesce(bool_and(s.by_scores), false) AS by_scores, sum(s.games_present)::INTEGER AS games_present,
        if(count(s.games_expected) = count(*), sum(s.games_expected), NULL)::INTEGER AS games_expected,
        CASE WHEN bool_or(NOT s.complete) THEN false WHEN count(s.complete) = count(*) THEN true END AS complete
    FROM ({CLUB_LEAGUES}) AS k
    LEFT JOIN ({LEAGUE_SEASONS}) AS s ON s.season = k.season AND s.league IS NOT DISTINCT FROM k.league
    GROUP BY k.season, k.club
) AS c USING (season, club)
CROSS JOIN LATERAL (SELECT c.games_expected IS NULL AND club.games_expected IS NOT NULL AS of_club)
"""


@dataclass(frozen=True)
class Coverage:
    """The seasons behind a person's figures.

    `missing` has the person's known or possible seasons that are absent from the lake, and `missing_by` how they are
    known; both are null for figures about a single season. `incomplete` has the seasons (with league and games) with
    games missing from the lake; `of_club` names the club if the counts are for one club, taken from its official
    record. `exceeding` has, in the same form, those with more games in the lake than in the official records.
    `unchecked` has the seasons with an unknown number of games, and `unlogged` has those with games from sources other
    than game logs.
    """

    seasons: tuple[int, ...]
    missing: tuple[int, ...]
    missing_by: str | None
    incomplete: tuple[Row, ...]
    unchecked: tuple[int, ...]
    unlogged: tuple[int, ...] = ()
    exceeding: tuple[Row, ...] = ()

    def complete(self, season: int) -> bool | None:
        """Return whether the lake has all of the league's games that season; null if unknown."""
        if any(row["season"] == season for row in self.incomplete):
            return False
        return None if season in (*self.unchecked, *(row["season"] for row in self.exceeding)) else True

    def as_row(self) -> Row:
        """Return the coverage as a row that can be serialized to JSON."""
        return {
            "seasons": list(self.seasons),
            "seasons_missing": list(self.missing),
            "missing_by": self.missing_by,
            "seasons_incomplete": [dict(row) for row in self.incomplete],
            "seasons_unchecked": list(self.unchecked),
            "seasons_unlogged": list(self.unlogged),
            "seasons_exceeding": [dict(row) for row in self.exceeding],
        }

    @classmethod
    def from_row(cls, row: Row) -> Coverage:
        """Return the coverage from a row that `as_row` returned."""
        return cls(
            tuple(row["seasons"]),
            tuple(row["seasons_missing"]),
            row["missing_by"],
            tuple(row["seasons_incomplete"]),
            tuple(row["seasons_unchecked"]),
            tuple(row["seasons_unlogged"]),
            tuple(row["seasons_exceeding"]),
        )

    def sentences(self) -> tuple[str, ...]:
        """Return sentences on the seasons present, missing and incomplete."""
        said = [f"Seasons in this lake: {spans(self.seasons)}."]
        if self.missing:
            said.append(self._missing_in_words(_MISSING_BY))
        elif self.missing_by == "gaps":
            said.append(
                "There are no gaps between the first and last season in this lake; the sources give no further "
                "information."
            )
        else:
            said.append("No seasons are known to be missing.")
        return (*said, *self.games_lacking())

    def _missing_in_words(self, reasons: Mapping[str, str]) -> str:
        because = "" if self.missing_by is None else f" ({reasons[self.missing_by]})"
        return f"Missing from this lake: {spans(self.missing)}{because}."

    def of_leagues(self) -> tuple[str, ...]:
        """Return coverage sentences for figures about leagues rather than a person."""
        said = [f"Seasons in this lake: {spans(self.seasons)}."]
        if self.missing:
            said.append(self._missing_in_words(_MISSING_FROM_LAKE))
        else:
            said.append("No seasons are known to be missing.")
        if len(self.incomplete) <= TOLD:
            return (*said, *self.games_lacking())
        return (*said, *self.incomplete_words())

    def incomplete_words(self) -> tuple[str, ...]:
        """Return sentences on incomplete league-seasons, listed individually or, if there are many, summarized."""
        if len(self.incomplete) <= TOLD:
            return tuple(map(_incomplete, self.incomplete))
        lacking = sum(row["games_expected"] - row["games_present"] for row in self.incomplete)
        years = spans([row["season"] for row in self.incomplete])
        return (f"Incomplete: {lacking:,} games are missing from {len(self.incomplete)} league-seasons ({years}).",)

    def games_lacking(self) -> tuple[str, ...]:
        """Return sentences on seasons with games missing, or possibly missing."""
        said = [*map(_incomplete, self.incomplete), *map(_exceeding, self.exceeding)]
        if self.unchecked:
            said.append(f"Completeness unknown: {spans(self.unchecked)}.")
        return tuple(said)


def _incomplete(row: Row) -> str:
    return f"Incomplete: {_whose(row)}, {row['games_present']:,} of {row['games_expected']:,} games."


def _exceeding(row: Row) -> str:
    return (
        "More games than in the official record, as where scores include the postseason or a record book counts the "
        f"league's own games alone: {_whose(row)}, {row['games_present']:,} instead of {row['games_expected']:,}."
    )


def _whose(row: Row) -> str:
    return f"{row['season']} {row['of_club'] or row['league'] or 'league unknown'}"


def coverage_of(
    lake: LakeReader,
    club_seasons: Iterable[tuple[str, int]],
    missing: Sequence[int] = (),
    missing_by: str | None = None,
) -> Coverage:
    """Return the coverage of figures about the given (club, season) pairs."""
    pairs = set(club_seasons)
    found = lake.rows_among(f"SELECT * FROM ({CLUB_SEASONS}) WHERE $among", ("club", "season"), pairs)
    found.sort(key=lambda row: (row["season"], row["league"] or "", row["of_club"] or ""))
    return coverage_from(found, sorted({season for _, season in pairs}), missing, missing_by)


def lake_coverage(lake: LakeReader, seasons: Collection[int] | None = None) -> Coverage:
    """Return the coverage of figures about every league, for the given seasons or for all seasons in the lake."""
    found = lake.rows(f"{LEAGUE_SEASONS} ORDER BY season, league")
    wanted = lake.manifest.seasons if seasons is None else sorted(seasons)
    missing = sorted({row["season"] for row in found} - set(wanted)) if seasons is None else []
    here = [row for row in found if row["season"] in wanted]
    return coverage_from(here, wanted, missing, "lahman" if seasons is None else None)


def scope_coverage(lake: LakeReader, scope: Scope) -> Coverage:
    """Return the coverage of figures about the leagues in a scope.

    A season absent from the lake is missing if the record book has games for it, or if it lies between the first and
    last season in the lake or the request. For a club, only seasons between its first and last season in the lake can
    be missing, since its other years are unknown.
    """
    found = lake.rows(_SCOPE_COVERAGE, scope.as_parameters())
    here = sorted({row["season"] for row in found if row["games_present"]})
    by_book = {row["season"] for row in found if row["in_book"]}
    first, last = min(here, default=0), max(here, default=-1)
    if scope.club is None:
        first, last = scope.first or first, scope.last or last
    else:
        by_book = set()
    missing = sorted((by_book | set(range(first, last + 1))) - set(here))
    played = [row for row in found if row["season"] in here]
    return coverage_from(played, here, missing, "lahman" if by_book else "gaps")


_SCOPE_COVERAGE = f"""
SELECT c.* FROM ({LEAGUE_SEASONS}) AS c
WHERE ($level::VARCHAR IS NULL OR coalesce(level, 'unknown') = $level)
    AND ($league::VARCHAR IS NULL OR league = $league)
    AND ($first::INTEGER IS NULL OR season >= $first) AND ($last::INTEGER IS NULL OR season <= $last)
    AND ($club::VARCHAR IS NULL OR EXISTS (
        FROM ({CLUB_LEAGUES}) AS k
        WHERE k.club = $club AND k.season = c.season AND k.league IS NOT DISTINCT FROM c.league))
ORDER BY season, league
"""


def marks(row: Row) -> str:
    """Return the marks of a row about one season or several: PARTIAL if a season is not known to be complete, BY_SCORES
    if one is known only from scores."""
    partial = row.get("seasons_partial") or not row.get("season_complete", True)
    by_scores = row.get("seasons_by_scores") or row.get("by_scores")
    return f"{PARTIAL if partial else ''}{BY_SCORES if by_scores else ''}"


def marks_note(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return an explanation of each mark that a row has."""
    used = "".join(map(marks, rows))
    return tuple(note for mark, note in ((PARTIAL, _PARTIAL_NOTE), (BY_SCORES, _BY_SCORES_NOTE)) if mark in used)


def coverage_from(
    found: Sequence[Row], seasons: Iterable[int], missing: Sequence[int], missing_by: str | None
) -> Coverage:
    """Return the coverage of figures about these seasons; `found` has the underlying rows of LEAGUE_SEASONS."""
    uncertain = [row for row in found if row["complete"] is None]
    return Coverage(
        seasons=tuple(seasons),
        missing=tuple(missing),
        missing_by=missing_by,
        incomplete=_counted(row for row in found if row["complete"] is False),
        unchecked=tuple(sorted({row["season"] for row in uncertain if row["games_expected"] is None})),
        unlogged=tuple(sorted({row["season"] for row in found if row["unlogged"]})),
        exceeding=_counted(row for row in uncertain if row["games_expected"] is not None),
    )


def _counted(found: Iterable[Row]) -> tuple[Row, ...]:
    """Return the counts of each league's or club's season once."""
    told = ("season", "league", "of_club", "games_present", "games_expected")
    counted = {(row["season"], row["league"], row.get("of_club")): row for row in found}
    return tuple({name: row.get(name) for name in told} for row in counted.values())
