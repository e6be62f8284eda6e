"""What the table's templates need beyond Django's own."""

import json
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.core import text
from games.core.keypad import MARKS
from scorekeeper.web.page_cache import part

register = template.Library()
register.simple_tag(part, name="part")
register.filter("minus", text.minus)
register.filter("signed", text.signed)


@register.simple_tag
def seat_mark(side: int) -> SafeString:
    return format_html('<i class="mark" data-side="{}" aria-hidden="true">{}</i>', side, MARKS[side % len(MARKS)])


@register.filter
def as_json(value: Any) -> str:
    return json.dumps(value)


@register.filter
def shown(question: Any, answer: str) -> str:
    return str(question.shown(answer))
