from django.apps import AppConfig


class RulebookRoom(AppConfig):
    name = "scorekeeper.rulebook"
    label = "rulebook"
