"""The facts of one turn around of Dice Sheet: what everybody rolled, and the box it was written in."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from games.core import facts
from games.core.definition import MatchState
from games.core.errors import ImpossibleRound
from games.core.facts import TricksTaken

Box = Literal["fives", "sixes", "chance"]
Roll = Annotated[str, Meta(pattern="^[1-6]{5}$")]
BOXES = ("fives", "sixes", "chance")


class Facts(facts.RoundFacts, frozen=True, forbid_unknown_fields=True):
    """Five dice and a box, by seat."""

    rolls: tuple[Roll, ...]
    boxes: tuple[Box, ...]

    def check(self, state: MatchState) -> None:
        for field, values in (("rolls", self.rolls), ("boxes", self.boxes)):
            if len(values) != state.players:
                raise ImpossibleRound(f"{len(values)} of {field} for {state.players} players", field)
        for seat, box in enumerate(self.boxes):
            if box not in open_boxes(state, seat):
                raise ImpossibleRound(f"{state.names[seat]} has filled the box {box} already", f"boxes[{seat}]")

    def notes(self, deal: object, state: MatchState) -> list[str]:
        return list(self.boxes)

    def tricks_taken(self) -> Iterator[TricksTaken]:
        for seat, box in enumerate(self.boxes):
            yield TricksTaken(seat, 1, box)


def open_boxes(state: MatchState, seat: int) -> list[str]:
    filled = {line.rule for line in state.lines[seat]}
    return [box for box in BOXES if box not in filled]
