"""The event texts that a worker keeps for those after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from skipper.sources.plays.events import kept_vocabulary
from skipper.sources.plays.events.event_columns import POSITION
from skipper.sources.plays.events.kept_vocabulary import WORTH_KEEPING, KeptVocabulary


def flies(count: int) -> list[bytes]:
    """So many event texts, all in the grammar."""
    return [b"8/F%d" % place for place in range(count)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "event_texts.arrow"


def test_what_a_worker_has_read_the_next_one_knows(file: Path) -> None:
    first = KeptVocabulary(file)
    rows = first.begin().rows_of([b"ZZ", *flies(WORTH_KEEPING)])
    first.keep()
    next_one = KeptVocabulary(file).begin()
    assert len(next_one) == WORTH_KEEPING  # what is not in the grammar is not kept
    again = next_one.rows_of(flies(WORTH_KEEPING))
    assert len(next_one) == WORTH_KEEPING
    assert (next_one.table[again] == first.begin().table[rows[1:]]).all()
    assert next_one.strings[next_one.table[again[-1], POSITION["location"]]] == str(WORTH_KEEPING - 1)
    assert next_one.texts[again[0]] == "8/F0"
    new = next_one.rows_of([b"ZZ", b"63/G"])
    assert new.tolist() == [WORTH_KEEPING, WORTH_KEEPING + 1]
    assert "ZZ" in next_one.reasons[WORTH_KEEPING]


def test_few_new_texts_are_not_worth_a_file(file: Path) -> None:
    worker = KeptVocabulary(file)
    worker.begin().rows_of(flies(WORTH_KEEPING - 1))
    worker.keep()
    assert not file.exists()


@pytest.mark.parametrize("content", [b"", b"ARROW1 no more", b"\0" * 4096])
def test_a_file_that_cannot_be_read_counts_as_none(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    worker = KeptVocabulary(file)
    assert len(worker.begin()) == 0
    worker.begin().rows_of(flies(WORTH_KEEPING))
    worker.keep()
    assert len(KeptVocabulary(file).begin()) == WORTH_KEEPING


def test_where_nothing_can_be_written_a_worker_knows_what_it_has_read(tmp_path: Path) -> None:
    for nowhere in (None, tmp_path / "not" / "there"):
        worker = KeptVocabulary(nowhere)
        worker.begin().rows_of(flies(WORTH_KEEPING))
        worker.keep()
        assert len(worker.begin()) == WORTH_KEEPING
    assert list(tmp_path.iterdir()) == []


def test_a_worker_that_knows_too_many_texts_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_vocabulary, "MOST_TEXTS", 1)
    worker = KeptVocabulary(None)
    before = worker.begin()
    rows = before.rows_of([b"8/F", b"63/G"])
    after = worker.begin()
    assert (len(before), len(after)) == (2, 0)
    again = after.rows_of([b"63/G"])
    assert (after.table[again[0]] == before.table[rows[1]])[: POSITION["batter_play"]].all()


def test_the_table_turned_has_the_texts_read_since(file: Path) -> None:
    vocabulary = KeptVocabulary(file).begin()
    for count in (1, 3):
        vocabulary.rows_of(flies(count))
        assert (vocabulary.columns == vocabulary.table.T).all()
        assert vocabulary.columns.shape[1] == count
