"""The club's addresses."""

from django.urls import path

from scorekeeper.clubs import views

urlpatterns = [
    path("more/", views.more, name="more"),
    path("clubs/", views.clubs, name="clubs"),
    path("join/", views.join_by_code, name="join"),
    path("join/<slug:token>/", views.join_by_link, name="join-link"),
    path("settings/deletion/", views.club_deletion, name="club-deletion"),
    path("settings/restore/", views.club_restore, name="club-restore"),
    path("trust/", views.trust, name="trust"),
    path("devices/", views.devices, name="devices"),
    path("invite/", views.invite, name="invite"),
    path("invite/links/", views.invite_link, name="invite-link"),
    path("invite/codes/", views.invite_code, name="invite-code"),
    path("devices/log/", views.security_log, name="security-log"),
    path("devices/<int:device>/", views.device, name="device"),
    path("devices/<int:device>/removal/", views.device_removal, name="device-removal"),
]
