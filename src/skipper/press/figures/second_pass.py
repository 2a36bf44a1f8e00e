"""The second pass over a report: its figures, each held against the facts about the people named."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from skipper.press.claim import Claim, Report
from skipper.press.facts import Facts, Person
from skipper.press.figures.ages import hold_age
from skipper.press.figures.facts import Career, Fact, career_of, club_facts, facts_of
from skipper.press.figures.figure import Figure, figures_of
from skipper.press.figures.keys import Keys, figures_with_keys
from skipper.press.figures.people import people_ids, with_subject
from skipper.press.figures.records import hold_record, meets
from skipper.press.figures.terms import hold_seasons, hold_seasons_beside, hold_term
from skipper.press.figures.verdict import Held, not_covered
from skipper.press.reading.context import Context, begun
from skipper.press.reading.field import is_of_baseball
from skipper.press.reading.tagger import Tagger


@dataclass(frozen=True)
class Tagged:
    """A report as the second pass reads it: its context, and the person_id of each name. `of_baseball` is whether it
    is about baseball at all."""

    context: Context
    ids: Mapping[str, str]
    of_baseball: bool


def tagged(report: Report, claims: Iterable[Claim], tagger: Tagger) -> Tagged:
    """Read the names and figures of a report; `claims` are its own, whose links tell namesakes apart."""
    sentences, people = tagger.read(report)
    known, people = with_subject(report, sentences, people, tagger.vocabulary)
    context = begun(report, tagger.vocabulary, known, people)
    ids = people_ids(people, known, claims, report, tagger.vocabulary)
    return Tagged(context, ids, is_of_baseball(context))


def held_figures(tagged: Tagged, facts: Facts | None) -> list[tuple[Figure, Held | None]]:
    """Return the figures of a report in order, each held against the facts; null of a figure of a kind that is not.

    Only records, wins, losses, percentages, ages, birthdays, terms and counts of seasons are held against facts.
    Nothing is, without facts or in a report that is not about baseball.
    """
    report = tagged.context.report
    if facts is None or not tagged.of_baseball:
        return [(one, None) for sentence in tagged.context.sentences for one in figures_of(sentence, report.text)]
    people = {id_: facts.people[id_] for id_ in dict.fromkeys(tagged.ids.values()) if id_ in facts.people}
    careers = {id_: career_of(person, facts, report.date) for id_, person in people.items()}
    managers = frozenset(id_ for id_, one in careers.items() if one.spells)
    year = tagged.context.now
    found = list(figures_with_keys(tagged.context, tagged.ids, managers))
    years = {season for _figure, keys in found for season in keys.near} | ({year} if year else set())
    own = [fact for one in careers.values() for fact in facts_of(one, years)]
    clubs = list(club_facts(facts, years, report.date))
    held = [_held(figure, keys, people, list(careers.values()), own, clubs, report) for figure, keys in found]
    supported = [
        (keys.shape, figure.first, one.fact)
        for (figure, keys), one in zip(found, held, strict=True)
        if one is not None and one.word == "supported" and one.fact is not None and len(one.fact.seasons) > 1
    ]
    for place, (figure, keys) in enumerate(found):
        one = held[place]
        if figure.kind == "seasons" and one is not None and one.word is None:
            beside = [fact for shape, at, fact in supported if shape == keys.shape and abs(at - figure.first) < _BESIDE]
            held[place] = hold_seasons_beside(figure, keys, beside) or one
    return [(figure, one) for (figure, _keys), one in zip(found, held, strict=True)]


_BESIDE = 14  # units between a record and the number of its seasons


def _held(
    figure: Figure,
    keys: Keys,
    people: Mapping[str, Person],
    careers: Sequence[Career],
    own: Sequence[Fact],
    clubs: Sequence[Fact],
    report: Report,
) -> Held | None:
    if figure.kind in ("date", "number"):
        return None
    if figure.kind in ("age", "birthday"):
        return hold_age(figure, keys, people, report.date)
    if not any(one.spells for one in careers):
        return not_covered("a manager of the lake whom the piece names")
    if figure.kind == "term":
        return hold_term(figure, keys, own, careers)
    if figure.kind in ("seasons", "season_number"):
        return hold_seasons(figure, keys, own, careers)
    named = [one for one in clubs if any(meets(club, one) for club in keys.all_clubs)]
    return hold_record(figure, keys, own, named, careers, report.date)


def person_ids(every: Iterable[Tagged]) -> Collection[str]:
    """Return the people whom reports name, for `load_facts`."""
    return {id_ for one in every for id_ in one.ids.values()}
