"""Table `affiliation`: each organization's clubs, by season."""

from __future__ import annotations

from skipper.definitions.clubs import linked, of_place
from skipper.definitions.columns import SHARED
from skipper.lake.contract import Column, Table, pick

TABLE = Table(
    name="affiliation",
    grain="one row per source, club and season",
    key=("season", "source", "source_club"),
    by_season=False,
    sources="Minor League Splits; the Stats API's teams by season; milb-history; names of major-league clubs from "
    "Lahman Teams",
    notes="`club` links the sources: it is the club's code in the play-by-play or, without play-by-play, its Stats "
    "API id that season, which milb-history uses as well. A club from another source is linked to the "
    "play-by-play's club with the same name, else to the club in its league whose place begins its name (the "
    "longest place counts), else to its organization's only club in its league. If two clubs match, neither is "
    "linked. In the season before Minor League Splits' list begins (2005), a club is linked to the code of the next "
    "season's club with the same name, if it is in the same league or its league is not stated. Clubs without games "
    "in the lake are included. An organization is identified by the major-league club that its code denotes, whatever "
    "name the source gives it.",
    columns=pick(
        SHARED,
        "season",
        Column("source", "string", "minor_league_splits, milb_history or statsapi", required=True),
        Column("source_club", "string", "the source's code for the club", required=True),
        Column(
            "club",
            "string",
            "the club's code in the lake's games: from the play-by-play, else from the Stats API; null if neither "
            "lists the club that season, or if the club cannot be identified",
        ),
        Column("name", "string", "the club's name that season; null if the source gives only its current name"),
        Column(
            "league",
            "string",
            "league code; null if the source names no league, or one missing from the league list",
        ),
        Column(
            "level",
            "string",
            "the league's level that season, else the level stated by the source; null if neither is known",
        ),
        Column("organization", "string", "the source's code for the organization; null for a club shared by several"),
        Column(
            "organization_name",
            "string",
            "the major-league club's name that season: Lahman's, else the Stats API's, else that of another source; "
            "as in the source if the organization is not a major-league club; null for a club shared by several",
        ),
    ),
)

# Sources name a club differently (Syracuse SkyChiefs and Syracuse Chiefs, Scranton/WB and Scranton/Wilkes-Barre). The
# play-by-play begins a season before its list of organizations, so that season takes the codes of the next; clubs move
# in between, so there the whole name and the league, if stated, must be the same.
_ALIKE = f"""
SELECT o.season, o.source_club AS code, s.source_club AS club, CASE
    WHEN s.season > o.season THEN CASE WHEN s.name = o.name AND s.league = coalesce(o.league, s.league) THEN 1000 END
    WHEN s.name = o.name THEN 1000
    WHEN s.league = o.league THEN coalesce(
        {of_place("o.name", "t.place")}, CASE WHEN s.organization_name = o.organization_name THEN 0 END)
END AS evidence
FROM placed AS o
CROSS JOIN (SELECT min(season) AS season FROM placed WHERE source = 'minor_league_splits') AS first
JOIN placed AS s
    ON s.source = 'minor_league_splits'
    AND s.season = CASE WHEN o.season = first.season - 1 THEN first.season ELSE o.season END
LEFT JOIN minor_team AS t ON t.club = s.source_club
WHERE o.source <> 'minor_league_splits'
"""
# Minor League Splits and milb-history have names that do not follow the seasons.
_BY_SEASON_FIRST = "list_position(['statsapi', 'milb_history', 'minor_league_splits'], a.source)"
# The major-league clubs by which sources identify organizations. Each source has its own codes, and names that do not
# change with the seasons: Minor League Splits calls the Oakland Athletics the A's, and does not list the Devil Rays.
# The club's id in the Stats API (and in milb-history, which takes its ids from there), its code in Minor League
# Splits, and the Retrosheet codes that the club has had since the divisions of 1969.
_MAJOR_CLUBS = """
108 Laa CAL ANA
109 Ari ARI
110 Bal BAL
111 Bos BOS
112 Chc CHN
113 Cin CIN
114 Cle CLE
115 Col COL
116 Det DET
117 Hou HOU
118 Kan KCA
119 Lad LAN
120 Was MON WAS
121 Nym NYN
133 Oak OAK ATH
134 Pit PIT
135 Sdp SDN
136 Sea SEA
137 Sfg SFN
138 St. SLN
139 Tam TBA
140 Tex WS2 TEX
141 Tor TOR
142 Min MIN
143 Phi PHI
144 Atl ATL
145 Chw CHA
146 Flo FLO MIA
147 Nyy NYA
158 Mil SE1 MIL
"""


def _major_clubs() -> str:
    """Return SQL for DuckDB: a SELECT that returns source, organization (its code in that source), parent (one per
    club) and club.

    `club` is a Retrosheet code, with one row for each code that the club has had.
    """
    rows = []
    for line in _MAJOR_CLUBS.strip().splitlines():
        parent, splits, *clubs = line.split()
        for source, code in (("statsapi", parent), ("milb_history", parent), ("minor_league_splits", splits)):
            rows += [f"('{source}', '{code}', '{parent}', '{club}')" for club in clubs]
    return f"SELECT * FROM (VALUES {', '.join(rows)}) AS m (source, organization, parent, club)"


SQL = f"""
WITH major AS ({_major_clubs()}),
parent AS (SELECT DISTINCT source, organization, parent FROM major),
named AS (
    SELECT a.season, p.parent, arg_min(a.organization_name, {_BY_SEASON_FIRST}) AS name
    FROM affiliate AS a JOIN parent AS p USING (source, organization)
    GROUP BY a.season, p.parent
),
listed AS (
    SELECT DISTINCT t.season, m.parent, t.name FROM lahman_teams AS t JOIN major AS m ON m.club = t.club
),
placed AS (
    SELECT
        a.* EXCLUDE (league, level, organization_name), coalesce(a.league, n.league) AS league,
        coalesce(l.level, n.level, a.level) AS level, coalesce(t.name, o.name, a.organization_name) AS organization_name
    FROM affiliate AS a
    LEFT JOIN parent AS p USING (source, organization)
    LEFT JOIN named AS o ON o.season = a.season AND o.parent = p.parent
    LEFT JOIN listed AS t ON t.season = a.season AND t.parent = p.parent
    LEFT JOIN league AS l
        ON l.league = a.league AND a.season BETWEEN l.first_season AND coalesce(l.last_season, 9999)
    LEFT JOIN league AS n
        ON a.league IS NULL AND n.name = a.league_name
        AND a.season BETWEEN n.first_season AND coalesce(n.last_season, 9999)
),
linked AS ({linked(_ALIKE)})
SELECT
    p.season, p.source, p.source_club,
    CASE WHEN p.source = 'minor_league_splits' THEN p.source_club ELSE coalesce(k.club, i.source_club) END AS club,
    p.name, p.league, p.level,
    if(p.organization_name IS NOT NULL, p.organization, NULL) AS organization, p.organization_name
FROM placed AS p
LEFT JOIN linked AS k ON k.season = p.season AND k.code = p.source_club
LEFT JOIN (SELECT DISTINCT season, source_club FROM affiliate WHERE source = 'statsapi') AS i
    ON i.season = p.season AND i.source_club = p.source_club
"""
