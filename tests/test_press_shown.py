"""What an editor sees: matters, titles, filters, a marked draft, what was not read, and the file of facts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from press_facts import ABBOT, BEALE, FACTS, GULLS, claim
from skipper.press import hand_kept
from skipper.press.answer import Judged, answer_of
from skipper.press.claim import Claim, Passage, Report
from skipper.press.claim_groups import chosen, claim_group_rows, claim_groups_of, folded, labels_of, without_claims
from skipper.press.clean import passages
from skipper.press.draft import marked
from skipper.press.figure_lines import lines_of
from skipper.press.figures.second_pass import held_figures, tagged
from skipper.press.frames.words import tagger_of
from skipper.press.ledger.facts_file import read_facts
from skipper.press.ledger.facts_written import SeveralPeopleError, facts_text
from skipper.press.reconcile import judge
from skipper.press.unread import unread_of
from skipper.press.vocabulary import Person, Vocabulary
from skipper.render.draft import print_draft
from skipper.render.html.press_page import write_draft, write_press

FIRED = claim("departure", "a.txt", club="X", manner=["fired"], seasons=[1957])
RESIGNED = claim("departure", "b.txt", club="X", manner=["resigned"], seasons=[1957])
WRONG = claim("debut", "b.txt", year=1999)
RIGHT = claim("debut", "a.txt", year=1931)
OPEN = claim("discipline", "b.txt", BEALE, kind="fine")
REPORTS = (
    Report("a.txt", "Fired\n\nAbbot is out.", title="Fired", date=date(1957, 9, 1)),
    Report("b.txt", "He resigned, he says.\n\nMore."),
    Report("c.txt", "Beat four eggs."),
)


def judged(*claims: Claim, reports: tuple[Report, ...] = REPORTS) -> Judged:
    return Judged(reports, claims, tuple(judge(claims, reports, FACTS)))


WHOLE = judged(FIRED, RESIGNED, WRONG, RIGHT, OPEN)


class TestMatters:
    def test_a_quarrel_is_one_matter_with_its_sides_and_the_worst_comes_first(self) -> None:
        found = claim_groups_of(WHOLE)
        assert [one.word for one in found] == ["contradicted", "disputed", "unverifiable"]
        quarrel = next(one for one in found if one.word == "disputed")
        assert {side.claim.fields["manner"][0] for side in quarrel.sides} == {"fired", "resigned"}

    def test_what_two_reports_say_alike_is_one_side(self) -> None:
        [matter] = claim_groups_of(judged(RIGHT, replace(RIGHT, report="b.txt")))
        assert [len(side.claims) for side in matter.sides] == [2]

    def test_a_side_of_another_verdict_says_so(self) -> None:
        wrong, right = (claim("record", "b.txt", wins=wins, clubs=[GULLS], seasons=[1951]) for wins in (91, 90))
        found = judged(wrong, right)
        [row] = claim_group_rows(found)
        assert [side["verdict"] for side in row["sides"]] == [found.verdicts[0].verdict, "supported"]
        assert row["words"].startswith("record: 91 wins Harbor Gulls 1951: ")
        assert " | record: 90 wins Harbor Gulls 1951 (supported): " in row["words"]

    def test_two_departures_of_two_years_are_two_matters(self) -> None:
        later = claim("departure", "b.txt", club="X", manner=["resigned"], seasons=[1964])
        assert len(claim_groups_of(judged(FIRED, later))) == 2

    def test_a_piece_is_called_by_its_title_and_its_date_or_that_which_was_assumed(self) -> None:
        assert labels_of(WHOLE) == {
            "a.txt": "“Fired” (1957-09-01)",
            "b.txt": "“He resigned, he says.” (no date; assumed 1957 or later)",
            "c.txt": "“Beat four eggs.” (no date)",
        }
        rows = claim_group_rows(WHOLE)
        assert not any(".txt" in str(row[name]) for row in rows for name in ("words", "ours_shown"))

    def test_unverifiable_matters_are_one_line_until_unfolded(self) -> None:
        folded, unfolded = answer_of(WHOLE, "t"), answer_of(WHOLE, "t", unfold=True)
        shown = [[row["verdict"] for row in each.main.views[0].rows] for each in (folded, unfolded)]
        assert shown == [["contradicted", "disputed"], ["contradicted", "disputed", "unverifiable"]]
        assert "1 unverifiable, not shown: 1 discipline; --all lists them." in folded.lead
        assert len(folded.main.rows) == 5  # CSV has every claim

    def test_several_claims_of_a_type_are_counted_in_the_plural(self) -> None:
        kinds = ("age", "age", "tally", "tally", "usage", "usage", "stint")
        rows = [{"verdict": "unverifiable", "type": kind} for kind in kinds]
        assert folded(rows) == ["7 unverifiable, not shown: 2 ages, 1 stint, 2 tallies, 2 usage; --all lists them."]

    def test_claims_are_chosen_by_verdict_type_and_person(self) -> None:
        assert chosen(WHOLE, ["contradicted"]).claims == (WRONG,)
        assert chosen(WHOLE, (), ["discipline"], ["beale"]).claims == (OPEN,)
        assert chosen(WHOLE, (), ["discipline"], ["abbot"]).claims == ()
        assert without_claims(chosen(WHOLE, ["contradicted"])) == without_claims(WHOLE)

    def test_a_document_of_another_field(self) -> None:
        assert without_claims(WHOLE) == ["No claim about baseball managers was found in “Beat four eggs.”."]


TEXT = "Ned Abbot was 90 in 1951.\n\nHe threw 41 innings. The Mets lost. Al Roe spoke. Nothing else."
DRAFT = Report("d.md", TEXT, (Passage(0, len(TEXT), "body"),))
BESIDE = ((0, 9), (10, 19))  # where the first two sentences of a draft stand


def drafted() -> Judged:
    words = "Ned Abbot was 90 in 1951"
    said = replace(claim("age", "d.md", years=90, span=words), start=0, end=len(words))
    return judged(said, reports=(DRAFT,))


class TestDraft:
    def test_claims_are_marked_in_place(self) -> None:
        draft = marked(drafted())
        [[age, rest], [other]] = draft.paragraphs
        assert (age.text, age.word, age.numbers) == ("Ned Abbot was 90 in 1951", "contradicted", (1,))
        assert (rest.word, other.word) == (None, None)
        assert draft.rows[0]["number"] == 1

    def test_overlapping_claims_show_the_worse_and_both_numbers(self) -> None:
        said = replace(RIGHT, report="d.md", start=4, end=24)
        [[first, both, _rest], _] = marked(judged(drafted().claims[0], said, reports=(DRAFT,))).paragraphs
        assert (first.word, both.word, both.numbers) == ("contradicted", "contradicted", (1, 2))

    def test_claims_side_by_side_keep_their_space_and_items_their_lines(self) -> None:
        text = "One is 1. Two is 2.\n- item 3\n- item 4\n\n\nEnd."
        report = Report("e.md", text, (Passage(0, len(text), "body"),))
        first, other = (replace(claim("age", "e.md", years=90, span=text[a:b]), start=a, end=b) for a, b in BESIDE)
        draft = marked(judged(first, other, reports=(report,)))
        told = [[(piece.text, piece.numbers) for piece in paragraph] for paragraph in draft.paragraphs]
        assert told == [
            [("One is 1.", (1,)), (" ", ()), ("Two is 2.", (2,)), ("\n", ())],
            [("- item 3\n", ())],
            [("- item 4\n\n\n", ())],
            [("End.", ())],
        ]

    def test_sentences_with_figures_or_names_that_nobody_read_are_listed(self) -> None:
        vocabulary = Vocabulary((Person("roe", "Al Roe", "Roe"),), hand_kept.vocabulary().clubs, ())
        found = unread_of(DRAFT, drafted().claims, vocabulary)
        assert [(one.text, one.has) for one in found] == [
            ("He threw 41 innings.", ("figures",)),
            ("The Mets lost.", ("names",)),
            ("Al Roe spoke.", ("names",)),
        ]
        assert all(TEXT[one.start : one.end] == one.text for one in found)

    def test_a_surname_alone_and_a_nickname_of_two_words_are_names(self) -> None:
        text = "Al Roe spoke. He sat. Nobody heard Roe. The Red Sox lost. The roe was red."
        report = Report("e.md", text, (Passage(0, len(text), "body"),))
        vocabulary = Vocabulary((Person("roe", "Al Roe", "Roe"),), hand_kept.vocabulary().clubs, ())
        found = [one.text for one in unread_of(report, (), vocabulary)]
        assert found == ["Al Roe spoke.", "Nobody heard Roe.", "The Red Sox lost."]

    def test_a_sentence_begins_with_its_quotation_mark_and_without_that_of_a_list(self) -> None:
        text = 'Nobody won. "We lost 119," he said.\n\n- Al Roe: 1964, 92-70'
        report = Report("e.md", text, passages(text))
        found = [one.text for one in unread_of(report, (), Vocabulary((), hand_kept.vocabulary().clubs, ()))]
        assert found == ['"We lost 119," he said.', "Al Roe: 1964, 92-70"]

    def test_the_terminal_and_the_page(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        unread = unread_of(DRAFT, drafted().claims, hand_kept.vocabulary())
        pairs = [(drafted().claims[0], drafted().verdicts[0])]
        read = tagged(DRAFT, (), tagger_of(hand_kept.vocabulary()))
        whole = replace(drafted(), figures=tuple(lines_of(read, held_figures(read, None), pairs)))
        print_draft(whole, unread, "d.md", None)
        told = capsys.readouterr().out
        assert "[1 contradicted]" in told
        assert "- The Mets lost." in told
        assert "- differs: 90 (age): " in told
        assert "- not read: 41 (number)" in told
        page = write_draft(whole, unread, "d.md", None, tmp_path / "d.html").read_text("utf-8")
        assert '<mark class="contradicted">Ned Abbot was 90 in 1951</mark>' in page
        assert "<li>The Mets lost.</li>" in page
        assert "<li><b>41</b> (number), not read</li>" in page

    def test_a_draft_stays_text(self, tmp_path: Path) -> None:
        hostile = Report("d.md", "<script>alert(1)</script> \x1b[31m 1951", title="<b>")
        page = write_draft(judged(reports=(hostile,)), (), "<i>", None, tmp_path / "d.html").read_text("utf-8")
        assert "<script>" not in page
        assert "<i>" not in page


class TestFacts:
    def test_they_are_read_again_by_the_ledger(self, tmp_path: Path) -> None:
        text, left = facts_text(judged(FIRED, RESIGNED, WRONG))
        (tmp_path / "facts.yaml").write_text(text, "utf-8")
        file = read_facts(tmp_path / "facts.yaml")
        assert (file.person, file.person_id, left) == (ABBOT, "abbot", 1)  # what is contradicted is no fact
        assert {one.report for one in file.claims()} == {"a.txt", "b.txt"}
        again = {str(one.fields["manner"]) for one in file.claims()}
        assert again == {"['fired']", "['resigned']"}

    def test_of_one_person_only(self) -> None:
        with pytest.raises(SeveralPeopleError, match=f"{BEALE}, {ABBOT}"):
            facts_text(WHOLE)


def test_the_page_of_reports_has_matters(tmp_path: Path) -> None:
    page = write_press(WHOLE, "t", None, tmp_path / "p.html").read_text("utf-8")
    assert page.index('id="contradicted"') < page.index('id="disputed"') < page.index('id="unverifiable"')
    assert "No claim about baseball managers was found in “Beat four eggs.”." in page
    assert "“Fired” (1957-09-01)" in page


def test_a_draft_checked_without_a_lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from skipper.cli import main

    monkeypatch.delenv("SKIPPER_LAKE", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d.md").write_text(f"Manager Joe Torre, 57, went 114-48 with the {GULLS} in 1998. It drew 31 fans.\n")
    found = CliRunner().invoke(main, ["press", "d.md", "--type", "age", "--format", "csv"])
    assert found.exit_code == 0, found.output
    assert len(found.stdout.splitlines()) <= 2
