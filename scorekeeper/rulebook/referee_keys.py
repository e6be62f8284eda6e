"""The fields of a referee question and their keypads; fields with the same keys share a keypad."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.core.keypad import CardKeys, Key
from games.core.question_fields import AnswerSlot
from scorekeeper.rulebook.referee_page import RefereeQuestion

# Letters that fit a key; a longer word gets the width of two.
MAX_KEY_LETTERS = 2


class ShownSlot(NamedTuple):
    """`keypad` is the number of its keypad; `is_next`: the next key goes here."""

    slot: AnswerSlot
    keys: Sequence[Key]
    answer: str
    keypad: int
    is_next: bool


class ShownKey(NamedTuple):
    """`copies`: how many there are (0: no limit)."""

    key: Key
    copies: int
    is_used_up: bool
    is_wide: bool


class Keypad(NamedTuple):
    number: int
    rows: Sequence[Sequence[ShownKey]]
    next_slot: AnswerSlot | None


def shown_slots(question: RefereeQuestion) -> list[ShownSlot]:
    packs, shown = _packs(question), []
    for slot in question.slots:
        answer = question.answers.get(slot.name, "")
        keys = [slot.key(token) for token in answer.split()]
        shown.append(ShownSlot(slot, keys, answer, packs.index(slot.pack), slot is question.next_slot))
    return shown


def keypads(question: RefereeQuestion) -> list[Keypad]:
    return [_keypad(number, pack, question) for number, pack in enumerate(_packs(question))]


def _packs(question: RefereeQuestion) -> list[CardKeys]:
    found: list[CardKeys] = []
    for slot in question.slots:
        if slot.pack not in found:
            found.append(slot.pack)
    return found


def _keypad(number: int, pack: CardKeys, question: RefereeQuestion) -> Keypad:
    sharing = [slot for slot in question.slots if slot.pack == pack]
    runs_out = any(slot.many or slot.from_deck for slot in sharing)
    used = Counter(token for slot in sharing for token in question.answers.get(slot.name, "").split())
    next_slot = question.next_slot if question.next_slot in sharing else None
    full = bool(next_slot and next_slot.many and question.is_full(next_slot))
    copies = {key.value: pack.copies.get(key.value, 1) if runs_out else 0 for row in pack.rows for key in row}
    rows = [[_key(key, copies[key.value], used[key.value], full) for key in row] for row in pack.rows]
    return Keypad(number, rows, next_slot)


def _key(key: Key, copies: int, used: int, full: bool) -> ShownKey:
    is_wide = len(key.label) > MAX_KEY_LETTERS and key.label[: MAX_KEY_LETTERS + 1].isalpha()
    return ShownKey(key, copies, full or 0 < copies <= used, is_wide)
