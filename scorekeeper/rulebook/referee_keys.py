"""The desk as it is drawn: its slots with what is tapped, and a pad of keys for those that are tapped alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from games.core.errors import Impossible

if TYPE_CHECKING:
    from games.core.deal import Deal
    from games.core.keypad import CardKeys, Key
    from games.core.question_fields import AnswerSlot
    from scorekeeper.rulebook.referee_page import RefereeQuestion

NARROW = 2
"""A word of more letters needs the width of two keys."""


class ShownSlot(NamedTuple):
    """A slot with its cards, the number of its pad, and whether the next key is written into it."""

    slot: AnswerSlot
    said: Sequence[Key]
    answer: str
    pad: int
    marked: bool


class ShownKey(NamedTuple):
    """A key, how many there are of it (0: no limit), and whether it can be tapped now."""

    key: Key
    copies: int
    is_used_up: bool
    is_wide: bool


class KeyPad(NamedTuple):
    """Keys in rows, for all slots that share them."""

    number: int
    rows: Sequence[Sequence[ShownKey]]
    marked: AnswerSlot | None


def shown_slots(desk: RefereeQuestion) -> list[ShownSlot]:
    packs, marked = _packs(desk), desk.marked
    return [
        ShownSlot(slot, [slot.key(token) for token in answer.split()], answer, packs.index(slot.pack), slot is marked)
        for slot in desk.slots
        for answer in [desk.answers.get(slot.name, "")]
    ]


def key_pads(desk: RefereeQuestion) -> list[KeyPad]:
    marked = desk.marked
    return [_pad(number, pack, marked, desk) for number, pack in enumerate(_packs(desk))]


def _packs(desk: RefereeQuestion) -> list[CardKeys]:
    found: list[CardKeys] = []
    for slot in desk.slots:
        if slot.pack not in found:
            found.append(slot.pack)
    return found


def _pad(number: int, pack: CardKeys, marked: AnswerSlot | None, desk: RefereeQuestion) -> KeyPad:
    sharing = [slot for slot in desk.slots if slot.pack == pack]
    runs_out = any(slot.many or slot.from_deck for slot in sharing)
    used = Counter(token for slot in sharing for token in desk.answers.get(slot.name, "").split())
    writes = marked if marked in sharing else None
    full = bool(writes and writes.many and desk.is_full(writes))
    copies = {key.value: pack.copies.get(key.value, 1) if runs_out else 0 for row in pack.rows for key in row}
    rows = [[_key(key, copies[key.value], used[key.value], full) for key in row] for row in pack.rows]
    return KeyPad(number, rows, writes)


def _key(key: Key, copies: int, used: int, full: bool) -> ShownKey:
    return ShownKey(
        key, copies, full or 0 < copies <= used, key.label[: NARROW + 1].isalpha() and len(key.label) > NARROW
    )


# --- The plan of a game's deals: all of them where it has a fixed length, else the next ones.

AROUND = 3
"""So many times around the table are shown of a game without end."""


class ScheduledDeal(NamedTuple):
    """One deal in words, and whether it is the one asked about."""

    number: int
    dealer: str
    cards: str
    left: int
    first: str
    asked: bool


def deal_schedule(desk: RefereeQuestion) -> list[ScheduledDeal]:
    """Return the deals; none where this table could not play."""
    game, rules, players = desk.game, desk.table.rules, len(desk.names)
    dealer, asked = _number(desk.answers.get("first_dealer", "0")), _number(desk.answers.get("round", ""))
    try:
        game.table(desk.names, dealer, rules.differing)
    except Impossible:
        return []
    length = game.length(players, rules)
    first = 1 if length else max(asked, 1)
    numbers = range(first, 1 + (length or first + AROUND * players - 1))
    deals = [game.deal_of(players, number, dealer, rules) for number in numbers]
    return [_planned(deal, desk.names, asked) for deal in deals]


def _planned(deal: Deal, names: list[str], asked: int) -> ScheduledDeal:
    fewest, most = min(deal.cards), max(deal.cards)
    cards = str(most) if fewest == most else f"{fewest} or {most}"
    return ScheduledDeal(deal.number, names[deal.dealer], cards, deal.left, names[deal.first], deal.number == asked)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else 0
