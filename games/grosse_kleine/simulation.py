"""Made-up rounds of Das Grosse und das kleine A."""

from collections.abc import Sequence
from random import Random

from games.core.definition import MatchState
from games.core.simulation import happens, temper
from games.grosse_kleine.facts import BIG_A, COPIES, IN_THE_HAND, LITTLE_A, ON_THE_PILE, Facts, Pile

IN_PLAY = [card for card, copies in COPIES.items() for _ in range(copies) if card not in (LITTLE_A, BIG_A)]
CARD_ORDER = list(IN_THE_HAND)

PILE_SHARE, COUNTED_SHARE, FORCED_PASS_SHARE = 0.4, 0.15, 0.05
BIG_A_END_SHARE = 0.02


def simulate(rng: Random, state: MatchState) -> Facts:
    """Both A cards are taken in the first two tricks; the little a may have its pile."""
    seats = range(state.players)
    out = rng.choices(seats, [0.5 + temper(name).skill for name in state.names])[0]
    big_a_ended = state.rules.end == "finish-a-trick" and happens(rng, BIG_A_END_SHARE)
    has_pile, holder = happens(rng, PILE_SHARE), out if big_a_ended else _pile_taker(rng, state, out)
    passed = has_pile and not big_a_ended and happens(rng, FORCED_PASS_SHARE)  # the holder of nothing but the Big A
    sizes = [_cards_left(rng, state, seat) for seat in seats]
    sizes[out] = state.players - 1 if big_a_ended else 0
    sizes[holder] *= not passed
    drawn = iter(rng.sample(IN_PLAY, len(IN_PLAY)))
    hands = [[next(drawn) for _ in range(size)] for size in sizes]
    hands[holder].append(BIG_A)
    pile = None
    if has_pile:
        pile = [next(drawn) for _ in range(state.players - 1 - passed)]
    else:
        hands[_pile_taker(rng, state, out)].append(LITTLE_A)
    return _facts(hands, pile, rng.choice(seats), counted=happens(rng, COUNTED_SHARE))


def _cards_left(rng: Random, state: MatchState, seat: int) -> int:
    many = 2.5 + 3 * (1 - temper(state.names[seat]).skill)
    return min(1 + int(rng.expovariate(1 / many)), state.deal.cards[seat] // 2)


def _pile_taker(rng: Random, state: MatchState, out: int) -> int:
    others = [seat for seat in range(state.players) if seat != out]
    return rng.choices(others, [1.4 - temper(state.names[seat]).skill for seat in others])[0]


def _facts(hands: Sequence[list[str]], pile: list[str] | None, taker: int, *, counted: bool) -> Facts:
    if counted:
        points = tuple(sum(IN_THE_HAND[card] for card in hand) for hand in hands)
        return Facts(points, None if pile is None else Pile(taker, sum(ON_THE_PILE[card] for card in pile)))
    return Facts(tuple(map(_hand_text, hands)), None if pile is None else Pile(taker, _hand_text(pile)))


def _hand_text(cards: list[str]) -> str:
    return " ".join(sorted(cards, key=CARD_ORDER.index))
