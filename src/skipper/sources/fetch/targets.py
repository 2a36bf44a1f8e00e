"""The files to fetch: each source's files, their URLs and their required contents."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from skipper.sources import lahman, register, statsapi
from skipper.sources.fetch.settings import FetchSettings
from skipper.sources.retrosheet import gamelogs

ARCHIVES = "archives"  # collection of archives of several seasons, for `skipper fetch` alone

_GAMELOG = re.compile(r"gl\d{4}\.txt$", re.IGNORECASE)
_BESIDE_PEOPLE = ("names.csv", "links.csv")
_GAMEINFO = re.compile(r"(\d{4})?gameinfo\.csv$", re.IGNORECASE)
_GAME_ID = re.compile(r"id$")
_SCORE_DATE = re.compile(r"\d\d/\d\d/\d\d$")
# The leagues with play-by-play; the Pacific Coast League's play-by-play ends in 2006.
_MINOR_LEAGUES = ["APP", "AZL", "CAL", "CAR", "EL", "FSL", "GCL", "IL", "MDW", "NWL", "NYP", "PIO", "SAL", "SL", "TEX"]
PLAY_BY_PLAY_SEASONS, SCORE_SEASONS = range(2005, 2011), range(1997, 2005)
# 2016NYN.EVN, 2016WS.EVE, 1936.EVR; .ED? deduced, .EB? box scores
_EVENTS = re.compile(r"\d{4}\w{0,4}\.e[vdb]\w$", re.IGNORECASE)
# Archives that Retrosheet has for some seasons only, by kind: the ending of a season's archive, and the archives of
# several seasons that have the same files. docs/sources.md says which of these addresses are documented.
SOME_SEASONS: dict[str, dict[str, tuple[str, ...]]] = {
    "postseason": {"post": ("allpost.zip",), "as": ("allas.zip",)},
    "boxes": {"box": ("{decade}sbox.zip",)},
    "negro-leagues": {"ngl": ("allevr.zip", "allebr.zip")},
}
KINDS = ("events", "csv", *SOME_SEASONS)

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
    inside a zip, or for a column name in a table's header line. `optional` names the kind of file if the publisher has
    it for some seasons only: then it may be missing, unless all files of its kind are. If the server lacks the file, it
    is made of the files in `wholes`, archives of several seasons, whose names match `members`.
    """

    url: str
    collection: str
    name: str
    must_match: re.Pattern[str]
    optional: str | None = None
    wholes: tuple[Target, ...] = ()
    members: re.Pattern[str] | None = None


def retrosheet_targets(settings: FetchSettings, seasons: Iterable[int], kinds: Collection[str] = ()) -> list[Target]:
    """Return the seasons' game logs and their archives of the given kinds, which are among KINDS."""
    base = settings.base_urls["retrosheet"]
    targets = []
    for season in seasons:
        name = f"gl{season}.zip"
        targets.append(Target(f"{base}/gamelogs/{name}", "gamelogs", name, _GAMELOG))
        if "events" in kinds:
            targets.append(_event_archive(base, f"{season}eve.zip"))
        if "csv" in kinds:
            name = f"{season}csvs.zip"
            targets.append(Target(f"{base}/downloads/{season}/{name}", "csvs", name, _GAMEINFO))
        for kind in (kind for kind in SOME_SEASONS if kind in kinds):
            targets += _of_some_seasons(base, kind, season)
    return targets


def transaction_targets(settings: FetchSettings) -> list[Target]:
    """Return Retrosheet's transaction database, which covers all seasons."""
    url = f"{settings.base_urls['retrosheet']}/transactions/tranDB.zip"
    return [Target(url, "transactions", "tranDB.zip", re.compile(r"tran.*\.txt$", re.IGNORECASE))]


def reference_targets(settings: FetchSettings) -> list[Target]:
    """Return Retrosheet's lists over all seasons: ejections, people with coaches, and clubs."""
    base = settings.base_urls["retrosheet"]
    archives = {"biofile.zip": r"(biofile0?|coaches)\.csv$", "teams.zip": r"teams\.csv$"}
    return [
        Target(f"{base}/ejections.csv", "reference", "ejections.csv", _column("GAMEID")),
        *(Target(f"{base}/{name}", "reference", name, re.compile(held)) for name, held in archives.items()),
    ]


def _event_archive(base: str, name: str, collection: str = "events") -> Target:
    return Target(f"{base}/events/{name}", collection, name, _EVENTS)


def _of_some_seasons(base: str, kind: str, season: int) -> list[Target]:
    """Return the season's archives of one of SOME_SEASONS, each with the archives of several seasons that have the
    same files."""
    return [
        replace(
            _event_archive(base, f"{season}{ending}.zip"),
            optional=kind,
            wholes=tuple(_event_archive(base, _whole(name, season), ARCHIVES) for name in wholes),
            members=re.compile(rf"({season}\w*\.e[vdb]\w|\w+{season}(\.ros)?)$", re.IGNORECASE),
        )
        for ending, wholes in SOME_SEASONS[kind].items()
    ]


def _whole(name: str, season: int) -> str:
    return name.format(decade=season // 10 * 10)


def lahman_targets(settings: FetchSettings) -> list[Target]:
    """Return the Lahman tables that Skipper reads, or the zip archive of them, at the settings' address."""
    base = settings.base_urls["lahman"]
    if base.lower().endswith(".zip"):
        return [Target(base, "lahman", "lahman.zip", re.compile(r"people\.(csv|parquet)$", re.IGNORECASE))]
    # Since 2022, the repository has the awards next to its core folder.
    beside = f"{base.removesuffix('/core')}/contrib" if base.endswith("/core") else base
    return [
        Target(
            f"{beside if table.startswith('Awards') else base}/{table}.csv",
            "lahman",
            f"{table}.csv",
            lahman_column(table),
        )
        for table in lahman.FILES
    ]


def lahman_column(table: str) -> re.Pattern[str]:
    """Return a pattern for the first column that Skipper reads of one of Lahman's tables."""
    _record_set, columns = lahman.FILES[table]
    return _column(next(iter(columns.values()))[0], lahman.RENAMED)


def register_targets(settings: FetchSettings) -> list[Target]:
    """Return the sixteen people files of the Chadwick Register, and the lists of other names and ids that it has since
    2023."""
    base = settings.base_urls["register"]
    column = _column(register.COLUMNS["person_id"])
    people = [f"people-{digit}.csv" for digit in "0123456789abcdef"]
    return [
        *(Target(f"{base}/{name}", "register", name, column) for name in people),
        *(Target(f"{base}/{name}", "register", name, column, optional="register") for name in _BESIDE_PEOPLE),
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
