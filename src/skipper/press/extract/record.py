"""Won-lost records of managers."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract import posts
from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import When

_BEFORE_HIS_TIME = frozenset(["after", "before", "when", "since", "while", "until"])
_PITCHING = frozenset(
    ["era", "strikeouts", "innings", "pitched", "pitching", "shutouts", "saves", "right-hander", "left-hander", "mound"]
)
_COUNTED_AS = frozenset(["season", "finish", "campaign", "showing", "summer", "start", "year", "mark", "record", "run"])
_OF_A_CAREER = frozenset(["career", "lifetime", "overall", "all-time"])
_VICTORIES = frozenset(["games", "victories", "wins"])
MOST_OF_A_SEASON = 166  # decisions: 162 games and ties replayed
MAX_LOPSIDED = 40  # a score or a pitcher's record: neither side has more decisions than this


def read(piece: Piece, clause: Clause) -> None:
    """Keep the records of a clause; of `won 2,195 games` the wins alone."""
    for unit in clause.kinds("record"):
        wins, losses, ties = unit.value
        person = _whose(piece, clause, unit)
        if person is not None and _is_told(clause, unit) and _is_managers(clause, unit, wins + losses):
            _keep(piece, clause, unit, person, {"wins": wins, "losses": losses, "ties": ties})
    for unit in clause.kinds("number"):
        if unit.value > MAX_LOPSIDED and _are_wins(clause, unit):
            person = _whose(piece, clause, unit)
            if person is not None:
                _keep(piece, clause, unit, person, {"wins": unit.value})


def _is_told(clause: Clause, unit: Unit) -> bool:
    """A verb of having it, its losses in words, or a 94-60 season."""
    named = unit.text[-1:].isalpha() or unit.text[:1].isalpha() or clause.words_before(unit, 1) == [":"]
    return named or bool(clause.find("have_record")) or clause.words_after(unit, 1)[:1] in [[w] for w in _COUNTED_AS]


def _are_wins(clause: Clause, unit: Unit) -> bool:
    """Won 2,195 games, with 1,281 victories; not the most that a club won."""
    words = clause.words_after(unit, 2)[:1]
    won = bool({"won", "winning", "win"} & set(clause.words_before(unit, 2)))
    counted = bool(_VICTORIES & set(words)) or (won and words in ([], ["and"], [","], ["."]))
    listed = any(one.kind == "number" for one in clause.units if unit.place < one.place <= unit.place + 3)
    if "once" in clause.words_before(unit, 3) or (listed and words == [","]):
        return False  # of which season is not said
    return counted and (won or (clause.words_after(unit, 1) != ["games"] and bool(clause.find("have_record"))))


def _whose(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    person = (
        _since_he_came(clause, unit)
        or _done_to(piece, clause, unit)
        or clause.subject
        or clause.owner
        or _under(piece, clause)
    )
    person = person or _in_charge(piece, clause, unit) or _their_manager(piece, clause)
    bare = person is None and clause.club is None and clause.words_before(unit, 1) == [":"] and unit.kind == "record"
    whole = bare and sum(unit.value[:2]) > MOST_OF_A_SEASON
    return piece.names.topic if whole else person


def _since_he_came(clause: Clause, unit: Unit) -> Entity | None:
    """The Phillies are 18-9 since X took over: X."""
    after = clause.sentence.units[unit.place + 1 : unit.place + 4]
    since = len(after) == 3 and after[0].low == "since" and after[1].kind == "person" and after[2].has("take_over")
    return after[1].value if since else None


def _done_to(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The club fired X after a 72-90 season: X."""
    for verb in clause.find("fire", "let_go"):
        found = args.object_of(piece, clause, verb) if verb.place < unit.place and not clause.passive(verb) else None
        if found is not None:
            return found[0]
    return None


def _under(piece: Piece, clause: Clause) -> Entity | None:
    """Under X the club finished 99-63; the club was 78-84 under X, under him, during his tenure."""
    units = clause.sentence.units
    for unit in units[1:]:
        before = units[unit.place - 1]
        if before.low == "under" and unit.kind in ("person", "pronoun"):
            return unit.value if unit.kind == "person" else piece.subject or piece.names.topic
        if unit.has("tenure") and before.kind == "pronoun":
            return piece.subject or piece.names.topic
    return None


def _their_manager(piece: Piece, clause: Clause) -> Entity | None:
    """Dismissed X after a season in which they finished 69-93: they are the club just named, X's own."""
    own = piece.careers.post(piece.subject) if piece.subject is not None else None
    if own is None or piece.club is None or not any(unit.low == "they" for unit in clause.units):
        return None
    return piece.subject if same_club(own, piece.club) else None


def _in_charge(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The club's record alone is that of whom the piece has put in charge by that season."""
    if clause.club is None or (clause.opener in _BEFORE_HIS_TIME and clause.opener != "when"):
        return None
    year = piece.when(clause, unit).year
    if clause.opener == "when" and clause.previous is not None and year is not None:
        whom = piece.careers.in_charge(clause.club, year)
        return whom if whom is clause.previous.subject else None
    if clause.opener == "when":
        return None
    if clause.anaphoric and year is None:
        return piece.careers.in_charge(clause.club) or piece.subject or piece.names.topic
    return piece.careers.in_charge(clause.club, year)


def _is_managers(clause: Clause, unit: Unit, decisions: int) -> bool:
    """A score (7-3) and a pitcher's record (12-9) are none; a short stay in the dugout has its role beside it."""
    if _since_he_came(clause, unit) is not None:
        return True
    if clause.find("manager", "interim", "manage") or clause.find("lead"):
        return decisions > 20 or clause.words_before(unit, 1) != ["won"]
    words = {one.low for one in clause.sentence.units}
    return decisions > MAX_LOPSIDED and not (words & _PITCHING)


def _keep(piece: Piece, clause: Clause, unit: Unit, person: Entity, figures: dict[str, int | None]) -> None:
    time = piece.when(clause, unit)
    decisions = sum(figures.get(name) or 0 for name in ("wins", "losses"))
    count = _season_count(clause)
    near = _named(clause, unit, args.clubs_near(piece, clause, unit))
    year = None if time.first and not time.last else time.year
    season = year or (near[0].value.season if near else None)
    names = [one.value for one in near]
    if not names:
        own = _clubs_own(piece, clause, unit, person, year if decisions <= MOST_OF_A_SEASON else None, decisions)
        names = [own] if own is not None else []
    whole = any(name.as_organization for name in names)
    stated = posts.level_near(clause, names[0] if names else None)
    interim = any(not one.low.endswith("basis") for one in clause.find("interim"))
    fields = {
        "role": "interim manager" if interim else "manager",
        **figures,
        "seasons": _seasons(time, season, count, decisions) or _of_the_story(piece, clause, time, count, decisions),
        "season_count": count,
        "level_stated": stated,
        "level_resolved": _level(piece, names, season, stated),
        "organizations" if whole else "clubs": [piece.show(name, season) for name in names],
    }
    named = [("organizations" if whole else "clubs", name, season) for name in names]
    piece.add(clause, "record", fields, person, unit, [*near, *time.units], named, affirmed=True)
    if len(near) == 1:
        piece.careers.remember(person, names[0], season)


def _named(clause: Clause, unit: Unit, near: list[Unit]) -> list[Unit]:
    if near or clause.club is None:
        return near
    return [one for one in clause.kinds("club") if one.value is clause.club]


def _clubs_own(
    piece: Piece, clause: Clause, unit: Unit, person: Entity, year: int | None, decisions: int
) -> ClubName | None:
    """The club of a record that names none: the clause's subject, the one that the words point to, or the man's own."""
    if clause.club is not None:
        return clause.club
    if clause.opener == "where" and clause.previous is not None:
        there = next((one.value for one in clause.previous.kinds("club") if not one.value.as_organization), None)
        if there is not None:
            return there
    own = piece.careers.post(person, year)
    if any(one.low in ("the club", "the team", "they") for one in clause.units):
        return own or piece.club
    of_a_career = _OF_A_CAREER & {one.low for one in clause.units} or posts.level_near(clause, None)
    count = _season_count(clause)
    if of_a_career or (count or 0) > 9:
        return None
    one_season = decisions <= MOST_OF_A_SEASON and (
        year or clause.words_after(unit, 1)[:1] in [[w] for w in _COUNTED_AS]
    )
    following = [one.low for one in clause.sentence.units[unit.place + 1 : unit.place + 3]]
    since = following[:1] == ["since"]  # 122-164 since he replaced X
    return own if one_season or count or since else None


def _seasons(time: When, season: int | None, count: int | None, decisions: int) -> list[int]:
    """The seasons of a record; one season has not so many games, and what is said of it then is something else."""
    seasons = list(time.seasons)
    if decisions > MOST_OF_A_SEASON and len(seasons or [season]) < 2 and not time.first:
        return []
    if time.first and time.last:
        return list(range(time.first, time.last + 1))
    return seasons or ([season] if season and not count else [])


def _of_the_story(piece: Piece, clause: Clause, time: When, count: int | None, decisions: int) -> list[int]:
    """Boston hired him in 1923. The Red Sox were last, at 61-91: one season's, where a paragraph tells of the past."""
    if clause.kinds("ordinal"):
        return []  # in his first season there
    year, today = piece.story_year, piece.report.date
    past = year is not None and (today is None or year < today.year)
    one = decisions <= MOST_OF_A_SEASON and not count and not time.first
    return [year] if past and one and year is not None else []


def _level(piece: Piece, names: list[ClubName], season: int | None, stated: str | None) -> str | None:
    if names and not names[0].as_organization:
        return piece.level(names[0], season, stated)
    return piece.level(None, season, stated)


def _season_count(clause: Clause) -> int | None:
    """Over ten seasons, a ten-year record, in parts of 14 seasons."""
    for unit in clause.kinds("number"):
        words = clause.words_after(unit, 2)
        alone = words[:1] and words[0] in ("seasons", "years", "year")
        joined = words in (["-", "year"], ["-", "season"], ["major", "league"])
        if (alone or joined or words in (["full", "seasons"], ["full", "years"])) and unit.value <= 60:
            return unit.value
    return None
