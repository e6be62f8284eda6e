"""The desk as it is drawn: its slots with what is tapped, and a pad of keys for those that are tapped alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
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
