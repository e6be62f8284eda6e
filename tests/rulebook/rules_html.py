"""The HTML of the rules pages, as tests read it."""

import re
from functools import cache
from html import unescape

from django.test import Client


@cache
def rules_html(game):
    """The rules of a game as they are sent."""
    answer = Client().get(f"/rules/{game.key}/")
    assert answer.status_code == 200
    return answer.content.decode()


def text(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def section(html, anchor):
    """Return the HTML of one section of a page."""
    return re.search(rf'<section id="{anchor}" class="rule">(.*?)</section>', html, re.DOTALL)[1]
