"""The second pass over a report: its figures, each held against the facts about the people named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from skipper.press.claim import Claim, Report
from skipper.press.facts import Facts, Person
from skipper.press.figures.ages import hold_age, hold_birth
from skipper.press.figures.facts import Career, Fact, career_of, club_facts, facts_of
from skipper.press.figures.figure import AGES, Figure, figures_of, with_hundreds, with_years_ago
from skipper.press.figures.keys import Keys, figures_with_keys
from skipper.press.figures.people import people_ids, with_subject
from skipper.press.figures.records import hold_record, hold_season, meets
from skipper.press.figures.terms import hold_seasons, hold_seasons_beside, hold_term
from skipper.press.figures.verdict import Held, not_covered
from skipper.press.reading.context import Context, begun
from skipper.press.reading.field import is_of_baseball
from skipper.press.reading.tagger import Tagger

_SPRING = 3  # the last month in which the season that ended in the year before may be the last
_BESIDE = 14  # units between a record and the number of its seasons


@dataclass(frozen=True)
class Tagged:
    """A report as the second pass reads it: its context, and the person_id of each name. `of_baseball` is whether it is
    about baseball at all."""

    context: Context
    ids: Mapping[str, str]
    of_baseball: bool


def tagged(report: Report, claims: Iterable[Claim], tagger: Tagger) -> Tagged:
    """Read the names and figures of a report; `claims` are its own, whose links tell namesakes apart."""
    sentences, people = tagger.read(report)
    year = report.date.year if report.date and report.date.month > _SPRING else None
    sentences = tuple(replace(one, units=tuple(with_years_ago([*with_hundreds(one.units)], year))) for one in sentences)
    known, people = with_subject(report, sentences, people, tagger.vocabulary)
    context = begun(report, tagger.vocabulary, known, people)
    return Tagged(context, people_ids(people, known, claims, report, tagger.vocabulary), is_of_baseball(context))


def person_ids(every: Iterable[Tagged]) -> set[str]:
    """Return the people whom reports name, for `load_facts`."""
    return {id_ for one in every for id_ in one.ids.values()}


def held_figures(tagged: Tagged, facts: Facts | None) -> list[tuple[Figure, Held | None]]:
    """Return the figures of a report in order, each held against the facts; null of a date or a number of no kind.

    Nothing is held without facts, or in a report that is not about baseball.
    """
    context = tagged.context
    if facts is None or not tagged.of_baseball:
        return [(one, None) for sentence in context.sentences for one in figures_of(sentence, context.report.text)]
    people = {id_: facts.people[id_] for id_ in dict.fromkeys(tagged.ids.values()) if id_ in facts.people}
    careers = [career_of(person, facts, context.report.date) for person in people.values()]
    managers = {one.person.person_id: one.seasons for one in careers if one.spells}
    found = list(figures_with_keys(context, tagged.ids, managers))
    years = {season for _figure, keys in found for season in keys.near} | ({context.now} if context.now else set())
    terms = {(figure.value[0], figure.value[1]) for figure, _keys in found if figure.kind == "term" and figure.value[1]}
    own = [fact for one in careers for fact in facts_of(one, years, sorted(terms))]
    clubs = list(club_facts(facts, years, context.report.date))
    held = [_held(figure, keys, people, careers, own, clubs, context.report.date) for figure, keys in found]
    _hold_seasons_of_records(found, held, own)
    _hold_counts_beside(found, held)
    return [(figure, one) for (figure, _keys), one in zip(found, held, strict=True)]


def _hold_seasons_of_records(
    found: Sequence[tuple[Figure, Keys]], held: list[Held | None], own: Sequence[Fact]
) -> None:
    """Hold the season beside each record that no fact supports, in the place of the season's date."""
    dates = {(keys.shape, figure.value): place for place, (figure, keys) in enumerate(found) if figure.kind == "date"}
    for place, ((figure, keys), one) in enumerate(zip(found, held, strict=True)):
        season = hold_season(figure, keys, own) if one is not None and one.word != "supported" else None
        if season is not None and (keys.shape, keys.seasons) in dates:
            held[dates[keys.shape, keys.seasons]] = season
            held[place] = not_covered("the season of which it is told", keys.owner)


def _hold_counts_beside(found: Sequence[tuple[Figure, Keys]], held: list[Held | None]) -> None:
    """Hold the counts of seasons that no fact covers against the supported records beside them."""
    supported = [
        (keys.shape, figure.first, one.fact)
        for (figure, keys), one in zip(found, held, strict=True)
        if one is not None and one.word == "supported" and one.fact is not None and len(one.fact.seasons) > 1
    ]
    for place, ((figure, keys), one) in enumerate(zip(found, held, strict=True)):
        if figure.kind == "seasons" and one is not None and one.word is None:
            near = [fact for shape, at, fact in supported if shape == keys.shape and abs(at - figure.first) < _BESIDE]
            held[place] = hold_seasons_beside(figure, keys, near) or one


def _held(
    figure: Figure, keys: Keys, people: Mapping[str, Person], careers: Sequence[Career], own: Sequence[Fact],
    clubs: Sequence[Fact], day: date | None,
) -> Held | None:  # fmt: skip
    if figure.kind in ("date", "number", "score"):
        return None
    if figure.kind == "born":
        return hold_birth(figure, keys, people)
    if figure.kind in AGES:
        return hold_age(figure, keys, people, day)
    if not own:
        return not_covered("a manager of the lake whom the piece names")
    if figure.kind == "term":
        return hold_term(figure, keys, own, careers)
    if figure.kind in ("seasons", "season_number"):
        return hold_seasons(figure, keys, own, careers)
    theirs = {key for one in own if one.scope == "season" and one.person_id in keys.people for key in one.keys}
    named = [
        one for one in clubs if not theirs.isdisjoint(one.keys) or any(meets(club, one) for club in keys.all_clubs)
    ]
    return hold_record(figure, keys, own, named, careers)
