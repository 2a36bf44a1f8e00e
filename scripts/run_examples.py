"""The documentation's examples: found in the pages, run on the demo's lake, compared, and renewed.

A block fenced ```console is an example. Each line that begins with `$ ` is a command, run in a shell from a
folder that holds the demo's lake as `demo/lake`; lines with `> ` just below continue it; the lines that follow are
what it prints, stderr included. A block fenced ```pycon is a Python session, run the same way. Blocks fenced
otherwise (```bash, ```sql, ```text) are not examples. A block fenced ```real is an example of real data, which only
`--real` runs, with the lake as SKIPPER_LAKE.

    scripts/run_examples.py demo/lake           compare, and print what differs; exit status 1 when anything does
    scripts/run_examples.py demo/lake --write   put what is printed now into the pages
    scripts/run_examples.py LAKE --real         the same with the examples of real data
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from skipper.answers.directives.example import demo_plan

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = "84"  # the width of the terminal that examples are shown in
BUILD_ID = re.compile(r"\b\d{8}T\d{6}\.\d{6}Z\b")
_NOT_PASSED_ON = ("SKIPPER_", "PYTHONUNBUFFERED")  # settings that would change what the commands print, or when
SHOWN_ID = "20260401T120000.000000Z"  # stands in the pages for the id of any build
_BLOCK = re.compile(r"^```(console|pycon|real)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# A session replays itself: what Python shows at its prompt for each statement, and what that printed.
_SESSION = """
import code, sys
console = code.InteractiveConsole()
more = False
for line in sys.stdin.read().split("\\n"):
    print(("... " if more else ">>> ") + line, flush=True) if line else None
    more = console.push(line)
    sys.stdout.flush()
"""


@dataclass(frozen=True)
class Example:
    """One block of a page: `line` is that of its fence, `text` what is between the fences."""

    page: Path
    line: int
    kind: str
    text: str

    @property
    def commands(self) -> list[str]:
        """The shell commands of a console block, those over several lines with their line breaks."""
        typed = re.findall(r"^\$ .*\n(?:> .*\n)*", self.text, re.MULTILINE)
        return ["\n".join(line[2:] for line in command.splitlines()) for command in typed]


def examples(docs: Path, real: bool = False) -> list[Example]:
    """The examples of every page, in order; those of real data if `real` is true."""
    return [example for page in sorted(docs.rglob("*.md")) for example in examples_of(page, real)]


def examples_of(page: Path, real: bool = False) -> list[Example]:
    """The examples of one page, of real data or of the demo; without those that set the project up."""
    text = page.read_text("utf-8")
    found = [
        Example(page, text.count("\n", 0, match.start()) + 1, match[1], match[2]) for match in _BLOCK.finditer(text)
    ]
    found = [example for example in found if (example.kind == "real") == real]
    return [example for example in found if not any(one.startswith("make ") for one in example.commands)]


def replay(example: Example, folder: Path, lake: Path | None = None) -> str:
    """The block as it would stand if its commands were run now in `folder`, which holds `demo/lake`, or on `lake`."""
    if example.kind == "pycon":
        return normal(_replay_session(example.text, folder))
    shown = re.split(r"^\$ .*\n(?:> .*\n)*", example.text, flags=re.MULTILINE)[1:]
    parts = []
    for command, documented in zip(example.commands, shown, strict=True):
        printed = _run(["bash", "-c", command], folder, lake=lake)
        parts += ["$ " + command.replace("\n", "\n> "), _abridged(documented, printed)]
    return normal("\n".join(parts))


def _abridged(documented: str, printed: str) -> str:
    """What is printed, without what a page leaves out with a line `…`: of the rest, the lines that begin alike."""
    if "…" not in documented.splitlines():
        return printed
    rest, kept = iter(printed.splitlines()), []
    for line in documented.splitlines():
        alike = (one for one in rest if one.split()[:1] == line.split()[:1])
        kept.append(line if line == "…" else next(alike, f"nothing begins like: {line}"))
    return "\n".join(kept)


def normal(text: str) -> str:
    """Text without what differs from build to build and from terminal to terminal.

    The build's id becomes SHOWN_ID, and blanks at the ends of lines and empty lines at the end are dropped.
    """
    lines = [line.rstrip() for line in BUILD_ID.sub(SHOWN_ID, text).splitlines()]
    return "\n".join(lines).rstrip("\n") + "\n"


def difference(example: Example, now: str) -> str:
    """The page's text and what is printed now as a unified diff; empty when they agree."""
    place = f"{example.page.name}:{example.line}"
    documented, printed = normal(example.text).splitlines(), now.splitlines()
    return "\n".join(difflib.unified_diff(documented, printed, f"{place}, as documented", f"{place}, now", lineterm=""))


def rewrite(example: Example, now: str) -> None:
    """Put `now` in the example's place."""
    text = example.page.read_text("utf-8")
    old, new = (f"```{example.kind}\n{body}```\n" for body in (example.text, now))
    example.page.write_text(text.replace(old, new, 1), encoding="utf-8")


def lend(lake: Path, folder: Path) -> Path:
    """Make `folder` hold the lake as `demo/lake`, by a link, and the demo's plan beside it; returns the folder."""
    (folder / "demo").mkdir(parents=True, exist_ok=True)
    (folder / "demo" / "lake").symlink_to(lake.resolve(), target_is_directory=True)
    (folder / "demo" / "plan.yaml").write_text(demo_plan(), encoding="utf-8")
    return folder


def _replay_session(text: str, folder: Path) -> str:
    # An empty line ends a block of statements; pages do not show it.
    ended = re.sub(r"^(\.\.\. .*\n)(?!\.\.\. )", r"\1... \n", text, flags=re.MULTILINE)
    source = [line[4:] for line in ended.splitlines() if line.startswith((">>> ", "... "))]
    return _run([sys.executable, "-c", _SESSION], folder, "\n".join(source))


def _run(command: list[str], folder: Path, given: str | None = None, lake: Path | None = None) -> str:
    environment = {**os.environ, "COLUMNS": COLUMNS, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    environment = {name: value for name, value in environment.items() if not name.startswith(_NOT_PASSED_ON)}
    environment |= {} if lake is None else {"SKIPPER_LAKE": str(lake)}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout.rstrip("\n")


def _main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lake", type=Path, help="the demo's lake")
    parser.add_argument("--write", action="store_true", help="renew the pages instead of comparing")
    parser.add_argument("--real", action="store_true", help="run the examples of real data")
    asked = parser.parse_args()
    differing = 0
    with tempfile.TemporaryDirectory(prefix="skipper-docs-") as temporary:
        folder = lend(asked.lake, Path(temporary))
        pages = [*examples_of(ROOT / "README.md", asked.real), *examples(ROOT / "docs", asked.real)]
        for example in pages:
            now = replay(example, folder, asked.lake.resolve() if asked.real else None)
            found = difference(example, now)
            differing += bool(found)
            if found and asked.write:
                rewrite(example, now)
            elif found:
                print(found)
    return int(bool(differing) and not asked.write)


if __name__ == "__main__":
    sys.exit(_main())
