"""Hosts that share a PostgreSQL database have to share the secret key too."""

from django.db import models
from django.utils.crypto import salted_hmac


class SharedKey(models.Model):
    """The fingerprint of the secret key of all hosts on this database: one row, and none on SQLite."""

    fingerprint = models.CharField(max_length=64)

    def __str__(self) -> str:
        return self.fingerprint

    @classmethod
    def is_shared(cls, *, chosen: bool) -> bool:
        """Whether this host has the key of the others. A `chosen` key (from the settings) replaces theirs."""
        fingerprint = salted_hmac("scorekeeper.clubs.models.key", "", algorithm="sha256").hexdigest()
        if chosen or not cls.objects.exists():
            cls.objects.update_or_create(pk=1, defaults={"fingerprint": fingerprint})
        return cls.objects.filter(fingerprint=fingerprint).exists()
