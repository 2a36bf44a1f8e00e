"""Documents that repeat one another: one source, told once, and no evidence for one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from skipper.press.answer import Judged, answer_of, document, read_and_judge
from skipper.press.claim import Report
from skipper.press.clean import passages
from skipper.press.duplicates import groups
from skipper.render.html.press_page import write_press

WIRE = (
    "The Boston Red Sox fired manager Walt Abbey after the 2012 season, the worst that the old park on the river had "
    "seen in half a century, and the owners said that the search for another man would begin at once, with a list of "
    "names that had been drawn up over the summer and shown to nobody outside the room in which it was written."
)
ANOTHER = "Manager Walt Abbey was fired by the Boston Red Sox after the 2012 season."


@pytest.fixture
def pieces(tmp_path: Path) -> Path:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(WIRE, encoding="utf-8")
    return tmp_path


def shown(judged: Judged) -> list[str]:
    """Of each row of the view whose words and where."""
    return [
        row["words"] for table in answer_of(judged, "", unfold=True).tables for view in table.views for row in view.rows
    ]


def test_what_reprints_say_stands_once_for_a_reader_and_for_each_in_json(pieces: Path) -> None:
    judged = read_and_judge([pieces], None, "frames")
    [words] = shown(judged)
    assert words.endswith("(no date; assumed 2012 or later) and 2 reprints")
    assert [claim["report"] for claim in document(judged, None)["claims"]] == ["a.txt", "b.txt", "c.txt"]


def test_a_page_says_how_many_reprints_have_it(pieces: Path, tmp_path: Path) -> None:
    judged = read_and_judge([pieces], None, "frames")
    page = write_press(judged, "Reports", None, tmp_path / "page.html", unfold=True).read_text("utf-8")
    assert page.count("and 2 reprints") == 1
    assert "b.txt" not in page


def test_reprints_neither_corroborate_nor_agree_with_one_another(pieces: Path) -> None:
    judged = read_and_judge([pieces], None, "frames")
    assert [verdict.verdict for verdict in judged.verdicts] == ["unverifiable"] * 3
    assert not any("agrees" in one.text for verdict in judged.verdicts for one in verdict.evidence)


def test_another_piece_corroborates_and_is_the_only_one_that_agrees(pieces: Path) -> None:
    (pieces / "d.txt").write_text(ANOTHER, encoding="utf-8")
    judged = read_and_judge([pieces], None, "frames")
    agreeing = {
        claim.report: [one.report for one in verdict.evidence if one.text.startswith("agrees")]
        for claim, verdict in zip(judged.claims, judged.verdicts, strict=True)
    }
    assert {verdict.verdict for verdict in judged.verdicts} == {"corroborated"}
    assert agreeing == {"a.txt": ["d.txt"], "b.txt": ["d.txt"], "c.txt": ["d.txt"], "d.txt": ["a.txt"]}


def repeated(number: int) -> list[Report]:
    """Reports of `number` stories, each printed three times with another site's boilerplate."""
    stories = [
        " ".join(f"word{(7 * place + 13 * story) % 97}x{story}" for place in range(120)).capitalize() + "."
        for story in range(number)
    ]
    texts = [
        (story, before + text) for story, text in enumerate(stories) for before in ("", "Filed under:\n\n", "Share\n\n")
    ]
    return [Report(f"{place:04}-{story}", text, passages(text)) for place, (story, text) in enumerate(texts)]


def test_reprints_are_one_group_and_stories_several() -> None:
    reports = repeated(20)
    found = groups(reports)
    assert len(set(found.values())) == 20
    assert {name.split("-")[1] for name in found} == {str(story) for story in range(20)}
    assert all(found[name].split("-")[1] == name.split("-")[1] for name in found)


def test_groups_do_not_depend_on_the_order() -> None:
    reports = repeated(5)
    assert groups(reports) == groups(list(reversed(reports)))


def test_one_report_is_a_group_without_being_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A draft has nothing to be compared with, and the library that signs takes as long to load as to read it."""
    monkeypatch.setattr("skipper.press.duplicates.signature", lambda report: pytest.fail("signed"))
    assert groups([Report("draft", "Abbot won.")]) == {"draft": "draft"}
