"""The nights' addresses."""

from datetime import date

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from scorekeeper.nights.views import club, evenings, home, keeping, players, review, settings


class DateConverter(StringConverter):
    """A date in an address, as in 2026-11-21."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:  # type: ignore[override]  # a date is what it is for
        """Return the date; ValueError, and so 404, for a day there is not."""
        return date.fromisoformat(value)


register_converter(DateConverter, "date")

urlpatterns = [
    path("settings/", settings.settings, name="settings"),
    path("settings/look/", settings.look, name="look"),
    path("settings/club/", settings.club, name="club-settings"),
    path("", home.home, name="home"),
    path("matches/<int:pk>/review/", review.review, name="review"),
    path("keeping/", keeping.keeping, name="keeping"),
    path("keeping/club.json", keeping.club, name="club-file"),
    path("keeping/<slug:table>.csv", keeping.table, name="table"),
    path("keeping/parcels/", keeping.parcels, name="parcels"),
    path("keeping/parcels/<uuid:key>/", keeping.parcel, name="parcel"),
    path("nights/", evenings.nights, name="nights"),
    path("nights/<date:evening>/", evenings.night, name="night"),
    path("nights/<date:evening>/recap.txt", evenings.text, name="night-text"),
    path("nights/<date:evening>/recap.png", evenings.image, name="night-picture"),
    path("club/", club.club, name="club"),
    path("players/", players.players, name="players"),
    path("players/<int:player>/", players.player, name="player"),
    path("players/<int:player>/behind/", players.behind, name="behind"),
    path("players/<int:player>/meetings/", players.meetings, name="meetings"),
    path("players/<int:player>/details/", players.details, name="player-details"),
    path("players/<int:player>/merging/", players.merging, name="merging"),
    path("merges/<int:merge>/undoing/", players.unmerging, name="unmerging"),
]
