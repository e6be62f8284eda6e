from datetime import date

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from scorekeeper.history import sharing_views, views
from scorekeeper.statistics.selection import Period


class DateConverter(StringConverter):
    """A date such as 2026-11-21; 404 for a day that does not exist."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:  # type: ignore[override]  # the base class returns str
        return date.fromisoformat(value)


class PeriodConverter(StringConverter):
    """Months such as 2026, 2026-11 or 2026-03..2026-11; 404 for what Period cannot read."""

    regex = r"\d{4}(?:-\d{2})?(?:\.\.\d{4}(?:-\d{2})?)?"

    def to_python(self, value: str) -> Period:  # type: ignore[override]  # the base class returns str
        return Period.read(value)

    def to_url(self, value: Period | int) -> str:  # type: ignore[override]
        """Return the period of a URL; a number is a year, and a file may bring one before 1000."""
        return str(Period.year(value) if isinstance(value, int) else value)


register_converter(DateConverter, "date")
register_converter(PeriodConverter, "period")

urlpatterns = [
    path("", views.home, name="home"),
    path("components/", views.components, name="components"),
    path("settings/", views.settings_page, name="settings"),
    path("settings/preferences/", views.preferences, name="preferences"),
    path("settings/club/", views.club_settings, name="club-settings"),
    path("matches/<int:pk>/review/", views.review, name="review"),
    path("nights/", views.nights, name="nights"),
    path("nights/<date:night>/", views.night, name="night"),
    path("nights/<date:night>/recap.txt", views.night_text, name="night-text"),
    path("nights/<date:night>/recap.png", sharing_views.picture, name="night-picture"),
    path("nights/<date:night>/sharing/", sharing_views.sharing, name="night-sharing"),
    path("years/<period:period>/", views.year, name="year"),
    path("years/<period:period>/picture.png", sharing_views.picture, name="year-picture"),
    path("years/<period:period>/sharing/", sharing_views.sharing, name="year-sharing"),
    path("matches/<int:pk>/picture.png", sharing_views.picture, name="match-picture"),
    path("matches/<int:pk>/sharing/", sharing_views.sharing, name="match-sharing"),
    path("leaderboard/picture.png", sharing_views.leaderboard_picture, name="leaderboard-picture"),
    path("links/", sharing_views.links, name="links"),
    path("links/<int:link>/removal/", sharing_views.link_removal, name="link-removal"),
    path("shared/<slug:share_token>/", sharing_views.shared, name="shared"),
    path("shared/<slug:share_token>/picture.png", sharing_views.shared_picture, name="shared-picture"),
]
