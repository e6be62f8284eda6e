"""The facts of a round of Skull King: bids, tricks, and what earns a bonus; what the pack cannot bring is refused."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain, product
from typing import Literal, Self

from msgspec import UNSET, Struct, UnsetType, structs

from games.core import exact_bids
from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.schema import Count, not_found_error
from games.core.seats import BySeat, SeatNumber
from games.core.text import either, listed, minus, plural

# Captures that earn a bonus: 14s in own tricks, Mermaids by a Pirate, Pirates by the Skull King, him by a Mermaid.
Capture = Literal["14", "black-14", "mermaid", "pirate", "king"]
# How many of each the pack has, in words; the Tigress is the sixth Pirate.
PACK_HAS = {
    "14": (3, "three 14s of the coloured suits"),
    "black-14": (1, "one black 14"),
    "mermaid": (2, "two Mermaids"),
    "pirate": (6, "six Pirates, with the Tigress"),
    "king": (1, "one Skull King"),
}
CAPTURE_POINTS: Mapping[str, int] = {"14": 10, "black-14": 20, "mermaid": 20, "pirate": 30, "king": 40}
CAPTURE_POINTS_SCHMIDT: Mapping[str, int] = {"pirate": 30, "king": 50}
BONUS_POINTS = range(0, exact_bids.MAX_BONUS_POINTS + 1, exact_bids.BONUS_STEP_POINTS)
WAGER_POINTS = (10, 20)
# The Kraken and the White Whale can each leave one trick to nobody.
MAX_TRICKS_OF_NOBODY = 2
LOOT_CARDS = 2


class Wager(Struct, frozen=True, forbid_unknown_fields=True):
    """The wager on the bid of the player who took a trick with Rascal."""

    seat: SeatNumber
    points: int


class Facts(exact_bids.SpecialCardFacts, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """`ghost`: the tricks of Graybeard’s ghost. `captures`, `bonus`: by seat, as cards or as points.

    `loot`: who played it and who took the trick. `cannonballs`: the seats whose bids count all or nothing.
    `bid_changes`: by Harry. `tricks_of_nobody`: by the Kraken and the White Whale.
    """

    ghost: Count = 0
    captures: BySeat[tuple[Capture, ...]] | UnsetType = UNSET
    bonus: BySeat[int] | UnsetType = UNSET
    loot: tuple[tuple[SeatNumber, SeatNumber], ...] = ()
    rascal: Wager | UnsetType = UNSET
    cannonballs: tuple[SeatNumber, ...] = ()

    @classmethod
    def no_such_trump(cls, trump: str | None, state: MatchState) -> str:
        return "the black suit is trump in every round: leave the trump out"

    def without_unasked(self, state: MatchState) -> Self:
        rules, facts = state.rules, super().without_unasked(state)
        by_cards, empty = rules.bonuses == "cards", Facts(bids=())
        asked = {
            "captures": by_cards,
            "bonus": not by_cards,
            "loot": has_loot(state.players, rules),
            "rascal": has_abilities(rules),
            "cannonballs": rules.scoring == "cannonball",
        }
        return structs.replace(
            facts, **{name: getattr(empty, name) for name, is_asked in asked.items() if not is_asked}
        )

    @classmethod
    def most_tricks_of_nobody(cls, rules: HouseRules) -> int:
        return MAX_TRICKS_OF_NOBODY if has_beasts(rules) else 0

    @classmethod
    def bids_can_change(cls, rules: HouseRules) -> bool:
        return has_abilities(rules)

    @property
    def tricks_of_no_player(self) -> int:
        return self.tricks_of_nobody + self.ghost

    def is_exact(self, seat: int) -> bool:
        return self.tricks is not UNSET and self.tricks[seat] == self.final_bids[seat]

    def check(self, state: MatchState) -> None:
        if self.ghost and not has_ghost(state.players, state.rules):
            why = "plays with two players only" if state.players > 2 else "is not in the box of 2014"
            raise Impossible(f"Graybeard’s ghost {why}: leave the ghost’s tricks out", "ghost")
        super().check(state)
        if self.rascal:
            self._check_rascal(self.rascal, state)
        self._check_cannonballs(state)
        if self.captures is not UNSET:
            self._check_captures(self.captures, state)
        if self.loot:
            self._check_loot(state)
        if self.is_complete:
            for seat in range(state.players):
                self.check_tricks_of(seat, state)
        self._check_bonus(state)

    def _check_rascal(self, rascal: Wager, state: MatchState) -> None:
        if not has_abilities(state.rules):
            raise Impossible("this table plays without what the Pirates can do: leave Rascal’s wager out", "rascal")
        _check_seat(rascal.seat, "rascal", state)
        if rascal.points not in WAGER_POINTS:
            raise Impossible(f"Rascal’s wager is 10 or 20 points, not {minus(rascal.points)}", "rascal")
        if state.deal.cards[0] == 1:
            raise Impossible("the only trick is the last one: Rascal comes too late for a wager", "rascal")

    def _check_bonus(self, state: MatchState) -> None:
        if self.bonus is UNSET:
            return
        if state.rules.bonuses != "points":
            raise Impossible("this table enters what was captured: leave plain bonus points out", "bonus")
        exact_bids.check_bonus(self.bonus, state)
        for seat, points in enumerate(self.bonus):
            if points and self.tricks and not self.tricks[seat]:
                raise Impossible(f"{state.names[seat]} took no trick, and so no card with a bonus", f"bonus[{seat}]")
            if not self.can_be_captured({seat: points}, state):
                raise Impossible(self._why_not_captured(seat, points, state), f"bonus[{seat}]")
        if not self.can_be_captured(dict(enumerate(self.bonus)), state):
            points_of_each = listed([str(points) for points in self.bonus if points])
            raise Impossible(f"the cards of the pack do not bring {points_of_each} bonus points in one round", "bonus")

    def can_be_captured(self, bonus: Mapping[int, int], state: MatchState) -> bool:
        """Return whether some captures bring players these points, by seat, in the tricks they took."""
        (seat, points), *others = sorted(bonus.items(), key=lambda pair: -pair[1])
        captures = self.captures or ((),) * state.players
        for captured in captures_worth(points, tuple(capture_points(state.rules).items())):
            trial = structs.replace(self, bonus=UNSET, captures=(*captures[:seat], captured, *captures[seat + 1 :]))
            try:
                trial.check_cards(state)
                if self.is_complete:
                    trial.check_tricks_of(seat, state)
            except Impossible:
                continue
            if not others or trial.can_be_captured(dict(others), state):
                return True
        return False

    def _why_not_captured(self, seat: int, points: int, state: MatchState) -> str:
        possible = [other for other in BONUS_POINTS if self.can_be_captured({seat: other}, state)]
        nearest = [max(other for other in possible if other < points), *(other for other in possible if other > points)]
        near = either([str(other or "none") for other in nearest[:2]]) + ("" if nearest[1:] else " at most")
        tricks = (self.tricks or ())[seat] if self.is_complete else state.deal.cards[0]
        brings = f"{plural(tricks, 'trick')} of {trick_cards(state)} cards bring{'s' if tricks == 1 else ''} {near}"
        return f"{state.names[seat]} has {points} bonus points, but {brings}"

    def _check_cannonballs(self, state: MatchState) -> None:
        if self.cannonballs and state.rules.scoring != "cannonball":
            raise Impossible("cannonballs are fired only where the scoring has them: leave them out", "cannonballs")
        for seat in self.cannonballs:
            _check_seat(seat, "cannonballs", state)
        if len(set(self.cannonballs)) < len(self.cannonballs):
            raise Impossible("a player fires one cannonball in a round, not two", "cannonballs")

    def _check_captures(self, captures: Sequence[Sequence[str]], state: MatchState) -> None:
        if state.rules.bonuses == "points":
            raise Impossible("this table enters bonus points: leave out what was captured", "captures")
        if len(captures) != state.players:
            raise Impossible(f"enter captures for each of {state.players} players, not {len(captures)}", "captures")
        self.check_cards(state)

    def check_cards(self, state: MatchState) -> None:
        """Refuse captures that the pack cannot bring, whatever tricks were taken."""
        captures: Sequence[Sequence[str]] = self.captures or ()
        total = Counter(chain(*captures))
        for kind, (most, words) in PACK_HAS.items():
            if total[kind] and kind not in capture_points(state.rules):
                what = "the Mermaids bring no bonus in this box" if kind == "mermaid" else "this box has no 14s"
                raise Impossible(f"{what}: leave them out", _last_path(captures, kind))
            if total[kind] > most:
                message = f"the pack has {words}, but {total[kind]} were entered"
                raise Impossible(message, _last_path(captures, kind))
        self._check_who_took_whom(captures, total, state)

    def _check_who_took_whom(
        self, captures: Sequence[Sequence[str]], total: Mapping[str, int], state: MatchState
    ) -> None:
        kings = [state.names[seat] for seat, captured in enumerate(captures) if "pirate" in captured]
        path = _last_path(captures, "pirate")
        if len(kings) > 1:
            raise Impossible(f"the pack has one Skull King, but {listed(kings)} took Pirates with him", path)
        if kings and total["king"]:
            raise Impossible("the Skull King took Pirates, so no Mermaid took him", _last_path(captures, "king"))
        if total["king"] + total["mermaid"] > PACK_HAS["mermaid"][0]:
            message = "a Mermaid took the Skull King, so Pirates took one other Mermaid at most"
            raise Impossible(message, _last_path(captures, "mermaid"))
        beside = trick_cards(state) - 1
        if total["pirate"] > beside:
            cards = plural(trick_cards(state), "card")
            raise Impossible(f"a trick has {cards}: beside the Skull King {plural(beside, 'Pirate')} at most", path)
        winners = sum(max("mermaid" in captured, self._abilities_of(seat)) for seat, captured in enumerate(captures))
        if total["pirate"] + winners > PACK_HAS["pirate"][0]:
            took = plural(winners, "of them took a trick", "of them took tricks")
            raise Impossible(f"the pack has {PACK_HAS['pirate'][1]}, and {took}: the Skull King took fewer", path)

    def _check_loot(self, state: MatchState) -> None:
        if not has_loot(state.players, state.rules):
            with_two = has_beasts(state.rules) and state.players == 2
            why = "with two players Loot is left out" if with_two else "this pack has no Loot"
            raise Impossible(f"{why}: leave the alliance out", "loot")
        if len(self.loot) > LOOT_CARDS:
            raise Impossible(f"the pack has two Loot cards, but {len(self.loot)} were entered", "loot")
        for giver, taker in self.loot:
            _check_seat(giver, "loot", state)
            _check_seat(taker, "loot", state)
            if giver == taker:
                raise Impossible(f"{state.names[giver]} took the trick with the own Loot: that is no alliance", "loot")

    def check_tricks_of(self, seat: int, state: MatchState) -> None:
        """Refuse captures for which a player has too few tricks, or too few cards in them."""
        captured = Counter(self.captures[seat] if self.captures else ())
        loot = Counter(giver for giver, taker in self.loot if taker == seat)
        pirates = max(bool(captured["mermaid"]), self._abilities_of(seat))
        # The Skull King, a Mermaid over him and each Pirate take tricks of their own; the rest can lie in any of them.
        tricks = [bool(captured["pirate"]) + captured["king"] + pirates, int(bool(captured)), *loot.values()]
        took = (self.tricks or ())[seat]
        name, has = state.names[seat], plural(took, "trick") if took else "no trick"
        path = f"captures[{seat}]" if captured else "loot" if loot else self._ability_field(seat)
        if max(tricks) > took:
            needs = plural(max(tricks), "trick")
            raise Impossible(f"{name} took {has}, but what is entered needs {needs} at least", path)
        cards = sum(captured.values()) + bool(captured["pirate"]) + captured["king"] + pirates + sum(loot.values())
        if cards > took * trick_cards(state):
            raise Impossible(f"{name} took {has}, which cannot hold {plural(cards, 'such card')}", path)

    def _abilities_of(self, seat: int) -> int:
        """Return how many tricks a player took with Rascal and with Harry."""
        wagers, changes = self.rascal and self.rascal.seat == seat, self.bid_changes and self.bid_changes[seat]
        return bool(wagers) + bool(changes)

    def _ability_field(self, seat: int) -> str:
        return "rascal" if self.rascal and self.rascal.seat == seat else "bid_changes"


def _last_path(captures: Sequence[Sequence[str]], kind: str) -> str:
    """Return the path of the captures of the last player who has this one."""
    return next((f"captures[{seat}]" for seat in reversed(range(len(captures))) if kind in captures[seat]), "captures")


def _check_seat(seat: int, field: str, state: MatchState) -> None:
    if not 0 <= seat < state.players:
        raise Impossible(not_found_error("player", state.names), field)


def is_schmidt(rules: HouseRules) -> bool:
    return bool(rules.edition == "schmidt")


def has_beasts(rules: HouseRules) -> bool:
    """Return whether the Kraken, the White Whale and two Loots are in the pack."""
    return bool(rules.pack == "all") and not is_schmidt(rules)


def bonus_points(state: MatchState) -> list[int]:
    """Return the bonus points that somebody can have after this round."""
    none, cards = (0,) * (state.players - 1), state.deal.cards[0]
    everything = Facts(bids=(0, *none), tricks=(cards, *none))
    return [points for points in BONUS_POINTS if everything.can_be_captured({0: points}, state)]


def card_count(players: int, rules: HouseRules) -> int:
    """Return how many cards are in play: 66, 70 or 74, and 72 where two players leave the Loots out."""
    if not has_beasts(rules):
        return 66 if is_schmidt(rules) else 70
    return 74 if has_loot(players, rules) else 72


def has_loot(players: int, rules: HouseRules) -> bool:
    return has_beasts(rules) and not (players == 2 and rules.edition == "2024")


def has_abilities(rules: HouseRules) -> bool:
    return bool(rules.abilities) and not is_schmidt(rules)


def has_ghost(players: int, rules: HouseRules) -> bool:
    return players == 2 and not is_schmidt(rules)


def capture_points(rules: HouseRules) -> Mapping[str, int]:
    """Return what earns a bonus in this box, with the points of one."""
    return CAPTURE_POINTS_SCHMIDT if is_schmidt(rules) else CAPTURE_POINTS


# A check of bonus points takes 0.5 ms of processor time, 12 to 30 without the cache.
@cache
def captures_worth(points: int, kinds: tuple[tuple[str, int], ...]) -> Sequence[tuple[str, ...]]:
    """Return all captures of one player that are worth these points. `kinds`: each with its worth."""
    counts = product(*(range(PACK_HAS[kind][0] + 1) for kind, _ in kinds))
    return [
        tuple(kind for (kind, _), count in zip(kinds, each, strict=True) for _ in range(count))
        for each in counts
        if sum(count * worth for (_, worth), count in zip(kinds, each, strict=True)) == points
    ]


def trick_cards(state: MatchState) -> int:
    """Return how many cards a trick has: with two players the ghost plays one, too."""
    return state.players + has_ghost(state.players, state.rules)
