"""Usage: where a manager batted a player, whom he platooned, and against whom he would not start him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from skipper.press.extract import arguments as args
from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.seasons import season_told
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

_OTHER_FIRSTS = frozenset(
    ["season", "year", "inning", "game", "time", "home", "base", "place", "career", "round", "half"]
)
_STILL_SO = frozenset(["bats", "sits", "leads off", "plays", "platoons", "stays", "uses", "hits", "remains"])
_DAYS = frozenset(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "tonight", "today"])
_SITS = ("refuse", "sit")
_LEFT = frozenset(["southpaw", "left-hander", "lefthander", "lefty"])
_RIGHT = frozenset(["right-hander", "righthander", "righty"])
Use = tuple[Unit, str, tuple[Unit, ...]]  # the verb, the kind, and what says it
_LED_OFF = ("led off", "leads off", "leading off", "lead off")
_NOT_A_SLOT = frozenset(["the", "an", "a", "with", "first", "second", "his", "every"])
_FARTHEST = 3  # units between `had` and its participle


def read(piece: Piece, clause: Clause, sentence: list[Clause]) -> None:
    """Keep what a clause says of a player's use."""
    if clause.previous is not None:
        _read_each(piece, clause.previous, sentence, _when_one_starts(clause))
    _read_each(piece, clause, sentence, [*_slots(clause), *_hands(clause), *_platoons(clause), *_every_day(clause)])


def _read_each(piece: Piece, clause: Clause, sentence: list[Clause], told: Iterable[Use]) -> None:
    for verb, kind, used in told:
        manager = _manager(piece, clause, sentence, verb)
        for player in _players(piece, clause, sentence, verb):
            _keep(piece, clause, verb, kind, used, player, manager if manager is not player else None)


def _when_one_starts(clause: Clause) -> Iterator[Use]:
    """Kept him out of the lineup when a southpaw starts: what the clause before it says, against that hand."""
    if (
        clause.opener not in ("when", "whenever")
        or clause.previous is None
        or not clause.find("start_him", "pitcher_word")
    ):
        return
    for unit in clause.units:
        side = "lhp" if unit.low in _LEFT or unit.has("left_handers") else "rhp"
        if unit.low in _LEFT | _RIGHT or unit.has("left_handers", "right_handers"):
            yield from ((verb, f"sits_against_{side}", (unit,)) for verb in clause.previous.find(*_SITS))


def _slots(clause: Clause) -> Iterator[Use]:
    """Batted eighth, hit in the leadoff spot, moved from third to second in the order; one for each verb."""
    following = clause.sentence.units[clause.end : clause.end + 1]
    if clause.opener == "or" or (following and following[0].low == "or"):
        return  # leads off or hits fifth
    for verb in clause.find("bat", "move_in_order"):
        slots = clause.find("bats_low", "bats_high")
        for unit in reversed(slots) if verb.has("move_in_order") else slots:
            if _is_slot(clause, verb, unit):
                yield verb, "bats_low" if unit.has("bats_low") else "bats_high", (unit,)
                break


def _is_slot(clause: Clause, verb: Unit, unit: Unit) -> bool:
    """Batted eighth, in the leadoff spot; not `hit .264 in his second season`, `led off the fifth`."""
    after = clause.words_after(unit, 3)
    if after[:1] == ["or"] and len(clause.find("bat")) > 1:
        return False  # leads off or hits fifth
    if unit.low in _LED_OFF:
        return not _NOT_A_SLOT & set(after[:1])
    in_order = bool({"order", "lineup"} & set(after))
    if verb.has("move_in_order") and not verb.has("bat") and not in_order:
        return False
    if unit.kind != "ordinal":
        return unit is not verb
    before = clause.words_before(unit, 1)
    alone = not {"the", "a", "his", "her", "and", "on", "in", "for"} & set(before)
    slot = bool(after) and after[0] in ("spot", "hole", "slot", "position")
    ends = not after or after[0] in _ENDS or in_order
    return unit.place > verb.place and bool(slot or in_order or (alone and ends and not _OTHER_FIRSTS & set(after[:1])))


_ENDS = frozenset(
    [
        *(",", ".", ";", "or", "and", "in", "for", "all", "most", "against", "because", "behind", "between", "ahead"),
        *("again", "that", "this", "on", "at", "to", "when", "so", "but", "every", "instead", "last", "during", ")"),
        *("under", "as", "before", "after", "just", "with", "where", "often", "much", "since", "until", "there"),
        *("more", "now", "tonight", "regularly", "almost", "nearly", "through", "whenever", "if", "while"),
    ]
)


def _hands(clause: Clause) -> Iterator[Use]:
    """Sat against left-handers, would not start him against righties, played only against left-handers."""
    for unit in clause.find("left_handers", "right_handers"):
        side = "lhp" if unit.has("left_handers") else "rhp"
        if "against" not in clause.words_before(unit, 3) and "vs." not in clause.words_before(unit, 2):
            continue
        for verb in clause.find(*_SITS):
            yield verb, f"sits_against_{side}", (unit,)
        only = {"only", "exclusively", "mostly", "strictly"} & set(clause.words_before(unit, 3))
        for verb in clause.find("play", "start_him") if only and not clause.find(*_SITS) else ():
            yield verb, f"starts_against_{side}", (unit,)


def _platoons(clause: Clause) -> Iterator[Use]:
    """Platooned X and Y; X was platooned; not `quit platooning guys`."""
    for verb in clause.find("platoon"):
        words = {one.low for one in clause.units}
        noun = {"at", "in", "mate", "mates", "partner", "partners", "role", "player", "system"}
        of_men = not noun & set(clause.words_after(verb, 1)) and not words & {"quit", "stopped", "ended"}
        if of_men and not clause.find("left_handers", "right_handers"):
            yield verb, "platooned", ()


def _every_day(clause: Clause) -> Iterator[Use]:
    """Plays every day, is in there every night."""
    for verb in clause.find("play"):
        after = clause.words_after(verb, 5)
        if any(pair in (("every", "day"), ("every", "night")) for pair in pairwise(after)):
            yield verb, "plays_every_day", ()


def _keep(
    piece: Piece,
    clause: Clause,
    verb: Unit,
    kind: str,
    used: tuple[Unit, ...],
    player: Entity,
    manager: Entity | None,
) -> None:
    time = _time(piece, clause, verb)
    near = [unit for unit in args.clubs_near(piece, clause, verb)[:1] if _is_his(clause, unit)]
    fields = {
        "kind": kind,
        "manager": manager.name if manager is not None else None,
        "seasons": list(time.seasons) or ([time.year] if time.year and not time.first else []),
        "club": piece.show(near[0].value, time.year) if near else None,
    }
    named = [("club", near[0].value, time.year)] if near else []
    inside = (*used, *(one for one in time.units if one in clause.units))
    piece.add(clause, "usage", fields, player, verb, inside, named, affirmed=True)


def _time(piece: Piece, clause: Clause, verb: Unit) -> When:
    """The season of which the piece tells; of what is yet to come or is still so none."""
    if verb.low in _STILL_SO:
        found = piece.when(clause, verb)
        return found if set(found.units) & set(clause.units[verb.place - clause.first :]) else NEVER
    if any(one.low in _DAYS for one in clause.units):
        return NEVER  # one game
    told_here = piece.report.date is not None or piece.thread_passage == piece.passage
    words = [one.low for one in clause.units]
    if "all" in words and words[words.index("all") + 1 :][:1] in (["season"], ["year"]) and "has" in words:
        return When((), (piece.season,), whole=True) if piece.season is not None else NEVER
    if {"will", "'ll", "is", "has", "have"} & {one.low for one in clause.units} or not told_here:
        return piece.when(clause, verb)
    return season_told(piece, clause, verb, of_today=False)


def _is_his(clause: Clause, unit: Unit) -> bool:
    """For the club, with the club; not `up from the club`, `the club's shortstop`."""
    before = {"for", "with", "in"} & set(clause.words_before(unit, 3))
    return bool(before) and not {"'s", "'"} & set(clause.words_after(unit, 1))


def _players(piece: Piece, clause: Clause, sentence: list[Clause], verb: Unit) -> list[Entity]:
    """The object of an active verb; of a passive or a player's own the subject, with those joined to him."""
    found = _object(piece, clause, verb)
    if found is not None:
        return [found, *_joined_after(clause, found)] if verb.has("platoon") else [found]
    if clause.subject is None or _is_of_a_stranger(clause, verb):
        return []
    if _manages(piece, clause.subject):
        return _of_a_manager(piece, clause)
    people = [clause.subject]
    earlier = [unit for part in sentence for unit in part.units if unit.kind == "person" and unit.place < verb.place]
    for place, unit in enumerate(earlier):
        following = clause.sentence.units[unit.place + 1 : unit.place + 2]
        joined = bool(following) and following[0].low == "and"
        if joined and place + 1 < len(earlier) and earlier[place + 1].value is clause.subject:
            people.insert(0, unit.value)
    return people


def _of_a_manager(piece: Piece, clause: Clause) -> list[Entity]:
    """Had him fifth for a week, and now he bats third: not the manager but the man named last. We hit ninth: nobody."""
    named = any(one.kind == "person" and one.value is clause.subject for one in clause.units)
    pronoun = any(one.kind == "pronoun" and one.low in ("he", "she") for one in clause.units)
    meant = _meant(piece, clause) if pronoun and not named else None
    return [meant] if meant is not None and not _manages(piece, meant) else []


def _manages(piece: Piece, person: Entity) -> bool:
    """Whether the piece tells of a post of his, before this or later on."""
    piece.wanting = True
    return any(one.person is person for one in (*piece.careers.tenures, *piece.foretold.tenures))


def _is_of_a_stranger(clause: Clause, verb: Unit) -> bool:
    """Rarely started a man whom neither the piece nor the vocabulary has in full: not the subject's own use."""
    after = clause.after(verb)
    return after is not None and after.kind in ("word", "club") and after.text[:1].isupper()


def _joined_after(clause: Clause, first: Entity) -> list[Entity]:
    """Platooned X and Y: Y."""
    for unit in clause.kinds("person"):
        joined, other = clause.after(unit), clause.after(unit, 2)
        if unit.value is first and joined is not None and joined.low == "and" and other is not None:
            return [other.value] if other.kind == "person" else []
    return []


def _object(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """Whom the manager used so: after the verb, or between `had` and its participle; `him` is who was named last."""
    had = clause.units[max(0, verb.place - clause.first - _FARTHEST) : verb.place - clause.first]
    if verb.low.endswith("ing") and any(one.low in ("had", "has", "have", "kept", "with") for one in had):
        whom = next((one for one in reversed(had) if one.kind in ("person", "pronoun")), None)
    else:
        found = args.object_of(piece, clause, verb)
        whom = found[1] if found is not None else None
    if whom is None:
        return None
    return whom.value if whom.kind == "person" else _meant(piece, clause)


def _meant(piece: Piece, clause: Clause) -> Entity | None:
    """Whom `him` means beside a manager: the last person named who is not he."""
    before = [unit.value for unit in clause.sentence.units[: clause.start] if unit.kind == "person"]
    for one in reversed([*piece.mentioned, *before]):
        if one is not clause.subject and not one.executive:
            return one
    return None


def _whose_player(clause: Clause) -> ClubName | None:
    """Red Sox outfielder X, the Cubs' X: the club of whom the clause speaks; null where his name stands alone."""
    for unit in clause.kinds("person"):
        before = clause.units[max(0, unit.place - clause.first - 3) : unit.place - clause.first]
        if unit.value is clause.subject and before and (before[-1].has("epithet", "pitcher_word") or len(before) > 1):
            near = [one for one in before if one.kind == "club"]
            return near[-1].value if near else None
    return None


def _he_who_manages(piece: Piece, clause: Clause) -> Entity | None:
    """He sits X, where the sentence before was of a player: the manager of whom the piece is."""
    topic, he = piece.names.topic, not any(one.value is clause.subject for one in clause.kinds("person"))
    if he and clause.subject is not None and topic is not None and not _manages(piece, clause.subject):
        return topic if _manages(piece, topic) else clause.subject
    return clause.subject


def _manager(piece: Piece, clause: Clause, sentence: list[Clause], verb: Unit) -> Entity | None:
    """Who used him so: `under X`, `by X`, the active verb's subject, else of whom the piece speaks."""
    units = clause.sentence.units
    for unit in units[1:]:
        if unit.kind == "person" and units[unit.place - 1].low in ("under", "by"):
            return unit.value
    if _object(piece, clause, verb) is not None:
        return _he_who_manages(piece, clause)
    titled = _whose_player(clause)
    if titled is not None:
        return piece.careers.in_charge(titled)  # Red Sox outfielder X bats ninth
    if piece.speaker is not None and _manages(piece, piece.speaker):
        return piece.speaker  # he hits third for me
    others = [part.subject for part in sentence if part.subject is not None and part.subject is not clause.subject]
    others = [one for one in others if piece.careers.last(one) is not None or any(man.managed for man in one.people)]
    spoken = piece.before if piece.before is not None and piece.careers.post(piece.before) is not None else None
    held = piece.careers.in_charge(piece.club) if piece.club is not None else None
    likely = (*others[:1], spoken, held, piece.names.topic)
    fit = [one for one in likely if one is not None and not one.executive]
    known = [one for one in fit if piece.careers.last(one) is not None or any(man.managed for man in one.people)]
    return next(iter(known), None)
