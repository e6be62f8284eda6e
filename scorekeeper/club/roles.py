"""What those who are in may do."""

from django.db import models


class Role(models.IntegerChoices):
    """What a device may do: look, also write, also decide about the club. Each may do what the ones before it may."""

    WATCHER = 1, "watcher"
    KEEPER = 2, "keeper"
    OWNER = 3, "owner"

    @property
    def may(self) -> str:
        """What it may do, as the table says it."""
        return {1: "may look", 2: "may look and write", 3: "may do everything, also let others in"}[self.value]
