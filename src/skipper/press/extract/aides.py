"""Coaches of a staff told in sentences: X returns as pitching coach, his hitting coach is Y, with Z as bench coach."""

from __future__ import annotations

from skipper.press.extract.careers import same_club
from skipper.press.extract.clauses import Clause
from skipper.press.extract.focus import club_of_the_news
from skipper.press.extract.piece import Piece
from skipper.press.extract.slots import clubs_behind
from skipper.press.extract.titled import keep_stint
from skipper.press.extract.units import ClubName, Unit
from skipper.press.extract.when import NEVER, When

_NOT_SO = ("hire", "promote", "fire", "let_go", "resign", "interview", "finalist", "pass_over", "contract_ended")
_WAS = frozenset(["was", "were", "been", "served", "spent", "worked", "had", "formerly", "once"])
_BEFORE_A_TITLE = frozenset(["former", "ex", "then", "old", "onetime", "longtime", "next", "another"])
# Between a man and his title: X will be the, X returns for his eighth season as Toledo's.
_LIGHT = frozenset(
    [
        *(
            "as",
            "the",
            "a",
            "its",
            "their",
            "his",
            "our",
            "'s",
            "'",
            "again",
            "also",
            "once",
            "for",
            "on",
            "back",
            "still",
        ),
        *(
            "season",
            "year",
            "straight",
            "consecutive",
            "full",
            "staff",
            "club",
            "team",
            "new",
            "in",
            "at",
            "of",
            "with",
        ),
        *("will", "to", "same", "club's", "the club", "the team", "the organization", "organization"),
    ]
)
_COMES = frozenset(
    [
        *(
            "returns",
            "returning",
            "return",
            "remains",
            "remaining",
            "remain",
            "stay",
            "continue",
            "serve",
            "stays",
            "staying",
            "joins",
            "joining",
            "join",
        ),
        *("continues", "enters", "entering", "begins", "beginning", "starts", "assists", "comes", "works"),
    ]
)
_TERMS = frozenset(["season", "year", "summer", "campaign"])
_LONGEST = 14  # units between a man and his title
_BESIDE = 4  # units behind the title within which its club stands
_BARE = frozenset(["the", "his", "their", "its", "a", "as", "and", "coach", "s", "'s", "'", "be", "is", "club's"])


def read_aide(piece: Piece, clause: Clause, title: Unit) -> bool:
    """Keep the post of a coach; whether the title is told of one."""
    holder = _holder(clause, title)
    whom = None if holder is None else holder.value if holder.kind == "person" else clause.subject
    if holder is None or whom is None or whom.executive or clause.denied(title) or not _is_a_role(clause, title):
        return False
    name = _club(piece, clause, title, holder)
    if name is None:
        return False
    role = "coach" if title.low == "coach" else title.low.replace("-base", " base")
    keep_stint(piece, clause, title, whom, role, name, (holder,), _season(piece, clause, title))
    return True


def read_on_staff(piece: Piece, clause: Clause) -> None:
    """Keep `was on X's staff with the Tigers from 2006 to 2009`, where no title says what he did there."""
    word = next((one for one in clause.units if one.low == "staff" and "on" in clause.words_before(one, 4)), None)
    if word is None or clause.subject is None or clause.find("coach") or not clause.find("be", "serve"):
        return
    time, named = piece.when(clause, word), clause.words_before(word, 1) in (["'s"], ["'"])
    owner = clause.before(word, 2)
    there = clubs_behind(clause, word, "with", "in", "at", "for")
    club = owner.value if owner is not None and owner.kind == "club" else there[0].value if there else None
    if club is not None and named and time is not NEVER and not clause.denied(word):
        keep_stint(piece, clause, word, clause.subject, "coach", club, (), time)


def _is_a_role(clause: Clause, title: Unit) -> bool:
    """Not `the strength coach`, `his former coach`: of those the words name another trade or another time."""
    if title.low in ("coaching", "coaches"):
        return False
    before = clause.before(title)
    if before is not None and before.low in _BEFORE_A_TITLE:
        return False
    light = before is None or before.kind in ("club", "punct", "level") or before.low in _BARE or before.has("be")
    return title.low != "coach" or light


def _holder(clause: Clause, title: Unit) -> Unit | None:
    """Whose the title is: who stands behind it, behind a form of `be`, or before it with light words between."""
    after = clause.after(title)
    if after is not None and after.kind == "person":
        return after if _introduces_one_of_a_staff(clause, title) else None
    acts = any(one.place < title.place for one in clause.find(*_NOT_SO))
    if acts or any(one.low in _WAS for one in clause.units):
        return None
    if after is not None and after.has("be"):
        named = clause.after(title, 2)
        return named if named is not None and named.kind == "person" and _opens(clause, title) else None
    return _before(clause, title)


def _introduces_one_of_a_staff(clause: Clause, title: Unit) -> bool:
    """Joining him will be pitching coach X and hitting coach Y; not `pitching coach X was fired`."""
    if title.low == "coach" or clause.find(*_NOT_SO):
        return False
    return clause.words_before(title, 1) not in (["former"], ["new"], ["by"], ["with"]) or _lists_a_staff(clause, title)


def _lists_a_staff(clause: Clause, title: Unit) -> bool:
    """Will be joined by pitching coach X: not `was replaced by`."""
    before = clause.units[: title.place - clause.first]
    return any("join" in one.low or one.low in ("along", "works", "assisted") for one in before)


def _opens(clause: Clause, title: Unit) -> bool:
    """His pitching coach is X, the hitting coach will be Y: nothing but light words before the title."""
    before = clause.units[: title.place - clause.first]
    return all(
        one.low in _BARE or one.kind in ("punct", "club", "level") or one.low in ("but", "while") for one in before
    )


def _before(clause: Clause, title: Unit) -> Unit | None:
    """X will be the pitching coach, with X returning as hitting coach, and X the bench coach."""
    said = False
    bracket = clause.before(title)
    if bracket is not None and bracket.text == "(" and clause.words_after(title, 1) == [")"]:
        named = clause.before(title, 2)
        return named if named is not None and named.kind == "person" else None
    units = clause.sentence.units
    for back, one in enumerate(reversed(units[max(0, title.place - _LONGEST) : title.place])):
        if one.kind == "person" or one.low in ("he", "she"):
            owns = back == 0 or (units[one.place + 1].text in ("'s", "'") and back > 0)
            gapped = any(other.has("coach") for other in units[: one.place]) and back == 1
            return one if not owns and (said or gapped) else None
        light = one.low in _LIGHT or one.low in _COMES or one.kind in ("ordinal", "club", "level")
        if one.low == "joins" and any(other.kind == "club" for other in units[one.place : title.place]):
            return None  # joins the club as its coach: he is appointed
        if not (light or one.has("be", "serve")):
            return _past_an_aside(clause, one) if said else None
        said = said or one.low == "as" or one.has("be", "serve")
    return None


def _past_an_aside(clause: Clause, end: Unit) -> Unit | None:
    """X, a favorite of the fans, is the new hitting coach: the clause's subject, before what the commas close."""
    named = [one for one in clause.sentence.units[: end.place] if one.value is clause.subject and one.kind == "person"]
    return named[-1] if named and end.text == "," else None


def _club(piece: Piece, clause: Clause, title: Unit, holder: Unit) -> ClubName | None:
    """Whose coach he is: the title's own club, the one behind it, or that of the manager whose staff is told."""
    own = [one for one in clause.units if one.kind == "club" and _goes_with(one, title, holder)]
    if own:
        return own[-1].value
    there = clubs_behind(clause, title, "at", "for", "with", "in", "of")
    beside = [one for one in there if _is_beside(clause, max(title.place, holder.place), one)]
    if beside:
        return beside[0].value
    boss = _of_his_boss(piece, clause, title, holder)
    focus = boss or clause.club or _joined(clause, holder) or _spoken_of(piece)
    return focus if focus is not None and (boss is focus or _is_staffed(piece, clause, focus)) else None


def _joined(clause: Clause, holder: Unit) -> ClubName | None:
    """Joining X in Toledo will be Y, also returning to the Omaha staff are: the club where they join."""
    opens = clause.units[0].low.endswith("ing") or clause.units[0].low == "also"
    before = [one.value for one in clause.kinds("club") if one.place < holder.place]
    return before[-1] if opens and before else None


def _spoken_of(piece: Piece) -> ClubName | None:
    """The club of this paragraph, else that of the news or of the man of whom the piece is."""
    if piece.club_passage == piece.passage or piece.staff is not None:
        return piece.staff or piece.club
    topic = piece.names.topic
    told = club_of_the_news(piece) or (piece.careers.current(topic) if topic is not None else None)
    return told or (piece.club if piece.passage - piece.club_passage <= 1 else None)


def _goes_with(club: Unit, title: Unit, holder: Unit) -> bool:
    """Between the man and his title (X returns as Toledo's bench coach), or just before the two."""
    if holder.place < club.place < title.place:
        return True
    return club.place in (title.place - 1, title.place - 2) and title.place < holder.place


def _is_beside(clause: Clause, last: int, club: Unit) -> bool:
    """Bench coach of the Cubs, bench coach X returns for his eighth season with the Cubs."""
    between = [one.low for one in clause.units if last < one.place < club.place]
    counted = between[:1] and between[0] in _COMES and not _TERMS.isdisjoint(between)
    return club.place <= last + _BESIDE or bool(counted and club.place <= last + 2 * _BESIDE)


def _of_his_boss(piece: Piece, clause: Clause, title: Unit, holder: Unit) -> ClubName | None:
    """His pitching coach, joining him will be hitting coach X: of the club of the manager of whom it speaks."""
    if "his" not in clause.words_before(title, 2) and not any(one.low == "him" for one in clause.units):
        return None
    near = (clause.owner, clause.subject, piece.before, piece.subject, piece.names.topic)
    bosses = [one for one in near if one is not None and one is not holder.value]
    return next((name for one in bosses if (name := piece.careers.taken(one) or piece.careers.post(one))), None)


def _is_staffed(piece: Piece, clause: Clause, name: ClubName) -> bool:
    """Whether the piece has told who manages it, or tells of its staff; of a major club, whether the news is of it."""
    news = club_of_the_news(piece)
    if any(span.is_major for span in name.spans):
        return news is not None and same_club(name, news)
    told = piece.careers.in_charge(name) is not None or piece.staffs is not None
    told = told or clause.units[0].low == "joining"
    return told or name is news or any(one.low == "staff" for one in clause.sentence.units)


def _season(piece: Piece, clause: Clause, title: Unit) -> When:
    """The season that stands behind the title, else the one whose staffs are announced."""
    time = piece.when(clause, title)
    if time.units and time.units[0].place > title.place and time.seasons:
        return time
    return When((), (piece.staffs,), whole=True) if piece.staffs is not None else NEVER
