"""Won-lost records of managers."""

from __future__ import annotations

from dataclasses import replace

from skipper.press.extract import posts
from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import Clause
from skipper.press.extract.figures import (
    FEWEST,
    MAX_LOPSIDED,
    MOST_OF_A_SEASON,
    Figures,
    figures,
    goes_on_of_a_pitcher,
    is_a_pitchers,
    is_pitching,
)
from skipper.press.extract.holders import holder
from skipper.press.extract.partial_seasons import bracketed, filled_in
from skipper.press.extract.piece import Piece
from skipper.press.extract.record_clubs import (
    as_told,
    clubs_named,
    clubs_own,
    of_a_career,
    told_in_parts,
)
from skipper.press.extract.record_lengths import of_that_time, over_seasons, season_count
from skipper.press.extract.seasons import beside, season_told
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When
from skipper.press.lexicon import lexicon

_TOO_MANY = 185  # games that somebody who errs may give one season: more are of several
A_DIGIT = 10  # games: by how much a record is too long of which one digit is wrong


def read(piece: Piece, clause: Clause) -> None:
    """Keep the records of a clause, each with whose it is, of which club and of which season."""
    for unit, told in figures(clause):
        decisions = sum(told.get(name) or 0 for name in ("wins", "losses"))
        time, person = _whose(piece, clause, unit, _time(piece, clause, unit, decisions))
        person = person or _topics_sum(piece, clause, unit, decisions)
        if person is not None and _is_managers(clause, unit, decisions):
            _keep(piece, clause, unit, person, told, time)


def _whose(piece: Piece, clause: Clause, unit: Unit, time: When) -> tuple[When, Entity | None]:
    """The man, and the time; a season only understood is dropped where nobody held the club then as told."""
    own = clause.club.season if clause.club is not None and not time.units else None
    person = holder(piece, clause, unit, own or time.year)
    if person is None and not time.units:
        return NEVER, holder(piece, clause, unit, None)
    return time, person


def _time(piece: Piece, clause: Clause, unit: Unit, decisions: int) -> When:
    """The season of a record that one season can have; of a longer one what stands beside it."""
    if len(told_in_parts(clause, unit)) > 1:
        return NEVER
    one = decisions <= MOST_OF_A_SEASON and season_count(clause) is None and not of_a_career(clause, unit)
    return season_told(piece, clause, unit) if one else beside(piece, clause, unit)


def _topics_sum(piece: Piece, clause: Clause, unit: Unit, decisions: int) -> Entity | None:
    """The numbers: 1,650-1,428."""
    bare = clause.club is None and clause.words_before(unit, 1) == [":"] and unit.kind == "record"
    return piece.names.topic if bare and decisions > MOST_OF_A_SEASON else None


def _is_managers(clause: Clause, unit: Unit, decisions: int) -> bool:
    """A score (7-3) and a pitcher's record (12-9) are none; a short stay in the dugout has its words beside it."""
    if "as manager" in " ".join(clause.words_after(unit, 2)):
        return True
    if unit.kind == "number":
        return not is_a_pitchers(clause, decisions)
    if filled_in(clause) and clause.find("be", "have_record") and clause.words_before(unit, 1) != ["won"]:
        return not is_pitching(clause, decisions)
    if clause.find("manager", "interim", "manage", "lead"):
        return decisions > 20 or (decisions >= FEWEST and clause.words_before(unit, 1) != ["won"])
    if is_pitching(clause, decisions) or goes_on_of_a_pitcher(clause):
        return False
    if decisions > MAX_LOPSIDED:
        return True
    words = {one.low for one in clause.sentence.units}
    of_a_man = bool({"under", "since"} & words) or clause.words_before(unit, 1) == ["at"]
    of_a_man = of_a_man or bracketed(clause, unit) is not None
    return decisions >= FEWEST and (of_a_man or (clause.club is not None and decisions > 20))


def _keep(piece: Piece, clause: Clause, unit: Unit, person: Entity, told: Figures, time: When) -> None:
    decisions = sum(told.get(name) or 0 for name in ("wins", "losses"))
    count = season_count(clause) or over_seasons(clause, person, told)
    near = clubs_named(clause, unit)
    year = None if time.first and not time.last else time.year
    own_season = near[0].value.season if near else clause.club.season if clause.club is not None else None
    if own_season is not None and not time.units:
        time, year = When((), (own_season,), whole=True), own_season
    season = year or own_season
    names = [one.value for one in near]
    if not names:
        own = clubs_own(piece, clause, unit, person, year if decisions <= MOST_OF_A_SEASON else None, decisions)
        names = [own] if own is not None else []
    told_as, names = names[:1], [as_told(piece, person, name) for name in names]
    whole = any(name.as_organization for name in names)
    here = bool(told_as) and any(unit.value is told_as[0] for unit in clause.sentence.units)
    stated = posts.level_near(clause, told_as[0] if here else None) if here or not names else None
    stated = stated or (_level_before(clause, person) if count and not names else None)
    stated = stated or (_level_there(clause, told_as[0]) if told_as else None)
    if names and stated is not None and _is_major(names[0]) and lexicon().levels.get(stated.lower()) == "MLB":
        stated = None  # of a major club the level says nothing more
    interim = filled_in(clause) or any(not one.low.endswith("basis") for one in clause.find("interim"))
    interim = interim or _as_the_interim(clause, unit)
    fields = {
        "role": "interim manager" if interim else "manager",
        **told,
        "seasons": [season] if _when_they_were(clause, decisions, season) else _seasons(time, season, count, decisions),
        "season_count": count,
        "level_stated": stated,
        "level_resolved": _level(piece, names, season, stated),
        "organizations" if whole else "clubs": [piece.show(name, season) for name in names],
    }
    if _joins_wins(piece, clause, person, told):
        return
    named = [("organizations" if whole else "clubs", name, season) for name in names]
    inside = [one for one in (*near, *time.units) if one in clause.sentence.units]
    piece.add(clause, "record", fields, person, unit, inside, named, affirmed=True)
    his = len(near) == 1 or (len(names) == 1 and clause.anaphoric and piece.careers.last(person) is None)
    if his and not piece.careers.knows(person, names[0]):
        piece.careers.remember(person, names[0], season)


def _as_the_interim(clause: Clause, unit: Unit) -> bool:
    """Went 20-22 as the interim."""
    behind = [one for one in clause.words_after(unit, 3) if one != "the"]
    return behind[:2] == ["as", "interim"]


def _level_there(clause: Clause, name: ClubName) -> str | None:
    """Class AAA Buffalo, where the Bisons were 82-62: the level of the same club."""
    before = clause.previous.kinds("club") if clause.opener == "where" and clause.previous is not None else []
    return before[-1].value.level if before and same_club(before[-1].value, name) else None


def _level_before(clause: Clause, person: Entity) -> str | None:
    """Managed 14 seasons in the minors, compiling a 950-900 record: there."""
    before = of_that_time(clause, person)
    levels = before.kinds("level") if before is not None and not before.kinds("club") else []
    return levels[0].text if len(levels) == 1 else None


def _when_they_were(clause: Clause, decisions: int, season: int | None) -> bool:
    """Managed them in 1980, when they went 94-78: that season's, though none has so many games."""
    hung = clause.opener == "when" and clause.previous is not None and clause.previous.units[-1].kind == "year"
    return hung and season is not None and MOST_OF_A_SEASON < decisions <= _TOO_MANY


def _joins_wins(piece: Piece, clause: Clause, person: Entity, told: Figures) -> bool:
    """Won 1,131 games at Detroit and lost 972: the losses of the record just kept."""
    last = piece.claims[-1] if piece.claims else None
    alone = told.get("wins") is None and told.get("losses") is not None and clause.opener == "and"
    if not alone or last is None or last.type != "record" or last.start < clause.sentence.units[0].start:
        return False
    if last.fields["person"] != person.name or last.fields.get("losses") is not None:
        return False
    fields = {**last.fields, "losses": told["losses"]}
    end = clause.units[-1].end
    piece.claims[-1] = replace(last, fields=fields, end=end, span=piece.report.text[last.start : end])
    return True


def _is_major(name: ClubName) -> bool:
    return not name.as_organization and any(span.is_major for span in name.spans)


def _seasons(time: When, season: int | None, count: int | None, decisions: int) -> list[int]:
    """The seasons of a record; one season has not so many games, and what is said of it then is something else."""
    seasons = list(time.seasons)
    if MOST_OF_A_SEASON < decisions <= MOST_OF_A_SEASON + A_DIGIT and len(seasons) == 1 and time.units and not count:
        return seasons  # 94-78 in 1980: a figure misprinted, as the season beside it shows
    if decisions > MOST_OF_A_SEASON and len(seasons or [season]) < 2 and not time.first:
        return []
    if time.first and time.last and decisions <= MOST_OF_A_SEASON and time.last > time.first + 1:
        return []
    if time.first and time.last:
        return list(range(time.first, time.last + 1))
    return seasons or ([season] if season and not count else [])


def _level(piece: Piece, names: list[ClubName], season: int | None, stated: str | None) -> str | None:
    if names and not names[0].as_organization:
        return piece.level(names[0], season, stated)
    return piece.level(None, season, stated)
