"""Names of clubs, players, devices and game nights."""

import unicodedata

from games.core.errors import Impossible
from games.core.scoresheet import MAX_NAME_LENGTH, check_name

__all__ = ["MAX_NAME_LENGTH", "checked_name", "tidy_name"]


def tidy_name(name: str) -> str:
    """Compose letters with their accents, and fold white space."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def checked_name(name: str) -> str:
    """Return a name as it is stored; Impossible if it is too long, empty or cannot be shown."""
    name = tidy_name(name)
    try:
        check_name(name)
    except Impossible:
        raise Impossible(f"a name has 1 to {MAX_NAME_LENGTH} characters that can be shown") from None
    return name
