"""A scorecard for a person at a terminal: plain text, every point with its reason."""

from collections.abc import Iterator

from games.core.deal import Deal
from games.core.definition import Game, MatchState
from games.core.scorecard import Scorecard, ScoredRound
from games.core.text import cards_each, listed, minus, signed


def printed(game: Game, state: MatchState, card: Scorecard) -> str:
    lines = [f"{game.name}: {', '.join(state.names)}", *_house_rules(state)]
    for scored in card.rounds:
        starter = state.names[scored.deal.dealer]
        how = f"dealt by {starter}" if game.deal else f"{starter} began"
        lines += ["", f"{game.round_name.capitalize()} {scored.number}, {how}"]
        lines += _sides(scored, state)
    lines += ["", *_standing(state, card), "", _what_comes_next(game, state, card)]
    return "\n".join(lines)


def _house_rules(state: MatchState) -> Iterator[str]:
    for name, value in state.rules.differing.items():
        option = state.rules.options[name]
        yield f"House rule: {option.title}: {option.label(value)}"


def _sides(scored: ScoredRound, state: MatchState) -> Iterator[str]:
    if not scored.facts.is_complete:
        yield "  not played to its end yet"
        return
    width = max(map(len, state.side_names))
    for side, name in enumerate(state.side_names):
        reasons = "; ".join(line.reason for line in scored.lines if line.side == side)
        points, total = signed(scored.points[side]), minus(scored.totals[side])
        yield f"  {name:<{width}} {points:>6} {total:>6}  {reasons}".rstrip()


def _standing(state: MatchState, card: Scorecard) -> Iterator[str]:
    carried = {one.side: f" ({one.text})" for one in state.game.carried(state)}
    for side in sorted(range(len(card.totals)), key=lambda side: card.places[side]):
        yield f"{card.places[side]}. {state.side_names[side]}: {minus(card.totals[side])}{carried.get(side, '')}"


def _what_comes_next(game: Game, state: MatchState, card: Scorecard) -> str:
    if card.next is None:
        names = [state.side_names[side] for side in card.winners]
        return f"{names[0]} won." if len(names) == 1 else f"{listed(names)} share the win."
    return f"Next: {game.round_name} {card.next.number}, {_deal(card.next, state)}."


def _deal(deal: Deal, state: MatchState) -> str:
    if not deal.cards:
        return f"{state.names[deal.first]} begins"
    return f"{state.names[deal.dealer]} deals {cards_each(deal.cards)}, {state.names[deal.first]} comes first"
