from django.apps import AppConfig


class NightsRoom(AppConfig):
    name = "scorekeeper.nights"
    label = "nights"
