"""A game scored in the plainest Python: what the compiled state kernel has to say of every play.

From Retrosheet's description of event files, the Official Baseball Rules and cwevent's manual. A man is his name, a
hand a letter, the bases a dictionary. What an event text says by itself (`facts`: where it sends whom, outs, runs) is
given. Columns are named as in `state_columns`; "" is nobody, a hand that is not known `?`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from plain_lines import Record
from plain_lineup import CATCHER, DESIGNATED_HITTER, PINCH_RUNNER, PITCHER, Club, Hands, Man, batting_hand
from plain_runners import (
    SCORED,
    SCORED_AS_PLACED,
    STAYS,
    Charge,
    Row,
    Runner,
    bits,
    called,
    hand_on_charges,
    in_one_anothers_way,
    shown_charges,
)
from skipper.sources.plays.events import faults

STRIKEOUT, WALKS = 3, (14, 15)
HANDS = "LRB?"


class Unsound(Exception):
    """What cannot be in a game; the argument is one of `faults`."""


@dataclass
class Scored:
    """What came of a game: its plays, its substitutions, and what is wrong with it and with which record."""

    plays: list[Row] = field(default_factory=list)
    substitutions: list[Row] = field(default_factory=list)
    fault: tuple[int, int] | None = None


class Scorekeeper:
    """Keeps score of one game, record by record."""

    def __init__(self, hands: tuple[Hands, Hands], facts: Callable[[str], Mapping[str, int]]) -> None:
        starters: set[str] = set()  # of both clubs: a suspended game may go on with a man for the other one
        self.clubs = [Club(hands[0], starters=starters), Club(hands[1], starters=starters)]
        self.facts = facts
        self.scored = Scored()
        self.first_side: int | None = None
        self.inning, self.side, self.outs = 0, 0, 0
        self.runs, self.turns = [0, 0], [0, 0]
        self.bases: dict[int, Runner] = {}
        self.half: list[tuple[Row, dict[int, Runner]]] = []  # the plays of this half-inning and the men of each
        self.half_runs = self.half_turns = 0
        self.placed: tuple[str, int] | None = None
        self.ran_for_placed = ""
        self.has_data, self.innings, self.last_play = False, 9, 0
        self.bat_adjusted = self.arm_adjusted = ("", "")
        self.begin_turn()

    def begin_turn(self) -> None:
        """No pitch has been thrown to the next batter, and nobody else is charged with what he does."""
        self.at_bat, self.count, self.in_turn = "", (0, 0), False
        self.charged_batter: tuple[str, str, bool, int, bool] | None = None
        self.charged_pitcher: tuple[str, str, bool] | None = None

    def read(self, at: int, record: Record) -> None:
        """Carry out one record."""
        values = record.values
        if record.kind == "play":
            self.play_record(at, *values)
        elif record.kind == "start":
            self.start(*values)
        elif record.kind == "sub":
            self.substitute(at, *values)
        elif record.kind == "data":
            self.has_data = True
        elif record.kind == "info" and values[0] == "innings" and values[1].isdecimal() and len(values[1]) < 3:
            self.innings = int(values[1])
        elif record.kind in ("badj", "padj", "ladj", "radj", "presadj"):
            self.adjust(record.kind, *values[:2])

    def start(self, name: str, side: int, slot: int, position: int) -> None:
        if self.first_side is not None:
            raise Unsound(faults.START_AFTER_PLAY)
        if side not in (0, 1) or not 0 <= slot <= 9 or not 1 <= position <= 10 or slot in self.clubs[side].order:
            raise Unsound(faults.BAD_LINEUP)
        club = self.clubs[side]
        club.order[slot] = Man(name, position, club.hands.get(name, "??")[0], started=True)
        club.starters.add(name)
        club.take_the_field(name, position)
        if position == PITCHER:
            club.starting_pitcher = name

    def substitute(self, at: int, name: str, side: int, slot: int, position: int) -> None:
        too_soon = self.first_side is None and position > DESIGNATED_HITTER
        if side not in (0, 1) or not 0 <= slot <= 9 or not 1 <= position <= 12 or too_soon:
            raise Unsound(faults.BAD_SUBSTITUTION)
        if slot == 0 and position != PITCHER:
            raise Unsound(faults.BAD_SUBSTITUTION)
        club = self.clubs[side]
        before = club.order.get(slot)
        leaving = before.name if before else ""
        if side == self.side:
            self.batter_leaves(club, before, name)
        elif position == PITCHER:
            self.pitcher_leaves(club, name)
        club.enter(name, slot, position)
        on_base = [self.bases[base] for base in sorted(self.bases) if self.bases[base].name == leaving]
        if position == PINCH_RUNNER and side == self.side and on_base:
            on_base[0].name, on_base[0].runs_for = name, leaving
        if position == PINCH_RUNNER and self.placed and self.placed[0] == leaving:
            self.placed, self.ran_for_placed = (name, self.placed[1]), leaving
        self.scored.substitutions.append(
            {"line": at, "event": len(self.scored.plays) + 1, "side": side, "player": name, "replaced": leaving}
            | {"slot": slot, "position": position, "same_player": leaving == name}
        )

    def batter_leaves(self, club: Club, leaving: Man | None, name: str) -> None:
        """Rule 9.15(b): a strikeout is charged to the first man who left with two strikes."""
        if leaving is None or leaving.name in ("", name) or leaving.name != self.at_bat or self.count[1] < 2:
            return
        if self.charged_batter is None:
            hand = batting_hand(leaving.bats, self.arm(self.clubs[1 - self.side]))
            adjusted, to = self.bat_adjusted
            hand = to if adjusted == leaving.name else hand
            self.charged_batter = leaving.name, hand, leaving.started, leaving.position_at_bat, leaving.pinch_hits

    def pitcher_leaves(self, club: Club, name: str) -> None:
        """Rule 9.16(h): a walk is charged to the pitcher who left at 2-0, 2-1, 3-0, 3-1 or 3-2."""
        leaving = club.fielders.get(PITCHER, "")
        if leaving != name and self.charged_pitcher is None:
            balls, strikes = self.count
            if balls == 3 or (balls == 2 and strikes < 2):
                self.charged_pitcher = leaving, self.arm(club), leaving == club.starting_pitcher

    def arm(self, club: Club) -> str:
        """With which the pitcher throws to this batter."""
        adjusted, to = self.arm_adjusted
        return to if adjusted == club.fielders.get(PITCHER) else club.arm

    def adjust(self, kind: str, who: str | int, to: str | int) -> None:
        if kind == "ladj":
            sound = who in (0, 1) and 1 <= to <= 9
        else:
            sound = to in HANDS if kind in ("badj", "padj") else to in (1, 2, 3)
            # The runner's place is looked at when he is put there.
            sound &= kind == "radj" or any(club.took_part(kind, who) for club in self.clubs)
        if not sound:
            raise Unsound(faults.BAD_ADJUSTMENT)
        if kind == "badj":
            self.bat_adjusted = who, to
        elif kind == "padj":
            self.arm_adjusted = who, to
        elif kind == "radj":
            self.placed, self.ran_for_placed = (who, to), ""
            if self.first_side is not None and self.outs == 0 and not self.half:
                self.place_runner()
        elif kind == "presadj" and to in self.bases:
            self.bases[to].charge.pitcher = who

    def place_runner(self) -> None:
        """The man with whom an extra inning begins, whose run is nobody's until a pitcher is there."""
        name, base = self.placed
        slot = self.clubs[self.side].place_of(name)
        self.placed = None
        if not slot or base in self.bases:
            raise Unsound(faults.BAD_ADJUSTMENT)
        self.bases[base] = Runner(name, slot, Charge(None, None, placed=True), origin=0, runs_for=self.ran_for_placed)

    def play_record(
        self, at: int, inning: int, side: int, name: str, balls: int, strikes: int, pitches: str, text: str
    ) -> None:
        """A play, or no more than the count at which something else happened (`NP`)."""
        if self.first_side is None and not all(club.is_complete() for club in self.clubs):
            raise Unsound(faults.PLAY_BEFORE_START)
        facts = self.facts(text)
        if not facts["understood"]:
            raise Unsound(faults.UNKNOWN_EVENT)
        self.turn_to_half(inning, side)
        defence = self.clubs[1 - side].fielders
        for runner in self.bases.values():
            charge = runner.charge
            charge.pitcher = defence[PITCHER] if charge.pitcher is None else charge.pitcher
            charge.catcher = defence[CATCHER] if charge.catcher is None else charge.catcher
        if not facts["no_play"]:
            row: Row = {"line": at, "event_row": text, "pitches": pitches, "balls": balls, "strikes": strikes}
            self.play(row, facts, name)
            if not self.in_turn:
                return
        self.at_bat, self.count = name, (balls, strikes)

    def turn_to_half(self, inning: int, side: int) -> None:
        """The two sides bat in turn, whichever of them began."""
        if self.first_side is None:
            if inning != 1 or side not in (0, 1):
                raise Unsound(faults.WRONG_HALF)
            self.first_side = side
        elif (inning, side) == (self.inning, self.side):
            return
        else:
            bats_last = 1 - self.first_side
            after = (self.inning, bats_last) if self.side != bats_last else (self.inning + 1, self.first_side)
            if (inning, side) != after:
                raise Unsound(faults.WRONG_HALF)
        self.close_half()
        self.inning, self.side, self.outs = inning, side, 0
        self.half, self.half_runs, self.half_turns, self.bases = [], 0, 0, {}
        for club in self.clubs:
            for man in club.order.values():
                man.pinch_hits = False
        self.begin_turn()
        if self.placed:
            self.place_runner()

    def close_half(self) -> None:
        """What is known of a half-inning's plays only when it is over."""
        for number, (row, men) in enumerate(self.half):
            row["end_of_half"] = number == len(self.half) - 1
            row["cut_short"] = not any(0 in later for _, later in self.half[number:])
            row["half_runs_to_come"] = self.half_runs - row["half_runs_to_come"]
            for base, man in men.items():
                row[f"{called(base)}_fate"] = man.fate

    def play(self, row: Row, facts: Mapping[str, int], name: str) -> None:
        slot = self.clubs[self.side].place_of(name)
        if not slot:
            raise Unsound(faults.NOT_IN_LINE_UP)
        if self.outs == 3 or self.outs + facts["outs"] > 3:
            raise Unsound(faults.FOURTH_OUT)
        if any(facts["runners_named"] >> (base - 1) & 1 and base not in self.bases for base in (1, 2, 3)):
            raise Unsound(faults.NOBODY_ON_BASE)
        batter = self.clubs[self.side].order[slot]
        row |= self.figures_before(slot)
        row |= self.people(batter, facts)
        row |= self.runners_before()
        ends_turn = bool(facts["batter_event"])
        men = dict(self.bases)
        if ends_turn:
            charge = Charge(row["charged_pitcher"], self.clubs[1 - self.side].fielders[CATCHER])
            men[0] = Runner(name, slot, charge, origin=len(self.scored.plays) + 1)
        row |= self.move(men, facts, plays_follow=row["line"] < self.last_play)
        row |= self.score_runs(facts, row)
        self.scored.plays.append(row)
        self.half.append((row, men))
        if ends_turn:
            self.half_turns += 1
            self.turns[self.side] += 1
            batter.pinch_hits = False
        self.in_turn = not ends_turn and self.outs < 3
        if not self.in_turn:
            self.begin_turn()
            self.bat_adjusted = self.arm_adjusted = ("", "")

    def figures_before(self, slot: int) -> Row:
        """Inning, outs, score, and how far game and half-inning have come."""
        return {
            "inning": self.inning,
            "side": self.side,
            "bats_last": self.side != self.first_side,
            "outs": self.outs,
            "visitor_score": self.runs[0],
            "home_score": self.runs[1],
            "slot": slot,
            "leadoff": self.half_turns == 0,
            "new_game": not self.scored.plays,
            "end_of_game": False,
            "event_number": len(self.scored.plays) + 1,
            "new_half": not self.half,
            "half_runs": self.half_runs,
            "game_appearances": self.turns[self.side],
            "half_appearances": self.half_turns,
            "new_appearance": not self.in_turn,
            "bases": bits(self.bases),
        }

    def people(self, batter: Man, facts: Mapping[str, int]) -> Row:
        """Who bats, pitches, fields and comes up next; who is charged with a strikeout or a walk."""
        offence, defence = self.clubs[self.side], self.clubs[1 - self.side]
        pitcher, arm, slot = defence.fielders[PITCHER], self.arm(defence), offence.place_of(batter.name)
        adjusted, to = self.bat_adjusted
        hand = to if adjusted == batter.name else batting_hand(batter.bats, arm)
        at_bat = batter.name, hand, batter.started
        on_mound = pitcher, arm, pitcher == defence.starting_pitcher
        charged_batter, charged_pitcher = at_bat, on_mound
        charged_as = batter.position_at_bat, batter.pinch_hits
        if facts["event_code"] == STRIKEOUT and self.charged_batter:
            name, side_of_plate, started, *charged_as = self.charged_batter
            charged_batter = name, hand if adjusted == batter.name else side_of_plate, started
        if facts["event_code"] in WALKS and self.charged_pitcher:
            charged_pitcher = self.charged_pitcher
            if batter.bats == "B" and not adjusted:  # as he batted against the man who is charged
                charged_batter = batter.name, batting_hand("B", charged_pitcher[1]), batter.started
        row: Row = {}
        both = {"batter": at_bat, "charged_batter": charged_batter}
        both |= {"pitcher": on_mound, "charged_pitcher": charged_pitcher}
        for who, (name, side_of_plate, started) in both.items():
            row |= {who: name, f"{who}_hand": side_of_plate, f"{who}_started": started}
        row |= {f"fielder{position}": defence.fielders[position] for position in range(2, 10)}
        row["charged_batter_position"], row["charged_pinch_hit"] = charged_as
        return row | {
            "batter_position": batter.position_at_bat,
            "pinch_hit": batter.pinch_hits,
            "batter_for": batter.bats_for if batter.pinch_hits else "",
            "batter_for_position": batter.bats_for_position if batter.pinch_hits else 0,
            "on_deck": offence.order[slot % 9 + 1].name,
            "in_hold": offence.order[(slot + 1) % 9 + 1].name,
            "fielded_by": defence.fielders[facts["fielder"]] if facts["fielder"] else "",
        }

    def runners_before(self) -> Row:
        row: Row = {}
        for base in (1, 2, 3):
            man = self.bases.get(base) or Runner("", 0, Charge("", ""), 0)
            position = self.clubs[self.side].order[man.slot].position if man.name else 0
            what = {"": man.name, "_for": man.runs_for, "_pinch": bool(man.runs_for), "_position": position}
            what |= {"_slot": man.slot, "_origin": man.origin}
            row |= {f"runner{base}{name}": value for name, value in what.items()}
        return row

    def move(self, men: dict[int, Runner], facts: Mapping[str, int], plays_follow: bool) -> Row:
        """Everybody goes where the text sends him; the charges that it hands on are handed on.

        After the third out and the game's last play it matters no more where anybody is, and texts need not say it.
        """
        to = {base: facts[f"{called(base)}_to"] for base in range(4) if base == 0 or base in men}
        to = {base: base if there == STAYS else there for base, there in to.items()}
        before = {base: man.charge for base, man in men.items()}
        retired = [base for base in (3, 2, 1) if facts["retired_by_batter"] >> (base - 1) & 1]
        hand_on_charges(men, retired)
        row = shown_charges(before, retired, to)
        for base, man in men.items():
            if base and man.charge.placed and to[base] == SCORED:
                to[base] = SCORED_AS_PLACED
            man.fate, man.runs_for = to[base], ""
        self.outs += facts["outs"]
        self.bases = {to[base]: man for base, man in sorted(men.items(), reverse=True) if 1 <= to[base] <= 3}
        if in_one_anothers_way(to) and self.outs < 3 and plays_follow:
            raise Unsound(faults.BASE_TAKEN)
        ends = {f"{called(base)}_to": to.get(base, 0) for base in range(4)}
        fates = {f"{called(base)}_fate": 0 for base in range(4)}
        return row | ends | fates | {"bases_after": bits(there for there in to.values() if 1 <= there <= 3)}

    def score_runs(self, facts: Mapping[str, int], before: Row) -> Row:
        """Count the runs; rule 9.04 says which are batted in."""
        batted_in = facts["rbi"]
        batted_in += facts["rbi_under_two_outs"] if before["outs"] < 2 else 0
        batted_in += facts["rbi_bases_full"] if before["bases"] == 7 else 0
        self.runs[self.side] += facts["runs"]
        self.half_runs += facts["runs"]
        return {"rbi": batted_in, "half_runs_to_come": self.half_runs}  # until the half is over, those before

    def verdict(self, may_be_called: bool) -> int:
        """What is wrong with a game whose records have ended."""
        if not self.scored.plays:
            return faults.NO_PLAYS
        ahead = self.runs[1 - self.first_side] - self.runs[self.first_side]  # who bats last
        over = self.outs == 3
        decided = ahead > 0 and (over or self.side != self.first_side)  # a run that ends the game, or no need to bat
        decided |= ahead < 0 and over and self.side != self.first_side
        if self.has_data or (decided and self.inning >= self.innings):
            return faults.SOUND
        return faults.SOUND if may_be_called and over and self.inning >= 5 else faults.CUT_OFF


def keep_score(
    records: list[Record],
    hands: tuple[Hands, Hands],
    facts: Callable[[str], Mapping[str, int]],
    may_be_called: bool = False,
) -> Scored:
    """Score a game's records. `may_be_called`: it can end after any half-inning, nothing saying which was the last."""
    keeper = Scorekeeper(hands, facts)
    keeper.last_play = max((at for at, record in enumerate(records) if record.kind == "play"), default=0)
    at = 0
    try:
        for at, record in enumerate(records):
            keeper.read(at, record)
        keeper.close_half()
        if wrong := keeper.verdict(may_be_called):
            raise Unsound(wrong)
        keeper.scored.plays[-1]["end_of_game"] = True
    except Unsound as unsound:
        (wrong,) = unsound.args
        return Scored(fault=(at, wrong))
    return keeper.scored
