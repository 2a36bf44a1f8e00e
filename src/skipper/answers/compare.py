"""Managers side by side: careers, best and worst seasons, batting orders, and what is lacking of each."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from skipper.answers.answer import Answer, Row, Table, View, shown, spans
from skipper.answers.compare_views import best_and_worst_view, career_view, managers_view
from skipper.answers.coverage import Coverage, coverage_of
from skipper.answers.errors import Candidate, UnknownOptionError
from skipper.answers.lineups import orders_by_season
from skipper.answers.people import MANAGERS, find_person
from skipper.answers.records import CAREER_FIELDS, SEASON_FIELDS, records
from skipper.answers.rules import BOTH, check_rule, legend
from skipper.lake.reader import LakeReader

_WHO = ("manager_person_id", "manager_id", "manager_name")
FIELDS = (*_WHO, *CAREER_FIELDS)
_OF_SEASON = tuple(name for name in SEASON_FIELDS if name != "career_seasons_missing")
BEST_FIELDS = (*_WHO, "which", *_OF_SEASON, "club_games")
MANAGER_FIELDS = (
    *_WHO,
    "first_season",
    "last_season",
    "seasons",
    "clubs",
    "seasons_missing",
    "missing_by",
    "seasons_incomplete",
    "seasons_unchecked",
    "median_distinct_orders",
    "median_games_with_lineup",
    "seasons_with_lineups",
)
_NOTES = (
    "Pyth: wins and losses expected from the runs scored and allowed, exponent 1.83.",
    "Post: seasons in which the club went to the postseason and he managed its last game.",
    "Best and worst: by winning percentage, of the seasons with at least half of the club's games (a minimum of "
    "ours); all that tie.",
    "Orders: distinct batting orders of a season with a club, the pitcher left out: the median of his seasons of which "
    "lineups are known (beside it the median of such games), in the games he ran himself.",
)


def compare(lake: LakeReader, names: Sequence[str], rule: str = BOTH) -> Answer:
    """The managers whom the names mean, in the order asked, regular season.

    The main table has a row per manager, level (`all` for the career) and rule; `best_and_worst` his best and
    worst seasons by winning percentage under each rule, all that tie; `managers` a row per manager: years, clubs,
    what is lacking, and the median number of distinct batting orders of a season (null without lineups). Raises
    AnswerError for a name that is not one manager's, for fewer than two, and for the same man twice.
    """
    check_rule(rule)
    men = _men(lake, names)
    answers = [records(lake, man.person_id, rule) for man in men]
    games = _club_games(lake, answers)
    orders = orders_by_season(lake, [man.person_id for man in men])
    coverages = [_coverage(lake, answer) for answer in answers]
    careers = [_of(man, row) for man, answer in zip(men, answers, strict=True) for row in answer.tables[1].rows]
    extremes = [
        _of(man, row)
        for man, answer in zip(men, answers, strict=True)
        for row in _best_and_worst(answer.main.rows, games)
    ]
    told = [
        _manager(man, answer, coverage, [row for row in orders if row["manager_person_id"] == man.person_id])
        for man, answer, coverage in zip(men, answers, coverages, strict=True)
    ]
    career = career_view(careers)
    best = best_and_worst_view(extremes)
    return Answer(
        question="compare",
        title=f"{_listed(men)}: compared as managers, regular season",
        tables=(
            Table("careers", FIELDS, careers, (career,)),
            Table("best_and_worst", BEST_FIELDS, extremes, (best,)),
            Table("managers", MANAGER_FIELDS, told, (managers_view(told),)),
        ),
        lead=(*legend([*career.rows, *best.rows]), *_lacking(told)),
        notes=_NOTES,
        rule=rule,
        coverage=_together(lake, answers, coverages).as_row(),
        subject={"managers": [{"person_id": man.person_id, "id": man.id, "name": man.name} for man in men]},
    )
