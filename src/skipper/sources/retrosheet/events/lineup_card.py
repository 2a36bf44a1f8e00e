"""The line-up card of a game as compiled code keeps it: who bats where, who plays where, and who came in for whom."""

from __future__ import annotations

from skipper.sources.retrosheet.events.compiled import part

VISITORS, HOME = 0, 1
SLOTS = 10  # slot 0 is the pitcher for whom a designated hitter bats
PITCHER, CATCHER, DESIGNATED_HITTER, PINCH_HITTER, PINCH_RUNNER = 1, 2, 10, 11, 12
NOBODY = -1

# Columns of a card: `card[side, slot]`.
PLAYER, POSITION, STARTED, BATS, THROWS, PINCH_HITS, CAME_FOR, CAME_FOR_POSITION, STARTER = range(9)
CARD_COLUMNS = 9
FIELD_COLUMNS = 10  # `field[side, position]`, positions 1 to 9
PITCHERS_ARM = 0  # and in the place that no position has, the hand with which the pitcher throws

LEFT, RIGHT, BOTH, UNKNOWN_HAND = (ord(letter) for letter in "LRB?")


@part
def clear_card(card, field):
    """Before the game nobody bats or plays anywhere."""
    card[:] = 0
    card[:, :, PLAYER] = NOBODY
    card[:, :, CAME_FOR] = NOBODY
    card[:, :, STARTER] = NOBODY
    field[:] = NOBODY


@part
def write_starter(card, field, side, slot, player, position, bats, throws):
    """Enter a man of the starting line-up; false where the slot is taken or there is no such slot or position."""
    if not (0 <= side <= 1 and 0 <= slot <= 9 and 1 <= position <= DESIGNATED_HITTER):
        return False
    if card[side, slot, PLAYER] != NOBODY:
        return False
    place(card, side, slot, player, position, bats, throws)
    card[side, slot, STARTED] = 1
    card[side, slot, STARTER] = player
    take_the_field(field, side, player, position, throws)
    return True


@part
def take_the_field(field, side, player, position, throws):
    """Put a man at a position in the field; a designated or pinch hitter or runner has none."""
    if position <= 9:
        field[side, position] = player
    if position == PITCHER:
        field[side, PITCHERS_ARM] = throws


@part
def place(card, side, slot, player, position, bats, throws):
    """Write a man into a slot."""
    card[side, slot, PLAYER] = player
    card[side, slot, POSITION] = position
    card[side, slot, BATS] = bats
    card[side, slot, THROWS] = throws


@part
def is_complete(card, field):
    """Whether both sides have nine batters and nine fielders."""
    for side in range(2):
        for number in range(1, 10):
            if card[side, number, PLAYER] == NOBODY or field[side, number] == NOBODY:
                return False
    return True


@part
def slot_of(card, side, player):
    """The batting slot of a man: 1 to 9 first, then 0, or -1 where he is not in the game."""
    for slot in range(1, SLOTS):
        if card[side, slot, PLAYER] == player:
            return slot
    return 0 if card[side, 0, PLAYER] == player else -1


@part
def substitute(card, field, side, slot, player, position, bats, throws):
    """Put a man into a slot at a position, whether he is new or only changes his place in the field.

    A pinch hitter or runner for the designated hitter becomes the designated hitter (rule 5.11(a)(8)), unless he
    is a man who was in the game already. A pitcher who enters the batting order leaves slot 0 empty: the club has
    given up its designated hitter.
    """
    replaced, before = card[side, slot, PLAYER], card[side, slot, POSITION]
    pinch_hitter_waits = card[side, slot, PINCH_HITS] == 1  # replaced before he came to bat
    was_in_game = slot_of(card, side, player) >= 0
    if replaced != player:
        card[side, slot, STARTED] = was_starter(card, player)
        card[side, slot, PINCH_HITS] = 0
    if position == PINCH_HITTER:
        card[side, slot, PINCH_HITS] = 1
        card[side, slot, CAME_FOR] = replaced
        card[side, slot, CAME_FOR_POSITION] = PINCH_HITTER if pinch_hitter_waits else before
    if position > 10 and before == DESIGNATED_HITTER and not was_in_game:
        position = DESIGNATED_HITTER
    place(card, side, slot, player, position, bats, throws)
    take_the_field(field, side, player, position, throws)
    if slot > 0 and position == PITCHER:
        leave_slot_zero(card, side)
    if slot > 0 and position > 9 and card[side, 0, PLAYER] == player and replaced != player:
        leave_slot_zero(card, side)


@part
def batting_position(card, side, slot):
    """The position of the man who bats in a slot; 0 for one who plays nowhere yet.

    That is a pinch hitter who comes up again in the same half, or a pinch runner who bats.
    """
    position = card[side, slot, POSITION]
    return 0 if position > DESIGNATED_HITTER and not card[side, slot, PINCH_HITS] else position


@part
def was_starter(card, player):
    """Whether a man coming into a slot started the game: in another, or before a courtesy runner ran for him.

    Or for the other club, which he left before a suspended game went on; so cwevent has it.
    """
    for side in range(2):
        for slot in range(SLOTS):
            if card[side, slot, STARTER] == player:
                return 1
    return 0


@part
def leave_slot_zero(card, side):
    """From now on nobody bats for the pitcher."""
    card[side, 0, PLAYER] = NOBODY
    card[side, 0, STARTED] = 0


@part
def batting_hand(bats, throws):
    """The side from which a man bats: a switch hitter from the one opposite the pitcher's arm."""
    if bats != BOTH:
        return bats
    if throws == LEFT:
        return RIGHT
    return LEFT if throws == RIGHT else UNKNOWN_HAND


@part
def is_hand(letter):
    """Whether a letter's code stands for a hand."""
    return letter in (LEFT, RIGHT, BOTH, UNKNOWN_HAND)
