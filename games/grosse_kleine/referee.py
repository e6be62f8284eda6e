"""The referee of Das Grosse und das kleine A: the deal, sets that follow sets, the trick of an A card."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any, ClassVar

from games.core import keypad
from games.core.deal import Deal, deal_round
from games.core.errors import Impossible
from games.core.house_rules import HouseRules
from games.core.keypad import CardKeys, Key
from games.core.prompts import LEADING, LED_PHRASES, TRICK_PHRASES, Hand, Prompt, QuestionContext, yes_or_no
from games.core.referee import Question, Ruling
from games.core.tricks import WHO_TAKES, MayPlay
from games.grosse_kleine.facts import BIG_A, COPIES, JOKER, LITTLE_A, NUMBERS, check_cards, spoken

A_CARDS = (LITTLE_A, BIG_A)
DEALT_CARDS = sum(COPIES.values()) - len(A_CARDS)
MAX_PLAYERS = 9
IN_AN_A_TRICK = {**NUMBERS, JOKER: 1}
JOKER_SET_VALUE = 14
NUMBER_KEYS = [*keypad.numbers(1, len(NUMBERS)), Key(JOKER, "J", "joker", tone="joker")]
A_KEYS = [Key(LITTLE_A, "a", "little a", tone="little-a"), Key(BIG_A, "A", "Big A", tone="big-a")]
NO_A = Key("none", "none", "no A card")
PASS = Key("pass", "pass")


def length(_players: int, rules: HouseRules) -> int:
    return int(rules.rounds)


# With more cards in a hand, the rules mention the house rule of 13.
MAX_HANDY_CARDS = 21


def rules_words(rules: HouseRules, players: int | None) -> dict[str, Any]:
    """Return how many cards are dealt, in words, for rules.md."""
    if players:
        cards = deal(players, 1, 0, rules).cards
        words = f"{max(cards)} cards each" if len(set(cards)) == 1 else f"{min(cards)} or {max(cards)} cards each"
        words += " (13 by house rule)" if rules.deal == "all" and min(cards) > MAX_HANDY_CARDS else ""
        return {"deal_words": words}
    return {"deal_words": "all others: 36, 27, 21 … each" if rules.deal == "all" else "13 cards each"}


def deal(players: int, number: int, first_dealer: int, rules: HouseRules) -> Deal:
    """Return one round's deal: all but the two A cards, those over to the first seats; or 13 each, 12 with nine."""
    each, over = divmod(DEALT_CARDS, players)
    everything = [each + (place < over) for place in range(players)]
    cards = everything if rules.deal == "all" else min(13, each)
    return deal_round(players, number, first_dealer, cards, DEALT_CARDS)


def deal_note(_players: int, rules: HouseRules) -> str:
    if rules.deal == "all":
        return "another published translation deals 13 each, 12 with nine players"
    return "the rule text itself deals all cards but the two A cards"


def pack(_rules: HouseRules) -> CardKeys:
    return CardKeys([NUMBER_KEYS[:7], NUMBER_KEYS[7:], A_KEYS], COPIES)


def a_cards(_table: QuestionContext) -> list[Key]:
    return A_KEYS


def value_of(cards: Sequence[str]) -> int | None:
    """Return what a set counts: its number, which jokers join; 14 for jokers alone; None if it is no set."""
    faces = set(cards) - {JOKER}
    if not faces:
        return JOKER_SET_VALUE
    return NUMBERS.get(faces.pop()) if len(faces) == 1 else None


def taker(trick: Sequence[str | None], a_tie: str) -> int:
    """Return the place of the highest card in the trick an A card leads; of equal ones the first, or the last."""
    worth = [IN_AN_A_TRICK.get(str(card), 0) for card in trick]
    highest = [place for place in range(len(trick)) if worth[place] == max(worth)]
    return highest[0 if a_tie == "first" else -1]


class Winner(Question, tag="winner", frozen=True, kw_only=True):
    """Who takes this A trick? `cards` in the order played, beginning with the A card; null for the forced pass."""

    title: ClassVar[str] = "Who takes the A trick?"
    picks: ClassVar[str] = "cards"
    asked: ClassVar[str] = WHO_TAKES
    named: ClassVar[Sequence[str]] = ("cards",)
    cards: Annotated[
        list[str | None],
        Prompt("The cards in the order played, the A card first", many=True, least=2, none=PASS, phrases=TRICK_PHRASES),
    ]

    def ruling(self, rules: HouseRules) -> Ruling:
        _check_a_trick(self.cards)
        place = taker(self.cards, rules.a_tie)
        best = str(self.cards[place])
        equal = sum(IN_AN_A_TRICK.get(str(card)) == IN_AN_A_TRICK[best] for card in self.cards)
        if equal == 1:
            return Ruling(place, f"{spoken(best)} is the highest card, it counts {IN_AN_A_TRICK[best]}", "a-trick")
        why = f"{equal} cards count {IN_AN_A_TRICK[best]}, the highest: the {rules.a_tie} one played takes the trick"
        return Ruling(place, why, "equal-cards")


class Legal(MayPlay, tag="legal", frozen=True, kw_only=True):
    """What may be led (`led` null), or played to the trick of the A card led? `picked_up` was just taken."""

    led: Annotated[
        str | None, Prompt("The A card led", a_cards, none=NO_A, optional=True, phrases=LED_PHRASES, said=LEADING)
    ] = None
    picked_up: Annotated[
        str | None, Prompt("The A card just taken", a_cards, none=NO_A, optional=True, phrases="i just took|got {}")
    ] = None
    hand: Hand

    def ruling(self, rules: HouseRules) -> Ruling:
        for field, card in (("led", self.led), ("picked_up", self.picked_up)):
            if card not in (None, *A_CARDS):
                other = "what may follow a set is another question: “beats”"
                raise Impossible(f"name an A card: “{card}” is none ({other})", field)
        check_cards([*self.hand, *([self.led] if self.led else [])], "hand")
        if not self.hand:
            raise Impossible("a player without cards has nothing to play: the round is over", "hand")
        return self._following() if self.led else self._leading()

    def _leading(self) -> Ruling:
        cards = [card for card in self.hand if card != self.picked_up]
        free = " and ".join(spoken(card) for card in A_CARDS if card in cards)
        if len(cards) < len(self.hand):
            but = f", but {free} may be led now, alone" if free else ""
            why = f"{spoken(str(self.picked_up))} was just taken: it has to wait for the next lead{but}"
            return Ruling(cards, why, "fresh-a")
        alone = f"; {free} too, alone" if free else ", or an A card alone"
        return Ruling(cards, f"whoever leads may lead any card: one number{alone}", "lead")

    def _following(self) -> Ruling:
        cards = [card for card in self.hand if card in IN_AN_A_TRICK]
        if not cards:
            return Ruling([], "only the other A card is in the hand: this is the one forced pass", "forced-pass")
        return Ruling(cards, "everyone plays one number card or joker; an A card is only ever led", "a-trick")


class Beats(Question, tag="beats", frozen=True, kw_only=True):
    """May these cards (`play`) follow those on the table (`on`)?"""

    title: ClassVar[str] = "Does this beat that?"
    asked: ClassVar[str] = (
        "can|may|do|does|is? i? play|put? {play} go|goes? on {on} allowed|ok|legal?, "
        "can|may|do|does? {play} on? its? own? beat|beats|follow|follows|top {on}, "
        "can|may i beat|follow|top {on} with {play}, may|can i, is that|it allowed|ok|legal"
    )
    named: ClassVar[Sequence[str]] = ("on", "play")
    on: Annotated[list[str], Prompt("The cards on the table", many=True)]
    play: Annotated[list[str], Prompt("The cards to follow", many=True)]

    def ruling(self, rules: HouseRules) -> Ruling:
        check_cards([*self.on, *self.play], "play")
        if not self.on or not self.play:
            raise Impossible("name the cards on the table, and those to follow", "play" if self.on else "on")
        if len(self.on) == 1 and self.on[0] in A_CARDS:
            fits = len(self.play) == 1 and self.play[0] in IN_AN_A_TRICK
            return Ruling(fits, "to an A trick everyone plays just one number card or joker", "a-trick")
        needed = value_of(self.on)
        if needed is None:
            raise Impossible("the cards on the table are no set: they are not all of one number", "on")
        return _following(self.play, len(self.on), needed)


def _following(play: Sequence[str], size: int, needed: int) -> Ruling:
    value = value_of(play)
    if value is None:
        return Ruling(False, "only cards of one number, with jokers among them, or jokers alone may follow", "sets")
    if len(play) != size:
        return Ruling(False, f"it takes just as many cards as were led: {size}, not {len(play)}", "follow")
    return Ruling(value > needed, f"{value} is {'' if value > needed else 'not '}higher than {needed}", "follow")


def _check_a_trick(trick: Sequence[str | None]) -> None:
    played = [card for card in trick if card is not None]
    check_cards(played, "cards")
    wrong = {
        "an A trick begins with a or A; any other trick goes to who played last": not trick or trick[0] not in A_CARDS,
        "an A card is only ever led, never played to a trick": any(card in A_CARDS for card in played[1:]),
        f"{len(trick)} cards, but at most {MAX_PLAYERS} play": len(trick) > MAX_PLAYERS,
        "nobody has played a card to this A trick yet": len(played) < 2,
        "only one can have to pass: whose single card is the other A card": len(trick) > len(played) + 1,
    }
    for message, is_so in wrong.items():
        if is_so:
            raise Impossible(message, "cards")


class Taker(Question, tag="taker", frozen=True, kw_only=True):
    """Who takes an ordinary trick? The value of each set in the order played, `J` for jokers alone, null for a pass."""

    title: ClassVar[str] = "Who takes a trick of numbers?"
    picks: ClassVar[str] = "sets"
    asked: ClassVar[str] = WHO_TAKES
    named: ClassVar[Sequence[str]] = ("sets",)
    sets: Annotated[
        list[str | None],
        Prompt(
            "The number of each set, in the order played", many=True, repeats=True, none=PASS, phrases=TRICK_PHRASES
        ),
    ]

    def ruling(self, rules: HouseRules) -> Ruling:
        played = [(place, value_of([card])) for place, card in enumerate(self.sets) if card is not None]
        if self.sets[:1] in ([], [None]):
            raise Impossible("whoever leads may not pass", "sets")
        if any(card in A_CARDS for card in self.sets):
            raise Impossible("an A card is led alone, which is another question", "sets")
        if invalid_set := next((self.sets[place] for place, value in played if value is None), None):
            raise Impossible(f"“{invalid_set}” is no number and no joker", "sets")
        for (_, lies), (_, value) in pairwise(played):
            if (value or 0) <= (lies or 0):
                raise Impossible(f"{value} is not higher than {lies}, so it may not follow", "sets")
        place, value = played[-1]
        why = f"{value} is the last and highest: it takes the trick once all others have passed"
        return Ruling(place, why, "follow", f"{spoken(str(self.sets[place]))}, played last")


class Over(Question, tag="over", frozen=True, kw_only=True):
    """Is the round over? `complete`: everybody has played to the trick of an A card."""

    title: ClassVar[str] = "Is the round over?"
    last_card: Annotated[bool, Prompt("Has somebody played their last card?", yes_or_no)]
    a_trick: Annotated[bool, Prompt("Was it in a trick led by an A card?", yes_or_no, optional=True)] = False
    complete: Annotated[bool, Prompt("Has everybody played to that trick?", yes_or_no, optional=True)] = False

    def ruling(self, rules: HouseRules) -> Ruling:
        if not self.last_card:
            return Ruling(False, "everybody still has cards to play", "went-out")
        if self.a_trick and not self.complete and rules.end == "finish-a-trick":
            return Ruling(False, "a trick led by an A card is finished first", "went-out")
        return Ruling(True, "the last card of one player ends the round", "went-out")


QUESTIONS = (Winner, Legal, Beats, Taker, Over)
