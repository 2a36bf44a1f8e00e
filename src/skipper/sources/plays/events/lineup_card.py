"""A game's current lineups in the memory layout of the compiled code: batters, fielders and substitutions."""

from __future__ import annotations

from skipper.sources.plays.events.compiled import part

VISITORS, HOME = 0, 1
SLOTS = 10  # slot 0 is the pitcher if the club has a designated hitter
PITCHER, CATCHER, DESIGNATED_HITTER, PINCH_HITTER, PINCH_RUNNER = 1, 2, 10, 11, 12
NOBODY = -1

# Columns of a lineup: `card[side, slot]`.
PLAYER, POSITION, STARTED, BATS, THROWS, PINCH_HITS, CAME_FOR, CAME_FOR_POSITION, STARTER = range(9)
CARD_COLUMNS = 9
FIELD_COLUMNS = 10  # `field[side, position]`, positions 1 to 9
PITCHERS_ARM = 0  # the hand with which the pitcher throws, at index 0, which is not a position

LEFT, RIGHT, BOTH, UNKNOWN_HAND = (ord(letter) for letter in "LRB?")


@part
def clear_card(card, field):
    """Clear the lineup: nobody bats or fields."""
    card[:] = 0
    card[:, :, PLAYER] = NOBODY
    card[:, :, CAME_FOR] = NOBODY
    card[:, :, STARTER] = NOBODY
    field[:] = NOBODY


@part
def write_starter(card, field, side, slot, player, position, bats, throws):
    """Enter a starting player; return false if the slot is taken, or if the slot or position does not exist.

    If two fielders have the same position, it is unknown who played there.
    """
    if not (0 <= side <= 1 and 0 <= slot <= 9 and 1 <= position <= DESIGNATED_HITTER):
        return False
    if card[side, slot, PLAYER] != NOBODY:
        return False
    place(card, side, slot, player, position, bats, throws)
    card[side, slot, STARTED] = 1
    card[side, slot, STARTER] = player
    disputed = PITCHER < position < DESIGNATED_HITTER and field[side, position] != NOBODY
    take_the_field(field, side, NOBODY if disputed else player, position, throws)
    return True


@part
def take_the_field(field, side, player, position, throws):
    """Assign a player to a fielding position; a designated hitter, pinch hitter or pinch runner does not have one."""
    if position <= 9:
        field[side, position] = player
    if position == PITCHER:
        field[side, PITCHERS_ARM] = throws


@part
def place(card, side, slot, player, position, bats, throws):
    """Write a player into a slot."""
    card[side, slot, PLAYER] = player
    card[side, slot, POSITION] = position
    card[side, slot, BATS] = bats
    card[side, slot, THROWS] = throws


@part
def is_complete(card, field):
    """Return whether both sides have nine batters and nine fielders."""
    for side in range(2):
        for number in range(1, 10):
            if card[side, number, PLAYER] == NOBODY or field[side, number] == NOBODY:
                return False
    return True


@part
def slot_of(card, side, player):
    """Return a player's batting slot: slots 1 to 9 are searched first, then 0; -1 for a player who is not in the
    game."""
    for slot in range(1, SLOTS):
        if card[side, slot, PLAYER] == player:
            return slot
    return 0 if card[side, 0, PLAYER] == player else -1


@part
def substitute(card, field, side, slot, player, position, bats, throws):
    """Put a player into a slot at a position, either as a new player or as one who changes position.

    A pinch hitter or runner for the designated hitter becomes the designated hitter (rule 5.11(a)(8)), unless that
    player was in the game already. A pitcher who enters the batting order leaves slot 0 empty, because the club has
    given up its designated hitter.
    """
    replaced, before = card[side, slot, PLAYER], card[side, slot, POSITION]
    pinch_hitter_waits = card[side, slot, PINCH_HITS] == 1  # replaced before batting
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
    """Return the position of the player who bats in a slot; 0 for a player without a position yet.

    A pinch hitter who bats again in the same half-inning has no position, nor does a pinch runner who bats.
    """
    position = card[side, slot, POSITION]
    return 0 if position > DESIGNATED_HITTER and not card[side, slot, PINCH_HITS] else position


@part
def was_starter(card, player):
    """Return whether a player entering a slot started the game, in another slot or before a courtesy runner.

    A start for the other club, before a suspended game resumed, also counts, as in cwevent.
    """
    for side in range(2):
        for slot in range(SLOTS):
            if card[side, slot, STARTER] == player:
                return 1
    return 0


@part
def leave_slot_zero(card, side):
    """Empty slot 0: from now on, there is no designated hitter for the pitcher."""
    card[side, 0, PLAYER] = NOBODY
    card[side, 0, STARTED] = 0


@part
def batting_hand(bats, throws):
    """Return the side from which a player bats; a switch hitter bats opposite the pitcher's throwing hand."""
    if bats != BOTH:
        return bats
    if throws == LEFT:
        return RIGHT
    return LEFT if throws == RIGHT else UNKNOWN_HAND


@part
def is_hand(letter):
    """Return whether a letter code is a hand."""
    return letter in (LEFT, RIGHT, BOTH, UNKNOWN_HAND)
