"""An organization's farm system in a season: its clubs by level, their managers, and their records."""

from __future__ import annotations

from typing import Annotated

from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.answers.coverage import CLUB_SEASONS, marks, marks_note
from skipper.answers.development import EXPOSURE, debuts_unknown
from skipper.answers.errors import LISTED, UnknownNameError, UnknownSeasonError
from skipper.answers.named_by import club_seasons_named, named_words
from skipper.answers.question import Argument, Option, question
from skipper.answers.records import no_decisions_note
from skipper.answers.scope import named_alike, nearest
from skipper.definitions.levels import LADDER, PARENT_LEVEL, is_parent_level
from skipper.lake.reader import LakeReader

FIELDS = (
    "season",
    "organization",
    "level",
    "club",
    "club_name",
    "league",
    "managers",
    "manager_person_ids",
    "wins",
    "losses",
    "ties",
    "no_decisions",
    "games",
    "games_expected",
    "games_share",
    "by_scores",
    "sources",
)

CAME_UP = (
    *("season", "club", "level", "manager_id", "manager_person_id", "manager_name"),
    *("player_id", "player_person_id", "player_name", "games", "lineup_starts", "pitching_starts"),
    *("next_level", "next_club", "next_season", "next_day", "major_league_debut_season"),
)
_CAME_UP = f"""
SELECT {", ".join(CAME_UP)}, debuted_before FROM development
WHERE season = $season AND list_contains($clubs::VARCHAR[], club) AND next_level IS NOT NULL
    AND rehabilitation IS DISTINCT FROM true
ORDER BY next_day, player_name, player_id, club
"""
_ORGANIZATIONS = f"""
SELECT DISTINCT season, organization_name AS name, NULL AS code FROM affiliation WHERE organization_name IS NOT NULL
UNION
SELECT season, name, unnest([club, baseball_reference_club])
FROM club LEFT JOIN (SELECT season, club, baseball_reference_club FROM club_name) USING (season, club)
WHERE {is_parent_level("level")} AND name IS NOT NULL
"""

# milb-history has only the clubs that have changed their organization or name; the other sources list all.
LISTS_ALL = "source <> 'milb_history'"
_LISTED = f"SELECT DISTINCT season FROM affiliation WHERE {LISTS_ALL} AND organization_name = $name ORDER BY season"
# Minor League Splits has one name per club for all its seasons; the others name it as it was called that season.
_BY_SEASON_FIRST = "list_position(['statsapi', 'milb_history', 'minor_league_splits'], source)"
# A club in several sources has one row. Figures cover the regular season. If no source gives a club's number of games,
# a lake with all games of the league has all of the club's.
_STATED = {"name": "club_name", "league": "league", "level": "level"}
_CLUBS = f"""
WITH listed AS (
    SELECT
        coalesce(club, name, source_club) AS key, any_value(club) AS club,
        {", ".join(f"arg_min({column}, {_BY_SEASON_FIRST}) AS {name}" for column, name in _STATED.items())},
        list_sort(list(source)) AS sources
    FROM affiliation WHERE season = $season AND organization_name = $name GROUP BY key
    UNION ALL
    SELECT club, club, name, league, level, [] FROM club
    WHERE season = $season AND name = $name AND {is_parent_level("level")}
),
record AS (
    SELECT
        club, count(*)::INTEGER AS games,
        (count(*) FILTER (result = 'W'))::INTEGER AS wins, (count(*) FILTER (result = 'L'))::INTEGER AS losses,
        (count(*) FILTER (result = 'T'))::INTEGER AS ties, (count(*) FILTER (result = 'N'))::INTEGER AS no_decisions
    FROM club_game WHERE season = $season AND game_type = 'regular' GROUP BY club
),
ran AS (
    SELECT club, list(manager_name ORDER BY first) AS managers,
        list(manager_person_id ORDER BY first) AS manager_person_ids
    FROM (
        SELECT club, manager_name, any_value(manager_person_id) AS manager_person_id, min(date) AS first FROM club_game
        WHERE season = $season AND manager_name IS NOT NULL GROUP BY club, manager_name
    )
    GROUP BY club
),
by_hand AS (
    SELECT
        lower(club_name) AS name, league,
        list(coalesce(person.name, manager_name) ORDER BY coalesce(stated_from, '')) AS managers,
        list(manager_person_id ORDER BY coalesce(stated_from, '')) AS manager_person_ids
    FROM listed_manager LEFT JOIN person ON person.person_id = manager_person_id
    WHERE season = $season AND role IN ('manager', 'interim')
    GROUP BY lower(club_name), league
)
SELECT
    $season AS season, $name AS organization, l.level, l.club, l.club_name,
    if(s.leagues > 1, s.league, l.league) AS league,
    coalesce(ran.managers, by_hand.managers, []) AS managers,
    coalesce(ran.manager_person_ids, by_hand.manager_person_ids, []) AS manager_person_ids,
    wins, losses, ties, no_decisions, r.games,
    coalesce(c.games_expected, if(s.complete, r.games, NULL)) AS games_expected,
    r.games / coalesce(c.games_expected, if(s.complete, r.games, NULL)) AS games_share,
    coalesce(s.by_scores, false) AS by_scores, l.sources
FROM listed AS l
LEFT JOIN ({CLUB_SEASONS}) AS s ON s.season = $season AND s.club = l.club
LEFT JOIN record AS r ON r.club = l.club
LEFT JOIN club AS c ON c.season = $season AND c.club = l.club
LEFT JOIN ran ON ran.club = l.club
LEFT JOIN by_hand ON by_hand.name = lower(l.club_name) AND by_hand.league IS NOT DISTINCT FROM l.league
"""


@question(
    "club of the organization",
    notes="CSV and JSON have one row per club, including clubs without games.",
    examples=(
        'system "New York Mets" --season 2010',
        'system "New York Mets" --season 2010 -o mets-2010.html',
    ),
    has_page=True,
)
def system(
    lake: LakeReader,
    organization: Annotated[str, Argument()],
    season: Annotated[int, Option("The season.", metavar="YEAR")],
) -> Answer:
    """Show an organization's farm system as a tree.

    Prints the clubs on their branches, highest level first: level, club, league, manager, record, and the games in the
    lake of those that the club played. -o draws the tree on a page. ORGANIZATION is a major-league club's name that
    season. Affiliations come from `skipper build --affiliations`, from the club list next to the minor-league
    play-by-play, or from the Stats API. If the game data do not name a manager, the manager comes from the
    hand-compiled list, and the answer says so.

    A club's games are shown as `76 of 76, 100 %`, or as `135 of ?` if no source gives the number that it played. The
    number comes from Lahman, else from the Stats API's standings, else from the record on the pages cited for the
    club's managers; a lake with all games of the league also has all of the club's.

    \f
    List the clubs of an organization in a season, highest level first.

    The main table has one row per club. `managers` are in order of their first game or, if they have no games, as in
    the manager file, with `manager_person_ids` in the same order. The record covers the regular season and is null for
    a club without games in the lake. `games` is the number of games in the lake, and `games_expected` the number in the
    official record (table `club`), or `games` if the lake has all games of the league, null if unknown; `games_share`
    is their ratio, which exceeds 1 where scores include the postseason.
    `by_scores` says whether the games are known only from scores. `sources` are those of the affiliation. `came_up` has
    one row per player, club and manager if the lake has a later game in which the player appears at a higher level; it
    shows exposure, not effect. Raises UnknownNameError or UnknownSeasonError.
    """
    name = _known(lake, organization, season)
    rows = lake.rows(_CLUBS, {"season": season, "name": name})
    order = {level: place for place, level in enumerate(LADDER)}
    rows.sort(key=lambda row: (order.get(row["level"], len(order)), row["club_name"] or row["club"]))
    here = {row["club"] for row in rows if row["games"]}
    named = [row for row in club_seasons_named(lake, [season]) if row["club"] in here]
    found = lake.rows(_CAME_UP, {"season": season, "clubs": [row["club"] for row in rows if row["club"]]})
    came_up = [{name: row[name] for name in CAME_UP} for row in found]
    return Answer(
        question="system",
        title=f"{name} {season}: the farm system",
        tables=(
            Table("system", FIELDS, rows, (_view(rows),)),
            Table("came_up", CAME_UP, came_up, _came_up_views(came_up)),
        ),
        lead=(
            _affiliates_words(lake, name, season, [row for row in rows if row["level"] != PARENT_LEVEL]),
            *named_words(named),
            *debuts_unknown(found),
        ),
        notes=(
            *((EXPOSURE,) if came_up else ()),
            *no_decisions_note(rows),
            *marks_note(rows),
            "W-L: regular-season wins and losses, with ties as a third figure. Games known: games in this lake, of "
            "the club's games in its regular season.",
            *games_unknown_note(rows),
        ),
        subject={"organization": name, "season": season},
    )


def _affiliates_words(lake: LakeReader, name: str, season: int, affiliates: list[Row]) -> str:
    """Return a sentence on the number of affiliates, which is unknown in a season without a list of all of them; the
    sentence then states the seasons with a list."""
    known = (
        f"{len(affiliates)}, with games in this lake: {sum(bool(row['games']) for row in affiliates)}, "
        f"with a known manager: {sum(bool(row['managers']) for row in affiliates)}"
    )
    listed = {row["season"] for row in lake.rows(_LISTED, {"name": name})}
    if season in listed:
        return f"Affiliates: {known}."
    what, found = ("all of them", f" Known from other sources: {known}.") if affiliates else ("them", "")
    return (
        f"Affiliates unknown: no source in this lake lists {what} for {season}; known seasons: "
        f"{spans(sorted(listed)) or 'none'}.{found}"
    )


def games_unknown_note(rows: list[Row]) -> tuple[str, ...]:
    """Return a note on the clubs whose number of games no source gives (`135 of ?`); none if there are none."""
    if not any(row["games"] and row["games_expected"] is None for row in rows):
        return ()
    return (
        "of ?: no source in this lake gives the number of games that the club played. Lahman, the Stats API's "
        "standings or the page cited for the club's manager can give it.",
    )


def find_organization(lake: LakeReader, organization: str, season: int | None = None) -> tuple[str, list[int]]:
    """Return the organization's name according to the sources, and its seasons; a nickname (Mets) or a code of its
    major-league club (NYN, NYM) is enough if one organization has it, in `season` if several have. Raises
    UnknownNameError."""
    found = lake.rows(_ORGANIZATIONS)
    names = {row["name"] for row in found}
    of_code = {row["name"] for row in found if row["code"] == organization.strip().upper()}
    fitting = sorted(named_alike(organization, names) or of_code)
    if len(fitting) > 1:
        of_season = {row["name"] for row in found if row["season"] == season}
        fitting = [name for name in fitting if name in of_season] or fitting
    if len(fitting) != 1:
        raise UnknownNameError(organization, "organization", fitting[:LISTED] or nearest(organization, names))
    return fitting[0], sorted({row["season"] for row in found if row["name"] == fitting[0]})


def _known(lake: LakeReader, organization: str, season: int) -> str:
    """Return the organization's name that season according to the sources."""
    name, seasons = find_organization(lake, organization, season)
    if season not in seasons:
        raise UnknownSeasonError(
            f"Affiliates unknown: this lake does not list the clubs of the {name} in {season}; known seasons: "
            f"{spans(seasons)}.",
            seasons,
        )
    return name


def _came_up_views(rows: list[Row]) -> tuple[View, ...]:
    columns = (
        shown("Player", "text", "player_name"),
        shown("Club", "code"),
        shown("Level", "code"),
        shown("Manager", "text", "manager_name"),
        shown("Next", "code", "next_level"),
        shown("Club", "code", "next_club"),
        shown("From", "date", "next_day"),
        shown("Debut", "season", "major_league_debut_season"),
    )
    return (View(columns, rows, "Players who came up"),) if rows else ()


def _view(rows: list[Row]) -> View:
    """Return the tree: the organization's major-league club, if the lake has it, and the affiliates on its branches."""
    last = len(rows) - 1
    told = [
        {
            **row,
            "managers": row["managers"] or None,
            "branch": f"{_branch(row, place == last)}{row['club_name'] or row['club']}",
            "known": games_known(row),
        }
        for place, row in enumerate(rows)
    ]
    columns = (
        shown("Level", "code"),
        shown("Club", "text", "branch", to="branch"),
        shown("Code", "code", "club"),
        shown("League", "code"),
        shown("Manager", "names", "managers"),
        shown("W-L", "record", "wins", "losses", "ties"),
        shown("Games known", "number", "known"),
    )
    return View(columns, told)


def _branch(row: Row, is_last: bool) -> str:
    if row["level"] == PARENT_LEVEL:
        return ""
    return "\N{BOX DRAWINGS LIGHT UP AND RIGHT} " if is_last else "\N{BOX DRAWINGS LIGHT VERTICAL AND RIGHT} "


def games_known(row: Row) -> str | None:
    """Return a club's games in the lake out of those expected, in words; null if the lake has none.

    A book that counts fewer games than the lake has, as in the Negro Leagues, counts others.
    """
    if not row["games"]:
        return None
    if row["games_expected"] is None:
        return f"{row['games']} of ?{marks(row)}"
    if row["games"] > row["games_expected"]:
        return f"{row['games']}; the book has {row['games_expected']}{marks(row)}"
    return f"{row['games']} of {row['games_expected']}, {100 * row['games_share']:.0f} %{marks(row)}"
