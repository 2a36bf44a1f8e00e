"""Contracts of managers: signed, extended, in the last year, or with years left."""

from __future__ import annotations

from itertools import pairwise

from skipper.press.extract import arguments as args
from skipper.press.extract import posts, slots
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import the_club
from skipper.press.extract.options import exercised, whose_option
from skipper.press.extract.piece import Piece
from skipper.press.extract.units import ClubName, Entity, Unit
from skipper.press.extract.when import NEVER, When

_LEFT = frozenset(["left", "remaining", "to go", "go"])
_TO_THE_END = (
    *("runs to the end of", "runs through the end of", "runs through this season", "runs through this year"),
    *("is good through this season", "runs through the season", "lapses"),
)
_YEARS = frozenset(["year", "years", "season", "seasons"])
# Of an extension that is talked about, offered or refused: none is signed.
_NOT_SIGNED = frozenset(
    [
        *("declined", "rejected", "refused", "refuses", "spurned", "offered", "offering", "offer", "talks", "talk"),
        *("discuss", "discussed", "discussing", "discussions", "negotiating", "negotiate", "negotiations", "seeking"),
        *("seeks", "sought", "deserves", "deserve", "possible", "potential", "without", "no", "about", "tabled"),
    ]
)
_ASIDE = 9  # words before an extension that say what became of it


def read_contracts(piece: Piece, clause: Clause) -> None:
    """Keep the contract of a clause; a player's is none of ours, so its holder must have a post."""
    found = _state(piece, clause)
    if found is None:
        return
    state, unit, person = found
    if person is not None and _is_managers(piece, clause, person, state):
        _keep(piece, clause, unit, state, person)


def _state(piece: Piece, clause: Clause) -> tuple[str, Unit, Entity | None] | None:
    """What is said of the contract, by which word, and whose it is."""
    noun = clause.find("contract")
    holder = clause.subject or clause.owner
    option = exercised(clause)
    if option is not None:
        return "extended", option, whose_option(piece, clause, option) or _titled_manager(clause)
    left = _years_left(clause, noun[0]) if noun else None
    if left is not None:
        return left, noun[0], _whose(piece, clause, noun[0])
    last = clause.find("last_year")
    if last:
        return "last_year", last[0], holder
    if noun and (_in_its_last(clause, noun[0]) or _none_beyond(clause, noun[0])):
        return "last_year", noun[0], _whose(piece, clause, noun[0])
    if noun and "under" in clause.words_before(noun[0], 1) and _has_one(piece, clause, noun[0]):
        return "signed", noun[0], _whose(piece, clause, noun[0])
    if noun and _is_up(clause, noun[0]):
        return "last_year", noun[0], _whose(piece, clause, noun[0])
    extended = clause.find("extend")
    if extended and (extended[0].low.endswith("extension") or noun) and _is_agreed_on(clause, extended[0]):
        return "extended", extended[0], _party(piece, clause, extended[0])
    again = next((one for one in clause.find("sign") if _is_again(clause, one)), None)
    if again is not None:
        return "signed", again, _party(piece, clause, again)
    signed = clause.find("sign", "accept", "hand")
    if signed and (noun or _is_signed_through(clause) or _signed_for_years(clause, signed[0])):
        return "signed", signed[0], _party(piece, clause, signed[0])
    if noun and _has_one(piece, clause, noun[0]):
        return "signed", noun[0], _whose(piece, clause, noun[0])
    return None


def _is_again(clause: Clause, verb: Unit) -> bool:
    """The Ducks have re-signed manager X: him whom they call their manager."""
    re_signed = verb.low == "signed" and clause.words_before(verb, 2) == ["re", "-"]
    return re_signed and bool(clause.find("manager", "interim"))


def _is_agreed_on(clause: Clause, word: Unit) -> bool:
    """Signed an extension, extended his contract; not declined one, or in talks about one."""
    before = clause.words_before(word, _ASIDE)
    turned_down = any(pair == ("turned", "down") for pair in pairwise(before))
    return not turned_down and _NOT_SIGNED.isdisjoint(before)


def _none_beyond(clause: Clause, noun: Unit) -> bool:
    """Has no contract beyond this season, for next year; works without one for 2013."""
    without = clause.words_before(noun, 1)[-1:] in (["no"], ["without"]) or "without" in clause.words_before(noun, 2)
    after = clause.words_after(noun, 2)
    beyond = after[:1] in (["beyond"], ["past"], ["after"]) and after[1:] in (["this season"], ["this year"], ["the"])
    return without and (beyond or after in (["for", "next season"], ["for", "next year"]))


def _is_managers(piece: Piece, clause: Clause, person: Entity, state: str) -> bool:
    """A man whose post is told, or who is called the manager here: a player signs contracts too."""
    if clause.find("position") and not clause.find("manager", "interim", "coach"):
        return False
    if state in ("last_year", "extended") and any(man.managed for man in person.people):
        return True
    titled = clause.find("manager", "manage", "interim", "coach")
    return bool(titled) or piece.careers.post(person) is not None or _was_appointed(piece, person)


def _was_appointed(piece: Piece, person: Entity) -> bool:
    return any(claim.type == "appointment" and claim.fields["person"] == person.name for claim in piece.recent)


def _is_signed_through(clause: Clause) -> bool:
    """Is signed through next year."""
    signed = [unit for unit in clause.find("sign") if unit.low == "signed" and clause.passive(unit)]
    return bool(signed) and "through" in clause.words_after(signed[0], 1)


def _signed_for_years(clause: Clause, verb: Unit) -> bool:
    """He signed for two years."""
    after = [unit for unit in clause.units if unit.place > verb.place][:3]
    counted = len(after) == 3 and after[1].kind == "number" and after[2].low in _YEARS
    return verb.low == "signed" and counted and after[0].low == "for"


def _has_one(piece: Piece, clause: Clause, noun: Unit) -> bool:
    """Under contract through 2015, on a five-year contract, with a new deal, his contract runs through 2018."""
    before = clause.words_before(noun, 6)
    through = {"through", "until", "expires", "runs"} & {unit.low for unit in clause.units}
    owned = bool({"his", "'s", "my", "your"} & set(before[-3:])) or "under" in before[-1:]
    term = "year" in before and bool({"on", "with", "has"} & set(before))
    return term or (owned and bool(through) and piece.when(clause, noun) is not NEVER)


def _in_its_last(clause: Clause, noun: Unit) -> bool:
    """His contract with the club is in its last year, in its final season."""
    words = " ".join(unit.low for unit in clause.units if unit.place > noun.place)
    return any(f"in its {last} {year}" in words for last in ("last", "final") for year in ("year", "season"))


def _is_up(clause: Clause, noun: Unit) -> bool:
    """His contract expires this month, is up at the end of the season: this year's is his last."""
    after = [word for word in clause.words_after(noun, 8) if word not in ("only", "just")]
    ends = after[:1] in (["expires"], ["ends"]) or after[:2] in (["is", "up"], ["runs", "out"])
    ends = ends or (after[:2] in (["runs", "to"], ["runs", "through"]) and "of this season" in " ".join(after))
    ends = ends or " ".join(after).startswith(_TO_THE_END)
    return ends and not clause.kinds("year")


def _years_left(clause: Clause, noun: Unit) -> str | None:
    """One year left on his contract is the last; three years remaining; a year to go."""
    units = clause.units
    for place, unit in enumerate(units[1:], 1):
        if unit.low not in _YEARS or units[place - 1].low == "-":
            continue
        words = [one.low for one in units[place + 1 : place + 5]]
        count = units[place - 1]
        of_it = {"on", "of", "in"} & set(words) or noun.place < unit.place
        if not _LEFT & set(words) or not of_it:
            continue
        if count.kind == "number":
            return "last_year" if count.value == 1 else f"{count.value} years left"
        if count.low in ("a", "another"):
            return "1 year left"
    return None


def _whose(piece: Piece, clause: Clause, noun: Unit) -> Entity | None:
    """His contract, X's contract; else the clause's man, or the one in focus."""
    before = clause.before(noun)
    owner = clause.before(noun, 2)
    if before is not None and before.low in ("his", "her") and clause.owner is not None:
        return clause.owner  # his contract runs through 2012, and the club's president said so
    if before is not None and before.text in ("'s", "'") and owner is not None and owner.kind == "person":
        return owner.value
    return clause.subject or clause.owner or piece.speaker or piece.subject


def _party(piece: Piece, clause: Clause, verb: Unit) -> Entity | None:
    """X signed an extension; the club extended X, X's contract, gave X an extension, signed X to a contract."""
    for hand in (verb, *clause.find("hand", "sign")):
        found = args.object_of(piece, clause, hand)
        if found is not None:
            return found[0]
    return clause.subject or clause.owner or _titled_manager(clause)


def _titled_manager(clause: Clause) -> Entity | None:
    """A contract with manager X, rewarded manager X with one: of him whom a club's clause calls its manager."""
    if clause.club is None:
        return None
    named = (one for one in clause.kinds("person") if not one.value.executive)
    return next((one.value for one in named if (title := clause.before(one)) and title.has("manager", "interim")), None)


def _keep(piece: Piece, clause: Clause, unit: Unit, state: str, person: Entity) -> None:
    time = piece.when(clause, unit)
    name = _club(piece, clause, unit, person, time)
    if name is None:
        return
    own = piece.careers.current(person)
    farm = own is not None and not any(span.is_major for span in own.spans)
    whole = (farm and any(span.is_major for span in name.spans)) or piece.is_farm(name, person)
    fields, named = posts.place_fields(piece, clause, name, time.year, whole)
    fields.pop("organization", None) if "club" in fields else None
    fields |= {"state": state, "seasons": _through(clause, time) if state in ("signed", "extended") else []}
    if state == "last_year" and _is_up(clause, unit) and piece.season is not None:
        fields["seasons"] = [piece.season]
    piece.add(clause, "contract", fields, person, unit, time.units, named[:1])


def _club(piece: Piece, clause: Clause, unit: Unit, person: Entity, time: When) -> ClubName | None:
    """With, for or to a club; else the club that acts, the man's post by then, or the club in focus."""
    noun = clause.before(unit) if unit.has("contract") else None
    if noun is not None and noun.kind == "club":
        return noun.value  # two years left on his Senators contract
    behind = slots.clubs_behind(clause, clause.units[0], "with", "for", "to", "from", "by", "in")
    behind = behind or [one for verb in clause.find("manage") for one in slots.clubs_behind(clause, verb, "")]
    owner = args.titled_club(clause, person)
    office = _office_that_tells(clause)
    if office is not None and clause.club is None and not behind:
        return office
    formerly = {"former", "formerly", "once"} & {one.low for one in clause.units}
    if behind and not formerly:
        return behind[0].value
    if clause.club is not None:
        return clause.club
    if owner is not None:
        return owner[0]
    own = piece.careers.current(person) or piece.careers.post(person, time.year)
    spoken_of = person is piece.names.topic or _was_appointed(piece, person)
    return own or (the_club(piece, person) if spoken_of else None)


def _office_that_tells(clause: Clause) -> ClubName | None:
    """Ducks president X said that Y agreed to a contract: the Ducks."""
    before = clause.previous
    if clause.opener != "that" or before is None or not before.find("say"):
        return None
    for unit in before.kinds("club"):
        after = [one for one in before.units[unit.place - before.first + 1 :][:3] if one.text not in ("'", "'s")]
        if after and after[0].has("executive"):
            return unit.value
    return None


def _through(clause: Clause, time: When) -> list[int]:
    """The season through which, or the last for which, it is; not that of an option, which one may follow."""
    if exercised(clause) is not None:
        return []
    if time.last and not time.first:
        return [time.last]
    units = clause.sentence.units[clause.units[0].place :]
    through = next(
        (n for n, one in enumerate(units[:-1]) if one.low == "through" and units[n + 1].kind == "year"), None
    )
    if through is not None:
        return [units[through + 1].value]
    first = time.units[0] if time.units and time.units[0] in clause.units else None
    before = clause.words_before(first, 2) if first is not None else []
    if "option" in before:
        return []
    stands = bool({"through", "for", "until", "and"} & set(before[-2:]))
    return [time.seasons[-1]] if stands and time.seasons else []
