"""`manage.py score SHEET.json`: the scorecard of a scoresheet, without any database."""

import sys
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.core import scoresheet
from games.core.deal import Deal
from games.core.definition import MatchState
from games.core.scorecard import Scorecard, ScoredRound
from games.core.text import cards_each, listed, minus, signed
from scorekeeper.management.console import answer, as_json


def for_a_person(content: bytes) -> str:
    game, state, card = scoresheet.play(scoresheet.load(content))
    lines = [f"{game.name}: {', '.join(state.names)}", *_house_rules(state)]
    for scored in card.rounds:
        starter = state.names[scored.deal.dealer]
        how = f"dealt by {starter}" if game.deal else f"{starter} began"
        lines += ["", f"{game.round_name.capitalize()} {scored.number}, {how}"]
        lines += _sides(scored, state)
    lines += ["", *_standing(state, card), "", _what_comes_next(state, card)]
    return "\n".join(lines)


def for_a_program(content: bytes) -> str:
    return as_json(scoresheet.report(scoresheet.load(content)))


class Command(BaseCommand):
    help = "Print the scorecard of scoresheets, with the reason for every point. No database is needed."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("sheets", nargs="+", metavar="SHEET.json", help="a scoresheet; - is standard input")
        parser.add_argument("--json", action="store_true", help="for a program: one JSON object a line")

    def handle(self, *_: Any, sheets: list[str], json: bool, **__: Any) -> None:
        sys.exit(answer(sheets, for_a_program if json else for_a_person, json_lines=json))


def _house_rules(state: MatchState) -> Iterator[str]:
    for name, value in state.rules.differing.items():
        option = state.rules.options[name]
        yield f"House rule: {option.title}: {option.label(value)}"


def _sides(scored: ScoredRound, state: MatchState) -> Iterator[str]:
    if not scored.facts.is_complete:
        yield "  not finished yet"
        return
    width = max(map(len, state.side_names))
    for side, name in enumerate(state.side_names):
        reasons = "; ".join(line.reason for line in scored.lines if line.side == side)
        points, total = signed(scored.points[side]), minus(scored.totals[side])
        yield f"  {name:<{width}} {points:>6} {total:>6}  {reasons}".rstrip()


def _standing(state: MatchState, card: Scorecard) -> Iterator[str]:
    statuses = {one.side: f" ({one.text})" for one in state.statuses}
    for side in sorted(range(len(card.totals)), key=lambda side: card.places[side]):
        yield f"{card.places[side]}. {state.side_names[side]}: {minus(card.totals[side])}{statuses.get(side, '')}"


def _what_comes_next(state: MatchState, card: Scorecard) -> str:
    if card.next is None:
        names = [state.side_names[side] for side in card.winners]
        return f"{names[0]} won." if len(names) == 1 else f"{listed(names)} share the win."
    return f"Next: {state.game.round_name} {card.next.number}, {_deal(card.next, state)}."


def _deal(deal: Deal, state: MatchState) -> str:
    if not deal.cards:
        return f"{state.names[deal.first]} begins"
    return f"{state.names[deal.dealer]} deals {cards_each(deal.cards)}, {deal.first_of(state.names)} comes first"
