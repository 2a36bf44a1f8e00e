"""The won-lost figures of a clause: which of its numbers are a club's record, rather than a score or a pitcher's."""

from __future__ import annotations

from collections.abc import Iterator

from skipper.press.extract.clauses import Clause, is_finite
from skipper.press.extract.club_seasons import head
from skipper.press.extract.numbers import MONTHS
from skipper.press.extract.partial_seasons import Figures, bracketed, out_of_games, stands_before_a_game
from skipper.press.extract.units import Unit

MOST_OF_A_SEASON = 166  # decisions: 162 games and ties replayed
MAX_LOPSIDED = 40  # a score or a pitcher's record: neither side has more decisions than this
MOST_OF_A_PITCHER = 45  # decisions in a season, but for the game's first years
FEWEST = 12  # decisions that a club's record has, where the words say that it is one
COUNTED_AS = frozenset(
    [
        *("season", "finish", "campaign", "showing", "summer", "start", "year", "mark", "record", "run"),
        *("team", "club", "record-holder"),
    ]
)
_EARNED_RUNS = frozenset(["era", "earned run average"])
_PITCHING = frozenset(
    [
        *("era", "strikeouts", "innings", "pitched", "pitching", "shutouts", "saves", "right-hander", "left-hander"),
        *("mound", "lefthander", "righthander", "earned run average", "earned"),
    ]
)
_PITCHERS = frozenset(["pitcher", "starter", "reliever", "closer", "ace", "hurler", "southpaw", "lefty", "righty"])
_AS_A = (["as", "a"], ["as", "an"], ["as", "the"], ["as", "their"], ["as", "its"])
_VICTORIES = frozenset(["games", "victories", "wins", "times"])
_DEFEATS = frozenset(["losses", "defeats"])
_BACK = 8  # units from a figure back to the one before it: won 90 games under X in 2011 and 85
_IN_AN_ENTRY = frozenset(["in", "of", "the", "from", "to", "and"])
_PARTS = frozenset(
    [
        *("april", "may", "june", "july", "august", "september", "october", "playoffs", "postseason", "world series"),
        *("half", "home", "road", "last", "stretch", "spring", "exhibition", "one-run", "interleague", "tournament"),
    ]
)
_OF_A_PART = frozenset(
    ["in", "at", "on", "over", "since", "during", "through", "the", "his", "their", "first", "second"]
)
_A_CLUB_STOOD = frozenset(["including", "at", "with", "to", "a", "an", "club", "team", "to a"])


def figures(clause: Clause) -> Iterator[tuple[Unit, Figures]]:
    """Each record of the clause; of `won 2,195 games` and `a 98-loss season` the side that is told."""
    for unit in clause.kinds("record"):
        wins, losses, ties = unit.value
        if is_told(clause, unit) and not (_of_a_part(clause, unit) or _of_the_one_before(clause, unit)):
            yield unit, {"wins": wins, "losses": losses, "ties": ties}
    for unit in clause.kinds("number"):
        of_games = out_of_games(clause, unit)
        if of_games is not None:
            yield unit, of_games
            continue
        side = _side(clause, unit) if unit.value > MAX_LOPSIDED else None
        if side is not None and not _of_a_part(clause, unit):
            yield unit, {side: unit.value}


def is_told(clause: Clause, unit: Unit) -> bool:
    """A verb of having it, its losses in words, a 94-60 season, a team at 32-33."""
    before = clause.words_before(unit, 1)
    if before == ["'s"]:
        pronoun = clause.before(unit, 2)
        return pronoun is not None and pronoun.low in ("he", "she", "it", "who")
    if _of_an_entry(clause, unit) or bracketed(clause, unit) or stands_before_a_game(clause, unit):
        return True
    named = unit.text[-1:].isalpha() or unit.text[:1].isalpha() or before == [":"]
    named = named or clause.words_after(unit, 1) == ["under"]  # the Mets, 12-20 under X, have won
    stood = bool(before) and (before[0] in _A_CLUB_STOOD or before[0].endswith(" to")) and not clause.find("say")
    club = clause.before(unit)
    stood = stood or (before in (["the team"], ["the club"]) and clause.words_before(unit, 2)[:1] == ["with"])
    stood = stood or (club is not None and club.kind == "club" and "with" in clause.words_before(unit, 3))
    return (
        named or stood or bool(clause.find("have_record", "be")) or bool(COUNTED_AS & set(clause.words_after(unit, 1)))
    )


def _of_an_entry(clause: Clause, unit: Unit) -> bool:
    """1954: Tulsa (Texas League), 80-60; the Tourists, 64-62 overall: beside a club, with no verb before it."""
    club = next((one for one in reversed(clause.units) if one.kind == "club" and one.place < unit.place), None)
    if club is None or sum(unit.value[:2]) <= MAX_LOPSIDED or clause.words_before(unit, 1)[0] not in (",", "(", ":"):
        return False
    between = [one for one in clause.units if club.place < one.place < unit.place]
    return all(one.kind in ("punct", "league", "level", "year", "years") or one.low in _IN_AN_ENTRY for one in between)


def is_pitching(clause: Clause, decisions: int) -> bool:
    """Whether the clause speaks of a pitcher's work: his earned runs, or so few decisions and what pitchers do."""
    words = {one.low for one in clause.units}
    return bool(words & _EARNED_RUNS) or (decisions <= MOST_OF_A_PITCHER and bool(words & _PITCHING))


def is_a_pitchers(clause: Clause, decisions: int) -> bool:
    """Whether games won or lost are a pitcher's: the Mets pitcher, lost 19 of his 30; pitched for them and lost 19.

    Of one who is told there to manage only where they were his as a starter.
    """
    if is_pitching(clause, decisions) or _as_a_pitcher(clause):
        return True
    before = clause.previous if clause.opener in ("and", "but", ",", "who") else None
    parts = [clause] if before is None else [before, clause]
    manages = any(part.find("manager", "interim", "manage", "lead", "had_club") for part in parts)
    if manages or clause.subject is None:  # a club's games are no pitcher's: the Mets traded a pitcher and won 98
        return False
    return any(_speaks_of_pitchers(part) for part in parts)


def goes_on_of_a_pitcher(clause: Clause) -> bool:
    """Pitched 11 seasons in the majors, going 100-90 for the Reds: of his games, where nothing is said of a dugout."""
    before = clause.previous
    if before is None or clause.opener not in ("and", ",", "who") or before.subject is not clause.subject:
        return False
    manages = any(part.find("manager", "interim", "manage", "lead", "take_over") for part in (before, clause))
    pitched = any(one.low in _PITCHERS or one.low.startswith("pitched") for one in before.units)
    return pitched and not manages and clause.subject is not None


def _as_a_pitcher(clause: Clause) -> bool:
    """As a starter, as a Mets starter."""
    named = (one for one in clause.units if one.low in _PITCHERS)
    return any(clause.words_before(one, back)[:2] in _AS_A for one in named for back in (2, 3))


def _speaks_of_pitchers(clause: Clause) -> bool:
    return bool(clause.find("position")) or any(
        one.low in _PITCHERS or one.low.startswith("pitched") for one in clause.units
    )


def _side(clause: Clause, unit: Unit) -> str | None:
    """Wins or losses, by its own words, else by those of the figure before it; null where it is neither."""
    own = _side_in_words(clause, unit)
    return own or _as_before(clause, unit) or _as_of_another(clause, unit)


def _side_in_words(clause: Clause, unit: Unit) -> str | None:
    """Won 2,195 games, with 1,281 victories, survived 1,381 defeats, a 98-loss season; not the most of a club."""
    words, before = clause.words_after(unit, 2), clause.words_before(unit, 6)
    if before[-2:] == ["-", "record"]:
        before = before[:-3]  # a franchise-record 96 games
    if {"least", "each", "almost", "nearly"} & {*before[-2:], *clause.words_after(unit, 4)}:
        return None
    if "once" in before[-3:] or "most" in words or {"than", "record"} & set(before[-2:]):
        return None  # of which season is not said
    if {"row", "straight", "consecutive"} & set(clause.words_after(unit, 6)):
        return None  # of several seasons
    if {"left", "remaining", "to go"} & {one.low for one in clause.units}:
        return None  # of a season that he did not end
    if words[:1] and words[0] in _DEFEATS:
        return "losses"
    if words[:1] == ["-"] and words[1:] and words[1] in ("loss", "win"):
        return "losses" if words[1] == "loss" else "wins"
    bare = words[:1] in ([], ["and"], [","], ["."], ["in"], [";"], ["that"], ["but"], ["for"])
    listed = any(one.kind == "number" for one in clause.units if 0 < abs(one.place - unit.place) <= 3)
    if {"won", "winning", "win"} & set(before[-3:]):
        return "wins" if (words[:1] and words[0] in _VICTORIES) or (bare and not listed) else None
    if {"lost", "losing"} & set(before[-3:]):
        return "losses" if words[:1] == ["games"] or (bare and not listed) else None
    counted = bool(words) and words[0] in ("victories", "wins") and clause.find("have_record", "have", "win")
    return "wins" if counted else None


def _as_before(clause: Clause, unit: Unit) -> str | None:
    """Won 90 games in 1984, 98 in 1985 and 108 in 1986: of the same side as the one before."""
    in_, year = clause.after(unit), clause.after(unit, 2)
    if in_ is None or in_.low != "in" or year is None or year.kind != "year":
        return None
    back = [one for one in clause.units[: unit.place - clause.first] if one.kind != "punct" and one.low != "and"]
    told = [one for one in back[-_BACK:] if one.kind == "number" and one.value > MAX_LOPSIDED]
    listed = bool(told) and back[-1].kind == "year" and back[-2].low == "in"
    return _side(clause, told[-1]) if listed and not any(is_finite(one) for one in back[-3:]) else None


def _as_of_another(clause: Clause, unit: Unit) -> str | None:
    """His 1985 Cardinals won 101 games, his 1986 team 79: of the same side as the other club's."""
    year = clause.before(unit, 2)
    told = [one for one in clause.kinds("number") if one.place < unit.place and one.value > MAX_LOPSIDED]
    if year is None or year.kind != "year" or head(clause, year) is None or not told:
        return None
    return _side(clause, told[-1])


def _of_a_part(clause: Clause, unit: Unit) -> bool:
    """Went 5-18 in April, 8-11 in October, 30-11 at home: no season's record."""
    after = clause.units[unit.place - clause.first + 1 :][:5]
    for place, one in enumerate(after):
        if one.kind == "date" and _is_a_month(one):
            return all(word.low in _OF_A_PART for word in after[:place])
        if one.low in _PARTS:
            return place > 0 and all(word.low in _OF_A_PART for word in after[:place])
        if one.low not in _OF_A_PART:
            return False
    return False


def _of_the_one_before(clause: Clause, unit: Unit) -> bool:
    """Managed them to a 90-72 record in 2003 after a 67-95 season: of another season, and perhaps another man."""
    after = clause.words_before(unit, 2)[:1] in (["after"], ["following"])
    return after and any(one.place < unit.place for one in clause.kinds("record"))


def _is_a_month(unit: Unit) -> bool:
    """In April: a month without a day or a year."""
    words = unit.low.rstrip(".").split()
    return words[-1][:3] in MONTHS and not any(letter.isdigit() for letter in unit.low)


def is_of_wins(clause: Clause) -> bool:
    """They won 109 the next year."""
    won = [unit for unit in clause.kinds("number") if unit.value > MAX_LOPSIDED]
    return any(clause.words_before(unit, 1)[:1] in (["won"], ["lost"]) for unit in won)
