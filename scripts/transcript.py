"""Write the transcript of `docs/service.md`: what `skipper mcp` answers about Collins and Conforto on real data.

`.venv/bin/python scripts/transcript.py LAKE`, with a lake of the 2016 game logs, writes it in its place.
`tests/test_directives_real.py` fails when the tool no longer says so.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters, stdio_client

PAGE = Path(__file__).resolve().parent.parent / "docs" / "service.md"
TOOL, ARGUMENTS = "player", {"name": "Michael Conforto", "season": 2016}
_BLOCK = re.compile(r"(?<=```text\n)call    player .*?(?=```\n)", re.DOTALL)


def ask(lake: Path) -> Any:
    """The result of the tool, from the official client of a server of the lake."""

    async def run() -> Any:
        command = StdioServerParameters(command=sys.executable, args=["-m", "skipper", "mcp", "--lake", str(lake)])
        with anyio.fail_after(120):
            async with Client(stdio_client(command)) as client:
                return await client.call_tool(TOOL, ARGUMENTS)

    return anyio.run(run)


def transcript(text: str) -> str:
    """The call and what of the answer bears on the question; `…` stands for the rest, such as the lake's coverage."""
    blocks = text.split("\n\n")
    starts = next(block for block in blocks if block.startswith("Starts in the lineup")).splitlines()
    said = (
        blocks[0].splitlines()[:2],
        [line for line in starts if not line.startswith("─")],
        _found(r"vs L, vs R: .*?(?=\n—)", blocks[-1]),
        _found(r"The information used here .*?retrosheet\.org\.", blocks[-1]),
    )
    lines = [line for part in said for line in (*part, "…")]
    return (
        f"call    {TOOL} {json.dumps(ARGUMENTS)}\nanswer  " + "\n        ".join(line.rstrip() for line in lines) + "\n"
    )


def _found(pattern: str, text: str) -> list[str]:
    found = re.search(pattern, text, re.DOTALL)
    return found[0].splitlines() if found else []


def written() -> str:
    """The transcript that the page has."""
    found = _BLOCK.search(PAGE.read_text("utf-8"))
    return found[0] if found else ""


if __name__ == "__main__":
    now = transcript(ask(Path(sys.argv[1])).content[0].text)
    PAGE.write_text(_BLOCK.sub(lambda _: now, PAGE.read_text("utf-8"), count=1), encoding="utf-8")
