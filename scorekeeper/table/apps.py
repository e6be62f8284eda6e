from django.apps import AppConfig


class TableRoom(AppConfig):
    name = "scorekeeper.table"
    label = "table"
