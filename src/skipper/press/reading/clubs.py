"""Which club a name in the text means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from skipper.press.claim import Link
from skipper.press.lexicon import lexicon
from skipper.press.reading.units import ClubName
from skipper.press.vocabulary import Club

Names = Mapping[str, tuple[str, tuple[Club, ...]]]


def club_names(clubs: Iterable[Club]) -> Names:
    """For each name its form and the spans of clubs that bear it; a full name before a nickname before a place."""
    found: dict[str, dict[str, list[Club]]] = defaultdict(lambda: defaultdict(list))
    for club in clubs:
        found[club.name]["full"].append(club)
        for other in club.others:
            nick = "nickname" if club.is_major or " " not in other else "full"
            found[other][nick if other.lower() != club.place.lower() else "place"].append(club)
        if club.nickname:
            found[club.nickname]["nickname"].append(club)
        found[club.place]["place"].append(club)
    chosen: dict[str, tuple[str, tuple[Club, ...]]] = {}
    for name, forms in found.items():
        form = next(form for form in ("full", "nickname", "place") if form in forms)
        chosen[name] = (form, tuple(dict.fromkeys(forms[form])))
    return chosen


def fitting(name: ClubName, season: int | None, known: Collection[str], now: int | None) -> tuple[Club, ...]:
    """Return the spans that the name can mean, at most one per club, the likeliest first.

    `season` is the act's, `known` the ids that the document names in full, `now` its own year. Of several clubs those
    remain that fit each of these, as far as any does.
    """
    season, spans = name.season or season, _as_named(name)
    owners = {span.name for span in name.parent.spans} if name.parent else frozenset()
    nearest = min((_distance(span, season) for span in spans), default=0)
    for keep in (
        lambda span: _distance(span, season) == nearest,
        lambda span: span.organization in owners,
        lambda span: span.id in known,
        lambda span: span.is_major and now is not None and season is None and span.covers(now),
        lambda span: span.is_major,
        lambda span: now is not None and season is None and span.covers(now),
    ):
        if len(spans) > 1:
            spans = [span for span in spans if keep(span)] or spans
    spans.sort(key=lambda span: (span.last or 9999, span.first), reverse=True)
    latest: dict[str, Club] = {}
    for span in spans:
        latest.setdefault(span.id, span)
    return tuple(latest.values())


def _as_named(name: ClubName) -> list[Club]:
    """Return the spans of the level, the league and the kind of club that the name's own words say, as far as any
    is."""
    spans = list(name.spans)
    is_farm_club = bool(name.level and lexicon().levels.get(name.level.lower()) != "MLB")
    if is_farm_club or (name.parent is not None and name.parent.spans):
        spans = [span for span in spans if not span.is_major] or spans
    if name.league:
        spans = [span for span in spans if span.league == name.league] or spans
    return spans


def _distance(span: Club, season: int | None) -> int:
    """Return how many seasons the span is from the season; none where that is not known."""
    return 0 if season is None else max(span.first - season, season - (span.last or 9999), 0)


def shown(name: ClubName, club: Club, in_full: Mapping[str, str]) -> str:
    """Return a major club's full name; a minor one's as the document gives it in full, else its town."""
    if club.is_major:
        return club.name
    if club.id in in_full:
        return in_full[club.id]
    if name.form == "nickname":
        return club.name
    return name.words if name.form in ("full", "unlisted") else club.place.partition(",")[0]


def link(field: str, name: ClubName, spans: tuple[Club, ...], called: str) -> Link:
    """Return the link of a club's name; no id where several clubs fit that the words do not tell apart."""
    best = spans[0]
    ids = tuple(span.id for span in spans if span.id)
    if not ids:
        return Link(field, name.words, called)
    apart = len(ids) == 1 or name.form != "place" or not all(span.is_major for span in spans)
    return Link(field, name.words, called, best.id if apart else None, ids if len(ids) > 1 else ())
