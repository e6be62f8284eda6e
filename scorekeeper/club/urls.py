"""The club's addresses."""

from django.urls import path

from scorekeeper.club.views import deleting, devices, joining, trust

urlpatterns = [
    path("clubs/", joining.clubs, name="clubs"),
    path("join/", joining.by_code, name="join"),
    path("join/<slug:token>/", joining.by_link, name="link"),
    path("settings/deletion/", deleting.deletion, name="club-deletion"),
    path("settings/return/", deleting.returning, name="club-return"),
    path("trust/", trust.trust, name="trust"),
    path("devices/", devices.devices, name="devices"),
    path("devices/links/", devices.links, name="links"),
    path("devices/codes/", devices.codes, name="codes"),
    path("devices/<int:device>/", devices.device, name="device"),
    path("devices/<int:device>/leaving/", devices.leaving, name="leaving"),
]
