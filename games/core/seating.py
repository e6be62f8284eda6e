"""Stand-ins: players who play some rounds in the seat of another."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from games.core.deal import Teams
from games.core.errors import Impossible
from games.core.text import listed

# By seat, the name of who plays in it instead of its player.
StandIns = Mapping[int, str]

PLAYS_FOR = " plays for "


def check_stand_ins(names: Sequence[str], teams: Teams, stand_ins: StandIns) -> None:
    """Raise Impossible if somebody would sit in two seats, or play for another side than their own."""
    sides = {seat: side for side, seats in enumerate(teams) for seat in seats}
    seated = [stand_ins.get(seat, name) for seat, name in enumerate(names)]
    for seat, name in stand_ins.items():
        if name == names[seat]:
            raise Impossible(f"{name} cannot play for themselves")
        if name in names and sides[names.index(name)] != sides[seat]:
            raise Impossible(f"{name} has points of their own here, so they cannot play for {names[seat]}")
        if seated.count(name) > 1:
            raise Impossible(f"{name} sits at two places")


def describe_stand_ins(names: Sequence[str], stand_ins: StandIns) -> str:
    """Return a sentence without its full stop: “Eve plays for Ada and Fred plays for Ben”."""
    return listed([f"{name}{PLAYS_FOR}{names[seat]}" for seat, name in sorted(stand_ins.items())])


def stand_in_lines(names: Sequence[str], by_round: Mapping[int, StandIns], round_name: str) -> list[str]:
    """Return a line for each run of rounds, the earliest first: “Hands 3–5: Eve plays for Ada”."""
    rounds = [(seat, name, number) for number in by_round for seat, name in by_round[number].items()]
    lines: dict[tuple[int, int], str] = {}
    for (seat, name, _), run in groupby(enumerate(sorted(rounds)), key=_run_key):
        numbers = [number for _, (_, _, number) in run]
        first, last = numbers[0], numbers[-1]
        label = f"{round_name} {first}" if first == last else f"{round_name}s {first}–{last}"
        lines[first, seat] = f"{label.capitalize()}: {name}{PLAYS_FOR}{names[seat]}"
    return [line for _, line in sorted(lines.items())]


def _run_key(numbered: tuple[int, tuple[int, str, int]]) -> tuple[int, str, int]:
    """Return a key for groupby: equal for consecutive rounds of one stand-in."""
    index, (seat, name, number) = numbered
    return seat, name, number - index
