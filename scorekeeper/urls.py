from importlib import import_module
from importlib.util import find_spec

ROOMS = [f"scorekeeper.{room}.urls" for room in ["table", "club", "nights", "rulebook"]]

# In one list, not included room by room, and what is asked for most at its top: finding an address takes half the time.
urlpatterns = [found for room in ROOMS if find_spec(room) for found in import_module(room).urlpatterns]

handler400 = "scorekeeper.refused.bad_request"
handler403 = "scorekeeper.refused.not_allowed"
handler404 = "scorekeeper.refused.not_found"
handler500 = "scorekeeper.refused.broken"
