"""Errors of a write to a match that has changed since the form was drawn, or that another phone is scoring."""


class Conflict(Exception):
    """The match has changed since the form was rendered; nothing was written. `message` is for the player."""

    message = ""


class VersionConflict(Conflict):
    """The match has changed since this entry was begun."""

    message = "Somebody changed this match meanwhile. Nothing was overwritten: look at what is there now, then decide."


class LockedByOther(Conflict):
    """Another device has the edit lock."""

    message = "Another phone is scoring. What you typed is still here. Take over to save it."
