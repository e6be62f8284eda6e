"""Highlights of the round that was saved last, which a table would call out: each phone shows them once."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from games.core.definition import MatchState
from games.core.scorecard import ScoredRound
from games.core.statistics import Deed, MadeBid, deeds_of_bids, deeds_of_lines
from scorekeeper.matches.models import Match
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

    last = state.rounds[-1]
    deeds = deeds_of_lines(game.highlight_rules, last.lines)
    deeds += deeds_of_bids(game.bid_highlights, _made_bids(last, state))
    progress = MatchProgress.of(match, [scored.points for scored in state.rounds])
    lead = progress.leads[-1]
    # After the last round the page says who won.
    if match.is_open and lead.first == last.number > 1 and len(lead.sides) == 1:
        deeds.append(Deed(lead.sides[0], "Lead", " took the lead", 0))
    by_name, stand_ins = defaultdict(list), match.stand_ins.get(last.number, {})
    for deed in deeds:
        by_name[deed.side, side_name(match, deed.side, stand_ins, deed.seat)].append(deed.words)
    marks, emojis = match.side_marks, match.side_emojis
    highlights = [
        RoundHighlight(" and".join(texts), name, marks[side], emojis[side]) for (side, name), texts in by_name.items()
    ]
    if state.number == state.table.length:
        highlights.append(RoundHighlight(f"The last {game.round_name}"))
    return highlights


def _made_bids(scored: ScoredRound, state: MatchState) -> Iterator[MadeBid]:
    hand = sum(tricks.count for tricks in state.tricks_of(scored))
    for bid in state.bids_of(scored):
        if bid.made:
            yield MadeBid(state.side_of(bid.seat), bid.seat, bid.level, bid.kind, hand)
