"""Templates as they are sent: without the indentation that only whoever writes them needs."""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

INDENTATION = re.compile(r"\s*\n\s*")


class Loader(filesystem.Loader):
    """Django's own, with each line break and the spaces around it made one line break: HTML reads both alike."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))
