"""How a referee's question is asked: the fields and keys of an entry form for each fact that it needs.

A fact says so in its annotation: `trump: Annotated[FrenchSuit, Prompt("What is trump?", suits)]`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Annotated, Any, NamedTuple, get_type_hints

from msgspec import NODEFAULT, UNSET
from msgspec.structs import fields as struct_fields

from games.core import keypad
from games.core.cards import FrenchSuit
from games.core.deal import team_names
from games.core.definition import Game
from games.core.house_rules import HouseRules
from games.core.keypad import Key, KeyGroup
from games.core.round_form import Field, PickCards, PickOne

# Rounds that have a key in a game without end.
MAX_ROUND_KEYS = 28
YES_OR_NO = {"yes": True, "no": False}
WHOLE_NUMBER = re.compile(r"[-−]?\d{1,100}", re.ASCII)


class QuestionContext(NamedTuple):
    """The table of a question: game, house rules, and the name and mark of each seat."""

    game: Game
    rules: HouseRules
    names: Sequence[str]
    marks: Sequence[int] = ()


Keys = Callable[[QuestionContext], Sequence[Key]]


@dataclass(frozen=True)
class Prompt:
    """How one fact of a question is asked for, in the order in which they are declared.

    `label`: its name; {round} in it is the game's word for one, {player} the name of who is asked for.
    `keys`: the keys to tap; without them the game's deck. A fact without keys at this table is not asked.
    `many`: several make a list of `least` to `most` (0: no limit). `repeats`: a key may be tapped several times.
    `each`: a field for each of these, such as `seats`: a list in that order, or `grouped` by their values.
    `phrases`: how players say it, with commas, {} for the answer: "{} led, {} was led". In them “a|b” is one of two
    words, and “a?” may be missing. `said`: phrases that are an answer themselves: {"no": "not broken, unbroken"}.
    `optional`: the question may be asked without it. `none`: the key for null, if that is
    a valid answer: a pass, no trumps, nothing led.
    """

    label: str
    keys: Keys | None = None
    _: KW_ONLY
    many: bool = False
    least: int = 1
    most: int = 0
    repeats: bool = False
    each: Keys | None = None
    grouped: bool = False
    optional: bool = False
    none: Key | None = None
    phrases: str = ""
    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_list(self) -> bool:
        return self.many or bool(self.each and not self.grouped)

    def is_asked(self, context: QuestionContext) -> bool:
        return self.keys is None or bool(self.keys(context))

    def fields(self, name: str, context: QuestionContext) -> dict[str, Field]:
        """Return its fields by name: one, or one for each."""
        if self.each is None:
            return {name: self._field(context)}
        return {f"{name}-{key.value}": self._field(context, key.label) for key in self.each(context)}

    def read_fact(self, name: str, context: QuestionContext, answers: Mapping[str, str]) -> dict[str, Any]:
        """Return the fact by its name, as a plain JSON value; {} if it is not answered."""
        if self.each is None:
            return {name: self._value(answers[name])} if name in answers else {}
        keys = [key.value for key in self.each(context)]
        values = {key: self._value(answers[f"{name}-{key}"]) for key in keys if f"{name}-{key}" in answers}
        return {name: values if self.grouped else list(values.values())} if values else {}

    def answers_of(self, name: str, context: QuestionContext, value: Any) -> dict[str, str]:
        """Return the answers for a fact; {} for a fact of another shape."""
        if isinstance(value, dict) != self.grouped or isinstance(value, (list, tuple)) != self.is_list:
            return {}
        if self.each is None:
            answers = {name: self._answer(value)}
        else:
            keys = [key.value for key in self.each(context)]
            values = value if self.grouped else dict(zip(keys, value, strict=False))
            answers = {f"{name}-{key}": self._answer(values[key]) for key in keys if key in values}
        return {name: answer for name, answer in answers.items() if answer}

    def _field(self, context: QuestionContext, player: str = "") -> Field:
        label = self.label.replace("{round}", context.game.round_name).replace("{player}", player)
        pick = PickCards if self.many else PickOne
        asked: dict[str, Any] = {"least": self.least, "most": self.most, "required": not self.optional}
        asked["only_when_tapped"] = self.optional
        none = [self.none] if self.none else []
        if self.keys:
            keys = [*self.keys(context), *none]
            copies = {key.value: 1 for key in keys if self.many and not self.repeats}
            return pick(label, keys, copies=copies, **asked)
        deck = context.game.deck(context.rules)
        groups = [KeyGroup(keys) for keys in ([*deck.rows, none] if none else deck.rows)]
        if self.repeats:
            return pick(label, (), groups=groups, **asked)
        copies = {key.value: deck.copies.get(key.value, 1) for group in groups for key in group.keys}
        return pick(label, (), groups=groups, copies=copies, deck="deck", **asked)

    def _value(self, answer: str) -> Any:
        """Return an answer as a plain JSON value; invalid tokens stay text."""
        values = [self._value_of_key(token) for token in answer.split()]
        return values if self.many else values[-1]

    def _answer(self, value: Any) -> str:
        return " ".join(map(self._key_of_value, value)) if self.many else self._key_of_value(value)

    def _value_of_key(self, token: str) -> Any:
        if self.none and token == self.none.value:
            return None
        if self.keys is None:
            return token
        return int(token.replace("−", "-")) if WHOLE_NUMBER.fullmatch(token) else YES_OR_NO.get(token, token)

    def _key_of_value(self, value: Any) -> str:
        if value is None:
            return self.none.value if self.none else ""
        return next((token for token, truth in YES_OR_NO.items() if truth is value), str(value))


# --- Keys to choose from.


def seats(context: QuestionContext) -> list[Key]:
    return keypad.sides(context.names, context.marks)


def sides(context: QuestionContext) -> list[Key]:
    teams = context.game.teams(len(context.names), context.rules)
    marks = [context.marks[team[0]] for team in teams if context.marks]
    return keypad.sides(team_names(teams, context.names), marks)


def players(context: QuestionContext) -> Sequence[Key]:
    return keypad.numbers(context.game.seats[0], context.game.seats[-1], "players")


def rounds(context: QuestionContext) -> Sequence[Key]:
    """Return keys for the rounds; in a game without end, for the first ones."""
    length = context.game.length(len(context.names), context.rules)
    return keypad.numbers(1, length or MAX_ROUND_KEYS, context.game.round_name)


def suits(_context: QuestionContext) -> list[Key]:
    return keypad.suits()


def numbers(low: int, high: int) -> Keys:
    return lambda _context: keypad.numbers(low, high)


def words(*values: str) -> Keys:
    return lambda _context: [Key(value, value) for value in values]


yes_or_no = words(*YES_OR_NO)
PLAYERS = Prompt("How many play?", players, phrases="{} players|people, {} of us")
ROUND = Prompt("Which {round}?", rounds, phrases="in? round|hand {}")
TRICK_PHRASES = "{}, trick of|is? {}, {} was? led, {} was? led {}, {} led {} follows"
TRICK = Prompt("The cards in the order played", many=True, phrases=TRICK_PHRASES)
HAND_PHRASES = "i only? hold|have|got {}, i have|ve only? got {}, ive got {}, holding {}, hand is? {}, {} in hand"
HAND = Prompt("The hand", many=True, phrases=HAND_PHRASES)
LED_PHRASES = "{} led, {} was|is led, he|she|they|somebody led {}"
LEADING = {
    "none": "what may|can|must|do|should i lead, what am i allowed to lead, which card|cards may|can|must i lead, "
    "may|can|must i lead {out-of-hand}"
}
TRUMP_PHRASES = "{} trump|trumps, {} is|are trump|trumps, trump|trumps is|are? {}"
NO_TRUMPS = {"none": "no trump|trumps, without trump|trumps"}

TrickCards = Annotated[list[str], TRICK]
Hand = Annotated[list[str], HAND]
NOTHING_LED = Key("none", "nothing", "nothing led yet")
Led = Annotated[str | None, Prompt("The card led", none=NOTHING_LED, optional=True, phrases=LED_PHRASES, said=LEADING)]
Trump = Annotated[FrenchSuit, Prompt("What is trump?", suits, phrases=TRUMP_PHRASES)]


# --- A whole question: its fields, its facts from their answers, and back.


def prompts_of(question: type[Any]) -> dict[str, Prompt]:
    hints = get_type_hints(question, include_extras=True)
    notes = ((name, note) for name, hint in hints.items() for note in getattr(hint, "__metadata__", ()))
    return {name: note for name, note in notes if isinstance(note, Prompt)}


def asked_prompts(question: type[Any], context: QuestionContext) -> dict[str, Prompt]:
    """Return the prompts in order; before them the number of players, if players have to be named."""
    prompts = {name: prompt for name, prompt in prompts_of(question).items() if prompt.is_asked(context)}
    names_players = any(seats in (prompt.keys, prompt.each) for prompt in prompts.values())
    return ({"players": PLAYERS} if names_players and len(context.game.seats) > 1 else {}) | prompts


def form_fields(question: type[Any], context: QuestionContext) -> dict[str, Field]:
    fields = [prompt.fields(name, context) for name, prompt in asked_prompts(question, context).items()]
    return {name: field for named in fields for name, field in named.items()}


def read_facts(question: type[Any], context: QuestionContext, answers: Mapping[str, str]) -> dict[str, Any]:
    prompts = prompts_of(question)
    facts: dict[str, Any] = {name: [] for name, prompt in prompts.items() if prompt.is_list}
    for name, prompt in prompts.items():
        facts |= prompt.read_fact(name, context, answers)
    return facts


def answers_of(question: type[Any], context: QuestionContext, facts: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers for these facts; facts of other questions are ignored."""
    answers: dict[str, str] = {}
    for name, prompt in asked_prompts(question, context).items():
        answers |= prompt.answers_of(name, context, facts[name]) if name in facts else {}
    return answers


def default_facts(question: type[Any]) -> dict[str, Any]:
    defaults = {field.name: field.default for field in struct_fields(question)}
    return {name: value for name, value in defaults.items() if value not in (None, UNSET, NODEFAULT)}
