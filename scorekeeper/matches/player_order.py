"""Another order of the players: what it changes, in words; and answers from a page that was drawn before."""

from collections.abc import Sequence
from typing import NamedTuple

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.scorecard import Scorecard
from games.core.seats import reseating
from games.core.text import listed, minus, plural
from scorekeeper.matches import recording
from scorekeeper.matches.answers import Answers, form_at, moved_answers
from scorekeeper.matches.models import Match


class OrderPreview(NamedTuple):
    """What an order changes, in sentences: points, and who deals; `refusal`: why it cannot be."""

    points: Sequence[str] = ()
    dealers: Sequence[str] = ()
    refusal: str = ""


def preview_order(match: Match, order: Sequence[int]) -> OrderPreview | None:
    """Return what an order, by present seats, would change; None if the players sit so already."""
    try:
        change = recording.reordering(match, order)
        if change is None:
            return None
        after, scorecard = recording.outcome_after(match, change)
        moved_answers(match, reseating(order, match.teams, match.names))
    except Impossible as error:
        return OrderPreview(refusal=error.message)
    points = [*_totals(match.state, after), *_winners(match, after, scorecard)]
    count = plural(len(after.rounds), match.game.round_name)
    unchanged = [f"The points of {count} stay as they are."] if after.rounds else []
    return OrderPreview(points or unchanged, _dealers(match.state, after))


def in_present_order(match: Match, answers: Answers, number: int, seats: str) -> Answers:
    """Return the answers of a form for who plays now; `seats`: the ids of the seats for which it was drawn, “17.19.18”.

    Answers that have no place now are left out.
    """
    if seats in ("", match.seat_ids(number)):
        return answers
    names = {str(seat.pk): seat.player.name for seat in match.seat_list}
    # A seat that is not there any more was that of a player whose joining was undone.
    drawn = [names.get(seat, "") for seat in seats.split(".")]
    try:
        before = match.game.table(drawn, 0, match.house_rules)
    except Impossible:
        return answers  # no page was drawn for these
    old, new = (form_at(table, number, answers) for table in (before, match.initial_state))
    return dict(filter(None, (old.translate(name, text, new) for name, text in answers.items())))


def _dealers(before: MatchState, after: MatchState) -> list[str]:
    """Say who dealt each round, if that changes: “Hand 2: Cleo deals, not Ben.”"""
    verb, name = after.game.starter_verb, after.game.round_name.capitalize()
    old, new = ([state.names[scored.deal.dealer] for scored in state.rounds] for state in (before, after))
    if after.game.finish(after) is None:
        old, new = ([*names, state.names[state.next_dealer]] for names, state in ((old, before), (new, after)))
    pairs = enumerate(zip(old, new, strict=True), 1)
    return [f"{name} {number}: {now} {verb}, not {was}." for number, (was, now) in pairs if was != now]


def _totals(before: MatchState, after: MatchState) -> list[str]:
    old, new = ({_people(state, side): total for side, total in enumerate(state.totals)} for state in (before, after))
    changed = [
        f"{listed(sorted(people))} {minus(total)} → {minus(new[people])}"
        for people, total in old.items()
        if total != new[people]
    ]
    return [f"Totals: {', '.join(changed)}."] if changed else []


def _winners(match: Match, after: MatchState, scorecard: Scorecard) -> list[str]:
    old = {_people(match.state, side) for side in match.scorecard.winners}
    new = {_people(after, side) for side in scorecard.winners}
    if old == new:
        return []
    names = listed([after.side_names[side] for side in scorecard.winners] or ["nobody"])
    return [f"The match is won by {names}." if scorecard.finished or match.ended_by_table else "The match goes on."]


def _people(state: MatchState, side: int) -> frozenset[str]:
    return frozenset(state.names[seat] for seat in state.teams[side])
