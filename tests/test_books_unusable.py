"""Reference books with a file that cannot be used: the games are published without what the file would add."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result

from built_lake import Built
from skipper.build.account import Account
from skipper.build.inputs import Inputs, shared_records
from skipper.cli import main
from skipper.lake.reader import LakeReader
from skipper.sources.lahman import reading as lahman
from skipper.sources.leagues import reading as leagues
from skipper.sources.parsed import Parsed, SourceError, UnusableFileError
from skipper.sources.register import reading as register

Damage = Callable[[Path], None]
# The columns without which a table is of no use, by table, as Lahman calls them.
_REQUIRED = {
    name: [
        header
        for ours, (header, _kind) in columns.items()
        if ours not in lahman.OPTIONAL_COLUMNS.get(record_set, ()) or ours in lahman._IDENTIFYING
    ]
    for name, (record_set, columns) in lahman.FILES.items()
}
COLUMNS = [(name, header) for name, headers in _REQUIRED.items() for header in headers]
_VALUES = {True: "2041", False: "x"}  # whether a column has integers
_OWN = "season,club,league,manager,id,role,from,to,source\n2041,Harrow Bay,LCL,Ann Oakes,,manager,,,page\n"


def invented(name: str) -> list[str]:
    """A header and a row for a table of Lahman's that the league lacks."""
    columns = lahman.FILES[name][1].values()
    values = [_VALUES[pa.types.is_integer(kind)] for _header, kind in columns]
    return [",".join(header for header, _kind in columns), ",".join(values)]


@pytest.fixture
def sources(league: Path, tmp_path: Path) -> Path:
    """The league's sources without plays, with a table of each kind that Skipper reads of Lahman's."""
    folder = shutil.copytree(league, tmp_path / "sources", ignore=shutil.ignore_patterns("minors", "events"))
    for name in lahman.FILES:
        file = folder / "lahman" / f"{name}.csv"
        if not file.exists():
            file.write_text("\n".join([*invented(name), ""]))
    return folder


def read(sources: Path, **others: Path) -> tuple[dict[str, int], Account]:
    """The number of rows of each record set that belongs to no season, and the account of the files."""
    account = Account()
    inputs = Inputs(gamelogs=sources / "gamelogs", lahman=sources / "lahman", register=sources / "register", **others)
    records = shared_records(inputs, account)
    return {name: rows.num_rows for name, rows in records.items()}, account


def told(account: Account) -> list[tuple[str, str | None, int | None, str]]:
    """Check, file, line and reason of each withheld file, which the quarantine has too."""
    found = [row for row in account.quarantine if row["line"] is None]
    assert len(found) == len(account.withheld)
    for row, withheld in zip(found, account.withheld, strict=True):
        line = f"line {withheld.source_line}: " if withheld.source_line else ""
        assert (row["file"], row["reason"]) == (withheld.source_file, f"{line}{withheld.says}")
    return [(one.check_name, one.source_file, one.source_line, one.says) for one in account.withheld]


@pytest.mark.parametrize(("name", "header"), COLUMNS)
def test_a_table_that_lacks_a_column_or_has_it_twice_is_refused(
    league: Path, tmp_path: Path, name: str, header: str
) -> None:
    own = league / "lahman" / f"{name}.csv"
    first, *rest = own.read_text().splitlines() if own.exists() else invented(name)
    file = tmp_path / f"{name}.csv"

    def parsed(*columns: str) -> Parsed:
        added = "," * (len(columns) - len(names))
        file.write_text("\n".join([",".join(columns), *(f"{line}{added}" for line in rest)]) + "\n")
        return lahman.parse(file)

    names = first.split(",")
    at = names.index(header)
    before, after = names[:at], names[at + 1 :]
    (rows,) = parsed(*names).records.values()
    assert sum(one.num_rows for one in rows) == len(rest)
    assert parsed(*names, header.swapcase()).records == parsed(*names).records  # the exact spelling is read
    for reason, columns in (
        ("no column called", [*before, "other", *after]),
        ("two columns called", [*before, header.swapcase(), *after, header.swapcase()]),
        ("two columns called", [*names, header]),
    ):
        with pytest.raises(UnusableFileError) as refused:
            parsed(*columns)
        assert (refused.value.path, refused.value.line) == (file, 1)
        assert refused.value.reason.lower().startswith(f"{reason} {header.lower()}")


@pytest.mark.parametrize("name", [name for name in lahman.FILES if name not in lahman.OPTIONAL])
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (Path.unlink, "no such file"),
        (lambda file: file.write_bytes(b""), "no column called"),
        (lambda file: file.write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00"), "no column called"),
        (lambda file: file.rename(file.with_suffix(".parquet")), "not a readable Parquet file"),
        (lambda file: file.rename(file.with_suffix(".csv.gz")), "cannot be read"),
    ],
    ids=["missing", "empty", "an image", "not Parquet", "not gzip"],
)
def test_an_unreadable_table_is_withheld(sources: Path, name: str, damage: Damage, reason: str) -> None:
    sound, _ = read(sources)
    assert sound[lahman.FILES[name][0]] > 0
    damage(sources / "lahman" / f"{name}.csv")
    counts, account = read(sources)
    ((check, _file, _line, says),) = told(account)
    assert check.startswith(f"lahman: {name}.")
    assert reason in says
    assert counts == sound | {lahman.FILES[name][0]: 0}


def test_an_unreadable_archive_of_lahman_is_withheld(sources: Path, tmp_path: Path) -> None:
    (tmp_path / "lahman.zip").write_bytes(b"PK\x03\x04")
    account = Account()
    inputs = Inputs(gamelogs=sources / "gamelogs", lahman=tmp_path / "lahman.zip")
    inputs.require()
    records = shared_records(inputs, account)
    assert [one[:2] for one in told(account)] == [("lahman: lahman.zip", "lahman.zip")]
    assert sum(records[name].num_rows for name in lahman.RECORD_SETS) == 0


def test_a_folder_without_any_table_is_an_error(sources: Path, tmp_path: Path) -> None:
    """The wrong folder is a mistake in the command, which is said before Spark starts."""
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="no table of Lahman's"):
        Inputs(gamelogs=sources / "gamelogs", lahman=tmp_path / "empty").require()


@pytest.mark.parametrize(
    "header", [name for ours, name in register.COLUMNS.items() if ours not in register.ADDED_LATER]
)
def test_a_file_of_the_register_without_a_column_is_withheld(sources: Path, header: str) -> None:
    file = sources / "register" / "people-0.csv.gz"
    text = gzip.decompress(file.read_bytes()).decode()
    file.write_bytes(gzip.compress(re.sub(rf"\b{header}\b", "other", text, count=1).encode()))
    counts, account = read(sources)
    ((check, _file, line, says),) = told(account)
    assert (check, line) == ("register: people-0.csv.gz", 1)
    assert says.startswith(f"no column called {header}")
    assert counts["register_people"] == 0


def other_books(folder: Path) -> dict[str, Path]:
    """Each other reference book, with content of which nothing can be used."""
    contents = {
        "managers": ("managers.csv", "season,club\n"),
        "leagues": ("leagues.csv", "league,name\n"),
        "transactions": ("tranDB.zip", "no zip"),
        "affiliations": ("milb-history.json", "{"),
        "reference": ("teams.csv", "TEAM,LEAGUE\n"),
    }
    found = {}
    for option, (name, text) in contents.items():
        (folder / option).mkdir(parents=True)
        (folder / option / name).write_text(text)
        found[option] = folder / option / name if option in ("managers", "leagues") else folder / option
    return found


def test_every_other_book_may_be_unusable(sources: Path, tmp_path: Path) -> None:
    _, account = read(sources, **other_books(tmp_path / "books"))
    assert [check for check, *_ in told(account)] == [
        "retrosheet_transactions: tranDB.zip",
        "retrosheet_reference: teams.csv",
        "affiliations: milb-history.json",
        "leagues: leagues.csv",
        "managers: managers.csv",
    ]


def league_file(folder: Path, *rows: str) -> Path:
    file = folder / "leagues.csv"
    file.write_text("\n".join(["league,name,first_season,last_season,level,source", *rows]) + "\n")
    return file


@pytest.mark.parametrize(
    ("rows", "kept", "rejected"),
    [
        (
            ["XXL,Own,2041,2043,AA,me"] * 3,
            1,
            {3: "duplicate of the row on line 2", 4: "duplicate of the row on line 2"},
        ),
        (["XXL,Own,2041,2043,AA,me", "XXL,Own,2044,,AAA,me"], 2, {}),
        (
            ["XXL,Own,2041,2043,AA,me", "XXL,Own,2043,,AAA,me", "YYL,Other,2041,,A,me"],
            1,
            {2: "contradicts line 3", 3: "contradicts line 2"},
        ),
        (["NL,National League,1900,,AAA,me"], 0, {2: "a major league with this code"}),
        (["XXL,Own,2041,,Major,me"], 0, {2: "level Major is not one of MLB"}),
        (["XXL,Own,2043,2041,AA,me"], 0, {2: "is before the first"}),
        (
            ["XXL,Own,soon,,AA,me", "XXL,Own,,,AA,me", "XXL"],
            0,
            {2: "'soon' is not", 3: "first_season blank", 4: "1 fields"},
        ),
        ([",Own,2041,,AA,me", 'XXL,"Own,2041,,AA,me'], 0, {2: "league blank", 3: "not a comma-separated record"}),
    ],
)
def test_rows_of_the_users_leagues(tmp_path: Path, rows: list[str], kept: int, rejected: dict[int, str]) -> None:
    file = league_file(tmp_path, *rows)
    account = Account()
    records = shared_records(Inputs(leagues=file), account)
    listed = leagues.read_leagues(with_lahman=False).num_rows
    assert records["league_file"].num_rows == listed + kept
    assert account.withheld == []
    assert {row["line"]: row["file"] for row in account.quarantine} == dict.fromkeys(rejected, "leagues.csv")
    assert all(rejected[row["line"]] in row["reason"] for row in account.quarantine)
    (counts,) = account.counts
    assert (counts["rows_in"], counts["rows_out"], counts["rows_quarantined"]) == (len(rows), kept, len(rejected))


GAMES = "SELECT season, game_id, visitor_club, home_club, visitor_score, home_score FROM game ORDER BY ALL"
MANAGED = (
    "SELECT season, club, manager_id, wins, losses FROM manager_season WHERE rule = 'managed' ORDER BY season, club, "
    "manager_id"
)


@pytest.mark.usefixtures("spark")
def test_a_build_publishes_the_games_without_the_damaged_books(simulated: Built, sources: Path, tmp_path: Path) -> None:
    teams = sources / "lahman" / "Teams.csv"
    teams.write_text(teams.read_text().replace("teamIDretro", "teamIDother", 1))
    (sources / "lahman" / "People.csv").unlink()
    given = {name: sources / name for name in ("gamelogs", "lahman", "register")} | other_books(tmp_path / "books")
    given["leagues"] = league_file(
        tmp_path, *(sources / "leagues.csv").read_text().splitlines()[1:], "HSL,Another,2043,,A,me"
    )
    options = [f"--{name}={path}" for name, path in given.items()]
    lake = tmp_path / "lake"
    done = CliRunner().invoke(main, ["build", "--no-cache", *options, "--lake", str(lake)])
    assert done.exit_code == 3, done.output
    withheld = done.stdout.partition("Withheld")[2]
    for place in ("Teams.csv, line 1", "People.csv", "managers.csv, line 1", "milb-history.json"):
        assert place in withheld
    reader, sound = LakeReader(lake), simulated.reader()
    logged = {row["game_id"] for row in reader.rows(GAMES)}
    assert reader.rows(GAMES) == [row for row in sound.rows(GAMES) if row["game_id"] in logged]
    assert len(logged) == sum(
        row["rows_in"] for row in reader.rows("FROM build_log WHERE source = 'retrosheet_gamelog' AND file IS NOT NULL")
    )
    clubs = {row["club"] for row in reader.rows("SELECT DISTINCT club FROM club_game")}
    assert reader.rows(MANAGED) == [row for row in sound.rows(MANAGED) if row["club"] in clubs]
    assert reader.rows("FROM record_difference") == []  # a book that names nobody contradicts nobody
    checks = {row["check_name"]: row["source_line"] for row in reader.rows("FROM withheld")}
    assert {"lahman: Teams.csv": 1, "lahman: People.csv": None}.items() <= checks.items()
    examined = CliRunner().invoke(main, ["doctor", "--lake", str(lake), "--format", "json"])
    found = [row["found"] for row in json.loads(examined.stdout)["rows"] if row["check"] == "lake: withheld"]
    assert len(found) == len(checks)
    assert any("Teams.csv, line 1" in one and "no column called teamIDretro" in one for one in found)


@pytest.mark.usefixtures("spark")
def test_a_book_damaged_after_a_build_leaves_the_lake_and_a_mended_one_is_told_until_all_seasons_have_it(
    league: Path, sources: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    options = [f"--{name}={sources / name}" for name in ("gamelogs", "lahman", "register")]

    def build(*more: str) -> Result:
        return CliRunner().invoke(main, ["build", "--no-cache", *options, *more, "--lake", str(lake)])

    teams = sources / "lahman" / "Teams.csv"
    teams.write_text(teams.read_text().replace("teamIDretro", "teamIDother", 1))
    assert build().exit_code == 3
    (people,) = sources.glob("register/people*")
    sound = people.read_bytes()
    people.write_text("nothing\n")
    before = (lake / "manifest.json").read_bytes()
    refused = build("--seasons", "2042")
    assert refused.exit_code == 1
    assert "people" in refused.stderr
    assert "the lake may have been built with it: mend it, or build into a new folder" in refused.stderr
    assert (lake / "manifest.json").read_bytes() == before
    people.write_bytes(sound)
    shutil.copy(league / "lahman" / "Teams.csv", teams)
    told = "SELECT check_name FROM withheld WHERE season IS NULL AND table_name IS NULL"
    for seasons, rows in ((["--seasons", "2042"], [{"check_name": "lahman: Teams.csv"}]), ([], [])):
        done = build(*seasons)
        assert done.exit_code == 0, done.output
        assert LakeReader(lake).rows(told) == rows
