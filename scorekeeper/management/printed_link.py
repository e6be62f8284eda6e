"""An invitation, as it is printed in a terminal."""

from django.urls import reverse

from scorekeeper import network
from scorekeeper.club.links import Invitation


def invited(invitation: Invitation, home: str) -> str:
    """Return its link and the code to scan it with; `home` is where phones find this installation."""
    link = home + reverse("link", args=[invitation.token])
    return f"  {link}\n{network.qr_code(link)}"
