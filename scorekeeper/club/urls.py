"""The club's addresses."""

from django.urls import path

from scorekeeper.club.views import devices, joining

urlpatterns = [
    path("clubs/", joining.clubs, name="clubs"),
    path("join/", joining.by_code, name="join"),
    path("join/<slug:token>/", joining.by_link, name="link"),
    path("devices/", devices.devices, name="devices"),
    path("devices/links/", devices.links, name="links"),
    path("devices/codes/", devices.codes, name="codes"),
    path("devices/<int:device>/", devices.device, name="device"),
    path("devices/<int:device>/leaving/", devices.leaving, name="leaving"),
]
