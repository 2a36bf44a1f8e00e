"""Chart for an organization's farm system: the tree of its clubs by level, with managers, records and games known."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup

from skipper.answers.answer import Answer, Row, shown
from skipper.answers.system import games_known
from skipper.definitions.levels import PARENT_LEVEL
from skipper.lake.reader import LakeReader
from skipper.render.figures import cell
from skipper.render.html.answer_page import Chart
from skipper.render.html.svg import ACCENT, INK, LINE, MUTED, canvas, colour, markup

WIDTH = 340  # a unit is one CSS pixel on a narrow phone
_TRUNK, _LEVEL, _CLUB = 8, 22, 62  # where the trunk, the levels and the clubs stand
_TOP, _ROW, _LINE = 26, 46, 13  # heights of the organization's line, of a club, and of a line of text
_BAR = 90  # length of the bar of all expected games
_LONGEST = 46  # letters in a line
_TITLE = "Farm system"
_CAPTION = (
    "The organization's clubs, from the highest level to the lowest: league, record, games known, and manager. The bar "
    "shows the share of the club's games that this lake has; a club whose number of games is unknown has no bar."
)
_RECORD = shown("W-L", "record", "wins", "losses", "ties")


def system_charts(lake: LakeReader, answer: Answer) -> tuple[Chart, ...]:
    """Return the tree for an answer of `system`; none for an organization without affiliates."""
    rows = [row for row in answer.main.rows if row["level"] != PARENT_LEVEL]
    if not rows:
        return ()
    parent = next((row for row in answer.main.rows if row["level"] == PARENT_LEVEL), None)
    picture = tree(answer.subject["organization"], parent, rows)
    return (Chart(picture, _TITLE, _CAPTION, answer.main.views[0], before="system", beside=True),)


def tree(organization: str, parent: Row | None, rows: Sequence[Row]) -> Markup:
    """Draw the affiliates' branches by level; `parent` is the major-league club's row, null if the lake lacks it."""
    told = "; ".join(f"{row['level'] or 'level unknown'} {_club(row)}, {_games(row)}" for row in rows)
    svg = canvas(WIDTH, _TOP + _ROW * len(rows), f"{organization}, affiliates by level: {told}.")
    _write(svg, 0, 12, organization, f"font-size:12px;font-weight:bold;fill:{colour(INK)}")
    if parent is not None:
        _write(svg, 0, 24, _games(parent), f"fill:{colour(MUTED)}")
    place = 0
    for level, own in groupby(rows, lambda row: row["level"]):
        first, clubs = _middle(place), list(own)
        _line(svg, f"M{_TRUNK} {first}H{_LEVEL - 3}")
        _write(svg, _LEVEL, first + 3.5, level or "?", f"font-weight:bold;fill:{colour(ACCENT)}")
        for row in clubs:
            _draw(svg, place, row)
            place += 1
        if len(clubs) > 1:
            _line(svg, f"M{_CLUB - 12} {first}V{_middle(place - 1)}")
        if place == len(rows):  # the trunk ends at the lowest level
            _line(svg, f"M{_TRUNK} {_TOP}V{first}")
    return markup(svg)


def _draw(svg: ET.Element, place: int, row: Row) -> None:
    """Draw a club: its branch, name and league, manager, record and games, and the bar of the games known."""
    middle = _middle(place)
    _line(svg, f"M{_CLUB - 12} {middle}H{_CLUB - 3}")
    league = f" ({row['league']})" if row["league"] else ""
    _write(svg, _CLUB, middle + 3.5, f"{_club(row)}{league}", f"font-weight:bold;fill:{colour(INK)}")
    _write(svg, _CLUB, middle + 3.5 + _LINE, _games(row), f"fill:{colour(MUTED)}")
    if row["games_share"] is not None:
        y = middle + 3.5 + _LINE + 6
        for length, shade in ((_BAR, LINE), (_BAR * min(row["games_share"], 1), ACCENT)):
            ET.SubElement(svg, "path", {"d": f"M{_CLUB} {y}h{length:g}", "style": _stroke(shade, 3)})


def _middle(place: int) -> float:
    return _TOP + _ROW * place + 14


def _club(row: Row) -> str:
    return str(row["club_name"] or row["club"])


def _games(row: Row) -> str:
    """Return a club's record, games known and managers in words; the names last, because a long line is cut short."""
    who = ", ".join(row["managers"]) or "manager unknown"
    known = games_known(row)
    return f"{cell(_RECORD, row)}, {known}: {who}" if known else f"no games in this lake; {who}"


def _line(svg: ET.Element, path: str) -> None:
    ET.SubElement(svg, "path", {"d": path, "style": _stroke(LINE, 1.5)})


def _stroke(shade: str, width: float) -> str:
    return f"fill:none;stroke:{colour(shade)};stroke-width:{width:g}"


def _write(svg: ET.Element, x: float, y: float, words: str, style: str) -> None:
    text = words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"
    ET.SubElement(svg, "text", {"x": f"{x:g}", "y": f"{y:g}", "style": style}).text = text
