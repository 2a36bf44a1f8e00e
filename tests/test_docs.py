"""The documentation against the program: pages, links, commands, queries, and examples with their outputs."""

from __future__ import annotations

import inspect
import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import pytest
import yaml

from built_lake import Built
from generate_docs import generated, stale, table_page, top_commands
from run_examples import Example, difference, examples, examples_of, lend, normal, replay, rewrite
from skipper.answers.differences import CATEGORIES
from skipper.api import Lake
from skipper.build.graph import graph
from skipper.cli import main as skipper
from skipper.lake.contract import Column

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
RENEW = "run `make docs` (or .venv/bin/python scripts/generate_docs.py)"


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)


# Generated pages


def test_generated_pages_are_what_the_generator_writes() -> None:
    absent = [place(path) for path in generated(ROOT) if not path.is_file()]
    assert absent == [], f"not there: {RENEW}"
    differ = [place(path) for path, text in generated(ROOT).items() if path.read_text("utf-8") != text]
    assert differ == [], f"out of date: {RENEW}"


def test_no_page_is_left_of_a_command_or_table_that_is_gone() -> None:
    assert stale(ROOT) == []


def test_every_command_has_its_page_with_its_help_and_every_option() -> None:
    for path, command in all_commands():
        text = (DOCS / "commands" / f"{path.split()[1]}.md").read_text("utf-8")
        assert re.search(rf"^##? {path}$", text, re.MULTILINE), f"{path} has no heading"
        for option in command.params:
            for name in option.opts if isinstance(option, click.Option) and not option.hidden else ():
                assert name in text, f"{path} {name}"


def test_every_table_and_column_has_its_place_with_type_meaning_and_null() -> None:
    for table in graph().published:
        text = (DOCS / "tables" / f"{table.name}.md").read_text("utf-8")
        assert table.grain in text
        rows = [line.replace("\\|", "|").replace("&lt;", "<") for line in text.splitlines() if line.startswith("| `")]
        wanted = [(one.name, one.type, "never" if one.required else "may be", one.doc) for one in table.columns]
        assert rows == [f"| `{name}` | `{kind}` | {null} | {doc} |" for name, kind, null, doc in wanted]
        words = " ".join(text.split())
        for check in table.all_checks():
            assert " ".join(check.violations.split()) in words, check.name
            assert check.says in words


def test_a_new_column_changes_its_tables_page() -> None:
    table = graph().published[0]
    more = replace(table, columns=(*table.columns, Column("moon", "string", "the moon's phase, `a|b`; null by day")))
    path = DOCS / "tables" / f"{table.name}.md"
    assert path.read_text("utf-8") == table_page(table) != table_page(more)
    assert "| `moon` | `string` | may be | the moon's phase, `a\\|b`; null by day |" in table_page(more)


def test_a_new_table_needs_its_page_and_its_place_in_the_navigation() -> None:
    more = generated(ROOT, (*graph().published, replace(graph().published[0], name="moon")))
    assert DOCS / "tables" / "moon.md" in more
    assert "      - moon: tables/moon.md\n" in more[ROOT / "mkdocs.yml"]
    assert more[DOCS / "tables" / "index.md"] != (DOCS / "tables" / "index.md").read_text("utf-8")


# Navigation and links


def test_every_page_is_in_the_navigation_once() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]
    listed = sorted(entries(nav))
    assert listed == sorted(page.relative_to(DOCS).as_posix() for page in PAGES)


def entries(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for below in nav.values():
            yield from entries(below)
    else:
        for below in nav:
            yield from entries(below)


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("*.md")), *PAGES], ids=place)
def test_links_lead_somewhere(page: Path) -> None:
    assert broken_links(page) == []


def broken_links(page: Path) -> list[str]:
    """The links of a page to a file, or a heading of one, that is not there. Addresses of the web are not asked."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?://", target):
            continue
        file, _, heading = target.partition("#")
        there = page.parent / file if file else page
        if target.startswith("/") or not there.is_file() or (heading and heading not in headings(there)):
            broken.append(target)
    return broken


def headings(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# There it is\n")
    page = tmp_path / "page.md"
    good = "[a](there.md) [b](there.md#there-it-is) [c](https://example.org/nowhere.md)\n```text\n[d](code.md)\n```\n"
    page.write_text(good + "[e](gone.md) [f](there.md#gone) [g](/there.md)\n")
    assert broken_links(page) == ["gone.md", "there.md#gone", "/there.md"]


def test_the_site_builds_without_a_warning_and_loads_nothing_from_the_network(docs_site: Path) -> None:
    made = {file.relative_to(docs_site).as_posix() for file in docs_site.rglob("*.html")}
    assert {page.relative_to(DOCS).with_suffix(".html").as_posix() for page in PAGES} <= made
    loaded = re.compile(r"<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>")
    for name in sorted(made):
        assert loaded.findall((docs_site / name).read_text("utf-8")) == [], name


# Commands, queries and settings that are named


def all_commands() -> list[tuple[str, click.Command]]:
    def walk(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
        yield path, command
        if isinstance(command, click.Group):
            for name, below in command.commands.items():
                yield from walk(f"{path} {name}", below)

    return [found for name, command in top_commands().items() for found in walk(f"skipper {name}", command)]


def shell_lines() -> list[tuple[Path, str]]:
    """The commands of blocks that are not run, with their pages; without settings of the environment."""
    lines = [(page, line) for page in PAGES for block in blocks(page, "bash") for line in joined(block)]
    bare = [(page, re.sub(r"^(?:[A-Z_]+=\S+ +)+", "", line)) for page, line in lines]
    return [(page, line) for page, line in bare if not line.startswith("export ")]


def joined(block: str) -> list[str]:
    """The lines of a block, with those that a backslash continues in one."""
    return re.sub(r" *\\\n *", " ", block).splitlines()


def understood(line: str) -> None:
    """Parse a `skipper` command line as click would, without running it. Raises click.UsageError."""
    command, words = skipper, shlex.split(os.path.expandvars(line), comments=True)[1:]
    while isinstance(command, click.Group):
        name = words.pop(0)
        below = command.get_command(click.Context(command), name)
        if below is None:
            raise click.UsageError(f"no command {name}")
        command = below
    command.make_context(command.name, words)


@pytest.mark.parametrize(("page", "line"), [pytest.param(*pair, id=pair[1]) for pair in shell_lines()])
def test_commands_that_are_shown_and_not_run_exist(page: Path, line: str, tmp_path: Path) -> None:
    program = shlex.split(line)[0]
    if program == "make":
        targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
        assert shlex.split(line)[1] in targets
    elif program == ".venv/bin/python":
        assert (ROOT / shlex.split(line)[1]).is_file()
    else:
        assert program == "skipper"
        understood(line)


def test_commands_in_help_texts_and_in_the_readme_exist() -> None:
    texts = {path: command.epilog or "" for path, command in all_commands()}
    texts["README.md"] = "".join(blocks(ROOT / "README.md", "console"))
    texts["examples.md"] = "".join(blocks(DOCS / "examples.md", "real"))
    lines = [(path, line) for path, text in texts.items() for line in re.findall(r"^[$ ] *(skipper .*)$", text, re.M)]
    assert len(lines) > 10
    for path, line in lines:
        try:
            understood(re.split(r"  +|>|…", line)[0])  # without a remark, where the output goes, or what is left out
        except click.UsageError as error:
            pytest.fail(f"{path}: {line}: {error}", pytrace=False)


@pytest.mark.parametrize("line", ["skipper recrods X", "skipper records", "skipper records X --seasn 2016"])
def test_a_command_that_does_not_exist_is_found(line: str) -> None:
    with pytest.raises(click.UsageError):
        understood(line)


def queries() -> list[tuple[Path, str]]:
    """Queries of the hand-written pages that are shown without their results."""
    found = [(page, query) for page in DOCS.glob("*.md") for query in blocks(page, "sql")]
    for page, line in shell_lines():
        words = shlex.split(line)
        found += [(page, words[2])] if words[:2] == ["skipper", "sql"] else []
    return found


def test_queries_that_are_shown_can_be_run(simulated: Built) -> None:
    reader = simulated.reader()
    assert len(queries()) > 3
    for page, query in queries():
        assert reader.query(query).description, f"{place(page)}: {query}"


def test_every_verb_of_python_is_documented_as_it_is_called() -> None:
    text = (DOCS / "python.md").read_text("utf-8")
    for name, verb in inspect.getmembers(Lake, inspect.isfunction):
        given = [one.replace(annotation=one.empty) for one in list(inspect.signature(verb).parameters.values())[1:]]
        called = f"{name}{inspect.Signature(given)}".replace("'", '"')
        assert name.startswith("_") or f"| `{called}` |" in text, called


def test_every_category_of_differences_is_explained() -> None:
    explained = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", (DOCS / "crediting.md").read_text("utf-8"), re.MULTILINE)
    assert [name for name in explained if name in CATEGORIES] == list(CATEGORIES)


def test_every_variable_of_the_environment_is_documented_and_no_other() -> None:
    known = {
        name
        for file in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"\"(SKIPPER_[A-Z_]+)\"", file.read_text("utf-8"))
    }
    listed = re.findall(r"^\| `(SKIPPER_[A-Z_]+)`", (DOCS / "settings.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(known)


# Examples


@pytest.fixture(scope="module")
def demo(simulated: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the simulated league's lake as `demo/lake`."""
    return lend(simulated.lake, tmp_path_factory.mktemp("examples"))


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(one, id=f"{one.page.name}:{one.line}")
        for one in (*examples_of(ROOT / "README.md"), *examples(DOCS))
    ],
)
def test_examples_print_what_the_page_shows(example: Example, demo: Path) -> None:
    found = difference(example, replay(example, demo))
    assert found == "", "scripts/run_examples.py demo/lake --write renews the examples"


def test_examples_are_of_the_fictional_league() -> None:
    console = [command for one in examples(DOCS) if one.kind == "console" for command in one.commands]
    assert 5 <= len(console) <= 24
    assert all("--lake demo/lake" in command for command in console)


def test_an_example_that_prints_something_else_is_found(demo: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n```console\n$ printf 'ten  \\n20260401T120000.000000Z\\n\\n' | cat\nnine\n```\n")
    (example,) = examples(tmp_path)
    now = replay(example, demo)
    assert "-nine\n+ten\n+20260401T120000.000000Z" in difference(example, now)
    rewrite(example, now)
    (renewed,) = examples(tmp_path)
    assert difference(renewed, replay(renewed, demo)) == ""


def test_only_the_build_and_blanks_at_ends_are_made_alike() -> None:
    assert normal("Build 20991231T235959.123456Z, x  \n 1  2\n\n") == "Build 20260401T120000.000000Z, x\n 1  2\n"
