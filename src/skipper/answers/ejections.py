"""A manager's known ejections, each with its source."""

from __future__ import annotations

from dataclasses import replace

from skipper.answers.answer import Answer, Row, Table, View, shown
from skipper.answers.named_by import club_seasons_named, named_words
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.question import ManagerName, question
from skipper.lake.reader import LakeReader

FIELDS = (
    "date",
    "season",
    "club",
    "opponent",
    "game_id",
    "result",
    "runs_for",
    "runs_against",
    "manager_person_id",
    "source",
)
_COLUMNS = (
    shown("Date", "date"),
    shown("Club", "code"),
    shown("Opp", "code", "opponent"),
    shown("Score", "text"),
    shown("Source", "prose"),
)
_NOTE = "Other ejections may have happened: play-by-play of the minors records none. An ejection moves no game."


@question(
    "ejection",
    notes="CSV and JSON have one row per ejection.",
    examples=(
        'ejections "Wally Backman"',
        'ejections "Terry Collins" --format csv',
    ),
)
def ejections(lake: LakeReader, name: ManagerName) -> Answer:
    """List a manager's known ejections.

    Shows date, club, opponent, result and source: the play-by-play, or the page cited in the manager file. Play-by-play
    of the minors records no ejections.

    \f
    Return the known ejections of the manager named `name`.

    The main table has one row per ejection: from the comments of the play-by-play and Retrosheet's list in games that
    the manager ran, and from the manager file. The file gives only a day, so its ejection has a game only if the
    manager ran a single game that day; otherwise `game_id`, `opponent` and the score are null. The table is empty if no
    ejection is known. Raises AnswerError for a name that does not match a single manager.
    """
    man = find_person(lake, name, MANAGERS)
    answer = _answer(lake, man.subject, _rows(lake, man.subject))
    return replace(answer, lead=(*man.taken, *answer.lead))


def ejections_of(lake: LakeReader, subject: Row) -> Answer | None:
    """Return the same answer for the subject of an answer on a manager; null if no ejection is known."""
    rows = _rows(lake, subject)
    return _answer(lake, subject, rows) if rows else None


def _rows(lake: LakeReader, subject: Row) -> list[Row]:
    return lake.rows_of(_EJECTIONS, _WHO, (subject["person_id"],))


def _answer(lake: LakeReader, subject: Row, rows: list[Row]) -> Answer:
    person = subject["person_id"]
    none: Row = {"seasons": [], "games": 0, "with_plays": 0}
    ran = next(iter(lake.rows_of(_RAN, _WHO, (person,))), none)
    view = View(_COLUMNS, [_told(row) for row in rows], "Ejections")
    return Answer(
        question="ejections",
        title=f"{subject['name']}: ejections",
        tables=(Table("ejections", FIELDS, rows, (view,) if rows else ()),),
        lead=(
            f"Known ejections: {len(rows)}. Games that the manager ran: {ran['games']:,}, with play-by-play: "
            f"{ran['with_plays']:,}.",
            *named_words(club_seasons_named(lake, ran["seasons"], person)),
        ),
        notes=(_NOTE,),
        rule="managed",
        subject=subject,
    )


def _told(row: Row) -> Row:
    score = f" {row['runs_for']}-{row['runs_against']}" if row["runs_for"] is not None else ""
    return {**row, "score": None if row["result"] is None else f"{row['result']}{score}"}


_WHO = ("manager_person_id",)
_RAN = """
SELECT g.manager_person_id, list(DISTINCT g.season) AS seasons, count(*)::INTEGER AS games,
    (count(*) FILTER (k.has_plays))::INTEGER AS with_plays
FROM club_game AS g JOIN game AS k ON k.season = g.season AND k.game_id = g.game_id
WHERE g.manager_person_id IN $manager_person_ids GROUP BY g.manager_person_id
"""
_EJECTIONS = """
WITH sent_off AS (
    SELECT ejected_person_id AS manager_person_id, season, date, game_id, NULL AS club_name,
        if(source = 'list', 'Retrosheet''s list of ejections', 'play-by-play') AS source
    FROM ejection WHERE ejected_person_id IN $manager_person_ids
    UNION ALL
    SELECT manager_person_id, season, first_day, NULL, club_name, source
    FROM listed_manager
    WHERE manager_person_id IN $manager_person_ids AND role = 'ejected' AND first_day = last_day
),
ran AS (
    SELECT g.manager_person_id, g.season, g.date, g.game_id, g.club, g.opponent, g.result, g.runs_for, g.runs_against,
        count(*) OVER (PARTITION BY g.manager_person_id, g.date) AS games
    FROM club_game AS g
    WHERE g.manager_person_id IN $manager_person_ids AND g.season IN (SELECT season FROM sent_off)
)
SELECT s.manager_person_id, s.date, coalesce(r.club, s.club_name) AS club, r.opponent, r.result, r.runs_for,
    r.runs_against, r.game_id, s.source, s.season
FROM sent_off AS s LEFT JOIN ran AS r
    ON r.manager_person_id = s.manager_person_id AND r.season = s.season AND r.date = s.date
    AND (r.game_id = s.game_id OR (s.game_id IS NULL AND r.games = 1))
WHERE s.game_id IS NULL OR r.game_id IS NOT NULL
QUALIFY row_number() OVER (
    PARTITION BY s.manager_person_id, s.date, coalesce(r.game_id, s.source) ORDER BY s.game_id NULLS LAST, s.source
) = 1
ORDER BY s.date, r.game_id, s.source
"""
