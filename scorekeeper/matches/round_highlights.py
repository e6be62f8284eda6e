"""What a table would call out about the round that was saved last: each phone shows it once."""

from collections import defaultdict
from typing import NamedTuple

from games.core.statistics import highlight_lines
from scorekeeper.matches.match import Match
from scorekeeper.matches.progress import MatchProgress


class RoundHighlight(NamedTuple):
    """A sentence that begins with the name of a side; without a side it has neither name nor mark."""

    text: str
    name: str = ""
    mark: int | None = None
    emoji: str = ""


def round_highlights(match: Match) -> list[RoundHighlight]:
    """Return what the game declares of the last round, a lead that changed with it, and that the last round begins."""
    state, game = match.state, match.game
    if not state.rounds:
        return []

    by_side = defaultdict(list)
    for (side, rule), line in highlight_lines(game.highlight_rules, state.rounds[-1].lines).items():
        by_side[side].append(rule.sentence(line))
    progress = MatchProgress(game, len(match.side_names), [scored.points for scored in state.rounds])
    lead = progress.leads[-1]
    if lead.first == state.rounds[-1].number > 1 and len(lead.sides) == 1:
        by_side[lead.sides[0]].append(" took the lead")
    names, marks, emojis = match.side_names, match.side_marks, match.side_emojis
    highlights = [
        RoundHighlight(" and".join(texts), names[side], marks[side], emojis[side]) for side, texts in by_side.items()
    ]
    if state.number == state.length:
        highlights.append(RoundHighlight(f"The last {game.round_name}"))
    return highlights
