"""Which names this table answers to.

A phone opens the table by the address on the host's network, which nobody can list beforehand: it changes with the
network and with containers. So any IP address is answered. That is safe: DNS rebinding (a foreign page pointing its
own name at this machine) needs a *name* in the Host header, and CSRF compares a form's Origin with the same header.
Names are answered only when they are this machine's own or are listed in SCOREKEEPER_HOSTS.
"""

import ipaddress
import socket
from collections.abc import Callable
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

GetResponse = Callable[[HttpRequest], HttpResponse]


def known_host(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        if is_known(request.get_host(), tuple(settings.KNOWN_HOSTS)):
            return get_response(request)
        return HttpResponseBadRequest("This table is not known by that name. See SCOREKEEPER_HOSTS in the README.\n")

    return middleware


@lru_cache(maxsize=256)
def is_known(host: str, names: tuple[str, ...]) -> bool:
    name = without_port(host).lower().rstrip(".")
    return is_address(name) or name in own_names() or name in (known.lower() for known in names)


def without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name}.local"}
