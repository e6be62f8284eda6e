"""Players who join a running match or leave it: what that does to its seats, and what forbids it."""

from contextlib import suppress
from fractions import Fraction
from math import floor
from typing import Any

from games.core.definition import MatchState
from games.core.errors import Impossible
from games.core.joining import Beginning, SeatChange, check_game, first_rounds_of, seats_at
from games.core.keypad import different_marks
from games.core.round_form import open_form
from games.core.schema import plain
from games.core.text import cards_each, isolate, listed
from scorekeeper.clubs.models import Player
from scorekeeper.matches.log import Change, LogResult, check_order, content_of
from scorekeeper.matches.models import TURNED_OVER, Action, EntryMode, Match, Seat


def table_after(match: Match, old: LogResult, new: LogResult) -> MatchState:
    """Return the match before its first round as it is once others play it.

    Impossible if somebody would have played a round that was played without them, or the other way round.
    """
    seats = _seats_after(match, old, new)
    names = [seat.player.name for seat in seats]
    before = _by_round(old, len(match.seat_list))
    for number, (key, now) in enumerate(_by_round(new, len(seats)).items(), 1):
        for seat in sorted({*now} ^ {*before.get(key, now)}):
            name, played = (names if seat < len(names) else match.names)[seat], f"{match.game.round_name} {number}"
            if seat in now:
                raise Impossible(f"{played} was played without {name}")
            raise Impossible(f"{name} played {played}: delete that first, or let {name} leave")
    marks = different_marks([[seat.player.mark] for seat in seats])
    return match.table_of(names, marks, new.changes)


def _by_round(result: LogResult, players: int) -> dict[int, tuple[int, ...]]:
    return {row.id: seats_at(number, players, result.changes) for number, row in enumerate(result.rounds, 1)}


def _seats_after(match: Match, old: LogResult, new: LogResult) -> list[Seat]:
    """Return the seats of all who ever play; those of new players are not saved yet."""
    joined, before = dict(new.players), dict(old.players)
    first = len(match.seat_list) - len(before)
    if [*joined] != [*range(first, first + len(joined))]:
        last = match.seat_list[-1].player.name
        raise Impossible(f"{last} joined after that: undo that first")
    seats = match.seat_list[:first]
    players = match.club.players.select_related("same_as").in_bulk(joined.values())
    for number, pk in joined.items():
        if before.get(number) == pk:
            seats.append(match.seat_list[number])
        else:
            player = players[pk].same_as or players[pk]
            seats.append(Seat(match=match, number=number, side=number, player=player))
    names = [seat.player.name for seat in seats]
    for name in names:
        if names.count(name) > 1:
            raise Impossible(f"{name} plays here already")
    return seats


def check_goes_on(match: Match, state: MatchState) -> None:
    """Raise Impossible if the match would be over with these players, or if answers of its next round do not fit."""
    if state.winners is not None and match.state.winners is None:
        raise Impossible(f"with {listed([state.names[seat] for seat in state.seats])} the match would be over at once")
    if state.winners is None:
        _ = state.deal  # Impossible if these players cannot be dealt the next round
    _check_answers(match, state)


def _check_answers(match: Match, state: MatchState) -> None:
    """Raise Impossible if somebody's answers to the next round would become those of another, or get lost.

    Of a hidden answer the text is not read: all its keys have to be there.
    """
    before, after = match.state.seats, state.seats
    if before == after:
        return
    shared = min(len(before), len(after))
    old, new = (open_form(one.table, {}).fields for one in (match.state, state))
    rows = match.answers.filter(entry=None, mode=EntryMode.PLAY, number__gte=state.number).seen_by(None).order_by("pk")
    latest = {row.question: row for row in rows if row.question not in (TURNED_OVER, "irregular")}
    for name, row in latest.items():
        is_there = before[:shared] == after[:shared] and name in new
        if is_there and row.is_hidden and name in old and old[name].keys == new[name].keys:
            continue
        if is_there and row.said and not row.is_hidden:
            with suppress(Impossible):
                new[name].check(row.said)
                continue
        if row.said or row.is_hidden:
            raise Impossible(f"{state.game.round_name} {state.number} is being entered: save it first, or clear it")


def columns_of_changes(match: Match, old: LogResult, new: LogResult) -> dict[str, Any]:
    """Return the columns of the match that follow from who joined and left."""
    if old.changes == new.changes:
        return {}
    return {"seat_changes": plain(new.changes), "names_version": match.names_version + 1}


def write_players(match: Match, old: LogResult, new: LogResult) -> None:
    """Write the seats of those who joined and left."""
    if old.changes == new.changes:
        return
    seats = _seats_after(match, old, new)
    match.seats.filter(number__gte=len(seats)).delete()
    for seat in seats:
        if seat.pk is None:
            match.seats.filter(number=seat.number).delete()
            seat.save()
    for seat, first_round in zip(seats, first_rounds_of(len(seats), new.changes), strict=True):
        seat.first_round = first_round
    Seat.objects.bulk_update(seats, ["first_round"])
    match.seat_list = seats


# --- Who joins and leaves ---


def joining(match: Match, player: Player, begins: Beginning) -> Change:
    """Return the change by which a player joins before the next round; who left comes back with their points.

    Impossible if they sit at the table, or if the game could not go on with them.
    """
    _check_open(match)
    before = next((seat for seat in match.seat_list if seat.player_id == player.pk), None)
    if before is not None and not before.left:
        raise Impossible(f"{player.name} plays here already")
    if any(seat.stand_in_id == player.pk for seat in match.seat_list):
        raise Impossible(f"{player.name} plays for somebody else here: end that first")
    if before is not None:
        return Change(Action.JOIN, None, {"seat": before.number, "player": player.pk})
    total = beginnings(match)[begins]
    brought = {"seat": len(match.seat_list), "player": player.pk, "total": total, "begins": begins}
    return Change(Action.JOIN, None, brought)


def leaving(match: Match, player: Player) -> Change:
    """Return the change by which a player leaves before the next round; Impossible if they are not at the table."""
    _check_open(match)
    seat = next((seat for seat in match.seats_at_table if seat.player_id == player.pk), None)
    if seat is None:
        raise Impossible(f"{player.name} does not play here")
    if seat.stand_in is not None:
        raise Impossible(f"{seat.stand_in.name} plays for {player.name}: end that first")
    return Change(Action.LEAVE, None, {"seat": seat.number, "player": player.pk})


def _check_open(match: Match) -> None:
    if not match.is_open:
        raise Impossible("this match is over already")
    number, name = match.state.number, match.game.round_name
    if match.changes and match.changes[-1].round > number:
        last = match.changes[-1].in_words(match.names[match.changes[-1].seat], name)
        raise Impossible(f"{last}, and {name} {number} was taken back: enter that again first")
    check_game(match.game, len(match.names), match.initial_state.rules)


def beginnings(match: Match) -> dict[Beginning, int]:
    """Return the totals with which a new player may begin. An average is rounded to a whole number."""
    totals = match.state.table.totals
    begins: dict[Beginning, int] = {
        "start": match.game.starting_total(match.state.rules),
        "average": floor(Fraction(sum(totals), len(totals)) + Fraction(1, 2)),
        "lowest": min(totals),
    }
    # Where few points are good, the last one has the most.
    return begins | {"highest": max(totals)} if match.game.lowest_wins else begins


# --- What it will look like ---


def state_with(match: Match, change: Change, name: str = "a new player") -> MatchState:
    """Return the match as it goes on after somebody joined or left; Impossible if it cannot."""
    _check_open(match)
    number, names, marks = match.state.number, [*match.names], [*match.side_marks]
    joins = change.action == Action.JOIN
    facts = {key: value for key, value in change.brought.items() if key != "player"}
    if facts["seat"] == len(names):
        names, marks = [*names, name], [*marks, len(marks)]
    check_order(content_of(match).seating, (SeatChange(round=0, seat=0, joins=joins),))
    changes = (*match.changes, SeatChange(round=number, joins=joins, **facts))
    state = match.game.replay(match.table_of(names, marks, changes), match.round_facts)
    check_goes_on(match, state)
    return state


def describe_table(state: MatchState) -> list[str]:
    """Say who plays the next round, in their order, and how it is dealt."""
    game, deal = state.game, state.deal
    round_name, dealer = f"{game.round_name} {state.number}", isolate(state.names[deal.dealer])
    names = listed([isolate(name) for name in state.table.names])
    cards = f", {cards_each(state.table.deal.cards)}" if game.deals_cards else ""
    length = f" of {state.table.length}" if state.table.length else ""
    verb = "plays" if len(state.seats) == 1 else "play"
    return [f"{names} {verb} from {round_name}{length} on. {dealer} {game.starter_verb}{cards}."]
