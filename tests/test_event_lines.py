"""The kernels that split lines, each against the plain Python that says the same."""

from __future__ import annotations

import csv

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_lines import pitches_of
from simulated_plays import event_file
from skipper.sources.plays.events import line_fields as lf
from skipper.sources.plays.events.line_fields import MOST_FIELDS
from skipper.sources.plays.events.line_reader import scan_line
from skipper.sources.plays.events.lines import read_lines
from skipper.sources.plays.events.pitches import PITCH_COLUMNS, count_pitches
from skipper.sources.plays.events.text_index import (
    EVENTS,
    PADDING,
    WORDS,
    copy_texts,
    empty_index,
    index_of,
    same_text,
    text_hash,
    texts_at,
    word_at,
)

# Parts are made for kernels to call, not Python.
number_of = numba.njit(
    lambda content, start, end, kind, slots, entries: index_of(content, start, end, kind, slots, entries)
)
word = numba.njit(lambda content, start, length: word_at(content, start, length))
same = numba.njit(lambda content, start, other, length: same_text(content, start, other, length))
number_for = numba.njit(lambda content, start, end: text_hash(content, start, end))
scanned = numba.njit(lambda content, start, bounds: scan_line(content, start, bounds))

TEXTS = st.lists(st.binary(max_size=30), min_size=1, max_size=40)


def laid_out(texts: list[bytes]) -> tuple[np.ndarray, np.ndarray]:
    """The texts one behind the other, and where each starts and ends."""
    content = np.frombuffer(b"".join(texts) + PADDING, np.uint8)
    edges = np.cumsum([0, *(len(text) for text in texts)])
    return content, np.stack([edges[:-1], edges[1:]], axis=1)


@given(TEXTS)
@settings(deadline=None)
def test_texts_are_numbered_as_a_dictionary_numbers_them(texts):
    content, spans = laid_out(texts)
    index = empty_index(len(texts) + 1)
    numbers = [number_of(content, start, end, EVENTS, *index) for start, end in spans.tolist()]
    known: dict[bytes, int] = {}
    assert numbers == [known.setdefault(text, len(known)) for text in texts]
    assert texts_at(content.tobytes(), index.spans(EVENTS)) == list(known)
    assert len(index.spans(WORDS)) == 0


@given(st.binary(min_size=1, max_size=8), st.binary(max_size=12))
@settings(deadline=None)
def test_a_word_is_its_bytes_and_no_more(text, behind):
    content = np.frombuffer(text + behind + PADDING, np.uint8)
    assert int(word(content, 0, len(text))) == int.from_bytes(text, "little")


@given(
    st.binary(max_size=12), st.lists(st.sampled_from([b",", b'"', b"a", b"~ ", b"\x7f", b"\r", b"\xe9"]), max_size=40)
)
@settings(deadline=None)
def test_a_line_is_scanned_as_bytes_are_split(before, parts):
    line = b"".join(parts)
    content = np.frombuffer(before + line + b"\n,\n" + PADDING, np.uint8)
    bounds = np.empty((MOST_FIELDS + 1, 2), np.int64)
    end, commas, quotes, odd = scanned(content, len(before), bounds)
    assert (end, commas, quotes) == (len(before) + len(line), line.count(b","), line.count(b'"'))
    assert odd == sum(not 32 <= byte <= 126 for byte in line)
    fields = line.split(b",")[:MOST_FIELDS]
    starts = [len(before) + sum(len(field) + 1 for field in fields[:i]) for i in range(len(fields))]
    assert bounds[: len(fields), 0].tolist() == starts
    closed = min(commas, MOST_FIELDS - 1)  # the last field has no end yet
    assert bounds[:closed, 1].tolist() == [starts[i] + len(fields[i]) for i in range(closed)]


def test_same_text_compares_every_byte():
    content, spans = laid_out([b"S8/L8S.2-H;1-3", b"S8/L8S.2-H;1-2"])
    length = spans[0, 1]
    assert same(content, 0, 0, length)
    assert not same(content, 0, length, length)
    assert number_for(content, 0, length) != number_for(content, length, 2 * length)


def test_what_is_no_ascii_is_copied_as_a_question_mark():
    content, spans = laid_out([b"S8", b"K\xff"])
    texts = np.empty(4, np.uint8)
    copy_texts(content, np.stack([spans[:, 0], spans[:, 1] - spans[:, 0]], axis=1), np.array([0, 2, 4]), texts)
    assert texts.tobytes() == b"S8K?"


def plain_fields(line: bytes) -> list[str]:
    return next(csv.reader([line.decode()]))


def test_plays_and_men_are_split_as_plain_python_splits_them():
    content, _ = event_file(range(3))
    lines = read_lines([content])
    for line, text in enumerate(content.splitlines()):
        kind, fields = plain_fields(text)[0], plain_fields(text)[1:]
        assert lines.kinds[line] == lf.KIND_NAMES[kind]
        assert not lines.defects[line]
        found = lines.fields[line].tolist()
        if kind == "play":
            assert found[: lf.PLAY_BATTER] == [int(fields[0]), int(fields[1])]
            assert lines.words[found[lf.PLAY_BATTER]].decode() == fields[2]
            assert lines.events[found[lf.PLAY_EVENT]].decode() == fields[5]
        elif kind in ("start", "sub"):
            assert lines.words[found[lf.PLAYER]].decode() == fields[0]
            assert found[lf.SIDE : lf.FIELD_POSITION + 1] == [int(field) for field in fields[2:]]


def test_every_file_begins_its_own_lines_with_or_without_a_newline_at_the_end():
    lines = read_lines([b"id,HHH204104010\r\ncom,x", b"", b"id,HHH204104020"])
    assert lines.first_lines.tolist() == [0, 2, 2, 3]
    assert lines.kinds.tolist() == [lf.ID, lf.COM, lf.ID]


def test_quotes_hold_commas_together_and_an_info_value_keeps_its_own():
    (line,) = (read_lines([b'start,abcd0001,"Man, A",0,1,2\n']),)
    assert line.fields[0, : lf.FIELD_POSITION + 1].tolist() == [0, 0, 1, 2]
    info = read_lines([b"info,oscorer,a, b,c\n"])
    assert info.words[info.fields[0, lf.INFO_VALUE]] == b"a, b,c"
    quoted = read_lines([b'info,oscorer,"a, b"\n'])
    assert quoted.words[quoted.fields[0, lf.INFO_VALUE]] == b"a, b"


@given(st.lists(st.text("BIPHVCSMQFLORTXYKAUN>123.+*", max_size=12), min_size=1))
def test_pitches_are_counted_as_plain_python_counts_them(sequences):
    lines = read_lines(["".join(f"play,1,0,abcd0001,??,{sequence},K\n" for sequence in sequences).encode()])
    counts = np.zeros((len(lines.pitch_spans), len(PITCH_COLUMNS)), np.int16)
    count_pitches(lines.content, lines.pitch_spans, counts)
    for sequence, found in zip(lines.pitches.to_pylist(), counts.tolist(), strict=True):
        assert dict(zip(PITCH_COLUMNS, found, strict=True)) == pitches_of(sequence)


def test_defects_name_what_is_wrong_with_a_line():
    wrong = {
        b"play,1,0,abcd0001,??,": lf.WRONG_FIELDS,
        b"play,x,0,abcd0001,??,,K": lf.NOT_A_NUMBER,
        b"play,1,0,abcd0001,??,,K\xff": lf.BAD_BYTES,
        b"play,1,0,abcd\r0001,??,,K": lf.BAD_BYTES,
        b"start,abcd\xff001,Man,0,1,2": lf.BAD_BYTES,
        b"start,abcd0001,M\xffn,0,1,2": lf.SOUND,
        b"badj,abcd0001,RR": lf.WRONG_FIELDS,
        b"radj,abcd0001": lf.WRONG_FIELDS,
        b"id,": lf.WRONG_FIELDS,
        b"nonsense": lf.UNKNOWN_KIND,
        b"verzion,2": lf.UNKNOWN_KIND,
        b"": lf.SOUND,
        b"com,": lf.SOUND,
    }
    lines = read_lines([b"".join(line + b"\n" for line in wrong)])
    assert dict(zip(wrong, lines.defects.tolist(), strict=True)) == wrong


@pytest.mark.parametrize(
    ("written", "count"),
    [
        (b"32", (3, 2)),
        (b"43", (4, 3)),
        (b"?2", (lf.UNKNOWN, 2)),
        (b"", (lf.UNKNOWN, lf.UNKNOWN)),
        *((odd, (lf.UNREADABLE, lf.UNREADABLE)) for odd in (b"53", b"04", b"3-2", b"9", b"x1", b"1x", b"?4")),
    ],
)
def test_a_count_that_there_can_not_be_is_marked_and_spoils_no_line(written: bytes, count: tuple[int, int]):
    lines = read_lines([b"play,1,0,abcd0001," + written + b",,K\n"])
    assert lines.defects.tolist() == [lf.SOUND]
    assert tuple(lines.fields[0, [lf.PLAY_BALLS, lf.PLAY_STRIKES]].tolist()) == count


def test_more_distinct_texts_than_a_season_has_are_read_with_a_larger_index():
    content = b"".join(b"play,1,0,m%06d,??,,S%d\n" % (n, n) for n in range(20_000))
    lines = read_lines([content])
    assert len(lines.events) == len(lines.words) == 20_000
    assert lines.fields[:, lf.PLAY_EVENT].tolist() == list(range(20_000))
