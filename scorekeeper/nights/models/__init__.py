"""What the evenings leave behind beside the matches themselves."""

from scorekeeper.nights.models.night import Night

__all__ = ["Night"]
