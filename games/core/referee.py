"""The referee: a question about cards in, a ruling with its reason and its rule out."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec

from games.core.definition import Game
from games.core.errors import Impossible, quoted
from games.core.house_rules import HouseRules
from games.core.prompts import PLAYERS, ROUND, Prompt, prompts_of, seats
from games.core.schema import plain, read
from games.core.text import cards_each, either, listed, name_seats, ordinal


class Ruling(NamedTuple):
    """The answer (plain JSON values), why in a sentence, and the anchor of the rule.

    `short`: the answer as people say it, where several values together would not read well.
    """

    answer: Any
    why: str
    rule: str
    short: str = ""


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="ask"):
    """A question to the referee: one subclass for each, its tag is the “ask”.

    Its fields are annotated with what to tap for them, in the order they are asked for.
    `picks`: what the answer is one of, or some of: the cards of a field (“hand”), or the “seats”.
    `seat_answers`: the names of those values of an answer in several parts that give a seat.
    `asked`: how players ask it, phrases like those of a `Prompt`. Facts stand beside it or in it: {} is the first of
    those `named`, which are always said, {hand} another. `asks_alone`: its facts alone ask it.
    """

    title: ClassVar[str] = ""
    picks: ClassVar[str] = ""
    seat_answers: ClassVar[frozenset[str]] = frozenset()
    asked: ClassVar[str] = ""
    asks_alone: ClassVar[bool] = False
    named: ClassVar[Sequence[str]] = ()
    house_rules: dict[str, Any] = {}

    def ruling(self, rules: HouseRules) -> Ruling:
        """Answer under these house rules; Impossible if cards or facts contradict each other."""
        raise NotImplementedError


class AskDeal(Question, tag="deal", frozen=True, kw_only=True):
    """Who deals how many cards in this round, and who comes first? The same question in every game."""

    title: ClassVar[str] = "How many cards, who deals, who is first?"
    seat_answers: ClassVar[frozenset[str]] = frozenset({"dealer", "first"})
    asked: ClassVar[str] = "how many cards each?, who deals, who is dealer"
    asks_alone: ClassVar[bool] = True
    named: ClassVar[Sequence[str]] = ("players", "round")
    players: Annotated[int, PLAYERS]
    first_dealer: Annotated[int, Prompt("Who dealt first?", seats, optional=True)] = 0
    round: Annotated[int, ROUND]


def questions(game: Game) -> dict[str, type[Question]]:
    """Return what a game's referee can be asked, by the “ask” of each question."""
    kinds: list[type[Any]] = [*game.questions, *([AskDeal] if game.deals_cards else [])]
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def ask(game: Game, data: Any) -> Ruling:
    """Answer one question, given as plain JSON values; Impossible if it cannot be answered."""
    known = questions(game)
    kind = data.get("ask") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in known:
        asks = either([quoted(kind) for kind in known])
        raise Impossible(f"the referee of {game.name} is not asked that (“ask”: {asks})", "ask")
    labels = {
        name: prompt.label.replace("{round}", game.round_name) for name, prompt in prompts_of(known[kind]).items()
    }
    question = read(data, known[kind], labels)
    rules = HouseRules(game.house_rules, question.house_rules)
    return _deal(game, question) if isinstance(question, AskDeal) else question.ruling(rules)


# Names of the seats in a question that names nobody.
NAMELESS_SEATS = [f"the {ordinal(place)} player" for place in range(1, 21)]


def answer(game: Game, data: Any) -> dict[str, Any]:
    try:
        ruling = ask(game, data)
    except Impossible as error:
        raise Impossible(_with_places(error.message), error.field) from None
    return {"answer": plain(ruling.answer), "why": _with_places(ruling.why), "rule": ruling.rule}


def _with_places(sentence: str) -> str:
    return re.sub(r"(?<=\. )[a-z]", lambda letter: letter[0].upper(), name_seats(sentence, NAMELESS_SEATS))


def _deal(game: Game, question: AskDeal) -> Ruling:
    game.check_seats(question.players)
    names = [f"seat {seat}" for seat in range(question.players)]
    table = game.table(names, question.first_dealer, question.house_rules)
    deal = game.deal_of(table.players, question.round, question.first_dealer, table.rules)
    why = (
        f"{game.round_name} {deal.number}: seat {deal.dealer} deals {_cards_in_words(deal.cards)}, "
        f"{deal.left or 'none'} left over; {deal.first_of(names)} comes first"
    )
    note = game.deal_note(table.players, table.rules)
    facts = {"dealer": deal.dealer, "cards": list(deal.cards), "left": deal.left, "first": deal.first_known}
    return Ruling(
        facts, f"{why}; {note}" if note else why, "deal", f"{_cards_in_words(deal.cards)}, seat {deal.dealer} deals"
    )


def _cards_in_words(by_seat: Sequence[int]) -> str:
    if len(set(by_seat)) == 1:
        return cards_each(by_seat)
    favoured = [f"seat {seat}" for seat, cards in enumerate(by_seat) if cards == max(by_seat)]
    return f"{cards_each(by_seat)}, {max(by_seat)} to {listed(favoured)}"
