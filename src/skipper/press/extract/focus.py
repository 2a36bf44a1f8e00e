"""What a reader keeps in mind: the club in focus, and posts told by the way (the Astros' Porter, his Pirates)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from skipper.press.extract.clauses import Clause
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import can_be_a_post, clubs_behind, owner_of, preposition
from skipper.press.extract.thread import is_flashback
from skipper.press.extract.units import ClubName, Entity, Sentence, Unit
from skipper.press.lexicon import lexicon

_AT_HOME = frozenset(["retired", "lives", "lived", "living", "home", "born", "raised", "farm", "ranch"])
_PLAYED = ("play", "draft", "bat", "debut")
_OF_A_POST = (
    *("manage", "manager", "hire", "fire", "let_go", "resign", "coach", "coached", "lead", "had_club", "promote"),
    *("interim", "spend", "serve", "take_over", "affiliate", "begin", "come_to", "path"),
)
_HEADING = 8  # units at most of a paragraph's heading
_ASIDE = frozenset(["who", "whom", "whose", "where"])
_AFTER_A_LEADER = frozenset(
    ["within", "to", "into", "from", "past", "home", ",", ".", "in", "through", "with", "on", "for"]
)


def keep_in_mind(piece: Piece, clause: Clause) -> None:
    """The posts that a clause tells by the way, and the club that later sentences mean by `they` and `the club`."""
    for person, name, year in _told_by_the_way(piece, clause):
        own = piece.careers.post(person, year)
        if own is None or not piece.careers.knows(person, name):
            piece.careers.remember(person, name, year)
    focus = _in_focus(clause)
    if focus is not None:
        piece.club, piece.club_passage = focus, piece.passage


def _told_by_the_way(piece: Piece, clause: Clause) -> list[tuple[Entity, ClubName, int | None]]:
    if clause.find(*_PLAYED) or clause.unreal_from is not None:
        return []
    return [*_led(piece, clause), *_was_his(piece, clause), *_titled(piece, clause), *_was_manager(piece, clause)]


def _led(piece: Piece, clause: Clause) -> list[tuple[Entity, ClubName, int | None]]:
    """He took the Yankees within a game of the Series; he had the Red Sox; he won with Houston."""
    if clause.subject is None or not _has_managed(piece, clause.subject):
        return []
    for verb in clause.find("lead", "had_club"):
        near = clubs_behind(clause, verb, "")
        then = clause.after(near[0]) if near else None
        if near and (then is None or then.low in _AFTER_A_LEADER or then.kind in ("year", "date")):
            year = piece.when(clause, verb).year
            return [(clause.subject, near[0].value, year)]
    return []


def _has_managed(piece: Piece, person: Entity) -> bool:
    """Of an unknown name nothing but being the topic tells that he manages."""
    return any(man.managed for man in person.people) or person is piece.names.topic


def _was_his(piece: Piece, clause: Clause) -> list[tuple[Entity, ClubName, int | None]]:
    """The 1979 Pirates were his masterpiece."""
    if clause.club is None or not clause.find("be") or clause.subject is not None:
        return []
    if not any(unit.low == "his" for unit in clause.units[1:5]):
        return []
    whom = piece.subject or piece.names.topic
    return [(whom, clause.club, clause.club.season)] if whom is not None else []


def _was_manager(piece: Piece, clause: Clause) -> list[tuple[Entity, ClubName, int | None]]:
    """X was the Mets' manager, X was manager of the Mets, X is the Mets' manager."""
    if clause.subject is None or not clause.find("be") or clause.denied(clause.find("be")[-1]):
        return []
    for unit in clause.find("manager"):
        club = clause.before(unit, 2) if clause.words_before(unit, 1) in (["'s"], ["'"]) else None
        after = [one for one in clause.units[unit.place - clause.first + 1 :][:3] if one.kind == "club"]
        club = club or (after[0] if after and clause.words_after(unit, 1) == ["of"] else None)
        if club is not None and club.kind == "club":
            return [(clause.subject, club.value, piece.when(clause, unit).year)]
    return []


def _titled(piece: Piece, clause: Clause) -> list[tuple[Entity, ClubName, int | None]]:
    """The Astros' Bo Porter, Cubs manager Don Zimmer, Meulens of the Giants: of whom no post is known."""
    found: list[tuple[Entity, ClubName, int | None]] = []
    for unit in clause.kinds("person"):
        owner = owner_of(clause.units, unit.place - clause.first)
        title = clause.before(unit)
        if owner is None and title is not None and title.has("manager"):
            theirs = clause.club if clause.words_before(title, 1) == ["without"] else None  # the Lynx are without him
            own = theirs or piece.home
            if own is not None and piece.careers.last(unit.value) is None:
                found.append((unit.value, own, None))
            if own is not None:
                continue
        if owner is None or piece.careers.last(unit.value) is not None or not _has_managed(piece, unit.value):
            continue
        between = clause.units[owner.place - clause.first + 1 : unit.place - clause.first]
        if not any(one.has("coach", "executive", "epithet") for one in between):
            found.append((unit.value, owner.value, None))
    return found


def _in_focus(clause: Clause) -> ClubName | None:
    """The clause's subject; else the last club that can be a post there; none of those he played for."""
    came_up = clause.find("debut") and not clause.find("contract", "manage", "hire")
    if clause.find("draft") or came_up or (clause.find("play") and not clause.find("manage")):
        return None
    if clause.club is not None and (not clause.anaphoric or clause.kinds("record")):
        return clause.club
    if clause.opener in ("who", "whom") and is_flashback(clause):
        return None  # what he had been elsewhere
    posts = [unit for unit in clause.kinds("club") if can_be_a_post(clause, unit) and not _only_where(clause, unit)]
    if clause.opener in _ASIDE or (clause.opener == "and" and clause.previous and clause.previous.opener in _ASIDE):
        return None  # where he was before stays aside
    return posts[-1].value if posts else None


def _only_where(clause: Clause, unit: Unit) -> bool:
    """At a news conference in Phoenix, was arrested in Pawtucket: a city, where no word of a post stands beside it."""
    minor = unit.value.form == "place" and not any(span.is_major for span in unit.value.spans)
    state = unit.low in lexicon().club_states and preposition(clause.units, unit.place - clause.first) == "in"
    if state and not _AT_HOME.isdisjoint(one.low for one in clause.units):
        return True  # retired in Florida
    there = minor and preposition(clause.units, unit.place - clause.first) in ("in", "from")
    return there and unit.value.level is None and not clause.find(*_OF_A_POST) and not clause.kinds("record")


def heading_of(sentence: Sentence) -> ClubName | None:
    """ERIE (Double-A): X returns. The club of a paragraph that is headed by it; null where none is."""
    units = sentence.units[:_HEADING]
    colon = next((n for n, unit in enumerate(units) if unit.text == ":"), 0)
    if (
        not colon
        or units[0].kind != "club"
        or any(one.kind not in ("punct", "level", "league") for one in units[1:colon])
    ):
        return None
    level = next((one.text for one in units[1:colon] if one.kind == "level"), None)
    return replace(units[0].value, level=level or units[0].value.level)


def the_club(piece: Piece, whom: Entity | None) -> ClubName | None:
    """`They`, `the club`: the club of which this paragraph spoke last, else the post of the man in focus."""
    if piece.club is not None and piece.club_passage == piece.passage:
        return piece.club
    own = piece.careers.post(whom, piece.story_year) if whom is not None else None
    topic = piece.names.topic
    of_the_piece = piece.careers.current(topic) if topic is not None and whom is None else None
    last = piece.club if piece.club is not None and any(span.is_major for span in piece.club.spans) else None
    return own or of_the_piece or last or piece.home or piece.club


def spoken_last(piece: Piece) -> ClubName | None:
    """The club of which the piece spoke last; a farm club of an earlier paragraph gives way to the piece's own."""
    farm = piece.club is not None and not any(span.is_major for span in piece.club.spans)
    return piece.home or piece.club if farm and piece.club_passage != piece.passage else piece.club


def club_of_the_news(piece: Piece) -> ClubName | None:
    """The club of whose manager the piece is: where he was hired or whence he went, else the one it speaks of most."""
    return piece.news_club or piece.home


def home_of(sentences: Iterable[Sentence]) -> ClubName | None:
    """The major club of which the piece speaks most; null where another is as near, or none is named twice.

    Nor is any where the piece names a minor club more often.
    """
    named = Counter[str]()
    minor = Counter[str]()
    names: dict[str, ClubName] = {}
    for unit in (unit for sentence in sentences for unit in sentence.units if unit.kind == "club"):
        ids = {span.id for span in unit.value.spans if span.is_major}
        if len(ids) > 1:  # the Braves of today, where nothing says that those of Milwaukee are meant
            ids = {span.id for span in unit.value.spans if span.is_major and span.last is None}
        minor.update({span.id for span in unit.value.spans} if not ids else ())
        if unit.value.form != "place" and len(ids) == 1:
            named.update(ids)
            names.setdefault(next(iter(ids)), unit.value)
    first, second = (*(count for _, count in named.most_common(2)), 0, 0)[:2]
    most = max(minor.values(), default=0)
    return names[named.most_common(1)[0][0]] if first > max(second, 1) and first >= most else None
