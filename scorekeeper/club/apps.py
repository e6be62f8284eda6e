from django.apps import AppConfig


class ClubRoom(AppConfig):
    name = "scorekeeper.club"
    label = "club"
