"""Every address there is, with something that is there in each of its parts."""

import re

PART = re.compile(r"<(?:\w+:)?(\w+)>")


def routes():
    """Return all routes of the app, as its rooms write them."""
    from scorekeeper.urls import urlpatterns

    return [str(found.pattern) for found in urlpatterns]


def addresses(routes, parts):
    """Fill the parts of routes in: those that could be, by route, and those that could not.

    What a part stands for may depend on where the route begins: “players/pk” is another “pk” than “matches/pk”.
    """
    found, left_out = {}, []
    for route in routes:
        values = {name: parts.get(f"{route.split('/')[0]}/{name}", parts.get(name)) for name in PART.findall(route)}
        if None in values.values():
            left_out.append(route)
        else:
            found[route] = "/" + PART.sub(lambda part, values=values: str(values[part[1]]), route)
    return found, left_out
