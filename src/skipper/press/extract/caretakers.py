"""Interim managers: gets the last six games, minds the club in his absence, is a caretaker no longer."""

from __future__ import annotations

from typing import Any

from skipper.press.extract import posts
from skipper.press.extract.arguments import object_of
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import the_club
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

_MEANWHILE = frozenset(["meantime", "absence"])
_RAN = frozenset(["runs", "ran", "running", "run", "managed", "is managing", "guided"])
_RUNS = ("will_run", "had_club", "manage")
_CLUB = frozenset(["club", "team", "ballclub", "things", "show", "dugout"])
_BEHIND_IT = frozenset(
    [
        *("in", "during", "for", "until", "till", "while", "as", "since", "at", "on", "with", "from", "through", "and"),
        *("but", "tonight", "today", "again", "this", "meanwhile", "when", "because", "after", "well", "also"),
    ]
)  # what follows an object that is whole: the Mets in the meantime, not the Mets clubhouse


def gets_the_rest(piece: Piece, clause: Clause, acts: frozenset[str]) -> None:
    """X, the bench coach, gets the last six games as interim manager: of the post that is open.

    `acts` are the classes of verbs that tell the appointment themselves.
    """
    whom = clause.subject
    titles = [unit for unit in clause.find("interim") if clause.words_before(unit, 1) == ["as"]]
    if whom is None or not titles or clause.find(*acts, "be", "manage"):
        return
    name = piece.vacancy(whom)
    if name is not None and piece.when(clause, titles[0]) is NEVER:
        _appointed(piece, clause, titles[0], whom, name, "interim manager", NEVER)


def stays_for_good(piece: Piece, clause: Clause) -> None:
    """They took the interim tag off in November: the club's caretaker, told here or before, is its manager."""
    for verb in clause.find("interim_off"):
        whom, used = _caretaker(piece, clause, verb)
        if whom is None:
            continue
        named = next(iter(clubs_behind(clause, verb, "by", "in")), None)
        club = named.value if named is not None else clause.club or piece.careers.post(whom) or the_club(piece, whom)
        if club is not None:
            _appointed(piece, clause, verb, whom, club, "manager", piece.when(clause, verb), used)


def _caretaker(piece: Piece, clause: Clause, verb: Unit) -> tuple[Entity | None, tuple[Unit, ...]]:
    """Of whom the words are: off X, from X's title, X had it removed; else the last of whom the piece speaks."""
    behind = clause.units[verb.place - clause.first + 1 :][:3]
    named = next((one for one in behind if one.kind == "person"), None)
    if named is not None:
        return named.value, (named,)
    found = object_of(piece, clause, verb)
    if found is not None:
        return found[0], (found[1],)
    of_a_boss = clause.subject is None or clause.subject.executive
    return (clause.owner or piece.subject if of_a_boss else clause.subject), ()


def _appointed(
    piece: Piece,
    clause: Clause,
    verb: Unit,
    whom: Entity,
    club: ClubName,
    role: str,
    time: When,
    used: tuple[Unit, ...] = (),
) -> None:
    fields, named = posts.place_fields(piece, clause, club, time.year)
    act: dict[str, Any] = {"date_of_act": time.act.words} if time.act is not None else {}
    act = act or ({"date_of_act": str(time.seasons[0])} if len(time.seasons) == 1 else {})
    fields |= {"role": role, "outcome": "appointed", **posts.scale(piece, clause, club, time.year), **act}
    piece.add(clause, "appointment", fields, whom, verb, (*used, *time.units), named)
    piece.careers.remember(whom, club, time.year, hired=True)


def stands_in(piece: Piece, clause: Clause) -> bool:
    """Keep `X is running the club in the meantime` as a stint of these days; whether its verb tells nothing else.

    Nor does it where no club is run: running the Mets' clubhouse meanwhile is no manager's work.
    """
    verb = next((one for one in clause.find(*_RUNS) if one.low.split()[0] in _RAN), None)
    whom = clause.subject
    short = not _MEANWHILE.isdisjoint(one.low for one in clause.units)
    if verb is None or whom is None or not short or piece.vacancy(whom) is not None or clause.kinds("record"):
        return False
    if not _is_of_the_club(clause, verb):
        return "manag" not in verb.low
    near = clubs_behind(clause, verb, "")
    club = near[0].value if near else piece.home if piece.home is not None else the_club(piece, None)
    today = piece.report.date
    now = "absence" not in {one.low for one in clause.units} or verb.low.startswith(("is", "runs"))
    time = When((), (today.year,), whole=True) if today is not None and now else piece.when(clause, verb)
    if club is not None:
        keep_stint(piece, clause, verb, whom, "interim manager", club, tuple(near[:1]), time)
    return club is not None


def _is_of_the_club(clause: Clause, verb: Unit) -> bool:
    """Runs the team, is running the Mets, managed in his absence; not the Mets' clubhouse, the Mets pitching, drills.

    Nor of a player, but where he is said to manage.
    """
    before = clause.units[: verb.place - clause.first]
    if not verb.low.endswith(("managed", "managing")) and any(one.has("position", "pitcher_word") for one in before):
        return False
    behind = [one for one in clause.units[verb.place - clause.first + 1 :] if one.low != "the"][:2]
    inside = verb.low.rsplit(maxsplit=1)[-1] in _CLUB
    if not inside and behind and (behind[0].kind == "club" or behind[0].low in _CLUB):
        behind, inside = behind[1:], True
    ends = (
        not behind or behind[0].low in _BEHIND_IT or (behind[0].kind == "punct" and behind[0].text not in ("'", "'s"))
    )
    ends = ends or behind[0].kind in ("date", "year")
    return ends and (inside or "manag" in verb.low)
