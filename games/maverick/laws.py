"""Tricks and points that the cards in play cannot bring."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.core.text import plural
from games.maverick.cards import BOOK_ADDERS, HAND_TRICKS, TRICK_CARDS, InPlay

# Difference to a plain trick: a trick of four trumps is worth −4 instead of 1.
BARE_TRICK_LOSS = 5

# Error messages, each with the path of the fact.
Mistakes = Iterator[tuple[str, str]]


# --- The cards that the tricks of each kind need.


def too_many_cards(counts: Mapping[str, int], held: int, cards: Sequence[InPlay]) -> Mistakes:
    """Yield errors about tricks that need too many cards. `counts`: by kind. `held`: the adders in them."""
    bare, trump, plain = (counts.get(kind, 0) for kind in ("all-trump", "trump", "plain"))
    possible = [dealt for dealt in cards if dealt.adders == held]
    most = max(dealt.trumps for dealt in possible)
    in_play = f"{'at most ' if len(possible) > 1 else ''}{{}} are in play, look through the piles again"
    if (needed := TRICK_CARDS * bare + trump) > most:
        tricks = f"{plural(bare, 'trick')} of four trumps and {trump} with trump"
        yield f"{tricks} need {needed} trumps; {in_play.format(most)}", "tricks"
        return
    most = max(dealt.others for dealt in possible if dealt.trumps >= needed)
    if (needed := TRICK_CARDS * plain + trump) > most:
        tricks = f"{plural(plain, 'trick')} with neither trump nor adder" + (
            f" and {trump} with trump" if trump else ""
        )
        yield f"{tricks} need {needed} cards that are neither; {in_play.format(most)}", "tricks"


# --- The points counted by both sides.


class Kinds(NamedTuple):
    """The number of tricks of each kind."""

    bare: int
    trump: int
    plain: int
    adders: int


def sums_of(cards: InPlay) -> set[int]:
    """Return the possible sums of the points of both sides."""
    best = cards.adders + HAND_TRICKS
    return {best - BARE_TRICK_LOSS * kinds.bare - 2 * kinds.trump for kinds in _all_kinds(cards)}


# A check of counted points takes 0.15 ms of processor time with this cache and the next, 1.8 without.
@lru_cache(10_000)
def can_bring(
    points: tuple[int, int],
    cards: InPlay,
    books: tuple[int, int] | None = None,
    taken: range = range(HAND_TRICKS + 1),
) -> bool:
    """Return whether thirteen tricks of these cards can bring these points.

    `books`: how many each side has, if they were counted; `taken`: how many tricks the first side can have.
    """
    lost = cards.adders + HAND_TRICKS - sum(points)
    return any(
        BARE_TRICK_LOSS * kinds.bare + 2 * kinds.trump == lost
        and _can_share(points[0], kinds, cards.adders, books, taken)
        for kinds in _all_kinds(cards)
    )


@lru_cache
def _all_kinds(cards: InPlay) -> Sequence[Kinds]:
    return [
        Kinds(bare, trump, plain, adders)
        for bare in range(cards.trumps // TRICK_CARDS + 1)
        for trump in range(cards.trumps - TRICK_CARDS * bare + 1)
        for plain in range((cards.others - trump) // TRICK_CARDS + 1)
        for adders in [HAND_TRICKS - bare - trump - plain]
        if adders <= cards.adders <= BOOK_ADDERS * adders
    ]


def _can_share(points: int, kinds: Kinds, held: int, books: tuple[int, int] | None, taken: range) -> bool:
    """Return whether the first side can have tricks worth `points` among these."""
    for adders in range(kinds.adders + 1):
        ours, theirs = _adders_in(adders, books and books[0]), _adders_in(kinds.adders - adders, books and books[1])
        least, most = max(ours[0], held - theirs[1]), min(ours[1], held - theirs[0])
        for bare in range(kinds.bare + 1) if least <= most else ():
            for trump in range(kinds.trump + 1):
                # Only the adders held and the plain tricks are still open, and each is worth 1.
                missing = points + 4 * bare + trump - adders
                others = bare + trump + adders
                if max(missing - most, taken[0] - others, 0) <= min(missing - least, taken[-1] - others, kinds.plain):
                    return True
    return False


def _adders_in(tricks: int, books: int | None) -> tuple[int, int]:
    """Return the possible numbers of adders in these tricks; an empty range if the books do not fit."""
    if books is None:
        return tricks, BOOK_ADDERS * tricks
    if books > tricks:
        return 1, 0
    return tricks + (BOOK_ADDERS - 1) * books, (BOOK_ADDERS - 1) * tricks + books
