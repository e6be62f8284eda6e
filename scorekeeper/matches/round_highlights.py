"""What a table would call out about the round that was saved last: each phone shows it once."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from games.core.definition import MatchState
from games.core.scorecard import ScoredRound
from games.core.statistics import MadeBid, deeds_of_bids, deeds_of_lines
from scorekeeper.matches.match import Match
from scorekeeper.matches.progress import MatchProgress
from scorekeeper.matches.stand_ins import side_name


class RoundHighlight(NamedTuple):
    """A sentence that begins with who played for a side; without a side it has neither name nor mark."""

    text: str
    name: str = ""
    mark: int | None = None
    emoji: str = ""


def round_highlights(match: Match) -> list[RoundHighlight]:
    """Return what the game declares of the last round, a lead that changed with it, and that the last round begins."""
    state, game = match.state, match.game
    if not state.rounds:
        return []

    by_side, last = defaultdict(list), state.rounds[-1]
    of_lines = deeds_of_lines(game.highlight_rules, last.lines)
    for deed in of_lines + deeds_of_bids(game.bid_highlights, _made_bids(last, state)):
        by_side[deed.side].append(deed.words)
    progress = MatchProgress(game, len(match.side_names), [scored.points for scored in state.rounds])
    lead = progress.leads[-1]
    if lead.first == last.number > 1 and len(lead.sides) == 1:
        by_side[lead.sides[0]].append(" took the lead")
    marks, emojis = match.side_marks, match.side_emojis
    stand_ins = match.stand_ins.get(last.number, {})
    highlights = [
        RoundHighlight(" and".join(texts), side_name(match, side, stand_ins), marks[side], emojis[side])
        for side, texts in by_side.items()
    ]
    if state.number == state.length:
        highlights.append(RoundHighlight(f"The last {game.round_name}"))
    return highlights


def _made_bids(scored: ScoredRound, state: MatchState) -> Iterator[MadeBid]:
    hand = sum(tricks.count for tricks in scored.facts.tricks_taken())
    for bid in scored.facts.bids_made(scored.deal, state):
        if bid.made and bid.level is not None:
            yield MadeBid(state.side_of(bid.seat), bid.level, hand)
