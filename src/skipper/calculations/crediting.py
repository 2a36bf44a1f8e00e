"""The manager of each game of a club's season and the manager credited with it, by the rules of table `credit`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

Credit = tuple[str | None, str | None]

# The longest known run of an acting manager is 48 games (2015 Boston, Lovullo for Farrell), so a stranger's run of more
# games than this is no substitution.
LONGEST_ACTING_RUN = 50
SHORTEST_POSTSEASON = 2  # games; in one alone, a substitute may have run the club
WHOLE_SEASON = 0.9  # share of a club's games that stands for its whole season: a few may be missing from the sources
# The record book's acting managers, who are often missing from game logs, have at most 6 games with a club.
MOST_ACTING_GAMES = 12


@dataclass(frozen=True)
class ClubSeason:
    """A club's games of a season, in order of play, and the managers that the record book lists for it.

    `managers` has the manager of each game, null if unknown; `named` says whether a source of the game names him, and
    not the record book alone. `appointed` is null if the book lacks
    the club's season; `book_terms` counts the terms that it lists for each manager in `appointed`; `book_games`,
    `book_wins` and `book_losses` have what it gives to each, null if unknown or in several terms, and `club_games` the
    number of games that it gives to the club. `next_manager` is the first one that it lists for the club's next season,
    null if it lacks that. `namesakes` has by manager whom the book does not list the listed one of the same last name.
    `regular`, `postseason` and `suspended` say of each game whether it is of the regular season, of the postseason, and
    completed on a later day; `results` has W, L, T or N (none), null if unknown.
    """

    managers: list[str | None]
    named: list[bool]
    appointed: list[str] | None
    regular: list[bool]
    postseason: list[bool]
    suspended: list[bool]
    results: list[str | None]
    book_terms: list[int]
    book_games: list[int | None]
    book_wins: list[int | None]
    book_losses: list[int | None]
    club_games: int | None
    next_manager: str | None = None
    namesakes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Decision:
    """A manager stated by a source or by the record book that the other contradicts: see table `manager_decision`.

    `games` has the positions of the games concerned in the club's season. `by_last_name` marks one made because the
    manager stated and the one used have the same last name.
    """

    kind: str
    stated: str
    used: str | None
    games: tuple[int, ...]
    by_last_name: bool = False


@dataclass(frozen=True)
class Decided:
    """For each game of a club's season, the manager to use and the credit; and the decisions behind them."""

    managers: list[str | None]
    credits: list[Credit]
    decisions: list[Decision]


def decide(season: ClubSeason, with_substitutes: bool = False) -> Decided:
    """Return the manager and the credit of each game, with the source and the record book checked against each other.

    In the regular season, a manager whom the book does not list in every game, while none of its managers has one, is
    an error of the source: the book's only manager is used instead or, if it lists several, none. But if the source
    gives the stranger the last name of the book's only manager, the two agree on the name: the book has another person
    of that name, and the stranger is credited, as in a season in which that manager has only some of the games. An
    error of the source is also a manager whom
    the book does not list in every game of the postseason and in none before, if it lists one. A manager whom the
    book lists without a game, where another whom it does not list ran the games but for a substitute's, is an error of
    the book: the other is credited. So is one whom it does not list in more games in a row than any substitute ran. A
    list of managers none of whom ran a game, while several others did, is not used. Managers whom the book
    lists for more than MOST_ACTING_GAMES games, all of which name others, are used if the games bear the book out: the
    managers' games, in the book's order, divide the season into terms of exactly the book's wins and losses; so are
    the several managers of a season in all games of which the source errs. Otherwise they are doubtful, which changes
    no credit. If the season's book lists substitutes (`with_substitutes`, see `lists_substitutes`), a stretch of games
    after which the manager before it returns is a substitute's.
    """
    appointed = season.appointed
    if appointed is None:
        return Decided(season.managers, credit_season(season.managers, None, season.suspended), [])
    ran = {man for man in _named_managers(season) if man is not None}
    wrong = _wrong_in_source(season, appointed, ran)
    if wrong is not None and wrong in ran and [season.namesakes.get(wrong)] == appointed:
        credits = _credited(season, appointed, [wrong])
        decisions = [Decision("book_manager", appointed[0], wrong, _positions(season, wrong), by_last_name=True)]
        return Decided(season.managers, credits, [*decisions, *_suspended(season, credits)])
    if wrong is not None:
        return _source_corrected(season, appointed, wrong)
    return _by_book(season, appointed, ran, with_substitutes)


def _by_book(season: ClubSeason, appointed: list[str], ran: set[str], with_substitutes: bool) -> Decided:
    """Return what `decide` does of a season whose source names a right manager in some game: those of the book that are
    wrong or missing, and its substitutes."""
    strangers = ran.difference(appointed)
    corrections = list(_book_corrected(season, appointed, ran)) if strangers else []
    decisions = [Decision("book_manager", man, other, _positions(season, other)) for man, other in corrections]
    credited = {other for _man, other in corrections}
    unlisted = [man for man in _ran_too_long(season) if man in strangers.difference(credited)]
    decisions += [Decision("unlisted_manager", man, man, _positions(season, man)) for man in unlisted]
    missing = _missing(season, appointed, ran.union(man for man, _other in corrections))
    if missing and not decisions and (terms := _terms(season, appointed)):
        return _divided(season, appointed, terms, [decision.stated for decision in missing])
    decisions += missing
    if len(strangers) > 1 and strangers == ran and _is_whole(season):
        decisions = [Decision("book_manager", man, None, ()) for man in appointed]
        return Decided(season.managers, credit_season(season.managers, None, season.suspended), decisions)
    listed = [man for man in appointed if man not in dict(corrections)]
    credits = _credited(season, appointed, [*listed, *credited, *unlisted])
    if with_substitutes and not decisions:
        decisions = _substitutes(season, appointed)
        for decision in decisions:
            for at in decision.games:
                credits[at] = (decision.used, "acting")
    return Decided(season.managers, credits, [*decisions, *_suspended(season, credits)])


def _credited(season: ClubSeason, appointed: list[str], listed: list[str]) -> list[Credit]:
    """Return the credits by a mended list; who is on it and not in the book is credited by inference."""
    return [
        (man, "inferred") if how == "appointed" and man not in appointed else (man, how)
        for man, how in credit_season(season.managers, listed, season.suspended)
    ]


def _wrong_in_source(season: ClubSeason, appointed: list[str], ran: set[str]) -> str | None:
    """Return the unlisted manager whom the source names in every game of the regular season, or of the postseason
    alone, where the book's manager has none; null if there is no such manager."""
    if len(ran) == 1 and ran.isdisjoint(appointed) and _is_whole(season):
        return next(iter(ran))
    in_postseason = {man for man, is_late in zip(season.managers, season.postseason, strict=True) if is_late}
    if len(in_postseason) == len(appointed) == 1 and sum(season.postseason) >= SHORTEST_POSTSEASON:
        stranger = next(iter(in_postseason))
        return None if stranger in ran.union(appointed) else stranger
    return None


def _named_managers(season: ClubSeason) -> list[str | None]:
    """Return the managers of the regular season's games, in order; null if no source of the game names one."""
    games = zip(season.managers, season.named, season.regular, strict=True)
    return [man if named else None for man, named, regular in games if regular]


def _ran_too_long(season: ClubSeason) -> list[str]:
    """Return the managers named in more than LONGEST_ACTING_RUN games in a row, games without a known one left out."""
    men = [man for man in _named_managers(season) if man is not None]
    runs = [(man, len(list(games))) for man, games in groupby(men)]
    return list(dict.fromkeys(man for man, games in runs if games > LONGEST_ACTING_RUN))


def _is_whole(season: ClubSeason) -> bool:
    """Return whether the games with a known manager are too many for an acting manager."""
    known = sum(man is not None for man in _named_managers(season))
    return known > LONGEST_ACTING_RUN or (
        season.club_games is not None and known >= max(WHOLE_SEASON * season.club_games, 1)
    )


def lists_substitutes(season: ClubSeason) -> bool:
    """Return whether the book lists a substitute for the club: several of its managers ran games, each in one term, and
    the one who ran the first game also ran the last, while the others' games are too few for a manager of their own.

    Of a manager who was replaced and came back, the book lists two terms.
    """
    appointed = season.appointed or []
    men = [man for man in _named_managers(season) if man in appointed]
    counts = Counter(men)
    if len(counts) < 2 or men[0] != men[-1]:
        return False
    stood_in = all(games <= LONGEST_ACTING_RUN for man, games in counts.items() if man != men[0])
    return stood_in and not counts.keys() & _of_several_terms(season)


def _of_several_terms(season: ClubSeason) -> set[str]:
    pairs = zip(season.appointed or [], season.book_terms, strict=True)
    return {man for man, terms in pairs if terms > 1}


def _substitutes(season: ClubSeason, appointed: list[str]) -> list[Decision]:
    """Return a decision for each stretch of a listed manager's games after which the manager before it returned, in the
    season or by opening the next one. Both have one term in the book, and the stretch is not too long for a substitute.
    """
    known = [at for at in _regular(season) if season.managers[at] in appointed and not season.suspended[at]]
    runs = [(man, list(games)) for man, games in groupby(known, key=lambda at: season.managers[at])]
    returned = _of_several_terms(season)
    found: dict[tuple[str, str], list[int]] = {}
    in_charge = None
    for run, (man, games) in enumerate(runs):
        after = runs[run + 1][0] if run + 1 < len(runs) else season.next_manager
        is_short = len(games) <= LONGEST_ACTING_RUN and not {man, in_charge} & returned
        if man is not None and in_charge is not None and man != in_charge and after == in_charge and is_short:
            found.setdefault((man, in_charge), []).extend(games)
        else:
            in_charge = man
    return [Decision("listed_substitute", man, used, tuple(games)) for (man, used), games in found.items()]


def _regular(season: ClubSeason) -> list[int]:
    return [
        at for at, (named, regular) in enumerate(zip(season.named, season.regular, strict=True)) if named and regular
    ]


def _positions(season: ClubSeason, man: str) -> tuple[int, ...]:
    return tuple(
        at
        for at, (one, regular) in enumerate(zip(season.managers, season.regular, strict=True))
        if regular and one == man
    )


def _source_corrected(season: ClubSeason, appointed: list[str], stranger: str) -> Decided:
    wrong = tuple(at for at, man in enumerate(season.managers) if man == stranger)
    if len(appointed) > 1 and (terms := _terms(season, appointed)):
        last = [appointed[-1] if man == stranger else man for man in season.managers]
        return _divided(replace(season, managers=last), appointed, terms, appointed)
    used = appointed[0] if len(appointed) == 1 else None
    managers = list(season.managers)
    for at in wrong:
        managers[at] = used
    corrected = replace(season, managers=managers)
    credits = credit_season(managers, appointed, season.suspended)
    decisions = [Decision("source_manager", stranger, used, wrong), *_suspended(corrected, credits)]
    return Decided(managers, credits, decisions)


def _book_corrected(season: ClubSeason, appointed: list[str], ran: set[str]) -> Iterator[tuple[str, str]]:
    """Yield each listed manager without a game, with the unlisted manager who ran games in the listed one's place.

    The place is given by the order of the list: after the games of the listed manager before, and before those of the
    next one. Of several unlisted managers there, it is the one with most of their games, unless another has too many
    for a substitute; then each such manager is yielded. Whoever ran far more games than the book gives the listed one
    did not run them in that one's place.
    """
    most_games = {
        man: len(season.managers) if games is None else games + LONGEST_ACTING_RUN
        for man, games in zip(appointed, season.book_games, strict=True)
    }
    men = [
        man
        for man, regular, later in zip(season.managers, season.regular, season.suspended, strict=True)
        if regular and man is not None and not later
    ]
    taken: set[str] = set()
    for place, absent in enumerate(appointed):
        if absent in ran:
            continue
        before = next((man for man in reversed(appointed[:place]) if man in ran), None)
        after = next((man for man in appointed[place + 1 :] if man in ran), None)
        if before is None and after is None:
            continue
        first = max((at for at, man in enumerate(men) if man == before), default=-1) + 1
        last = min((at for at, man in enumerate(men) if man == after and at >= first), default=len(men))
        counts = Counter(man for man in men[first:last] if man not in appointed and man not in taken)
        counts = Counter({man: games for man, games in counts.items() if games <= most_games[absent]})
        long = [man for man, games in counts.items() if games > MOST_ACTING_GAMES]
        most = [man for man, games in counts.items() if 2 * games > counts.total()]
        for man in long if len(long) > 1 else most:
            taken.add(man)
            yield absent, man


def _missing(season: ClubSeason, appointed: list[str], accounted: set[str]) -> list[Decision]:
    """Return a decision for each listed manager without a game, if they have too many in the book for acting managers
    and for games that the lake lacks."""
    absent = [
        (man, games or 0)
        for man, games in zip(appointed, season.book_games, strict=True)
        if man not in accounted and any(season.regular)
    ]
    here = sum(man is not None for man in _named_managers(season))
    lacking = max(sum(games or 0 for games in season.book_games) - here, 0)
    if sum(games for _man, games in absent) - lacking <= MOST_ACTING_GAMES or not _is_whole(season):
        return []
    every = tuple(at for at, regular in enumerate(season.regular) if regular)
    return [Decision("missing_manager", man, None, every) for man, _games in absent]


def _terms(season: ClubSeason, appointed: list[str]) -> list[tuple[int, ...]]:
    """Return the games of each listed manager, in the book's order, if the book's games divide the regular season into
    terms with exactly its wins and losses; else nothing. A season of which one game is missing or unknown has none."""
    games = [at for at, regular in enumerate(season.regular) if regular]
    terms: list[tuple[int, ...]] = []
    for count, wins, losses in zip(season.book_games, season.book_wins, season.book_losses, strict=True):
        term = tuple(games[:count])
        results = [season.results[at] for at in term]
        if not count or len(term) < count or (results.count("W"), results.count("L")) != (wins, losses):
            return []
        terms.append(term)
        games = games[count:]
    return [] if games or len(terms) != len(appointed) else terms


def _divided(season: ClubSeason, appointed: list[str], terms: list[tuple[int, ...]], missing: list[str]) -> Decided:
    """Return the season with each missing manager in the games of his term; the last term's manager, if he is one of
    them, also runs the postseason that the source gives to a manager of an earlier term."""
    managers, decisions = list(season.managers), []
    for man, term in zip(appointed, terms, strict=True):
        if man in missing:
            late = [at for at, is_late in enumerate(season.postseason) if is_late and season.managers[at] in appointed]
            games = (*term, *late) if man == appointed[-1] else term
            for at in games:
                managers[at] = man
            decisions.append(Decision("missing_manager", man, man, games))
    corrected = replace(season, managers=managers)
    credits = credit_season(managers, appointed, season.suspended)
    return Decided(managers, credits, [*decisions, *_suspended(corrected, credits)])


def _suspended(season: ClubSeason, credits: list[Credit]) -> list[Decision]:
    """Return a decision for each suspended game that is not credited to the manager in charge when it began."""
    found, in_charge = [], None
    for at, (later, (credited, _how)) in enumerate(zip(season.suspended, credits, strict=True)):
        if not later:
            in_charge = credited or in_charge
        elif in_charge is not None and credited is not None and credited != in_charge:
            found.append(Decision("suspended_game", in_charge, credited, (at,)))
    return found


def credit_season(
    managers: list[str | None], appointed: list[str] | None, suspended: list[bool] | None = None
) -> list[Credit]:
    """Return the credited manager and the reason for each game of a club's season, in order of play.

    `managers` lists the manager of each game, null if unknown. `appointed` is null if the record book lacks the club's
    season. `suspended` says which games were completed on a later day, perhaps under a later manager: such a game is
    credited, but it does not show who was in charge on the day on which it began.
    """
    later = suspended or [False] * len(managers)
    if appointed is not None and len(appointed) == 1:
        only = appointed[0]
        return [(only, "appointed" if manager == only else "acting") for manager in managers]
    if appointed is not None and any(manager in appointed for manager in managers):
        return _by_list(managers, appointed, later)
    return _by_run(managers, later)


def _by_list(managers: list[str | None], appointed: list[str], later: list[bool]) -> list[Credit]:
    ordinary = [man for man, suspended in zip(managers, later, strict=True) if not suspended]
    in_charge = next(manager for manager in (*ordinary, *managers) if manager in appointed)
    credits: list[Credit] = []
    for manager, suspended in zip(managers, later, strict=True):
        if manager in appointed:
            in_charge = in_charge if suspended else manager
            credits.append((manager, "appointed"))
        else:
            credits.append((None, None) if manager is None else (in_charge, "acting"))
    return credits


def _by_run(managers: list[str | None], later: list[bool]) -> list[Credit]:
    """Credit runs of games. A suspended game goes to the manager whom its source names, if runs make that manager one
    of the club's, else to the manager in charge on the day on which it began."""
    places = [
        at
        for at, (manager, suspended) in enumerate(zip(managers, later, strict=True))
        if manager is not None and not suspended
    ] or [at for at, manager in enumerate(managers) if manager is not None]
    by_place = dict(zip(places, _in_charge([managers[at] for at in places]), strict=True))
    of_club = set(by_place.values())
    credits: list[Credit] = []
    in_charge = next(iter(by_place.values()), None)
    for at, manager in enumerate(managers):
        in_charge = by_place.get(at, in_charge)
        if manager is None:
            credits.append((None, None))
        elif at in by_place:
            credits.append((in_charge, "inferred"))
        else:
            credits.append((manager if manager in of_club else in_charge, "inferred"))
    return credits


def _in_charge(known: list[str | None]) -> list[str | None]:
    """Return the manager in charge in each game: a run that ends with the previous manager's return was that one's."""
    starts = [at for at, manager in enumerate(known) if at == 0 or manager != known[at - 1]]
    found: list[str | None] = []
    in_charge = None
    for run, start in enumerate(starts):
        end = starts[run + 1] if run + 1 < len(starts) else len(known)
        returns = end < len(known) and known[end] == in_charge
        if not returns:
            in_charge = known[start]
        found += [in_charge] * (end - start)
    return found
