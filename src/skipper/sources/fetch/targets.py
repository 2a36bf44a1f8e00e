"""The files to fetch: each source's files, their URLs and their required contents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from skipper.sources import lahman, register, statsapi
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.retrosheet import gamelogs

_GAMELOG = re.compile(r"gl\d{4}\.txt$", re.IGNORECASE)
_GAME_ID = re.compile(r"id$")
_SCORE_DATE = re.compile(r"\d\d/\d\d/\d\d$")
# The leagues with play-by-play; the Pacific Coast League's play-by-play ends in 2006.
_MINOR_LEAGUES = ["APP", "AZL", "CAL", "CAR", "EL", "FSL", "GCL", "IL", "MDW", "NWL", "NYP", "PIO", "SAL", "SL", "TEX"]
PLAY_BY_PLAY_SEASONS, SCORE_SEASONS = range(2005, 2011), range(1997, 2005)
_EVENTS = re.compile(r"\d{4}\w{3}\.e[vdb]\w$", re.IGNORECASE)  # 2016NYN.EVN; .ED? deduced, .EB? box scores

NOTICES = {
    "retrosheet": f"{gamelogs.NOTICE}\nTerms: https://www.retrosheet.org/notice.txt",
    "lahman": f"{lahman.NOTICE}\nTerms: https://creativecommons.org/licenses/by-sa/3.0/",
    "register": f"{register.NOTICE}\nTerms: https://opendatacommons.org/licenses/by/1-0/",
    "minors": (
        "Minor-league play-by-play (playbyplay): Jeff Sackmann, Minor League Splits "
        "(github.com/JeffSackmann/minorleaguesplits), CC BY-NC-SA 4.0: for non-commercial use.\n"
        "Terms: https://creativecommons.org/licenses/by-nc-sa/4.0/\n"
        "Minor-league scores (scores): Christopher D. Long (github.com/octonion/baseball-public), MIT."
    ),
    "statsapi": f"{statsapi.NOTICE}\nTerms: http://gdx.mlb.com/components/copyright.txt",
}


@dataclass(frozen=True)
class Target:
    """One file to fetch.

    `collection` is the file's folder in the cache (see `cache.FOLDERS`). `must_match` is a pattern for a file name
    inside a zip, or for a column name in a table's header line.
    """

    url: str
    collection: str
    name: str
    must_match: re.Pattern[str]


def retrosheet_targets(settings: FetchSettings, seasons: Iterable[int], events: bool) -> list[Target]:
    """Return the seasons' game logs and, if `events` is true, their event files."""
    base = settings.base_urls["retrosheet"]
    targets = []
    for season in seasons:
        name = f"gl{season}.zip"
        targets.append(Target(f"{base}/gamelogs/{name}", "gamelogs", name, _GAMELOG))
        if events:
            name = f"{season}eve.zip"
            targets.append(Target(f"{base}/events/{name}", "events", name, _EVENTS))
    return targets


def lahman_targets(settings: FetchSettings) -> list[Target]:
    """Return the Lahman tables that Skipper reads."""
    base = settings.base_urls["lahman"]
    # Since 2022, the repository has the awards next to its core folder.
    beside = f"{base.removesuffix('/core')}/contrib" if base.endswith("/core") else base
    return [
        Target(
            f"{beside if table.startswith('Awards') else base}/{table}.csv",
            "lahman",
            f"{table}.csv",
            _column(next(iter(columns.values()))[0], lahman.RENAMED),
        )
        for table, (_record_set, columns) in lahman.FILES.items()
    ]


def register_targets(settings: FetchSettings) -> list[Target]:
    """Return the sixteen people files of the Chadwick Register."""
    base = settings.base_urls["register"]
    column = _column(register.COLUMNS["person_id"])
    return [
        Target(f"{base}/people-{digit}.csv", "register", f"people-{digit}.csv", column) for digit in "0123456789abcdef"
    ]


def minors_targets(settings: FetchSettings, seasons: Iterable[int]) -> list[Target]:
    """Return the seasons' minor-league play-by-play and scores, with lists of players and clubs."""
    base, scores = settings.base_urls["minors"], settings.base_urls["scores"]
    targets = []
    for season in seasons:
        if season in PLAY_BY_PLAY_SEASONS:
            leagues = [*_MINOR_LEAGUES, "PCL"] if season < 2007 else _MINOR_LEAGUES
            names = [f"{season}_{league}_PlayByPlay.csv" for league in leagues]
            targets += [Target(f"{base}/{name}", "minors", name, _GAME_ID) for name in names]
        elif season in SCORE_SEASONS:
            name = f"minors-scores-{season}.csv"
            targets.append(Target(f"{scores}/{season}.csv", "scores", name, _SCORE_DATE))
    if any(target.collection == "minors" for target in targets):
        lists = {"Players": "MLBAM", "Teams": "TeamID", "Leagues": "LeagueID", "Franchises": "franchiseID"}
        for kind, column in lists.items():
            name = f"minorLeagueSplits{kind}.csv"
            targets.append(Target(f"{base}/{name}", "minors", name, _column(column)))
    return targets


def _column(name: str, renamed: Mapping[str, str] = MappingProxyType({})) -> re.Pattern[str]:
    """Return a pattern for the column, under its own name or that of other releases."""
    names = [name, renamed[name]] if name in renamed else [name]
    return re.compile(f"({'|'.join(map(re.escape, names))})$")
