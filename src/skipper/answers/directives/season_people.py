"""Look up a season's clubs and players by the names used in a plan."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import cached_property

from skipper.answers.directives.plate_appearances import SlotValues, published, slot_values
from skipper.answers.directives.question import Row
from skipper.answers.people import PLAYERS, Pool, find_person, plain
from skipper.answers.plays import played_club_games, seasons_with_plays
from skipper.definitions.levels import PARENT_LEVEL
from skipper.lake.reader import LakeReader

# Names and ids of all players who started for a club in the season.
_STARTERS = """
SELECT DISTINCT u.player_person_id AS person_id, u.player_id AS id, u.player_name AS name, u.club
FROM playing_time AS u WHERE u.season = $season AND u.lineup_starts + u.pitching_starts > 0
"""
_CLUBS = """
SELECT c.club, c.name, c.league, c.level, n.baseball_reference_club
FROM club AS c LEFT JOIN club_name AS n USING (season, club) WHERE c.season = $season
"""
# A club in several sources has one row.
_AFFILIATES = """
SELECT organization_name AS organization, any_value(club) AS club,
    coalesce(any_value(name), any_value(source_club)) AS name, any_value(level) AS level
FROM affiliation WHERE season = $season AND organization_name IS NOT NULL
GROUP BY organization_name, coalesce(club, name, source_club)
ORDER BY name
"""
_WITH_LINEUPS = "SELECT DISTINCT club FROM club_game WHERE season = $season AND game_type = 'regular' AND has_lineup"
_PITCHERS = """
SELECT DISTINCT a.pitcher_person_id AS person_id, a.pitcher_id AS id, p.name, a.club
FROM pitching_appearance AS a LEFT JOIN person AS p ON p.person_id = a.pitcher_person_id WHERE a.season = $season
"""
_EVERY_PITCHER = Pool(
    "pitcher",
    "pitched no game in this lake",
    "SELECT person_id, name FROM person WHERE person_id IN (SELECT pitcher_person_id FROM pitching_appearance)",
    """
    SELECT a.pitcher_person_id AS person_id, any_value(a.pitcher_id) AS id, any_value(p.name) AS name,
        min(a.season) AS first_season, max(a.season) AS last_season,
        list_distinct(list(a.club ORDER BY a.date)) AS clubs
    FROM pitching_appearance AS a LEFT JOIN person AS p ON p.person_id = a.pitcher_person_id
    WHERE a.pitcher_person_id IN $person_ids GROUP BY a.pitcher_person_id
    """,
)
_PLAYED = f"SELECT DISTINCT club FROM ({played_club_games('$season')})"
# Each club's last regular-season game, and whether the lake has all of its league's games that season.
_ENDS = """
SELECT g.club, max(g.date) AS last_game, bool_and(coalesce(c.complete, TRUE)) AS complete
FROM club_game AS g LEFT JOIN coverage AS c
    ON c.season = g.season AND c.league IS NOT DISTINCT FROM g.league AND c.games_present > 0
WHERE g.season = $season AND g.game_type = 'regular' GROUP BY g.club
"""
_TO_COME = """
SELECT CAST(coalesce(max(games), 0) AS INTEGER) AS games FROM (
    SELECT count(*) AS games FROM club_game
    WHERE season = $season AND game_type = 'regular' AND list_contains($clubs, club) AND date > $through
        AND date <= $last GROUP BY club)
"""
_SEASON_LENGTH = """
WITH before AS (
    SELECT season, club, count(*) AS games FROM club_game
    WHERE season < $season AND game_type = 'regular' AND list_contains($leagues, league) GROUP BY season, club)
SELECT CAST((SELECT max(games) FROM before WHERE season = (SELECT max(season) FROM before)) AS INTEGER) AS length,
    CAST(coalesce((SELECT max(games) FROM (
        SELECT count(*) AS games FROM club_game
        WHERE season = $season AND game_type = 'regular' AND list_contains($clubs, club) AND date <= $through
        GROUP BY club)), 0) AS INTEGER) AS played
"""


@dataclass
class SeasonPeople:
    """The clubs and players of one season in the lake."""

    lake: LakeReader
    season: int

    @cached_property
    def played(self) -> set[str]:
        """Return the clubs with play-by-play for regular-season games."""
        if self.season not in seasons_with_plays(self.lake):
            return set()
        return {row["club"] for row in self.lake.rows(_PLAYED, {"season": self.season})}

    @cached_property
    def clubs(self) -> list[Row]:
        """Return each club's code, name, league and level, and its code of Baseball-Reference (null in the minors)."""
        return self.lake.rows(_CLUBS, {"season": self.season})

    @cached_property
    def affiliates(self) -> list[Row]:
        """Return organization, club (null if it has no play-by-play), name and level from the lake's affiliations."""
        return self.lake.rows(_AFFILIATES, {"season": self.season})

    @cached_property
    def with_lineups(self) -> set[str]:
        """Return the clubs that have a lineup for at least one regular-season game."""
        return {row["club"] for row in self.lake.rows(_WITH_LINEUPS, {"season": self.season})}

    @cached_property
    def _ends(self) -> dict[str, Row]:
        return {row["club"]: row for row in self.lake.rows(_ENDS, {"season": self.season})}

    def ends(self, clubs: tuple[str, ...]) -> list[Row]:
        """Return `club`, `last_game` and `complete` for each of these clubs that has games."""
        return [self._ends[club] for club in clubs if club in self._ends]

    def running(self, ends: list[Row]) -> bool:
        """Return whether clubs with these `ends` may still have games to play: the season is the lake's newest and is
        incomplete."""
        return self.season == max(self.lake.manifest.seasons) and not all(end["complete"] for end in ends)

    def slot_values(self, club: str) -> SlotValues:
        """Return plate appearances by slot for the club's league, from the lake's play-by-play or published means."""
        return self._league_values.get(self._leagues.get(club, ""), published(self.season))

    @cached_property
    def _league_values(self) -> dict[str, SlotValues]:
        return slot_values(self.lake, self.season)

    @cached_property
    def _leagues(self) -> dict[str, str]:
        return {row["club"]: row["league"] for row in self.clubs if row["league"] is not None}

    def games_to_come(self, clubs: tuple[str, ...], through: date, last: date | None) -> int | None:
        """Return the maximum number of regular-season games that one of the clubs plays after `through`, up to `last`.

        For a season that continues beyond the lake, the number comes from the league's latest earlier season in the
        lake. The number is null if there is no such season, or if the question covers only some days.
        """
        asked = {"season": self.season, "clubs": list(clubs), "through": through}
        if not self.running(self.ends(clubs)):
            (row,) = self.lake.rows(_TO_COME, {**asked, "last": last or date(self.season, 12, 31)})
            return row["games"]
        if last is not None:
            return None
        leagues = [self._leagues[club] for club in clubs if club in self._leagues]
        (row,) = self.lake.rows(_SEASON_LENGTH, {**asked, "leagues": leagues})
        return None if row["length"] is None else max(row["length"] - row["played"], 0)

    @cached_property
    def _starters(self) -> dict[str, set[tuple[str, str, str]]]:
        return self._by_name(_STARTERS)

    @cached_property
    def _pitchers(self) -> dict[str, set[tuple[str, str, str]]]:
        return self._by_name(_PITCHERS) if self.played else {}

    def _by_name(self, sql: str) -> dict[str, set[tuple[str, str, str]]]:
        """Map every normalized name and id to (person_id, name, club)."""
        known: dict[str, set[tuple[str, str, str]]] = {}
        for row in self.lake.rows(sql, {"season": self.season}):
            man = (row["person_id"], row["name"] or row["id"], row["club"])
            for word in (plain(row["name"] or ""), row["id"].lower(), row["person_id"].lower()):
                if word:
                    known.setdefault(word, set()).add(man)
        return known

    def player(self, asked: str, clubs: tuple[str, ...], pitches: bool = False) -> tuple[str, str]:
        """Return the person_id and name of the player to whom `asked` refers, preferring these clubs' starting players.

        Whole names take precedence over parts of names; parts of names match only the clubs' players. With `pitches`,
        look for pitchers instead of starting players if the lake has play-by-play. Raises AnswerError.
        """
        by_plays = pitches and bool(self._pitchers)
        known = self._pitchers if by_plays else self._starters
        men = known.get(plain(asked), set()) | known.get(asked.lower(), set())
        for pool in ({man for man in men if man[2] in clubs}, men, _part_of(asked, known, clubs)):
            people = {man[0]: man[1] for man in pool}
            if len(people) == 1:
                return next(iter(people.items()))
        found = find_person(self.lake, asked, _EVERY_PITCHER if by_plays else PLAYERS)
        return found.person_id, found.name

    def club(self, asked: str) -> list[str]:
        """Return the codes of the clubs whose code or name is `asked` or, if there are none, of the one whose code of
        Baseball-Reference it is, or of those whose names contain it."""
        word = plain(asked)
        for fits in (
            lambda row: row["club"].upper() == asked.upper() or plain(row["name"] or "") == word,
            lambda row: (row["baseball_reference_club"] or "").upper() == asked.upper(),
            lambda row: word in plain(row["name"] or ""),
        ):
            found = sorted(row["club"] for row in self.clubs if fits(row))
            if found:
                return found
        return []

    def parent(self, asked: str) -> list[str]:
        """Return the codes of the clubs that `asked` may mean, only major-league clubs if there are any."""
        codes = self.club(asked)
        return [row["club"] for row in self.clubs if row["club"] in codes and row["level"] == PARENT_LEVEL] or codes

    def no_club(self, asked: str) -> str:
        """Return the error message for an unknown club, with the nearest names."""
        names = {plain(row["name"]): row["name"] for row in self.clubs if row["name"]}
        near = [names[name] for name in get_close_matches(plain(asked), names, n=3, cutoff=0.5)]
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        return f"this lake has no {self.season} club with the name or code {asked!r}.{hint}"


def _part_of(asked: str, known: dict[str, set[tuple[str, str, str]]], clubs: tuple[str, ...]) -> set[tuple]:
    """Return the clubs' players whose names contain every requested word."""
    words = set(plain(asked).split())
    return {
        man for name, men in known.items() if words and words <= set(name.split()) for man in men if man[2] in clubs
    }
