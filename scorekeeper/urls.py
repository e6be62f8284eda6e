from importlib.util import find_spec

from django.urls import include, path

ROOMS = ["club", "table", "nights", "rulebook"]

urlpatterns = [path("", include(f"scorekeeper.{room}.urls")) for room in ROOMS if find_spec(f"scorekeeper.{room}.urls")]
