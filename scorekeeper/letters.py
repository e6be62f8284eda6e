"""How what is sent is read: as a form, in UTF-8, or not at all."""

import re
from collections.abc import Callable, Iterable
from typing import Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

FORM = re.compile(r"application/x-www-form-urlencoded|multipart/form-data; *boundary=[^;\s]+", re.ASCII | re.IGNORECASE)


def only_forms_in_utf_8(application: Application) -> Application:
    """Leave nothing else in what a request says of itself: Django reads it, address included, by any codec it names."""

    def wrapped(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        form = FORM.match(environ.get("CONTENT_TYPE", ""))
        environ["CONTENT_TYPE"] = form[0] if form else ""
        return application(environ, start_response)

    return wrapped
