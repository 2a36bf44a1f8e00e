"""Documents to reports: reading, cleaning, refusals, hostile input, and the same on Spark."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from pyspark.sql import SparkSession

from press_claims import claims_of
from skipper.press import documents, hand_kept
from skipper.press.claim import Report
from skipper.press.clean import MAX_LINE, passages
from skipper.press.documents import MAX_BYTES, chunks, read_chunk, read_date, read_documents
from skipper.press.duplicates import groups
from skipper.press.html import nesting
from skipper.press.vocabulary import Person

# Where nobody is known hardly any claim is read, and what goes through claims is not reached.
MEN = ("Ada Vale", "Earl Weaver", "Ned Abbot", "Ike Beale", "Jo Cole", "Sam Drury", "Lee Easton", "Max Farrow")
CLUBS = ("Mets", "Braves", "Yankees", "Red Sox")
KNOWN = replace(
    hand_kept.vocabulary(),
    people=tuple(Person(name.lower(), name, name.split()[1], managed=(1950, 2015)) for name in MEN),
)
PIECE = (
    "Ada Vale named manager of the Buffalo Bisons\n\n"
    "Ada Vale was named manager of the Buffalo Bisons on Tuesday, the club said.\n\n"
    "She managed Binghamton for two seasons and took the club to the playoffs in 2011.\n"
)


def kept(text: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in passages(text)]


def test_plain_text_is_kept_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(PIECE, encoding="utf-8")
    [report], refused = read_documents([tmp_path])
    assert not refused
    assert report.text == PIECE
    assert report.name == "a.txt"
    assert report.date is None
    assert [one.kind for one in report.passages] == ["headline", "body", "body"]


def test_json_lines_are_documents_with_line_url_and_date(tmp_path: Path) -> None:
    rows = [
        {"text": PIECE, "url": "https://example.org/1", "date": "2012-04-03", "title": "Vale"},
        {"text": "", "url": "x"},
        ["no", "object"],
        {"text": PIECE, "date": "April"},
    ]
    lines = [json.dumps(row) for row in rows]
    (tmp_path / "d.jsonl").write_text(
        "\n".join([lines[0], "", lines[1], lines[2], "{broken", lines[3]]), encoding="utf-8"
    )
    reports, refused = read_documents([tmp_path / "d.jsonl"])
    assert [report.name for report in reports] == ["d.jsonl:1", "d.jsonl:6"]
    assert (reports[0].date, reports[0].url, reports[0].title) == (date(2012, 4, 3), "https://example.org/1", "Vale")
    assert reports[1].date is None
    assert [(row["line"], row["reason"].split(":")[0]) for row in refused] == [
        (3, "empty"),
        (4, "no field text with words"),
        (5, "not JSON"),
    ]
    assert all(set(row) == {"source", "file", "line", "text", "reason"} for row in refused)


def test_json_lines_of_something_else_are_one_row(tmp_path: Path) -> None:
    """A file of labels beside the pieces is told once, and not line by line."""
    labels = [json.dumps({"type": "title", "title": "pennant", "wins": wins}) for wins in (80, 81, 82)]
    (tmp_path / "labels.jsonl").write_text("\n".join(labels), encoding="utf-8")
    reports, refused = read_documents([tmp_path / "labels.jsonl"])
    assert (reports, len(refused)) == ([], 1)
    assert (refused[0]["file"], refused[0]["line"]) == ("labels.jsonl", None)
    assert refused[0]["reason"] == "no documents: 3 lines, JSON with none of text, url and date"


@pytest.mark.parametrize(
    "other", ['{"text": "Vale was hired by the Mets."}', '{"url": "https://example.org"}', "{broken"]
)
def test_such_lines_beside_others_are_told_one_by_one(tmp_path: Path, other: str) -> None:
    lines = ['{"type": "record"}', other, '{"type": "award"}']
    (tmp_path / "mixed.jsonl").write_text("\n".join(lines), encoding="utf-8")
    _reports, refused = read_documents([tmp_path / "mixed.jsonl"])
    assert {1, 3} <= {row["line"] for row in refused}


def test_html_is_parsed_and_its_boilerplate_dropped(tmp_path: Path) -> None:
    page = """<html><head><title>Vale &amp; co</title><link rel="canonical" href="https://example.org/v">
    <meta property="article:published_time" content="2012-04-03T10:00:00Z"><script>alert("x")</script></head>
    <body><nav><a>Home</a></nav><article><h1>Vale hired</h1><p>Ada <b>Vale</b> was hired by the Mets.</p>
    <aside>Most read</aside><figure><figcaption>Vale in May. Photo: AP / Stan Lens</figcaption></figure>
    <p>&lt;script&gt; is not run.</p></article></body></html>"""
    (tmp_path / "v.html").write_text(page, encoding="utf-8")
    [report], refused = read_documents([tmp_path])
    assert not refused
    assert (report.title, report.url, report.date) == ("Vale & co", "https://example.org/v", date(2012, 4, 3))
    assert report.text.split("\n\n")[:2] == ["Vale hired", "Ada Vale was hired by the Mets."]
    assert "alert" not in report.text
    assert "Most read" not in report.text
    assert [one.kind for one in report.passages] == ["headline", "body", "caption", "body"]


def test_comments_and_other_stories_are_no_part_of_the_piece(tmp_path: Path) -> None:
    page = """<html><body class="with-comments"><div class="story"><p>Ada Vale was hired by the Mets.</p>
    <div class="related"><a>Vale went 12-150</a></div></div><div class="wide sidebar"><p>Subscribe now.</p></div>
    <section id="comments"><p>Vale was fired in 1999, I tell you.</p></section></body></html>"""
    (tmp_path / "v.html").write_text(page, encoding="utf-8")
    [report], _refused = read_documents([tmp_path])
    assert report.text == "Ada Vale was hired by the Mets."


def test_what_cannot_be_used_is_refused_with_a_reason(tmp_path: Path) -> None:
    files = {
        "binary.txt": b"abc\x00\x01\x02",
        "broken.txt": b"first\nbad \xff byte",
        "deep.html": b"<div>" * 100_000,
        "empty.txt": b" \n\n",
        "long.txt": b"a" * (MAX_BYTES + 1),
        "only.txt": b"Advertisement\n\nNext: more\n",
        "picture.png": b"\x89PNG",
        "tags.html": b"<html><body><script>1</script></body></html>",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    reports, refused = read_documents([tmp_path])
    assert reports == []
    assert [(row["file"], row["line"]) for row in refused] == [
        ("binary.txt", 1),
        ("broken.txt", 2),
        *((name, None) for name in list(files)[2:]),
    ]
    assert "nested 100000 deep" in refused[2]["reason"]


def test_a_line_of_fifty_megabytes_is_refused_and_the_next_one_read(tmp_path: Path) -> None:
    with (tmp_path / "d.jsonl").open("wb") as file:
        file.write(b'{"text": "' + b"x" * 50_000_000 + b'"}\n')
        file.write(json.dumps({"text": PIECE}).encode())
    [report], [row] = read_documents([tmp_path])
    assert report.name == "d.jsonl:2"
    assert (row["line"], row["reason"]) == (1, f"longer than {MAX_BYTES:,} bytes")
    assert len(row["text"]) <= 200


def test_a_long_file_is_cut_into_chunks_that_hold_every_line_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "CHUNK_BYTES", 20_000)
    monkeypatch.setattr(documents, "BLOCK_BYTES", 1_000)
    number = 200
    (tmp_path / "d.jsonl").write_text(
        "".join(json.dumps({"text": PIECE}) + "\n" for _ in range(number)), encoding="utf-8"
    )
    parts = list(chunks([tmp_path]))
    read = [document for part in parts for document in read_chunk(part)]
    names = [document.name for document in read if isinstance(document, Report)]
    assert len(names) == len(read)
    assert len(parts) > 1
    assert names == [f"d.jsonl:{line}" for line in range(1, number + 1)]


def test_a_path_inside_a_document_is_not_opened(tmp_path: Path) -> None:
    secret = tmp_path / "secret.dat"
    secret.write_text("top", encoding="utf-8")
    (tmp_path / "a.html").write_text(
        f'<p>Read <a href="file://{secret}">this</a></p><img src="{secret}">', encoding="utf-8"
    )
    (tmp_path / "link.txt").symlink_to(secret)
    reports, refused = read_documents([tmp_path])
    assert [report.name for report in reports] == ["a.html"]
    assert "top" not in reports[0].text
    assert [row["file"] for row in refused] == ["secret.dat"]


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such file or folder"):
        read_documents([tmp_path / "nowhere"])


@pytest.mark.parametrize(
    "line",
    [
        "clock menu more-arrow no yes mobile",
        "Filed under:",
        "More from The Upper Deck",
        "Next: Club names its opening starter",
        "Share this on Facebook",
        "Unlimited reading and Digital AccessOnly 10¢for 3 months",
        "Ann Author, Contributor",
        "By ANN AUTHOR",
        "Copyright 2014 The Paper",
        "12 Comments",
        "Updated: 4:10 p.m.",
    ],
)
def test_site_boilerplate_is_dropped(line: str) -> None:
    assert [words for _, words in kept(f"{PIECE}\n{line}\n")] == [words for _, words in kept(PIECE)]


def test_captions_are_kept_as_captions_without_their_credit() -> None:
    text = "Bisons manager Ada Vale (6) during a game against Toledo on May 8, 2012. Credit: AP / Stan Lens\n\n" + PIECE
    assert kept(text)[0] == ("caption", "Bisons manager Ada Vale (6) during a game against Toledo on May 8, 2012.")
    assert kept("MLB: Reds at Cubs Stan Lens-USA TODAY Sports\n\n" + PIECE)[0] == ("caption", "MLB: Reds at Cubs")


def test_a_caption_glued_to_the_text_is_parted_from_it() -> None:
    text = "Ada Vale and Bo Marsh portraitAda Vale said that she would stay.\n"
    assert kept(text) == [("caption", "Ada Vale and Bo Marsh portrait"), ("body", "Ada Vale said that she would stay.")]
    assert [kind for kind, _ in kept("The Charleston RiverDogs have named Ada Vale manager.\n")] == ["body"]
    assert [kind for kind, _ in kept("Roger McDowell and LaTroy Hawkins spoke to the club on Monday.\n")] == ["body"]


def test_a_hard_wrapped_paragraph_is_one_passage() -> None:
    text = (
        "Ada Vale was fired by the club on Monday after three seasons in which\nit never finished above the middle.\n"
    )
    assert len(kept(text)) == 1


def test_hard_wrapped_text_is_parted_at_blank_lines_and_indents() -> None:
    one = "Ada Vale, who had managed the club for three seasons and part of a fourth, was fired on Monday."
    other = "She said that she had expected it. The club did not say who would follow her in the dugout."
    lines = [textwrap.wrap(words, 72) for words in (one, other)]
    blank = "\n\n".join("\n".join(part) for part in lines)
    indented = "\n".join("\n".join(textwrap.wrap(words, 72, initial_indent="    ")) for words in (one, other))
    for text in (blank, indented):
        assert [" ".join(words.split()) for _, words in kept(text)] == [one, other]


def test_a_date_alone_on_a_line_dates_the_piece(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Vale hired\n\nBy Ann Author | April 3, 2012\n\n" + PIECE, encoding="utf-8")
    assert read_documents([tmp_path])[0][0].date == date(2012, 4, 3)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("By Ann Writer  Oct 3, 2012, 10:00am EDT", date(2012, 10, 3)),
        ("*By Ann Writer, Nov. 2, 2012*", date(2012, 11, 2)),
        ("Posted by fan_77 on November 6, 2012 | 43 comments", date(2012, 11, 6)),
        ("CHICAGO, Aug. 8, 2012 -- The White Sox have a new manager.", date(2012, 8, 8)),
        ("KANSAS CITY, Mo. (January 12, 2012) -- The Royals named Ada Vale.", date(2012, 1, 12)),
        ("(Central Islip, N.Y., Nov. 30, 2012) \N{EN DASH} The Ducks named Ada Vale.", date(2012, 11, 30)),
        ("ST. LOUIS, Oct. 2, 1964 (AP) \N{EM DASH} The Cardinals fired Ada Vale.", date(1964, 10, 2)),
        ("In Chicago, Aug. 8, 2012 - the day he was fired - it rained.", None),
        ("He was hired on Aug. 8, 2012 - and fired in May.", None),
    ],
)
def test_a_byline_and_a_dateline_date_the_piece(line: str, expected: date | None, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"Vale is back\n\n{line}\n\n{PIECE}", encoding="utf-8")
    assert read_documents([tmp_path])[0][0].date == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("2012-04-03", date(2012, 4, 3)),
        ("April 3, 2012", date(2012, 4, 3)),
        ("April 2012", None),
        ("Tuesday", None),
        (5, None),
    ],
)
def test_only_a_full_date_is_a_date(given: object, expected: date | None) -> None:
    assert read_date(given) == expected


def test_a_listed_file_that_is_gone_is_no_bad_document(tmp_path: Path) -> None:
    """A worker may not have the folder: its share of the documents must not go to quarantine."""
    path = tmp_path / "a.txt"
    path.write_text("Collins was fired.")
    (chunk,) = chunks([path])
    path.unlink()
    with pytest.raises(FileNotFoundError):
        list(read_chunk(chunk))


def test_paragraphs_left_open_do_not_count_as_nesting() -> None:
    assert nesting("<p>one" * 1000) == 0
    assert nesting("<div><p><b>") == 2


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "Mets " * 200_000,
        "(" * 100_000,
        "1-" * 200_000,
        "was fired by the Mets, " * 5_000,
        '"' * 100_000,
        "\n" * 19_000 + "x",
        "Vale, 53, " * 5_000,
        "Ada Vale Ada Vale " * 5_000,
        "Mets " * 9_000,
        "was fired by the Mets, " * 2_000,
        "Earl Weaver, 53, said that he was fired, according to Earl Weaver, and " * 600,
        "in 1980 and 1981 from 1982 to 1983 97-65 " * 1_000,
        "(" * 40_000 + " Mets",
        "Mets' Triple-A affiliate in Buffalo, then " * 1_000,
    ],
)
def test_hostile_text_does_not_stall(text: str) -> None:
    """No time is asserted: a quadratic step would run for minutes where this takes seconds."""
    report = Report("hostile", text, passages(text))
    claims_of(report, KNOWN)


def comings_and_goings(number: int, sentences: Sequence[str]) -> str:
    """So many sentences about the known people and four clubs, ten to a paragraph."""
    told = [
        sentences[n % len(sentences)].format(
            man=KNOWN.people[n % len(KNOWN.people)].name, club=CLUBS[n // 8 % len(CLUBS)], year=1960 + n * 7 % 50
        )
        for n in range(number)
    ]
    return "\n\n".join(" ".join(told[n : n + 10]) for n in range(0, number, 10))


@pytest.mark.parametrize(
    "sentences",
    [
        ("{man} was fired by the {club} in {year}.",),
        (
            "{man} was fired by the {club} in {year}.",
            "The {club} hired {man} as manager, and he resigned.",
            "{man}, the coach, gets the rest of the season as interim manager.",
            "{man} won the World Series with the {club} in {year}, and was hired to manage them.",
        ),
    ],
)
def test_the_work_grows_with_the_text_and_no_faster(sentences: Sequence[str]) -> None:
    """Calls of functions are counted: what goes through all that was told before grows with the square or worse."""
    short, long = (calls_to_read(comings_and_goings(number, sentences)) for number in (400, 800))
    assert long < 2.5 * short


def calls_to_read(text: str) -> int:
    """How many functions of Python the extraction calls."""
    report, count = Report("hostile", text, passages(text)), 0

    def counted(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event == "call"

    assert claims_of(Report("first", PIECE, passages(PIECE)), KNOWN)  # the tagger is made once
    sys.setprofile(counted)
    try:
        assert claims_of(report, KNOWN)
    finally:
        sys.setprofile(None)
    return count


def test_an_article_in_one_line_is_read_to_its_end() -> None:
    said = "The Mets named Ada Vale manager. "
    text = "A headline\n" + "Nothing else was said that day. " * 2_000 + said * 2 + "a" * 70_000
    found = [text[one.start : one.end] for one in passages(text)]
    assert sum(one.count(said.strip()) for one in found) == 2
    assert max(map(len, found)) <= MAX_LINE
    assert not any("aaaa" in one for one in found[:-1])
    assert all(one.rstrip().endswith(".") for one in found[1:-1])


def test_one_line_that_runs_on_parts_no_wrapped_paragraph() -> None:
    """An editor who adds words in one line of a hard-wrapped paragraph leaves the others as they were wrapped."""
    words = "The Mariners hired Dick Williams in May 1986 and he ran them until June 1988, when they let him go."
    lines = textwrap.wrap(f"{words} {words} {words}", 60)
    lines[2] += " He was 59, as everybody in the press box knew by then."
    text = "\n".join(lines)
    assert [(one.start, one.end) for one in passages(text)] == [(0, len(text))]


def test_spark_makes_the_same_as_one_process(spark: SparkSession, tmp_path: Path) -> None:
    from skipper.press.pipeline import claim_of_row, press_tables
    from skipper.press.readers import reader_of

    (tmp_path / "a.txt").write_text(PIECE, encoding="utf-8")
    (tmp_path / "b.txt").write_text("Filed under:\n\n" + PIECE, encoding="utf-8")
    (tmp_path / "bad.txt").write_bytes(b"\xff")
    (tmp_path / "d.jsonl").write_text(
        json.dumps({"text": "The Cubs fired Ada Vale in May 2013.", "date": "2013-06-01"}), encoding="utf-8"
    )
    vale = Person("p-vale", "Ada Vale", "Vale", None, None, (2008, 2013))
    words = replace(hand_kept.vocabulary(), people=(vale,))
    reports, refused = read_documents([tmp_path])
    tables = press_tables(spark, [tmp_path], words, "frames")
    found = {row["name"]: row.asDict() for row in tables.report.collect()}
    assert {name: row["group"] for name, row in found.items()} == groups(reports)
    assert {name: (row["text"], row["date"]) for name, row in found.items()} == {
        one.name: (one.text, one.date) for one in reports
    }
    assert found["b.txt"]["group"] == "a.txt"
    reader = reader_of("frames", words)
    # Rows do not keep where a field's words are cited.
    expected = [replace(claim, cited={}) for report in reports for claim in reader.read(report).claims]
    claims = [claim_of_row(row.asDict(recursive=True)) for row in tables.claim.collect()]
    assert expected
    assert sorted(claims, key=repr) == sorted(expected, key=repr)
    assert [row.asDict() for row in tables.quarantine.collect()] == refused
    tables.close()
