"""A table in words: its deck, its deals, what its referee asks for, and the rounds another house rule could change.

`python -m tests.games.forms` writes what tables show now into the table.toml of each game; then read the difference.
"""

from functools import cache

from games.core.errors import Impossible
from games.core.examples import with_nulls
from games.core.house_rules import every_round
from games.core.question_fields import QuestionContext, asked_fields
from games.core.referee import ask, questions
from games.core.round_form import open_form
from games.core.schema import read
from games.core.sheet_columns import column_groups
from tests.games.every_game import NAMES, fits, other_values, worked
from tests.games.forms import key_in_words, keys_in_words

LOOKS = ("is_digits", "is_number", "is_choice", "is_long")
FLAGS = ("many", "repeats", "grouped", "optional")


def shown_of(game, moment):
    """Return the lines of a table that the smallest one by the usual house rules does not have; all if `whole`."""
    usual = [] if moment.get("whole") else usual_lines(game)
    return [line for line in table_lines(game, with_nulls(moment)) if line not in usual]


@cache
def usual_lines(game):
    return table_lines(game, {"players": next(players for players in game.seats if fits(game, players, {}))})


def table_lines(game, moment):
    table = game.table(NAMES[: moment["players"]], 0, moment.get("house_rules", {}))
    return [
        *(f"{name}: {value}" for name, value in game.rules_words(table.rules, table.players).items()),
        *(f"for any table, {name}: {value}" for name, value in game.rules_words(table.rules, None).items()),
        *_deals(table),
        *_deck(table),
        *_paper(table),
        *(line for kind in questions(game).values() for line in _question(kind, table)),
        f"matter here: {', '.join(one.name for one in game.house_rules if one.matters(table.players, table.rules))}",
        *(line for option in game.house_rules for line in _option(option, table)),
        *_rulings(game, moment.get("asks", ())),
        *_doubts(table, moment.get("ends", ())),
        *_rounds(table, [read(facts, game.facts) for facts in moment.get("rounds", ())]),
    ]


def _deals(table):
    yield f"length: {table.length}; {table.game.deal_note(table.players, table.rules)}"
    for number in sorted({1, 2, table.length or 3}):
        deal = table.game.deal_of(table.players, number, 0, table.rules)
        yield f"deal {number}: {deal.cards}, {deal.left} left, {deal.dealer} deals, {deal.first_of(table.names)} first"


def _deck(table):
    deck = table.game.deck(table.rules)
    yield from (f"deck: {' '.join(map(key_in_words, row))}" for row in deck.rows)
    yield f"copies: {sorted(set(deck.copies.values()))} of {len(deck.copies)} cards"


def _paper(table):
    for group in column_groups(open_form(table, {})):
        columns = [f"{one.name} ({one.label}{''.join(f' {look}' for look in LOOKS if getattr(one, look))})"
                   for one in group.columns]  # fmt: skip
        yield f"paper: {group.label} {group.side}{' alone' * group.is_single}: {', '.join(columns)}"


def _question(kind, table):
    yield f"referee: {kind.title} {kind.picks} {sorted(kind.seat_answers)}"
    for asked in asked_fields(kind, QuestionContext(table.game, table.rules, table.names)):
        for slot in asked.slots.values():
            flags = [flag for flag in FLAGS if getattr(slot, flag)] + [f"{slot.least} to {slot.most or 'any'}"]
            keys = [] if slot.from_deck else [key for row in slot.pack.rows for key in row]
            nothing = [f"or {key_in_words(slot.none)}"] if slot.none else []
            yield f"  {slot.name}: {slot.label} {' '.join([*keys_in_words(keys), *nothing, *flags])}"


def _option(option, table):
    value = table.rules.in_force[option.name]
    words = f"{option.label(value)}, also {option.alternatives()}: {option.hint(option.presets()[-1])}"
    yield f"option {option.name} ({option.kind}) {words}"
    yield f"  {option.choices(value, table.players)}, entered as {option.to_form(value)}"
    yield from (f"  {words}" for _, words in option.sets_at(table.players))
    for other in other_values(table.game, option):
        brought = option.brings(other)
        yield f"  {option.difference(other)}{f' brings {dict(brought)}' if brought else ''}"


def _rulings(game, asked):
    """What the referee says to questions and beside the answers that the worked examples fix."""
    for name, question in [*((one.id, one.question) for one in worked(game).ruling), *enumerate(asked, 1)]:
        try:
            ruling = ask(game, question)
            yield f"{name}: {ruling.short or ruling.answer} [{ruling.rule}] {ruling.why}"
        except Impossible as refused:
            yield f"{name}: refused ({refused.field}) {refused.message}"


def _doubts(table, ends):
    """What is asked of a first round that ended so, by what correct play cannot bring."""
    for number, facts in enumerate(ends, 1):
        doubts = list(table.game.irregularities(read(facts, table.game.facts), table))
        asked = " / ".join(f"({doubt.field}) {doubt.question}" for doubt in doubts)
        yield f"end {number}: {asked or 'nothing is asked'}"


def _rounds(state, rounds):
    """Each round with the house rules under which it could have gone differently, though its facts do not say so."""
    for facts in rounds:
        asked = [option for option in state.game.house_rules if option.could_differ is not every_round]
        others = {option.name: [one for one in _others(option, state) if option.could_differ(facts, state, one)]
                  for option in asked}  # fmt: skip
        found = ", ".join(f"{name} {values}" for name, values in others.items() if values)
        yield f"round {state.number} could differ by {found or 'nothing'}"
        state = state.game.play(state, facts)


def _others(option, state):
    values = [option.default, *other_values(state.game, option)]
    return [value for value in values if option.normal(value) != state.rules.in_force[option.name]]
