"""The club-seasons in Lahman's Teams, each with the club's code in the games."""

from __future__ import annotations

from skipper.lake.contract import Table

TABLE = Table(
    name="lahman_club_season",
    grain="one row per season and Lahman club",
    by_season=False,
    notes="`club` is the Retrosheet code that the book gives (`stated_club`). If Retrosheet's list has that code in "
    "other years only, and for this season one other code of the same franchise and league, that one is used. Two "
    "clubs with the same code and name are one club that changed leagues during the season. Of clubs with the same "
    "code and different names, the one whose own id is the code has it, or the only one that the book gives it in "
    "another season. A club without a code has its own id, and `lahman:` with that id if another club of the season "
    "has that code. `decision` and `evidence` are null unless the code is shared, missing or of other years.",
    published=False,
)

SQL = """
WITH stated AS (
    SELECT * RENAME (club AS stated_club) FROM lahman_team
    QUALIFY row_number() OVER (
        PARTITION BY season, lahman_club ORDER BY games DESC NULLS LAST, club NULLS LAST, name, league) = 1
),
misdated AS (
    SELECT
        s.season, s.lahman_club, min(f.club) AS right_club,
        s.stated_club || ' is listed from ' || min(w.first_season) || ' to ' || max(w.last_season) || ', '
            || min(f.club) || ', another code of the franchise, from ' || min(t.first_season) || ' to '
            || max(t.last_season) AS years
    FROM stated AS s
    JOIN listed_team AS w ON w.club = s.stated_club
    JOIN (SELECT DISTINCT franchise, club FROM lahman_team) AS f ON f.franchise = s.franchise
    JOIN listed_team AS t
        ON t.club = f.club AND s.season BETWEEN t.first_season AND t.last_season AND list_contains(t.leagues, s.league)
    ANTI JOIN stated AS o ON o.season = s.season AND o.stated_club = f.club
    GROUP BY s.season, s.lahman_club, s.stated_club
    HAVING NOT bool_or(s.season BETWEEN w.first_season AND w.last_season) AND count(DISTINCT f.club) = 1
),
listed AS (
    SELECT s.* EXCLUDE (stated_club), s.stated_club AS book_club, coalesce(m.right_club, s.stated_club) AS stated_club,
        m.years
    FROM stated AS s LEFT JOIN misdated AS m USING (season, lahman_club)
),
usual AS (
    SELECT lahman_club, stated_club, max(season) <> min(season) AS is_usual
    FROM listed WHERE stated_club IS NOT NULL GROUP BY lahman_club, stated_club
),
shared AS (
    SELECT
        season, stated_club, count(DISTINCT coalesce(name, lahman_club)) AS names,
        min(league) <> max(league) AS leagues,
        coalesce(
            max(lahman_club) FILTER (lahman_club = stated_club),
            if(count(*) FILTER (is_usual) = 1, max(lahman_club) FILTER (is_usual), NULL)
        ) AS holder,
        string_agg(concat_ws(' ', lahman_club, '(' || name || ',', league || ')'), ', ' ORDER BY lahman_club) AS clubs
    FROM listed JOIN usual USING (lahman_club, stated_club) GROUP BY season, stated_club HAVING count(*) > 1
),
placed AS (
    SELECT
        l.*, s.clubs, coalesce(s.names = 1, false) AS is_one, coalesce(s.leagues, false) AS in_two_leagues,
        CASE WHEN s.clubs IS NULL OR s.names = 1 OR l.lahman_club = s.holder THEN l.stated_club END AS kept
    FROM listed AS l LEFT JOIN shared AS s ON s.season = l.season AND s.stated_club = l.stated_club
)
SELECT
    p.* EXCLUDE (clubs, is_one, in_two_leagues, kept, years, book_club, stated_club), p.book_club AS stated_club,
    coalesce(p.kept, if(t.stated_club IS NULL, p.lahman_club, 'lahman:' || p.lahman_club)) AS club,
    CASE
        WHEN p.stated_club IS NULL THEN 'the code is made from the book''s own id'
        WHEN p.clubs IS NULL
            THEN if(p.years IS NULL, NULL, 'another code of the franchise: the stated one is of other years')
        WHEN p.is_one THEN 'one club in ' || if(p.in_two_leagues, 'two leagues', 'two rows')
        ELSE 'two clubs: the code is used by the one whose own id it is, or who alone has it in another season, if any'
    END AS decision,
    CASE
        WHEN p.stated_club IS NULL THEN concat_ws(' ', p.lahman_club, '(' || p.name || ',', p.league || ')',
            'has no teamIDretro')
        WHEN p.clubs IS NULL THEN
            p.lahman_club || ' (' || concat_ws(', ', p.name, p.league) || '), in Retrosheet''s list: ' || p.years
        WHEN p.is_one AND p.lahman_club = min(p.lahman_club) OVER (PARTITION BY p.season, p.stated_club)
            THEN p.clubs || ': the names agree' || if(p.in_two_leagues,
            '; the league of each game is that of the opponent', '')
        WHEN NOT p.is_one AND p.lahman_club = min(p.lahman_club) OVER (PARTITION BY p.season, p.stated_club)
            THEN p.clubs || ': the names differ'
    END AS evidence
FROM placed AS p
LEFT JOIN (SELECT DISTINCT season, stated_club FROM listed) AS t
    ON t.season = p.season AND t.stated_club = p.lahman_club
"""
