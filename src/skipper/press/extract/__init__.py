"""From a report's passages to its claims: one module per type of claim, over a shared reading of the sentences."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.claim import Claim, Report
from skipper.press.extract import (
    ages,
    appointment,
    beginnings,
    contracts,
    departure,
    discipline,
    drafts,
    honours,
    record,
    stint,
    tally,
    titles,
    usage,
)
from skipper.press.extract.careers import Careers
from skipper.press.extract.clauses import Clause
from skipper.press.extract.clubs import annotate
from skipper.press.extract.counting_on import is_of_the_story
from skipper.press.extract.disputed import disputed
from skipper.press.extract.field import is_of_baseball
from skipper.press.extract.focus import heading_of, home_of, keep_in_mind
from skipper.press.extract.frames import frame
from skipper.press.extract.interview import answers, interviewed, turns
from skipper.press.extract.inverted import in_order
from skipper.press.extract.names import NameFinder
from skipper.press.extract.news_towns import leave_towns_out
from skipper.press.extract.of_those import listed_in
from skipper.press.extract.office import mark_bosses
from skipper.press.extract.particles import join_particles
from skipper.press.extract.piece import Piece
from skipper.press.extract.present import anniversary, present_season
from skipper.press.extract.quoted import quotes_himself, tellers
from skipper.press.extract.reading import Tagger
from skipper.press.extract.splitting import split
from skipper.press.extract.staffs import read_staffs, staffs_season
from skipper.press.extract.subjects import find_subjects
from skipper.press.extract.succession import pass_post_on
from skipper.press.extract.thread import ACTS_OF_THE_DAY, is_aside, spans_years
from skipper.press.extract.timeline import complete
from skipper.press.extract.units import Entity, Sentence, Unit
from skipper.press.extract.used_by import skippers
from skipper.press.extract.when import dated
from skipper.press.grounding import explicit
from skipper.press.linking import linked
from skipper.press.vocabulary import Vocabulary

_BEGINNING = 4  # sentences of a piece that say what it is about
_I = frozenset(["i", "we", "my"])
_DEATHS = frozenset(["died", "dies", "dead", "death", "obituary"])
_TAGGERS: dict[int, Tagger] = {}
__all__ = ["claims_of", "make_ready"]


def make_ready(vocabulary: Vocabulary) -> None:
    """Make what reading with a vocabulary needs once, before the first report."""
    _tagger(vocabulary)
    vocabulary.make_indexes()


def claims_of(report: Report, vocabulary: Vocabulary) -> list[Claim]:
    """The claims of a report in the order of its text; a pure function of the two."""
    sentences, names = _tagger(vocabulary).read(report)
    sentences = [in_order(sentence) for sentence in complete(sentences)]
    if not is_of_baseball(sentences, names):
        return []
    for sentence in sentences:
        annotate(sentence)
        join_particles(sentence.units)
    piece = _read_through(_piece(report, vocabulary, sentences, names), sentences)
    if piece.wanting:
        again = _piece(report, vocabulary, sentences, names)
        again.foretold = _claimed(piece)
        piece = _read_through(again, sentences)
    claims = sorted(piece.claims, key=lambda claim: (claim.start, claim.end))
    judged = disputed(linked(claims, report, vocabulary))
    return [replace(claim, explicit=explicit(claim, report)) for claim in judged]


def _read_through(piece: Piece, sentences: list[Sentence]) -> Piece:
    """The piece, read to its end. One that asks for a post told only later on is read twice."""
    for sentence in sentences:
        _read(piece, sentence)
    return piece


def _claimed(piece: Piece) -> Careers:
    """The careers of those of whom a claim tells a post; what is only wished for or asked makes none."""
    told = {claim.fields["person"] for claim in piece.claims if claim.type in ("stint", "appointment", "departure")}
    return Careers([one for one in piece.careers.tenures if one.person.name in told])


def _tagger(vocabulary: Vocabulary) -> Tagger:
    """The tagger of a vocabulary, kept as long as the process lives: making one takes a fifth of a second."""
    kept = _TAGGERS.get(id(vocabulary))
    if kept is None or kept.vocabulary is not vocabulary:
        _TAGGERS.clear()
        kept = _TAGGERS[id(vocabulary)] = Tagger(vocabulary)
    return kept


def _piece(report: Report, vocabulary: Vocabulary, sentences: list[Sentence], names: NameFinder) -> Piece:
    piece = Piece(report=report, vocabulary=vocabulary, names=names)
    piece.season = report.date.year if report.date else present_season(sentences, names)
    piece.answers, piece.interviewed = answers(sentences), interviewed(sentences)
    piece.turns = turns(sentences)
    piece.home = home_of(sentences)
    piece.staffs = staffs_season(sentences, report.date)
    piece.anniversary = anniversary(sentences[:_BEGINNING], report.date)
    piece.is_news = not _is_of_the_dead(sentences) and piece.anniversary is None
    piece.quoted = tellers(sentences)
    piece.offices = mark_bosses(sentences, names)
    piece.skippers = skippers(sentences)
    for sentence in sentences:
        for unit in sentence.units:
            if unit.kind == "club":
                if unit.value.form == "full" or len({span.id for span in unit.value.spans}) == 1:
                    piece.named |= {span.id for span in unit.value.spans}
                name = unit.value
                if name.form == "full":
                    piece.in_full |= {span.id: name.words for span in name.spans if span.id and not span.is_major}
                piece.nicknamed |= {span for span in name.spans if name.form == "nickname" and span.is_major}
                if name.farm or (name.as_organization and name.level is not None) or name.parent is not None:
                    piece.farm |= {span.id for span in (name.parent or name).spans}
                    piece.farm_names |= {span.name for span in (name.parent or name).spans}
    return piece


def _is_of_the_dead(sentences: list[Sentence]) -> bool:
    """Whether the piece begins with somebody's death."""
    first = (unit.low for sentence in sentences[:_BEGINNING] for unit in sentence.units)
    return any(word in _DEATHS for word in first)


def _read(piece: Piece, sentence: Sentence) -> None:
    piece.begins, piece.passage = sentence.passage != piece.passage, sentence.passage
    piece.heading = heading_of(sentence) if piece.begins else piece.heading
    piece.answers_the_last = piece.speaker is not None
    if [unit.text for unit in sentence.units] in (["..."], ["…"]):
        piece.next_item()
    for place, unit in enumerate(sentence.units):
        owned = sentence.units[place - 2] if place > 1 and sentence.units[place - 1].text == "'s" else None
        if unit.kind == "club" and owned is not None and owned.kind == "person" and unit.value.form == "nickname":
            piece.careers.remember(owned.value, unit.value)  # Stengel's Yankees
        _his_club(piece, sentence.units[:place], unit)
    clauses = list(split(sentence))
    piece.before = piece.names.topic if piece.begins and sentence.kind == "body" else piece.subject
    piece.quoting = _quoting(piece, sentence)
    find_subjects(piece, clauses)
    leave_towns_out(piece, clauses)
    frame(sentence, clauses, piece.names.topic.name if piece.names.topic is not None else None)
    teller = piece.speaker.name if piece.speaker is not None else piece.quoted.get(id(sentence))
    if teller is not None:
        said = (teller,)
        for clause in clauses:
            clause.sayers = clause.sayers or said
    _tell_of_himself(piece, clauses)
    read_staffs(piece, sentence)
    ages.read_ages(piece, sentence, clauses)
    for clause in clauses:
        _read_clause(piece, clause, clauses)
    piece.mentioned += [unit.value for unit in sentence.units if unit.kind == "person"]


def _tell_of_himself(piece: Piece, clauses: list[Clause]) -> None:
    """Whom the sentence quotes says what he tells of himself, also where the words of saying stand apart from it."""
    teller = piece.quoting
    for clause in clauses if teller is not None else ():
        if teller is not None and clause.subject is teller and any(unit.low in _I for unit in clause.units):
            clause.sayers = clause.sayers or (teller.name,)


def _quoting(piece: Piece, sentence: Sentence) -> Entity | None:
    """Whom the sentence quotes, by its own words or by those of the quotation that it is a part of."""
    teller = piece.quoted.get(id(sentence))
    named = (one for one in (*piece.mentioned, piece.names.topic) if one is not None and one.name == teller)
    return quotes_himself(sentence, piece.subject) or (next(named, None) if teller is not None else None)


def _his_club(piece: Piece, before: list[Unit], unit: Unit) -> None:
    """X looked over his Redlegs: X's, of whom no post is told."""
    if unit.kind != "club" or unit.value.form != "nickname" or not before or before[-1].low != "his":
        return
    whom = next((one.value for one in before if one.kind == "person"), None)
    if whom is not None and piece.careers.last(whom) is None:
        piece.careers.remember(whom, unit.value)


def _read_clause(piece: Piece, clause: Clause, clauses: list[Clause]) -> None:
    if not clause.of_anybody:
        stint.read(piece, clause)
        appointment.read(piece, clause)
        departure.read(piece, clause, clauses)
    record.read(piece, clause)
    honours.read_awards(piece, clause)
    titles.read(piece, clause)
    drafts.read(piece, clause)
    beginnings.read_debuts(piece, clause)
    tally.read(piece, clause, clauses)
    usage.read(piece, clause, clauses)
    contracts.read_contracts(piece, clause)
    discipline.read(piece, clause)
    _pass_on(piece, clause)


def _pass_on(piece: Piece, clause: Clause) -> None:
    """The club and year that later sentences may mean."""
    keep_in_mind(piece, clause)
    piece.keep_date(clause)
    if listed := listed_in(piece, clause):
        piece.listed, piece.listed_passage = listed, piece.passage
    pass_post_on(piece, clause)
    for unit in clause.kinds("league"):
        piece.league = unit
    if clause.find(*ACTS_OF_THE_DAY) and not is_aside(clause) and not clause.kinds("year"):
        piece.news_passage = piece.passage
    times = reversed(clause.kinds("year", "date"))
    year = next((year for unit in times if (year := _told(piece, clause, unit)) is not None), None)
    if year is not None:
        piece.year, piece.year_passage = year, piece.passage
        if spans_years(clause):
            piece.thread = None
        elif not is_aside(clause):
            piece.thread, piece.thread_passage = year, piece.passage


def _told(piece: Piece, clause: Clause, unit: Unit) -> int | None:
    """The year that a unit names or counts to (two years later); not one since which something has been."""
    before = clause.before(unit)
    if before is not None and before.low == "since" and clause.find("be", "have"):
        return None
    if unit.kind == "year":
        return unit.value
    if unit.kind != "date":
        return None
    words = unit.value.words.lower()
    if unit.value.season is None and is_of_the_story(words):
        return piece.counted_on(unit)
    told, year = piece.story_year, dated(unit, piece.report.date, piece.season).year
    if told is None or year is None or words.split()[0] not in ("in", "on", "by"):
        return year
    return min(told, year)  # in October: of the year of which it tells
