"""Claims of a won-lost record, against the games."""

from __future__ import annotations

from datetime import date, timedelta

from skipper.answers.answer import spans
from skipper.press.claim import Claim
from skipper.press.facts import Facts, Record
from skipper.press.reconcile.days import Days
from skipper.press.reconcile.dossier import Dossier
from skipper.press.reconcile.place import codes_of, games_of, lacking, outside, place_of
from skipper.press.reconcile.reading import clubs_of, organizations_of, seasons_of
from skipper.press.reconcile.standings import Standing, ends, standings
from skipper.press.reconcile.verdict import Evidence, Verdict, contradicted, open_claim, row_of, supported

RULES = ("managed", "credited")
LATE = 3  # days: a piece may give a record as it stood some days before its date


def check_record(claim: Claim, dossier: Dossier) -> Verdict:
    """A manager's record in the seasons named, or his career's, under each crediting rule."""
    settles = games_of(claim)
    if claim.fields.get("role") not in (None, "manager"):
        return open_claim(f"a source of {claim.fields['role']}s' records", Evidence("note", "Not a manager's record."))
    if claim.fields.get("wins") is None or claim.fields.get("losses") is None:
        return open_claim("wins and losses, both", Evidence("note", "Half a record is said."))
    gate = outside(claim, dossier, settles)
    if gate is not None:
        return gate
    return _of_seasons(claim, dossier, settles) if seasons_of(claim) else _of_career(claim, dossier, settles)


def _own(claim: Claim, dossier: Dossier) -> list[Record]:
    """His records with the clubs named (or with any), in the seasons named (or in all), by first game."""
    facts, seasons = dossier.facts, seasons_of(claim)
    named = clubs_of(claim) or organizations_of(claim)
    return [
        record
        for record in dossier.person.records
        if (not seasons or record.season in seasons)
        and (not named or record.club in codes_of(claim, facts, record.season))
    ]


def _of_seasons(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    facts, seasons = dossier.facts, seasons_of(claim)
    gap = lacking(seasons, facts)
    if gap is not None:
        return open_claim(f"the game logs of {spans(facts.absent(seasons))}", gap)
    own = _own(claim, dossier)
    if not own:
        return _not_his(claim, dossier, settles)
    return _compared(claim, dossier, own, _as_of(claim, dossier, own))


def _as_of(claim: Claim, dossier: Dossier, own: list[Record]) -> Days | None:
    """The days whose standing a dated piece can mean; null where the seasons were over, or it has no date."""
    day = dossier.date_of(claim)
    if day is None or day > max(record.last_day for record in own):
        return None
    return Days(day - timedelta(days=LATE), day)


def _compared(claim: Claim, dossier: Dossier, own: list[Record], days: Days | None) -> Verdict:
    """Against the record under each rule at the end, or at the end of one of the `days`."""
    final = {rule: ends(own, rule) if days is None else standings(own, rule) for rule in RULES}
    matches = [rule for rule in RULES if _stood(claim, final[rule], days)]
    shown = {rule: _standing_on(final[rule], days) for rule in RULES}
    ours, evidence = _ours(shown), [_row(dossier.facts, own, rule) for rule in RULES if final[rule]]
    if matches:
        return supported(ours, _rule(matches), *evidence)
    if days is not None:
        ours += f" on {days.last}"
    return contradicted(ours, _rule(RULES), *evidence, *_elsewhere(claim, dossier))


def _stood(claim: Claim, all_of: list[Standing], days: Days | None) -> bool:
    if days is None:
        return any(_says(claim, one) for one in all_of[-1:])
    before = [one for one in all_of if one.day <= days.first][-1:]
    return any(_says(claim, one) for one in (*before, *(one for one in all_of if days.first <= one.day <= days.last)))


def _standing_on(all_of: list[Standing], days: Days | None) -> Standing | None:
    so_far = [one for one in all_of if days is None or one.day <= days.last]
    return so_far[-1] if so_far else None


def _says(claim: Claim, standing: Standing) -> bool:
    """Whether it has these wins and losses, and these ties where it names any."""
    fields = claim.fields
    ties = fields.get("ties")
    same = (int(fields["wins"]), int(fields["losses"])) == (standing.wins, standing.losses)
    return same and (ties is None or int(ties) == standing.ties)


def _ours(shown: dict[str, Standing | None]) -> str:
    figures = {rule: str(one) for rule, one in shown.items() if one is not None}
    if len(set(figures.values())) == 1:
        return next(iter(figures.values()))
    return ", ".join(f"{figure} {rule}" for rule, figure in figures.items())


def _rule(rules: tuple[str, ...] | list[str]) -> str:
    return "managed and credited" if len(rules) == len(RULES) else rules[0]


def _row(facts: Facts, own: list[Record], rule: str) -> Evidence:
    of_rule = [record for record in own if record.rule == rule]
    if len(of_rule) > 4:
        clubs = ", ".join(dict.fromkeys(facts.names.get((one.season, one.club), one.club) for one in of_rule))
        return row_of("manager_season", f"{rule}: {spans([one.season for one in of_rule])}, {clubs}.")
    said = "; ".join(
        f"{one.season} {facts.names.get((one.season, one.club), one.club)} {one.wins}-{one.losses}"
        + (f"-{one.ties}" if one.ties else "")
        for one in of_rule
    )
    return row_of("manager_season", f"{rule}: {said}.")


def _elsewhere(claim: Claim, dossier: Dossier) -> list[Evidence]:
    """The season whose record it is, where it is that of another one."""
    found = [
        record
        for record in dossier.person.records
        if (record.wins, record.losses) == (claim.fields["wins"], claim.fields["losses"])
    ]
    if not found:
        return []
    name = dossier.facts.names.get((found[0].season, found[0].club), found[0].club)
    return [row_of("manager_season", f"{found[0].wins}-{found[0].losses} was his record of {found[0].season}, {name}.")]


def _not_his(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    """He has no game in those seasons with those clubs."""
    facts, seasons = dossier.facts, seasons_of(claim)
    own = [record for record in dossier.person.records if record.season in seasons]
    if place_of(claim, facts) != "major" or not (clubs_of(claim) or own):
        note = Evidence(
            "coverage", f"No major-league game that he ran in {spans(seasons)}; of other leagues none is here."
        )
        return open_claim(settles, note)
    evidence = [row for season in seasons for row in who_managed(claim, facts, season)]
    if own:
        ours = _ours({rule: next(iter(ends(own, rule)), None) for rule in RULES})
        clubs = ", ".join(dict.fromkeys(facts.names.get((one.season, one.club), one.club) for one in own))
        return contradicted(f"{ours}, {clubs}", _rule(RULES), *(_row(facts, own, rule) for rule in RULES), *evidence)
    if not evidence:
        return open_claim(settles, Evidence("note", f"No club of that name in {spans(seasons)}."))
    return contradicted("no game of theirs was his", _rule(RULES), *evidence)


def who_managed(claim: Claim, facts: Facts, season: int) -> list[Evidence]:
    """Who ran the games of its clubs in a season."""
    return [
        row_of(
            "manager_season",
            f"managed: the {season} {facts.names.get((season, code), code)} were run by "
            + ", ".join(f"{name} ({wins}-{losses})" for _id, name, wins, losses in facts.managers[season, code])
            + ".",
        )
        for code in sorted(codes_of(claim, facts, season))
        if (season, code) in facts.managers
    ]


def _of_career(claim: Claim, dossier: Dossier, settles: str) -> Verdict:
    own = _own(claim, dossier)
    if not own:
        return open_claim(settles, Evidence("coverage", "The lake has no game of his as a manager."))
    absent = missing_seasons(claim, dossier, own)
    if absent:
        return _partial(claim, dossier, own, absent)
    day, written = dossier.date_of(claim), dossier.written(claim)
    earliest = date(written.first.year - 1, 1, 1) if written else date.min
    days = Days(day - timedelta(days=LATE), day) if day else Days(earliest, date.max)
    course = _course(claim, dossier, own)
    found = {rule: _career_match(claim, course[rule], days) for rule in RULES}
    matches = [(rule, stood) for rule, stood in found.items() if stood is not None]
    evidence = [_row(dossier.facts, own, rule) for rule in RULES]
    if matches:
        first, stood = matches[0]
        after = row_of("club_game", f"{first}: it stood at {stood} after the game of {stood.day}.")
        return supported(str(stood), _rule([rule for rule, _stood in matches]), *evidence, after)
    shown = {rule: _standing_on(course[rule], days if day else None) for rule in RULES}
    return contradicted(_with_seasons(shown), _rule(RULES), *evidence, *_elsewhere(claim, dossier))


def _course(claim: Claim, dossier: Dossier, own: list[Record]) -> dict[str, list[Standing]]:
    """How his record with the clubs stood after each game, under each rule; worked out once for all claims of it."""
    key = ("course", clubs_of(claim) or organizations_of(claim))
    if key not in dossier.worked_out:
        dossier.worked_out[key] = {rule: standings(own, rule) for rule in RULES}
    return dossier.worked_out[key]


def _with_seasons(shown: dict[str, Standing | None]) -> str:
    known = next((one for one in shown.values() if one is not None), None)
    return f"{_ours(shown)} in {known.seasons} seasons" if known else "no game by then"


def _career_match(claim: Claim, all_of: list[Standing], days: Days) -> Standing | None:
    """The standing that it gives: at a season's end rather than within one."""
    before = [one for one in all_of if one.day < days.first][-1:]
    within = [one for one in all_of if days.first <= one.day <= days.last]
    count = claim.fields.get("season_count")
    fits = [one for one in (*before, *within) if _says(claim, one) and count in (None, one.seasons)]
    return max(fits, key=lambda one: one.ends_season, default=None)


def missing_seasons(claim: Claim, dossier: Dossier, own: list[Record]) -> list[int]:
    """Seasons that may be part of it and are not in the lake."""
    seasons, day = {record.season for record in own}, dossier.date_of(claim)
    inside = dossier.facts.absent(range(min(seasons), max(seasons) + 1))
    listed = {*dossier.person.missing, *dossier.facts.absent(seasons)}
    if clubs_of(claim):
        # With one club, a missing season counts between two with it, or next to one.
        listed = {season for season in listed if season in inside} | _next_to(seasons, listed)
    return sorted(season for season in listed if day is None or season <= day.year)


def _next_to(seasons: set[int], listed: set[int]) -> set[int]:
    """Of the listed seasons those that follow one another up to the first of `seasons`, or from the last."""
    reached = set(seasons)
    for season in sorted(listed):
        reached |= {season} if season - 1 in reached else set()
    for season in sorted(listed, reverse=True):
        reached |= {season} if season + 1 in reached else set()
    return reached & listed


def _partial(claim: Claim, dossier: Dossier, own: list[Record], absent: list[int]) -> Verdict:
    shown = {rule: next(iter(ends(own, rule)), None) for rule in RULES}
    managed = next(one for one in shown.values() if one is not None)
    wins, losses = int(claim.fields["wins"]) - managed.wins, int(claim.fields["losses"]) - managed.losses
    gap = Evidence("coverage", f"The lake lacks {spans(absent)}, which he managed or may have.", table="manager_career")
    evidence = [*_elsewhere(claim, dossier), gap, *(_row(dossier.facts, own, rule) for rule in RULES)]
    if wins >= 0 and losses >= 0:
        sum_ = f"{claim.fields['wins']}-{claim.fields['losses']} less our {managed} leaves {wins}-{losses} for them."
        evidence.append(Evidence("sum", sum_))
    return open_claim(
        f"the game logs of {spans(absent)}", *evidence, ours=f"{_ours(shown)} without them", rule=_rule(RULES)
    )
