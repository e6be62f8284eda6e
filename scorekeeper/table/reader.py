"""For whom a page is drawn: what stands on it depends on who may write, and on who has the pen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from scorekeeper.club.models import Device
    from scorekeeper.table.models.pen import Pen


class Reader(NamedTuple):
    """Whether they may write, whether they have the pen, and whether they wait for it: another has it."""

    writes: bool
    has_pen: bool = False
    waits: bool = False

    @classmethod
    def of(cls, device: Device, pen: Pen | None) -> Reader:
        """Return as whom a device reads a page, while somebody has the pen or nobody."""
        if pen is None or not device.is_keeper:
            return cls(device.is_keeper)
        return cls(writes=True, has_pen=pen.device == device.pk, waits=pen.device != device.pk)


KEEPER = Reader(writes=True)
