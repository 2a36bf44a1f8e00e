"""Minor-league clubs and the organizations to which they belong, by season.

The folder may contain any of three publications:

- `minorLeagueSplitsTeams.csv` and `minorLeagueSplitsFranchises.csv` from Minor League Splits: the play-by-play clubs
  and their organizations from 2006 to 2010. `None` marks a club that did not belong to an organization that season.
- `milb-history.json`: for each AAA to A club that has changed its organization or name since 2005, the years under each
  organization or name. It gives only current levels, which are not used; a club that has no name history gets its
  current name.
- `teams*.json`: responses of the Stats API's `teams`, with the season's parent (`parentOrgId`), level and league.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import from_json  # unlike json, refuses a nesting without end and half of a surrogate pair

from skipper.definitions import notices as published
from skipper.definitions.seasons import FIRST_SEASON, LAST_SEASON
from skipper.sources.parsed import Parsed, Rejected, SourceError, UnusableFileError
from skipper.sources.statsapi.records import Team
from skipper.sources.table_file import content_of, header_of, in_any_form, one_of_each, read_table_file

SOURCE = "affiliations"
SPLITS_NOTICE, HISTORY_NOTICE, TEAMS_NOTICE = published.SPLITS_CLUBS, published.HISTORY, published.STATSAPI_CLUBS
_NOTICES = {"minorleaguesplits": SPLITS_NOTICE, "affiliations": HISTORY_NOTICE, "statsapi": TEAMS_NOTICE}
_TEXT, _YEAR = pa.string(), pa.int32()
MINOR_TEAM = pa.schema([("club", _TEXT), ("place", _TEXT), ("name", _TEXT), ("league", _TEXT)])
AFFILIATE = pa.schema(
    [
        ("season", _YEAR),
        ("source", _TEXT),
        ("source_club", _TEXT),
        ("name", _TEXT),
        ("league", _TEXT),
        ("league_name", _TEXT),
        ("level", _TEXT),
        ("organization", _TEXT),
        ("organization_name", _TEXT),
    ]
)
RECORD_SETS = {"minor_team": MINOR_TEAM, "affiliate": AFFILIATE}

_FILE = re.compile(r"(minorLeagueSplitsTeams\.csv|milb-history\.json|teams.*\.json)(\.gz)?$", re.IGNORECASE)
_FRANCHISES = "minorLeagueSplitsFranchises.csv"
_AFFILIATED = re.compile(r"(\d\d)Aff$")
_NOT_NAMED = ("", "None")
# Stats API sport ids
_LEVELS = {"11": "AAA", "12": "AA", "13": "A+", "14": "A", "15": "A-", "5442": "Rk+", "16": "Rk", "23": "Ind"}


class _Era(BaseModel):
    """A span of years, first and last included, in the history of a club."""

    model_config = ConfigDict(coerce_numbers_to_str=True)
    years: tuple[int, int]


class _Named(_Era):
    name: str
    league: str | None = None


class _Owned(_Era):
    organization: str = Field(validation_alias="parentOrgId")
    organization_name: str = Field(validation_alias="parentOrgName")


class _Club(BaseModel):
    """A club in `milb-history.json`."""

    name: str | None = Field(None, validation_alias="currentName")
    named: list[_Named] | None = Field(None, validation_alias="nameHistory")
    owned: list[_Owned] | None = Field(None, validation_alias="parentHistory")


def find_files(folder: Path) -> list[Path]:
    """Return the files of the three publications in `folder`. Raises SourceError if there are no such files."""
    files = files_in(folder) if folder.is_dir() else []
    if not files:
        raise SourceError(f"{folder}: no minorLeagueSplitsTeams.csv, milb-history.json or teams*.json")
    return files


def files_in(path: Path) -> list[Path]:
    """Return the files of the three publications in a folder, or next to a file, if any."""
    folder = path if path.is_dir() else path.parent
    return sorted(file for file in folder.iterdir() if _FILE.match(file.name)) if folder.is_dir() else []


def is_splits(file: Path) -> bool:
    """Return whether the file comes from Minor League Splits."""
    return file.name.lower().startswith("minorleague")


def is_history(file: Path) -> bool:
    """Return whether the file is `milb-history.json`."""
    return file.name.lower().startswith("milb")


def publisher(file: Path) -> str:
    """Return the file's publisher, by its name in `skipper build --without`; `affiliations` for milb-history."""
    return "minorleaguesplits" if is_splits(file) else "affiliations" if is_history(file) else "statsapi"


def notices(files: Iterable[Path]) -> list[str]:
    """Return the terms of the files' publishers, without duplicates."""
    return sorted({_NOTICES[publisher(file)] for file in files})


def parse(path: Path) -> Parsed:
    """Read one file into record sets `minor_team` and `affiliate`. Raises UnusableFileError for an unusable file.

    A club with a malformed record is quarantined.
    """
    if is_splits(path):
        return _read_splits(path)
    parsed = Parsed(SOURCE)
    try:
        content = from_json(content_of(path))
        clubs = list(content["clubs"].items() if is_history(path) else enumerate(content["teams"], 1))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise UnusableFileError(path, f"not valid affiliations JSON: {type(error).__name__}: {error}") from error
    rows: list[dict[str, Any]] = []
    for number, (club, stated) in enumerate(clubs, 1):
        try:
            rows += list(_eras(club, stated) if is_history(path) else _affiliate(stated))  # all rows or none
            parsed.kept[path.name, None] += 1
        except ValueError as error:
            reason = f"club {club}: {_reason(error)}"
            parsed.rejected.append(Rejected(path.name, number, None, json.dumps(stated), reason))
    parsed.read[path.name, None] = len(clubs)
    parsed.add("affiliate", pa.Table.from_pylist(rows, AFFILIATE))
    return parsed


def of_teams(teams: pa.Table, given: list[pa.Table]) -> pa.Table:
    """Return the affiliates among the Stats API's clubs, by season, as record set `affiliate`.

    Affiliates that `given` already has from the same source are omitted.
    """
    ids = ("season", "source", "source_club")
    known = {tuple(row[name] for name in ids) for table in given for row in table.select(ids).to_pylist()}
    rows = [
        {
            "season": team["season"],
            "source": "statsapi",
            "source_club": team["team_id"],
            "name": team["name"],
            "league_name": team["league"],
            "level": team["level"],
            "organization": team["parent_id"],
            "organization_name": team["parent"],
        }
        for team in teams.to_pylist()
        if team["parent_id"] is not None and team["level"] not in (None, "MLB")
    ]
    return pa.Table.from_pylist([row for row in rows if tuple(row[name] for name in ids) not in known], AFFILIATE)


def _read_splits(path: Path) -> Parsed:
    header = header_of(content_of(path), path)
    columns = {"club": "TeamID", "city": "City", "nickname": "Nickname", "league": "League"}
    columns |= {name: name for name in header if _AFFILIATED.match(name)}
    schema = pa.schema([(name, _TEXT) for name in columns])
    parsed = read_table_file(path, SOURCE, "read", columns, schema)
    (read,) = parsed.records.pop("read")
    named = _organizations(path)
    teams: list[dict[str, Any]] = []
    affiliates: list[dict[str, Any]] = []
    for row in read.to_pylist():
        city, nickname = (
            None if (row[name] or "").strip() in _NOT_NAMED else row[name] for name in ("city", "nickname")
        )
        name = " ".join(part for part in (city, nickname) if part) or None
        teams.append({"club": row["club"], "place": city or nickname, "name": name, "league": row["league"]})
        for column in columns:
            code = row.get(column)
            if (match := _AFFILIATED.match(column)) and code not in (None, *_NOT_NAMED):
                affiliates.append(
                    {
                        "season": 2000 + int(match[1]),
                        "source": "minor_league_splits",
                        "source_club": row["club"],
                        "name": name,
                        "league": row["league"],
                        "organization": code,
                        "organization_name": named.get(code),
                    }
                )
    parsed.add("minor_team", pa.Table.from_pylist(teams, MINOR_TEAM))
    parsed.add("affiliate", pa.Table.from_pylist(affiliates, AFFILIATE))
    return parsed


def _organizations(teams: Path) -> dict[str, str]:
    """Return organization names by code, from the file next to `teams`; empty if there is no such file.

    Raises UnusableFileError for an unusable file, and for two.
    """
    beside, several = one_of_each(in_any_form(teams.parent, _FRANCHISES))
    if several:
        raise several[0]
    if not beside:
        return {}
    columns = {"code": "franchiseID", "city": "franchiseCity", "nickname": "franchiseNickname"}
    read = read_table_file(beside[0], SOURCE, "read", columns, pa.schema([(name, _TEXT) for name in columns]))
    rows = [row for table in read.records["read"] for row in table.to_pylist()]
    return {row["code"]: f"{row['city']} {row['nickname']}" for row in rows if row["city"] != row["nickname"]}


def _reason(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
    return str(error)


def _eras(club_id: str, stated: Any) -> Iterator[dict[str, Any]]:
    """Yield a club's organization and name by season. Raises ValueError for a malformed club."""
    club = _Club.model_validate(stated)
    for era in club.owned or ():
        first, last = era.years
        if not FIRST_SEASON <= first <= last <= LAST_SEASON:
            raise ValueError(f"years {first} to {last}")
        for season in range(first, last + 1):
            own = next((one for one in club.named or () if one.years[0] <= season <= one.years[1]), None)
            yield {
                "season": season,
                "source": "milb_history",
                "source_club": club_id,
                "name": own.name if own else None if club.named else club.name,
                "league_name": own.league if own else None,
                "organization": era.organization,
                "organization_name": era.organization_name,
            }


def _affiliate(stated: Any) -> Iterator[dict[str, Any]]:
    """Yield a club of a `teams` response if it is affiliated. Raises ValueError for a malformed club."""
    club = Team.model_validate(stated)
    level = _LEVELS.get(club.sport_id or "")
    if level is not None and club.parent_id:
        yield {
            "season": club.season,
            "source": "statsapi",
            "source_club": club.team_id,
            "name": club.name,
            "league_name": club.league,
            "level": level,
            "organization": club.parent_id,
            "organization_name": club.parent,
        }
