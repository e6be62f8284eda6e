"""Who plays some rounds in the seat of another, and how the notes of a scoresheet say so."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from games.core.deal import Teams
from games.core.errors import Impossible
from games.core.scoresheet import MAX_NOTES_LENGTH, check_name
from games.core.text import listed

# By seat, the name of who plays in it instead of its player.
StandIns = Mapping[int, str]

# A line among the notes of a match: “Hand 3: Eve plays for Ada”, “Hands 3–5: Eve plays for Ada”.
STAND_IN = re.compile(r"(\w+?)s? ([1-9]\d{0,4})(?:–([1-9]\d{0,4}))?: (.+)")
PLAYS_FOR = " plays for "


def check_stand_ins(names: Sequence[str], teams: Teams, stand_ins: StandIns) -> None:
    """Impossible where somebody sits at two places, or plays for another side than their own."""
    sides = {seat: side for side, seats in enumerate(teams) for seat in seats}
    seated = [stand_ins.get(seat, name) for seat, name in enumerate(names)]
    for seat, name in stand_ins.items():
        if name in names and sides[names.index(name)] != sides[seat]:
            raise Impossible(f"{name} has points of their own here, so they cannot play for {names[seat]}")
        if seated.count(name) > 1:
            raise Impossible(f"{name} sits at two places")


def describe_stand_ins(names: Sequence[str], stand_ins: StandIns) -> str:
    """Return a sentence without its full stop: “Eve plays for Ada and Fred plays for Ben”."""
    return listed([f"{name}{PLAYS_FOR}{names[seat]}" for seat, name in sorted(stand_ins.items())])


def add_stand_ins(notes: str, names: Sequence[str], by_round: Mapping[int, StandIns], round_name: str) -> str:
    """Return the notes of a match with a line for each run of rounds that somebody plays for another.

    What would make them too long for a scoresheet is left out.
    """
    for line in stand_in_lines(names, by_round, round_name):
        longer = f"{notes}\n{line}" if notes else line
        notes = longer if len(longer) <= MAX_NOTES_LENGTH else notes
    return notes


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


class _Line(NamedTuple):
    """A line about a stand-in: the rounds from `first` to `last` in a seat."""

    text: str
    first: int
    last: int
    seat: int
    name: str


def split_stand_ins(
    notes: str, names: Sequence[str], teams: Teams, rounds: int, round_name: str
) -> tuple[str, dict[int, dict[int, str]]]:
    """Return the notes of a match of so many rounds without the lines about stand-ins, and these by round and seat.

    Lines that cannot be meant so stay notes.
    """
    texts = notes.split("\n")
    lines = [line for text in texts if (line := _read_line(text, names, round_name)) and line.last <= rounds]
    while True:
        by_round: dict[int, dict[int, str]] = {}
        for line in lines:
            for number in range(line.first, line.last + 1):
                by_round.setdefault(number, {})[line.seat] = line.name
        impossible = {number for number, stand_ins in by_round.items() if not _is_possible(names, teams, stand_ins)}
        if not impossible:
            taken = [line.text for line in lines]
            return "\n".join(text for text in texts if text not in taken), by_round
        lines = [line for line in lines if not impossible.intersection(range(line.first, line.last + 1))]


def rename_players(notes: str, names: Sequence[str], other_names: Mapping[str, str], round_name: str) -> str:
    """Return notes whose lines about stand-ins have the other names of these players."""

    def renamed(text: str) -> str:
        line = _read_line(text, names, round_name)
        if line is None:
            return text
        name, player = (other_names.get(name, name) for name in (line.name, names[line.seat]))
        return f"{text.partition(':')[0]}: {name}{PLAYS_FOR}{player}"

    return "\n".join(map(renamed, notes.split("\n")))


def _read_line(text: str, names: Sequence[str], round_name: str) -> _Line | None:
    match = STAND_IN.fullmatch(unicodedata.normalize("NFC", " ".join(text.split())))
    if not match or match[1].lower() != round_name:
        return None
    first, last = int(match[2]), int(match[3] or match[2])
    pairs = [(match[4].removesuffix(PLAYS_FOR + name), seat) for seat, name in enumerate(names)]
    seated = [(name, seat) for name, seat in pairs if name != match[4] and name != names[seat]]
    return _Line(text, first, last, seated[0][1], seated[0][0]) if seated and first <= last else None


def _is_possible(names: Sequence[str], teams: Teams, stand_ins: StandIns) -> bool:
    try:
        for name in stand_ins.values():
            check_name(name)
        check_stand_ins(names, teams, stand_ins)
    except Impossible:
        return False
    return True
