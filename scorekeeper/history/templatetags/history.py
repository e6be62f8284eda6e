"""What the nights' templates need beyond the table's."""

from django import template

from scorekeeper.history.game_nights import outcome

register = template.Library()
register.filter("outcome", outcome)
