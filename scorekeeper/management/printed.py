"""A scorecard for a person at a terminal: plain text, every point with its reason."""

from collections.abc import Iterator

from games.game import Game
from games.scorecard import Deal, Scorecard, ScoredRound, minus, signed
from games.so_far import SoFar


def printed(game: Game, so_far: SoFar, card: Scorecard) -> str:
    """Return the whole match as lines of text."""
    lines = [f"{game.name}: {', '.join(so_far.names)}", *_house_rules(so_far)]
    for scored in card.rounds:
        lines += ["", f"{game.round_name.capitalize()} {scored.number}, dealt by {so_far.names[scored.deal.dealer]}"]
        lines += _sides(scored, so_far)
    lines += ["", *_standing(so_far, card), "", _what_comes_next(game, so_far, card)]
    return "\n".join(lines)


def _house_rules(so_far: SoFar) -> Iterator[str]:
    for name, value in so_far.rules.differing.items():
        option = so_far.rules.options[name]
        yield f"House rule: {option.title}: {option.label(value)}"


def _sides(scored: ScoredRound, so_far: SoFar) -> Iterator[str]:
    if not scored.record.is_complete:
        yield "  not played to its end yet"
        return
    width = max(map(len, so_far.side_names))
    for side, name in enumerate(so_far.side_names):
        reasons = "; ".join(line.reason for line in scored.lines if line.side == side)
        points, total = signed(scored.points[side]), minus(scored.totals[side])
        yield f"  {name:<{width}} {points:>6} {total:>6}  {reasons}".rstrip()


def _standing(so_far: SoFar, card: Scorecard) -> Iterator[str]:
    carried = {one.side: f" ({one.text})" for one in so_far.game.carried(so_far)}
    for side in sorted(range(len(card.totals)), key=lambda side: card.places[side]):
        yield f"{card.places[side]}. {so_far.side_names[side]}: {minus(card.totals[side])}{carried.get(side, '')}"


def _what_comes_next(game: Game, so_far: SoFar, card: Scorecard) -> str:
    if card.next is None:
        names = [so_far.side_names[side] for side in card.winners]
        return f"{names[0]} won." if len(names) == 1 else f"{' and '.join(names)} share the win."
    return f"Next: {game.round_name} {card.next.number}, {_deal(card.next, so_far)}."


def _deal(deal: Deal, so_far: SoFar) -> str:
    least, most = min(deal.cards), max(deal.cards)
    cards = f"{least} to {most} cards" if least < most else "1 card" if most == 1 else f"{most} cards"
    return f"{so_far.names[deal.dealer]} deals {cards} each, {so_far.names[deal.first]} comes first"
