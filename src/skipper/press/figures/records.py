"""Won-lost records, wins, losses and percentages against the records of the people named."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from skipper.answers.people import plain
from skipper.press.figures.facts import BOOK, Career, Fact
from skipper.press.figures.figure import Figure, words
from skipper.press.figures.keys import Keys
from skipper.press.figures.verdict import Held, differs, not_covered, supported
from skipper.press.reading.units import ClubName

# Points, set on the label sets that may be read: for the keys that a fact shares with a figure, for the figure's rarity
# where they are equal, and for their likeness where they are not.
_ENOUGH, _ENOUGH_UNLIKE = 5.0, 6.0
_OWNER = {3: 3.0, 2: 3.0, 1: 2.0, 0: 2.0}
_NEARBY, _ANYBODY = 1.5, 1.0
_SEASON = {"clause": 3.0, "sentence": 3.0, "before": 2.0, "piece": 2.0, "now": 2.0}
_CLUB, _CLUB_NEARBY, _CLUB_OF_PIECE = 2.0, 1.0, 0.5
_CLEARLY = 2.0  # points by which a fact that a figure is like is nearer than any with its value
_RECOUNT = 2  # games by which sources differ on a record of several seasons
_MANY, _SOME, _FEW = 250, 60, 30  # games by which a record is rare
_FEWEST = 10  # games by which it is no game's score
_LONGEST = 170  # games: no season has more
_DAYS_BESIDE, _LAST_DAYS = 6, 3
_RARE = 3.0  # points of likeness of a number that few have
_AROUND = 40  # characters of a sentence's shape before and behind a figure


def meets(club: ClubName, fact: Fact) -> bool:
    """Return whether a club's name can mean the club or the organization of a fact."""
    names = {name for span in club.spans for name in (span.id, plain(span.name), *map(plain, span.others))}
    return not fact.keys.isdisjoint({*names, plain(club.words)})


def hold_record(
    figure: Figure, keys: Keys, facts: Sequence[Fact], clubs: Sequence[Fact], careers: Sequence[Career]
) -> Held:
    """Hold a record, wins, losses or a percentage against the records of the people of the sentence and of the clubs.

    It is supported by the fact of the same value that shares most keys, if they are enough for the value's rarity, or
    by the standing after a game of a season named. It is `check_reading` against the one fact of the owner that shares
    most keys and is like it, where no fact of the people named has the value as printed.
    """
    near = [one for one in facts if one.won is not None and one.person_id in (keys.owner, *keys.people)]
    keys = _of_now(keys, near)
    near += [one for one in clubs if one.seasons[0] in {*keys.seasons, *keys.near}]
    same = [(_rarity(figure) + _shared(keys, one), one) for one in near if _printed(figure, one) == figure.value]
    points, best = max(same, key=lambda one: one[0], default=(0.0, None))
    if best is not None and points >= _ENOUGH:
        return supported(best.record, _why(keys, best), best)
    standing = _standing(figure, keys, careers)
    if standing is not None:
        return standing
    others = {one.person_id for one in facts if one.won and _printed(figure, one) == figure.value}
    if keys.owner is None or not others <= {keys.owner}:
        return not_covered("whose record it is, and of which games", keys.owner)
    missing = {year for one in careers if one.person.person_id == keys.owner for year in one.missing}
    return _near_miss(figure, keys, near, missing, points + _CLEARLY if same else 0.0)


def _of_now(keys: Keys, near: Sequence[Fact]) -> Keys:
    """Return the keys, of now where a sentence without a season has an owner who managed the club in the piece's."""
    if keys.how != "piece" or words("counted_on").search(keys.before):
        return keys
    this = [one for one in near if one.person_id == keys.owner and one.seasons == keys.seasons]
    managed = any(not keys.clubs or any(meets(club, one) for club in keys.clubs) for one in this)
    return replace(keys, how="now") if managed else keys


def hold_season(figure: Figure, keys: Keys, facts: Sequence[Fact]) -> Held | None:
    """Hold the season beside a record against the one season of the owner with that record; null if they do not differ.

    The season is to be checked where the record is rare, the clause names one season and any club is the fact's.
    """
    named = keys.how == "clause" and len(keys.seasons) == 1 and keys.sure > 1 and not figure.quoted
    rare = figure.kind == "record" and sum(figure.value) >= _SOME
    same = [one for one in facts if one.scope == "season" and _printed(figure, one) == figure.value]
    same = [one for one in same if any(meets(club, one) for club in keys.clubs)] or same
    if not (named and rare) or len({(one.person_id, one.seasons) for one in same}) != 1:
        return None
    fits = same[0].person_id == keys.owner and same[0].seasons[0] not in keys.near and keys.day is None
    club = not keys.clubs or any(meets(club, same[0]) for club in keys.clubs)
    return differs(same[0].record, "manager and record", same[0]) if fits and club else None


def _printed(figure: Figure, fact: Fact) -> tuple[int, ...]:
    """Return what a figure of the kind prints of a fact's record."""
    wins, losses, ties = fact.won or (0, 0, 0)
    if figure.kind == "record":
        return (wins, losses, ties)[: len(figure.value)]
    if figure.kind == "games":
        decided = wins + losses
        return (decided if figure.value[0] == decided else decided + ties,)
    if figure.kind == "percentage":
        return (round(1000 * wins / max(wins + losses, 1)),)
    return (wins if figure.kind == "wins" else losses,)


def _rarity(figure: Figure) -> float:
    if figure.kind == "percentage":
        return 1.0
    games = sum(figure.value[:2]) if figure.kind in ("record", "games") else 2 * figure.value[0]
    points = 3.0 if games >= _MANY else 2.0 if games >= _SOME else 1.0 if games >= _FEW else 0.0
    return points if figure.kind == "record" else points - 0.5


def _shared(keys: Keys, fact: Fact) -> float:
    """Return the points for the keys that a fact shares with a figure; keys that clash count against it."""
    owned = fact.person_id is not None and fact.person_id == keys.owner
    owner = _OWNER[keys.sure] if owned else _NEARBY if fact.person_id else _ANYBODY
    return owner + _shared_seasons(keys, fact) + _shared_clubs(keys, fact)


def _shared_seasons(keys: Keys, fact: Fact) -> float:
    season = fact.seasons[-1]
    if len(fact.seasons) > 1:
        if fact.scope == "term" and {fact.seasons[0], season} <= {*keys.seasons}:
            return _SEASON[keys.how]
        if fact.current and keys.how == "clause" and keys.seasons == (season,):
            return 1.0  # when he stopped in 1996 he had
        ends = fact.current or season in {*keys.seasons, *keys.near}
        whole = 1.0 if words("whole").search(keys.shape) else 0.0
        return whole - (0.0 if ends else 2.0) + {"clause": -0.5, "sentence": 0.0}.get(keys.how, 0.5)
    if season in keys.seasons:
        return _SEASON[keys.how]
    if season in keys.near:
        return -2.0 if keys.how == "clause" else 1.0
    return {"clause": -4.0, "sentence": -1.0, "now": -2.5}.get(keys.how, 0.0)


def _shared_clubs(keys: Keys, fact: Fact) -> float:
    if any(meets(club, fact) for club in keys.all_clubs):
        return _CLUB if any(meets(club, fact) for club in keys.clubs) else _CLUB_NEARBY
    if keys.sure > 1 and not keys.clubs and any(meets(club, fact) for club in keys.piece_clubs):
        return _CLUB_OF_PIECE
    return -1.0 if keys.clubs and fact.scope not in ("career", "level", "year") else 0.0


def _why(keys: Keys, fact: Fact) -> str:
    """Name the keys that a fact shares with the words near a figure."""
    shared = {
        "manager": fact.person_id is not None and fact.person_id == keys.owner,
        "a manager nearby": fact.person_id is not None and fact.person_id != keys.owner,
        "season": not {*keys.seasons}.isdisjoint(fact.seasons),
        "club": any(meets(club, fact) for club in keys.all_clubs),
    }
    return " and ".join(name for name, is_shared in shared.items() if is_shared)


def _standing(figure: Figure, keys: Keys, careers: Sequence[Career]) -> Held | None:
    """Hold a record against the standing after each game of the seasons named; null if it never was.

    It is supported if the piece is of those days, the words name the month, or they speak of a season under way.
    """
    named = (one for one in careers if one.person.person_id in (keys.owner, *keys.people))
    for career in named if figure.kind == "record" else ():
        for spell in career.spells:
            then = spell.day_of(*figure.value[:2]) if spell.season in {*keys.seasons, *keys.near} else None
            if then is None:
                continue
            beside = career.day is not None and abs((career.day - then).days) <= _DAYS_BESIDE
            under_way = words("partway").search(keys.shape) and sum(figure.value) >= _FEW
            if not (beside or f"{then:%Y-%m}" == (keys.day or "")[:7] or under_way):
                if spell.games[0].days[-1] - then.toordinal() < _LAST_DAYS:  # a sharer's game or two more or less
                    return not_covered("the day of which it is told", career.person.person_id)
                continue
            ours = f"{career.person.name}, {spell.name} {spell.season}: {figure.value[0]}-{figure.value[1]} on {then}"
            return Held("supported", ours, "manager and season", "managed", "club_game", career.person.person_id)
    return None


def _near_miss(figure: Figure, keys: Keys, near: Sequence[Fact], missing: Collection[int], more: float) -> Held:
    """Return `check_reading` where the keys and the likeness fix one fact, with `more` points than any fact that has
    the value; of a season whose neighbour is missing only where the clause names it."""
    around = keys.before[-_AROUND:] + keys.behind[:_AROUND]
    beside = keys.before.rpartition("#")[2] + keys.behind[:_AROUND].partition("#")[0]
    counted_on = keys.how != "clause" and words("counted_on").search(beside)
    partial = figure.kind != "record" and words("part").search(around)
    partial = partial or (figure.kind in ("wins", "losses") and words("part_of_count").search(around))
    found = sorted(_like(figure, keys, near), key=lambda one: (-one[0], _distance(figure, one[1])))
    few = figure.kind == "record" and sum(figure.value) < _FEWEST
    if (
        figure.quoted
        or not keys.sure
        or few
        or counted_on
        or partial
        or not found
        or found[0][0] < max(_ENOUGH_UNLIKE, more)
    ):
        return not_covered("of which games it is told", keys.owner)
    points, best = found[0]
    recounts = [one for one in near if one.person_id == keys.owner and _is_recount(figure, one)]
    if any(_shared(keys, one) > _shared(keys, best) - 1 for one in recounts):
        return not_covered("which of the sources' records is meant", keys.owner)
    lacking = keys.how != "clause" and len(best.seasons) == 1 and any(abs(best.seasons[0] - one) < 3 for one in missing)
    if lacking or any(other > points - 1 and one.scope == best.scope and _is_rival(one, best) for other, one in found):
        return not_covered("which of several records it is", keys.owner)
    return differs(best.record, _why(keys, best), best)


def _distance(figure: Figure, fact: Fact) -> int:
    """Return by how much the numbers of a figure are off a fact's; of several rules the nearest is shown."""
    return sum(abs(a - b) for a, b in zip(figure.value, _printed(figure, fact), strict=True))


def _is_rival(one: Fact, other: Fact) -> bool:
    """Return whether two facts are of other seasons, and not of one scope up to another season."""
    apart = not (set(one.seasons) <= set(other.seasons) or set(other.seasons) <= set(one.seasons))
    return one.person_id != other.person_id or apart


def _like(figure: Figure, keys: Keys, near: Sequence[Fact]) -> Iterator[tuple[float, Fact]]:
    """Yield the facts that a figure is like, with the points of likeness and keys: the owner's, another's if the figure
    has a rare number of it, and, of a season and club in the clause, the whole club's of a manager named."""
    theirs = {(one.seasons, key) for one in near if one.person_id and one.scope == "season" for key in one.keys}
    for fact in near:
        named = any(meets(club, fact) for club in keys.clubs)
        likeness = _likeness(figure, fact, named)
        of_club = (
            keys.how == "clause"
            and named
            and fact.person_id is None
            and any((fact.seasons, key) in theirs for key in fact.keys)
        )
        if not (of_club or fact.person_id == keys.owner or (likeness >= _RARE and fact.person_id)):
            continue
        if likeness and (fact.complete or len(fact.seasons) == 1):
            yield likeness + _shared(keys, fact), fact


def _is_recount(figure: Figure, fact: Fact) -> bool:
    """Return whether a figure may be a fact's by other sources, which differ on several seasons by a game or two; or,
    of a season in progress, that of another day."""
    ours = _printed(figure, fact)
    several = len(fact.seasons) > 1 and figure.kind != "percentage"
    within = all(abs(a - b) <= _RECOUNT for a, b in zip(figure.value[:2], ours[:2], strict=True))
    return within and (several or (fact.open and figure.kind == "record"))


def _likeness(figure: Figure, fact: Fact, named: bool) -> float:
    """Return the points for a figure that may be a fact's with a misprint: one of two numbers, or as many games, which
    in a season in progress all clubs have: there the club must be `named`."""
    wins, losses, _ties = fact.won or (0, 0, 0)
    games, season = wins + losses, wins + losses <= _LONGEST
    if figure.kind != "record":
        return _likeness_of_number(figure.kind, figure.value[0], _printed(figure, fact)[0], games)
    won, lost = figure.value[:2]
    off = abs(won + lost - games)
    whole = fact.open and fact.table == BOOK  # of which the piece may know a part
    if (won == wins or lost == losses) and off <= (0 if whole else max(10, 0.2 * games)):
        equal = won if won == wins else lost
        return (1.5 if equal >= _FEW else 1.0) if season else 4.0 if equal >= 400 else 3.0 if equal >= 150 else 1.5
    if games < _FEW or (fact.open and (off or not named)) or off > (3 if season else 0.03 * games):
        return 0.0
    return 0.5 if off else 1.0 if season else 2.5


def _likeness_of_number(kind: str, printed: int, ours: int, games: int) -> float:
    """Return the points for a percentage, or for wins or losses alone, of a fact of so many games."""
    off, season = abs(printed - ours), games <= _LONGEST
    if kind == "percentage":
        many = not season and _misprinted(printed, ours)
        return (2.5 if many else 1.0) if games >= _SOME and off <= 60 else 0.0
    if games < (_FEWEST if kind == "games" else _FEW) or off > (12 if season else 0.1 * ours):
        return 0.0
    if season:
        return 1.0 if _misprinted(printed, ours) else 0.5
    return 2.5 if _misprinted(printed, ours) or off <= 0.05 * ours else 1.0


def _misprinted(one: int, other: int) -> bool:
    """Return whether two numbers differ in one digit, or in the order of their digits."""
    first, second = str(one), str(other)
    apart = sum(a != b for a, b in zip(first, second, strict=False))
    return len(first) == len(second) and (apart == 1 or (apart == 2 and sorted(first) == sorted(second)))
