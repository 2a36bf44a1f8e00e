"""Explain differences between Skipper's records and the record book's, with games as evidence.

The functions here are pure and cover one club's season. An explanation is accepted only if replaying it works: with its
changes applied, Skipper's games must add up to the reference's wins and losses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations

BOUNDARY_GAMES = 12  # maximum number of games by which the two books may differ on the date of a managerial change
ONE_SIDED_GAMES = 3
ACTING_GAMES = 12  # the book's substitutes, who are often missing from game logs, have at most 6 games with a club
OTHER_GAMES = 2  # a book whose club and managers differ by more counts other games for them
NEARLY = 2  # wins or losses by which a record that covers a whole season of two managers may be off
ACTING_RUNS = 3  # maximum number of separate absences of a manager in a season that are moved together
UPHELD = ("X", "Y")


@dataclass(frozen=True)
class ClubGame:
    """One club's side of one game, reduced to the fields needed as evidence.

    `man` is the manager under the rule being explained, `credited` the credited manager. `day` tells the games of a
    doubleheader from others; null if unknown. `suspended` marks a game credited to the manager who finished it on a
    later day, though another was in charge when it began. `ran_by` is the manager in the game; null if unknown.
    """

    game_id: str
    opponent: str
    credited: str | None
    man: str | None
    result: str | None
    decided_by: str
    protest: str | None
    day: date | None = None
    suspended: bool = False
    ran_by: str | None = None


@dataclass(frozen=True)
class Change:
    """One hypothetical change to a game, either to its manager or to its result."""

    game_id: str
    man_from: str | None = None
    man_to: str | None = None
    result_from: str | None = None
    result_to: str | None = None


@dataclass(frozen=True)
class Explanation:
    """A category of `record_difference`, the changes that reproduce the reference, and the evidence in words."""

    category: str
    changes: tuple[Change, ...]
    evidence: str


WonLost = tuple[int, int]
_UNDECIDED: dict[str | None, str] = {"T": "a tie", "N": "ruled no decision"}


def won_lost(games: Iterable[ClubGame], man: str | None = None) -> WonLost:
    """Return the wins and losses in the games, or in one manager's games."""
    results = [game.result for game in games if man is None or game.man == man]
    return results.count("W"), results.count("L")


def apply(games: list[ClubGame], changes: Iterable[Change]) -> list[ClubGame]:
    """Return the games with the changes applied."""
    by_id: dict[str, list[Change]] = {}
    for change in changes:
        by_id.setdefault(change.game_id, []).append(change)
    changed = []
    for game in games:
        for change in by_id.get(game.game_id, ()):
            if change.man_to != change.man_from:
                game = replace(game, man=change.man_to)
            if change.result_to != change.result_from:
                game = replace(game, result=change.result_to)
        changed.append(game)
    return changed


def explain_club(
    games: list[ClubGame],
    reference: WonLost,
    reference_games: tuple[int, int],
    season_gaps: dict[str, WonLost],
    club: str,
) -> Explanation:
    """Explain the difference in a club's season.

    `reference_games` has the reference's number of games for the club, and the sum of its managers' games.
    `season_gaps` has the reference's figures minus Skipper's for every club that differs that season.
    """
    won, lost = won_lost(games)
    gap = (reference[0] - won, reference[1] - lost)
    rivals = [rival for rival, theirs in season_gaps.items() if rival != club and theirs == gap[::-1]]
    if len(rivals) == 1 and sorted(gap) == [0, 1] and reference_games[1] > max(reference_games[0], len(games)):
        return Explanation("ruling", (), _awarded_in_words(reference_games, len(games), rivals[0]))
    for category, flips in _rulings(games, rivals, gap):
        if won_lost(apply(games, flips)) == reference:
            return Explanation(category, flips, _in_words(games, flips, rivals[0]))
    if reference_games[1] and abs(reference_games[1] - reference_games[0]) > OTHER_GAMES:
        return Explanation("reference_error", (), _other_games_in_words(*reference_games))
    return Explanation("unknown", (), "no game marked by a protest, forfeit or tie accounts for it")


def explain_listed(games: list[ClubGame], reference: WonLost, unmarked: bool) -> Explanation:
    """Explain the difference from official wins and losses by missing or extra games in the sources.

    `games` has the manager's games or the club's games. If `unmarked` is true, their source does not mark postseason
    games, so they may include some.
    """
    won, lost = won_lost(games)
    gap = (reference[0] - won, reference[1] - lost)
    level = [game for game in games if game.result in _UNDECIDED]
    missing = sum(gap) - len(level)
    if min(gap) >= 0 and missing >= 0:
        to = "L" if gap[0] == 0 else "W"
        flips = _flip(level, to) if 0 in gap and not missing else ()
        counted = ((len(level), "without a known result"), (missing, "missing"))
        said = [f"{_games(number)} {words}" for number, words in counted if number]
        return Explanation("missing_game" if missing else "unfinished", flips, f"{' and '.join(said)} in this lake")
    if unmarked and max(gap) <= 0:
        text = f"{_games(len(level) - sum(gap))} too many in this lake: scores do not mark the postseason"
        return Explanation("postseason", (), text)
    return Explanation("unknown", (), "the page gives only wins and losses, and no game stands out")


def explain_series(ours: WonLost, undecided: int, reference: WonLost | None, opponent: str) -> Explanation:
    """Explain a club's difference in a postseason series; `undecided` is the number of the series' games in the lake
    without a known result.

    `reference` is None if the reference has no series against the opponent."""
    if reference is None:
        return Explanation("unknown", (), f"the reference has no series against {opponent}")
    missing = sum(reference) - sum(ours) - undecided
    if ours[0] <= reference[0] and ours[1] <= reference[1] and missing >= 0:
        counted = ((undecided, "without a known result"), (missing, "missing"))
        said = [f"{_games(number)} {words}" for number, words in counted if number]
        category = "missing_game" if missing else "unfinished"
        return Explanation(category, (), f"against {opponent}: {' and '.join(said)} in this lake")
    return Explanation("unknown", (), f"against {opponent}: no game stands out")


def _awarded_in_words(reference_games: tuple[int, int], ours: int, rival: str) -> str:
    return (
        f"the reference contradicts itself: the club has {reference_games[0]} games, its managers have "
        f"{reference_games[1]}; the logs have {ours}. {rival} differs by the opposite decision, a game awarded "
        "without being played, which the logs do not record"
    )


def _rulings(games: list[ClubGame], rivals: list[str], gap: WonLost) -> Iterator[tuple[str, tuple[Change, ...]]]:
    """Return the result change that a league may have ruled between the two clubs, if exactly one game fits."""
    between = [game for game in games if game.opponent in rivals]
    voided = {(-1, 0): "W", (0, -1): "L"}.get(gap)
    awarded = {(1, 0): "W", (0, 1): "L"}.get(gap)
    if voided:
        for marked in (UPHELD, ("X", "Y", "V", "H", "P")):
            fits = [game for game in between if game.result == voided and game.protest in marked]
            if len(fits) == 1:
                yield "ruling", _flip(fits, "N")
    if awarded:
        for result, category in (("T", "tie"), ("N", "ruling")):
            fits = [game for game in between if game.result == result]
            if len(fits) == 1:
                yield category, _flip(fits, awarded)
    fits = [game for game in between if game.decided_by == "forfeit"]
    if len(fits) == 1:
        yield from (("forfeit", _flip(fits, result)) for result in "NWL")


def _flip(games: Iterable[ClubGame], result: str) -> tuple[Change, ...]:
    return tuple(Change(game.game_id, result_from=game.result, result_to=result) for game in games)


def _in_words(games: list[ClubGame], flips: tuple[Change, ...], rival: str) -> str:
    flip = flips[0]
    game = next(game for game in games if game.game_id == flip.game_id)
    marks = [f"protest code {game.protest}"] if game.protest else []
    marks += ["a forfeit"] if game.decided_by == "forfeit" else []
    marks += [_UNDECIDED[game.result]] if game.result in _UNDECIDED else []
    return (
        f"{rival} differs in the opposite direction; of the games between the two, only {flip.game_id} is marked "
        f"({', '.join(marks)}), and counting it as {flip.result_to} instead of {flip.result_from} gives the "
        "reference's figure"
    )


def explain_manager(
    games: list[ClubGame],
    man: str,
    reference: dict[str, WonLost],
    club_reference: WonLost,
    club: Explanation | None,
) -> Explanation:
    """Explain the difference in a manager's season with a club; in `games`, `man` is the manager under the rule in
    question.

    `reference` has wins and losses by manager and may lack the manager. `club` is the explanation of the club's own
    difference, null if the club's record does not differ.
    """
    wanted = reference.get(man)
    acting = _acting(games, man)
    settled = apply(games, acting)
    if _replays(settled, man, wanted):
        return Explanation("acting_manager", acting, _acting_in_words(acting, man, wanted))
    unnamed = _unnamed(settled, man, reference)
    if unnamed:
        return unnamed
    if wanted is None:
        return Explanation(
            "unknown", (), "the reference does not list the manager, by a known id, at the club that season"
        )
    error = _reference_error(settled, man, reference, club_reference)
    if error:
        return Explanation("reference_error", acting, error)
    if club:
        own = {game.game_id for game in settled if game.man == man}
        flips = tuple(flip for flip in club.changes if flip.game_id in own)
        if _replays(apply(settled, flips), man, wanted) or not (club.changes or club.category == "unknown"):
            return Explanation(club.category, (*acting, *flips), f"as for the club: {club.evidence}")
    moved = _of_other_managers(settled, man, reference, acting)
    if moved:
        return moved
    flips = _ties_and_forfeits(settled, man, wanted)
    if flips:
        category = "forfeit" if any(flip.result_from in ("W", "L") for flip in flips) else "tie"
        return Explanation(
            category, (*acting, *flips), "with these results counted differently, the figure equals the reference's"
        )
    counted = sum(won + lost for won, lost in reference.values())
    if abs(counted - sum(club_reference)) > OTHER_GAMES:
        return Explanation("reference_error", acting, _other_games_in_words(sum(club_reference), counted))
    if all(game.man != man for game in games):
        return Explanation("unknown", (), "no game counts for the manager, by an id that the reference has")
    return Explanation("unknown", (), "neither moving nor reversing a few games accounts for it")


def _of_other_managers(
    settled: list[ClubGame], man: str, reference: dict[str, WonLost], acting: tuple[Change, ...]
) -> Explanation | None:
    """Explain the difference by games that the reference gives to another manager of the club; null if none do."""
    moves = _suspended(settled, man, reference)
    if moves:
        return Explanation("suspended_game", (*acting, *moves), _suspended_in_words(moves))
    moves = _as_run(settled, man, reference)
    if moves:
        return Explanation("acting_manager", (*acting, *moves), _as_run_in_words(moves))
    moves = _listed_acting(settled, man, reference)
    if moves:
        return Explanation("acting_manager", (*acting, *moves), _listed_acting_in_words(moves))
    more = _more_acting(settled, man, reference)
    if more:
        return Explanation("acting_manager", acting, more)
    moves = _boundary(settled, man, reference)
    if moves:
        return Explanation("boundary", (*acting, *moves), _boundary_in_words(moves, man))
    return None


def _other_games_in_words(of_club: int, of_managers: int) -> str:
    return (
        f"the reference contradicts itself: it has {_games(of_club)} of the club and {_games(of_managers)} of its "
        "managers, as in the Negro Leagues, where it counts games outside the league for managers alone"
    )


def _replays(games: list[ClubGame], man: str, wanted: WonLost | None) -> bool:
    if wanted is None:
        return not any(game.man == man for game in games)
    return won_lost(games, man) == wanted


def _acting(games: list[ClubGame], man: str) -> tuple[Change, ...]:
    """Return changes for games that the manager ran for another, or that another ran for the manager."""
    return tuple(
        Change(game.game_id, man_from=game.man, man_to=game.credited)
        for game in games
        if game.man != game.credited and man in (game.man, game.credited) and game.credited is not None
    )


def _acting_in_words(acting: tuple[Change, ...], man: str, wanted: WonLost | None) -> str:
    given = sum(change.man_from == man for change in acting)
    taken = len(acting) - given
    parts = [f"the manager ran {_games(given)} for another manager"] if given else []
    parts += [f"another manager ran {_games(taken)} for this one"] if taken else []
    book = "does not list the manager" if wanted is None else "credits the appointed manager"
    return f"{' and '.join(parts)}; the reference {book}"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _reference_error(
    games: list[ClubGame], man: str, reference: dict[str, WonLost], club_reference: WonLost
) -> str | None:
    """Return the reference's contradiction if its managers' records do not add up to its club's but Skipper's do."""
    summed = (sum(w for w, _ in reference.values()), sum(lost for _, lost in reference.values()))
    if summed == club_reference:
        return None
    rest = (summed[0] - reference[man][0], summed[1] - reference[man][1])
    if won_lost(games, man) != (club_reference[0] - rest[0], club_reference[1] - rest[1]):
        return None
    return (
        f"the reference contradicts itself: the managers' records add up to {summed[0]}-{summed[1]}, but the club's is "
        f"{club_reference[0]}-{club_reference[1]}, as in Skipper"
    )


def _unnamed(games: list[ClubGame], man: str, reference: dict[str, WonLost]) -> Explanation | None:
    """Explain a difference by managers whom the reference lists and no game counts for, as none names them or they only
    stood in; null if there are none, or if their records do not make up the difference."""
    ran = {game.man for game in games}
    absent = {one: record for one, record in reference.items() if one not in ran and record != (0, 0)}
    if not absent:
        return None
    twin = _twin(games, man, reference, absent)
    if twin is not None:
        return _listed_as(*twin)
    holder = _holder(games, man, reference, absent)
    if holder is None:
        return None
    named = {man: absent[man]} if man in absent else absent
    stood_in = Counter(game.ran_by for game in games if game.ran_by in absent)
    said = " and ".join(
        f"{_games(sum(record))} ({_won_lost(record)}) to {one}"
        + (f", who ran {_games(stood_in[one])} in {holder}'s absence" if stood_in[one] else "")
        for one, record in sorted(named.items())
    )
    unnamed = absent.keys() - stood_in
    if sum(won + lost for one, (won, lost) in absent.items() if one in unnamed) <= ACTING_GAMES:
        unknown = ", whom the games do not name" if named.keys() <= unnamed else ""
        text = f"the reference gives {said}{unknown}, and the rest to {holder}"
        return Explanation("acting_manager", (), text)
    moves = _split(games, holder, absent)
    text = f"the reference gives {said}, and the source of the games names {holder} in all of them"
    if moves:
        where = "last" if moves[-1].game_id == games[-1].game_id else "first"
        text += (
            f": the {where} {len(moves)} games add up to exactly that record, which makes an error of the source likely"
        )
    return Explanation("source_error", moves, text)


def _twin(
    games: list[ClubGame], man: str, reference: dict[str, WonLost], absent: dict[str, WonLost]
) -> tuple[str, str, WonLost] | None:
    """Return the only manager whom the reference does not list and the only absent one that have one record, if the
    manager is one of them, with the record."""
    if man in absent:
        ran = {game.man for game in games if game.man is not None and game.man not in reference}
        twins = [(one, man, absent[man]) for one in ran if won_lost(games, one) == absent[man]]
    elif man not in reference:
        ours = won_lost(games, man)
        twins = [(man, one, record) for one, record in absent.items() if record == ours]
    else:
        return None
    return twins[0] if len(twins) == 1 else None


def _holder(games: list[ClubGame], man: str, reference: dict[str, WonLost], absent: dict[str, WonLost]) -> str | None:
    """Return the only listed manager who has the absent ones' games, if the manager is that one or one of those."""
    ran = {game.man for game in games}
    listed = [one for one in reference if one in ran] if man in absent else [man] if man in reference else []
    holders = [one for one in listed if _makes_up(games, one, reference, absent)]
    return holders[0] if len(holders) == 1 else None


def _makes_up(games: list[ClubGame], man: str, reference: dict[str, WonLost], absent: dict[str, WonLost]) -> bool:
    """Return whether the manager's record is the reference's together with those of the managers without a game; if
    these have too many games for substitutes, nearly so."""
    records = [reference[man], *absent.values()]
    summed = (sum(won for won, _ in records), sum(lost for _, lost in records))
    off = max(abs(ours - theirs) for ours, theirs in zip(won_lost(games, man), summed, strict=True))
    return off == 0 or (off <= NEARLY and sum(won + lost for won, lost in absent.values()) > ACTING_GAMES)


def _split(games: list[ClubGame], holder: str, absent: dict[str, WonLost]) -> tuple[Change, ...]:
    """Return the moves of the holder's last or first games that give the only absent manager's record."""
    if len(absent) != 1:
        return ()
    other, wanted = next(iter(absent.items()))
    own = [game for game in games if game.man == holder]
    for chosen in (own[len(own) - sum(wanted) :], own[: sum(wanted)]):
        if won_lost(chosen) == wanted:
            return tuple(Change(game.game_id, man_from=holder, man_to=other) for game in chosen)
    return ()


def _listed_as(man: str, listed: str, record: WonLost) -> Explanation:
    text = f"the reference gives {listed}, whom no game names, the record of {man}, whom it does not list: "
    return Explanation("reference_error", (), f"{text}{_won_lost(record)}")


def _won_lost(record: WonLost) -> str:
    return f"{record[0]}-{record[1]}"


def _as_run(games: list[ClubGame], man: str, reference: dict[str, WonLost]) -> tuple[Change, ...]:
    """Return the moves of games to the managers who ran them for another, if the reference lists these with them."""
    moves = tuple(
        Change(game.game_id, man_from=game.man, man_to=game.ran_by)
        for game in games
        if game.ran_by in reference and game.ran_by != game.man and man in (game.man, game.ran_by)
    )
    return moves if moves and _replays(apply(games, moves), man, reference[man]) else ()


def _as_run_in_words(moves: tuple[Change, ...]) -> str:
    counts = Counter((move.man_to, move.man_from) for move in moves)
    said = [f"{acting} ran {_games(count)} in {absent}'s absence" for (acting, absent), count in counts.items()]
    return f"{' and '.join(said)}; the reference gives them to who ran them"


def _listed_acting(games: list[ClubGame], man: str, reference: dict[str, WonLost]) -> tuple[Change, ...]:
    """Return the moves of games that a manager whom the reference lists ran in the absence of another listed one.

    Such a run lies between two games of the absent manager, or begins with a later game of a doubleheader whose earlier
    game the absent manager ran.
    """
    runs = [run for run in _absences(games) if man in (run[0].man_from, run[0].man_to)]
    for count in range(1, min(ACTING_RUNS, len(runs)) + 1):
        for chosen in combinations(runs, count):
            moves = tuple(change for run in chosen for change in run)
            if _replays(apply(games, moves), man, reference[man]):
                return moves
    return ()


def _absences(games: list[ClubGame]) -> Iterator[tuple[Change, ...]]:
    starts = [at for at, game in enumerate(games) if at == 0 or game.man != games[at - 1].man]
    for run, start in enumerate(starts[1:], 1):
        end = starts[run + 1] if run + 1 < len(starts) else len(games)
        before = games[start - 1]
        if before.man is None or games[start].man is None:
            continue
        if end < len(games) and games[end].man == before.man and end - start <= BOUNDARY_GAMES:
            yield _moved(games[start:end], before.man)
        of_day = [game for game in games[start:end] if game.day is not None and game.day == before.day]
        if of_day and len(of_day) < end - start:
            yield _moved(of_day, before.man)


def _moved(games: Iterable[ClubGame], man: str) -> tuple[Change, ...]:
    return tuple(Change(game.game_id, man_from=game.man, man_to=man) for game in games)


def _listed_acting_in_words(moves: tuple[Change, ...]) -> str:
    absences = dict.fromkeys((move.man_from, move.man_to) for move in moves)
    said = [
        f"{acting} ran {_games(sum((move.man_from, move.man_to) == (acting, absent) for move in moves))} in {absent}'s "
        "absence"
        for acting, absent in absences
    ]
    return f"{' and '.join(said)}; the reference, which lists both, credits the absent manager"


def _more_acting(games: list[ClubGame], man: str, reference: dict[str, WonLost]) -> str | None:
    """Return in words that the reference gives substitutes more of a manager's games than the games do; null if it does
    not.

    The manager ran the club's first game and its last one, and what the reference takes from the manager is what it
    adds to the substitutes, at most ACTING_GAMES.
    """
    holder = games[0].man
    ran = {game.man for game in games}
    if holder is None or games[-1].man != holder or not ran <= reference.keys():
        return None
    added = {
        one: (record[0] - ours[0], record[1] - ours[1])
        for one, record in reference.items()
        if one in ran and one != holder and record != (ours := won_lost(games, one))
    }
    if (man != holder and man not in added) or any(min(record) < 0 for record in added.values()):
        return None
    won, lost = won_lost(games, holder)
    taken = (won - reference[holder][0], lost - reference[holder][1])
    summed = (sum(won for won, _lost in added.values()), sum(lost for _won, lost in added.values()))
    if not added or taken != summed or sum(taken) > ACTING_GAMES:
        return None
    said = " and ".join(f"{_games(sum(record))} ({_won_lost(record)}) more to {one}" for one, record in added.items())
    return f"the reference gives {said} than the games do, and as many less to {holder}"


def _suspended(games: list[ClubGame], man: str, reference: dict[str, WonLost]) -> tuple[Change, ...]:
    """Return the moves of suspended games to the manager in charge when they began."""
    moves = []
    for at, game in enumerate(games):
        before = next((one.man for one in reversed(games[:at]) if not one.suspended and one.man), None)
        if game.suspended and before not in (None, game.man) and man in (before, game.man):
            moves.append(Change(game.game_id, man_from=game.man, man_to=before))
    return tuple(moves) if moves and _replays(apply(games, moves), man, reference[man]) else ()


def _suspended_in_words(moves: tuple[Change, ...]) -> str:
    said = [f"{move.game_id} was begun under {move.man_to} and finished under {move.man_from}" for move in moves]
    return f"{' and '.join(said)}; the reference credits the manager who began it, the source names who finished it"


def _boundary(games: list[ClubGame], man: str, reference: dict[str, WonLost]) -> tuple[Change, ...]:
    """Return the smallest set of games that gives the wanted record when moved across a managerial change.

    Among sets of the same size, moves that also give the other manager's record are preferred."""
    fits = [moves for moves in _moves(games, man) if _replays(apply(games, moves), man, reference[man])]
    for moves in fits:
        other = moves[0].man_to if moves[0].man_from == man else moves[0].man_from
        if other is not None and _replays(apply(games, moves), other, reference.get(other)):
            return moves
    # Moves that fix only this manager's record may be coincidence, and the more games they move, the more likely that
    # is.
    return fits[0] if fits and len(fits[0]) <= ONE_SIDED_GAMES else ()


def _moves(games: list[ClubGame], man: str) -> Iterator[tuple[Change, ...]]:
    """Yield every move of up to BOUNDARY_GAMES games across a managerial change of this manager, fewest games first."""
    for count in range(1, BOUNDARY_GAMES + 1):
        for at in range(1, len(games)):
            before, after = games[at - 1].man, games[at].man
            if before == after or man not in (before, after):
                continue
            for chunk, to in ((games[max(at - count, 0) : at], after), (games[at : at + count], before)):
                if len(chunk) == count and len({game.man for game in chunk}) == 1:
                    yield tuple(Change(game.game_id, man_from=game.man, man_to=to) for game in chunk)


def _boundary_in_words(moves: tuple[Change, ...], man: str) -> str:
    other = moves[0].man_to if moves[0].man_from == man else moves[0].man_from
    which = "this game" if len(moves) == 1 else f"these {len(moves)} games"
    whose = f"{man}'s" if moves[0].man_to == man else f"{other}'s"
    return f"the books differ on the day of the change between {man} and {other}: {which} would be {whose}"


def _ties_and_forfeits(games: list[ClubGame], man: str, wanted: WonLost) -> tuple[Change, ...]:
    odd = [game for game in games if game.man == man and (game.result in _UNDECIDED or game.decided_by == "forfeit")]
    for count in (1, 2):
        for chosen in combinations(odd, count):
            for result in "WLN":
                flips = _flip([game for game in chosen if game.result != result], result)
                if flips and _replays(apply(games, flips), man, wanted):
                    return flips
    return ()
