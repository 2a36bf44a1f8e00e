"""Discipline: suspensions, fines, ejections, reprimands and arrests, of whom and by whom."""

from __future__ import annotations

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause, is_participle
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import Entity, Unit
from skipper.press.extract.when import When

_KINDS = {
    **dict.fromkeys(
        [
            *("banished", "given the thumb", "got the thumb", "given the heave-ho", "got the heave-ho"),
            *("run from the game", "chased from the game", "sent to the showers", "ordered off the field"),
        ],
        "ejected",
    ),
    "set down for": "suspended",
    "game ban": "suspended",
    "day ban": "suspended",
    "thrown out": "ejected",
    "tossed": "ejected",
    "tossing": "ejected",
    "ejects": "ejected",
    "ejecting": "ejected",
    "ejection": "ejected",
    "ejections": "ejected",
    "suspension": "suspended",
    "suspending": "suspended",
    "banned": "suspended",
    "suspends": "suspended",
    "fines": "fined",
    "fine": "fined",
    "fining": "fined",
    "reprimanded": "reprimand",
    "benches": "benched",
    "benching": "benched",
}
_NOUNS = frozenset(
    [
        "ban",
        "got the thumb",
        "got the heave-ho",
        "suspension",
        "ejection",
        "fine",
        "fines",
        "reprimand",
        "written reprimand",
        "tirade",
    ]
)
_BASES = frozenset(["home", "plate", "second", "first", "third"])
_OWNED = 6  # units between X's and his suspension: three - game, second straight
_PAID = frozenset(["got", "paid", "drew", "received", "a", "suspension"])
_ARTICLES = frozenset(["no", "a", "the", "and", "stiff", "hefty", "an", "undisclosed", "undetermined", "unspecified"])
_AFTER_A_FINE = frozenset(
    ["of", "for", "from", "by", "and", "after", "in", "that", "when", "on", "was", "last", "this"]
)
_TITLES = frozenset(
    [
        *(
            "the",
            "commissioner",
            "then",
            "-",
            "umpire",
            "president",
            "crew",
            "chief",
            "a",
            "its",
            "plate",
            "home",
            "base",
        ),
        *("first", "second", "third", "rookie", "veteran", "vice", "senior", "umpires", "ump", "baseball", "'s"),
    ]
)


def read(piece: Piece, clause: Clause) -> None:
    """Keep the discipline of a clause."""
    for unit in clause.find("suspend", "reprimand", "arrest", "bench"):
        person = _whom(piece, clause, unit)
        if person is None or not _is_told(clause, unit):
            continue
        none_of_it = unit.low in _NOUNS and clause.words_before(unit, 1) == ["no"]
        if not none_of_it and (clause.denied(unit) or "never" in clause.words_before(unit, 5)):
            continue
        counted = _is_counted(clause, unit)  # over many seasons, unless its own clause says which
        time = piece.when(clause, unit) if counted else season_told(piece, clause, unit, as_news=True)
        if time.year is None and _for_the_season(clause) and piece.year is not None:
            time = When((), (piece.year,), whole=True)
        by, used = _by(piece, clause, unit, person)
        by = by or (_benched_by(piece, person) if unit.has("bench") else _by_of_both(piece, clause, person))
        fields = {
            "kind": _KINDS.get(unit.low, unit.low),
            "by": by,
            "seasons": list(time.seasons) or ([time.year] if time.year else []),
        }
        inside = [one for one in (*used, *time.units) if one in clause.units]
        piece.add(clause, "discipline", fields, person, unit, inside, denied=none_of_it)


def _is_counted(clause: Clause, unit: Unit) -> bool:
    """Was ejected from 91 games, suspended four times."""
    after = clause.units[unit.place - clause.first + 1 :][:4]
    number = next((n for n, one in enumerate(after[:3]) if one.kind == "number" and one.value > 1), None)
    told = after[number + 1].low if number is not None and number + 1 < len(after) else ""
    return told in ("times", "occasions") or (told == "games" and after[0].low == "from")


def _for_the_season(clause: Clause) -> bool:
    """Had suspended him for the season: the one of which the piece tells."""
    words = " ".join(unit.low for unit in clause.units)
    return "for the season" in words or "for the rest of the season" in words


def _is_told(clause: Clause, unit: Unit) -> bool:
    """Tossed out of a game, a fine that was paid: not `fine` as the word for well, nor a coin that was tossed."""
    words = {one.low for one in clause.units}
    if unit.low == "tirade" and clause.find("suspend"):
        return False  # for which he was fined
    if unit.low in ("tossed", "tossing", "thrown out"):
        following = clause.words_after(unit, 3)
        stealing = "stealing" in following or (following[:1] == ["at"] and bool(_BASES & set(following)))
        thrown = clause.passive(unit) or clause.reduced or unit.low == "thrown out"
        return not stealing and (bool(words & {"game", "games", "out", "umpire", "inning"}) or thrown)
    if unit.low in ("fine", "fines"):
        paid = _PAID & set(clause.words_before(unit, 5)) and _ARTICLES & set(clause.words_before(unit, 2))
        then = clause.after(unit)
        return bool(paid) and (then is None or then.kind == "punct" or then.low in _AFTER_A_FINE)
    if unit.has("bench"):
        following = clause.words_after(unit, 8)
        if following[:1] == ["for"] and {"game", "games", "day", "days"} & set(following[:4]):
            return True
        return "for" in following and any(word.endswith("ing") or word == "not" for word in following)
    return True


def _whom(piece: Piece, clause: Clause, unit: Unit) -> Entity | None:
    """The subject of a passive, the object of an active verb, who drew a suspension; nobody else's subject."""
    if unit.low in _NOUNS:
        return _owner(clause, unit) or clause.subject or clause.owner
    if is_participle(unit) or unit.low == "thrown out":
        patient = args.patient(piece, clause, unit)
        if patient is not None:
            return patient[0]
        earlier = [one for part in (clause.previous, clause) if part for one in part.find("suspend", "arrest")]
        joined = any(clause.passive(one) or (clause.previous and clause.previous.passive(one)) for one in earlier)
        done = not clause.passive(unit) and not joined
        return (
            (clause.subject if clause.subject is not None and _is_reduced(clause, unit) else None)
            if done
            else clause.subject
        )
    found = args.object_of(piece, clause, unit)
    return found[0] if found is not None else clause.subject


def _owner(clause: Clause, noun: Unit) -> Entity | None:
    """It was X's fifth ejection, X's three-game suspension: X."""
    for back in range(1, _OWNED):
        unit, owner = clause.before(noun, back), clause.before(noun, back + 1)
        if unit is not None and unit.text in ("'s", "'"):
            return owner.value if owner is not None and owner.kind == "person" else None
    return None


def _is_reduced(clause: Clause, unit: Unit) -> bool:
    """Fined and suspended three games, …; got thrown out: done to the subject."""
    after = clause.after(unit)
    nobody = after is None or after.kind not in ("person", "pronoun", "club")
    first = next((one for one in clause.units if one.kind != "punct"), None)
    return nobody and (unit.low == "thrown out" or first is unit) and clause.club is None


def _by(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> tuple[str | None, tuple[Unit, ...]]:
    """By or from whom: a person, a club, a league or a body of the game."""
    named = _after_by(piece, clause, unit, person)
    if named is not None:
        return named
    passive = clause.passive(unit) or not is_participle(unit) or args.object_of(piece, clause, unit) is None
    if passive:
        acts = clause.club is not None and not clause.passive(unit) and unit.low.endswith("ed")
        return (piece.show(clause.club, piece.thread_year) if acts and clause.club is not None else None), ()
    return _actor(piece, clause, unit, person)


def _benched_by(piece: Piece, person: Entity) -> str | None:
    """Was benched for two games: by the manager of whom the piece speaks."""
    topic = piece.names.topic
    return topic.name if topic is not None and topic is not person else None


def _by_of_both(piece: Piece, clause: Clause, person: Entity) -> str | None:
    """Was suspended for 30 days and fined $10,000 by the club: both by the club."""
    end = clause.end
    following = Clause(clause.sentence, end, len(clause.sentence.units), "and")
    first = next(iter(following.units[:3]), None)
    other = next((one for one in following.units[:3] if one.has("suspend")), None)
    if first is None or first.low != "and" or other is None:
        return None
    named = _after_by(piece, following, other, person)
    return named[0] if named is not None else None


def _after_by(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> tuple[str, tuple[Unit, ...]] | None:
    source = False
    for one in clause.units[unit.place - clause.first + 1 :]:
        if one.low in ("by", "from"):
            source = True
        elif not source:
            continue
        elif one.kind == "person" and one.value is not person:
            return one.value.name, (one,)
        elif one.kind == "league":
            return _its_president(clause, one) or (one.text, (one,))
        elif one.low in ("the league", "league"):
            league = _league_of(piece, person)
            return (league, ()) if league is not None else None
        elif one.low in ("the club", "the team", "club", "team"):
            own = piece.careers.post(person) or piece.club
            return (piece.show(own, piece.thread_year), ()) if own is not None else None
        elif one.has("governing"):
            return one.text, (one,)
        elif one.kind == "club":
            whom = _called_after_a_town(clause, one)
            return (whom or piece.show(one.value, piece.thread_year), (one,))
        elif name := _unknown_name(clause, one):
            return name, (one,)
        elif one.low not in _TITLES and not one.has("executive"):
            source = False
    return None


def _its_president(clause: Clause, league: Unit) -> tuple[str, tuple[Unit, ...]] | None:
    """International League president X: X; null where only the league is named."""
    office = clause.after(league)
    first = clause.after(league, 2)
    if office is None or first is None or not office.has("executive"):
        return None
    name = first.value.name if first.kind == "person" else _unknown_name(clause, first)
    return (name, (first,)) if name is not None else None


def _actor(piece: Piece, clause: Clause, unit: Unit, person: Entity) -> tuple[str | None, tuple[Unit, ...]]:
    """Who did it, as the verb's subject: the club, the league, a man; of one not known his name as written."""
    if clause.club is not None:
        return piece.show(clause.club, piece.thread_year), ()
    before = [one for one in clause.units if one.place < unit.place]
    league = next((one for one in before if one.kind == "league"), None)
    if league is not None:
        return league.text, (league,)
    body = next((one for one in before if one.has("governing") and one.low != "the league"), None)
    if body is not None:
        return body.text, (body,)
    if any(one.low == "the league" for one in before):
        return (piece.league.text if piece.league is not None else _league_of(piece, person)), ()
    actor = clause.subject or clause.owner  # the commissioner, or his office
    if actor is not None and actor is not person:
        return actor.name, ()
    earlier = clause.previous.find("suspend") if clause.previous is not None and clause.opener == "and" else []
    if earlier and clause.previous is not None and not clause.previous.passive(earlier[-1]):
        return _actor(piece, clause.previous, earlier[-1], person)  # suspended him and fined him
    name = " ".join(
        one.text for one in before if one.kind == "word" and one.text[:1].isupper() and one.low not in _TITLES
    )
    return (name if " " in name else None), ()


def _league_of(piece: Piece, person: Entity) -> str | None:
    """The league of his club: who is suspended `by the league`."""
    own = piece.careers.post(person, piece.thread_year) or piece.club
    if own is None or own.as_organization:
        return None
    return piece.clubs_of(own, piece.thread_year)[0].league


def _called_after_a_town(clause: Clause, club: Unit) -> str | None:
    """Commissioner Bowie Kuhn: no club of Bowie."""
    last = clause.after(club)
    name = last is not None and last.kind == "word" and last.text.istitle() and not last.classes
    return f"{club.text} {last.text}" if name and last is not None and club.value.form == "place" else None


def _unknown_name(clause: Clause, unit: Unit) -> str | None:
    """Ban Johnson, whom the vocabulary does not have: two words with capitals."""
    last = clause.after(unit)
    if last is None:
        return None
    named = all(one.kind == "word" and one.text.istitle() and not one.classes for one in (unit, last))
    return f"{unit.text} {last.text}" if named else None
