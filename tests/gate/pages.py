"""What a page says: its links and forms, and its text without what differs from run to run."""

import hashlib
import json
import re
from html import unescape
from urllib.parse import urlencode, urljoin, urlsplit

from django.urls import Resolver404, resolve

from tests.html_browser import Page

HOST = "10.0.0.1"
"""An address in somebody's network: invitations name it, not the one of the machine that runs this."""

VARYING = [
    (re.compile(r'<svg[^>]*class="qr".*?</svg>', re.DOTALL), "<svg qr/>"),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "UUID"),
    (re.compile(r'(?<=csrfmiddlewaretoken" value=")\w+'), "CSRF"),
    (re.compile(r'(?<=VERSION = ")\w+'), "VERSION"),
    (re.compile(r"nonce-[\w+/=-]+"), "NONCE"),
    (re.compile(r"/static/[\w./-]*?(\.\w+)?(?=[\"'#\s<?])"), r"STATIC\1"),
    (re.compile(r"[A-Z2-9]{3} [A-Z2-9]{3}(?=</output>)"), "CODE"),
]
ADDRESS = re.compile(rf'(?<=")(?:http://{HOST})?(/[^"\s]*)(?=")|http://{HOST}(/[^\s<"]*)')
LEFT_OUT = {"Content-Length", "ETag", "Last-Modified", "Date"}


def name_of(url):
    """Return the name of the URL pattern of an address of ours and its arguments; None where it has none."""
    try:
        found = resolve(urlsplit(url).path)
    except Resolver404:
        return None
    return found.url_name, tuple("…" if len(str(one)) > 20 else str(one) for one in found.kwargs.values())


def normalize(response):
    """Return the status, headers and body of a response as lines that are the same in every run."""
    kind, body = response.headers.get("Content-Type", ""), response.getvalue()
    if kind.startswith(("text/", "application/")):
        text = body.decode()
        if "html" in kind:
            text = re.sub(r"\s+", " ", text)
        elif "json" in kind:
            text = re.sub(r"[{,\[]", "\\g<0>\n", json.dumps(json.loads(text), ensure_ascii=False))
    else:
        text = hashlib.sha256(body).hexdigest()
    headers = (f'{name}: "{value}"' for name, value in sorted(response.headers.items()) if name not in LEFT_OUT)
    text = "\n".join([str(response.status_code), *headers, text.strip(), ""])
    for pattern, word in VARYING:
        text = pattern.sub(word, text)
    text = ADDRESS.sub(lambda found: _by_name(found[1] or found[2]), text)
    text = re.sub(">( ?)<", r">\1\n<", text)
    return re.sub(r"(\n<(?:link|script) [^\n]*STATIC\.(?:css|js)[^\n]*(\n</script> ?)?)+", "\nASSETS", text)


def _by_name(url):
    named = name_of(url)
    if named is None:
        return url
    rest = url.removeprefix(urlsplit(url).path)
    return f"{{{' '.join([named[0], *named[1]])}}}{rest}"


class Form:
    """A form: what it sends as it stands, and the ways in which somebody could answer it otherwise."""

    def __init__(self, url, page, name):
        attributes, own = page.forms[name], [one for one in page.controls if one.form == name]
        own = [one for one in own if "disabled" not in one.attributes]
        self.is_post = attributes.get("method", "").lower() == "post"
        self.action = urljoin(url, attributes.get("action") or urlsplit(url).path)
        self.fields = page.fields(name)
        hidden = {one.name for one in own if one.kind == "hidden"}
        self.answers = {field: value for field, value in self.fields if field not in hidden}
        self.texts = [one.name for one in own if one.tag == "input" and one.kind in ("text", "search")]
        keys = [one for one in own if one.kind in ("radio", "checkbox")]
        options = [(one.name, option["value"]) for one in own for option in one.options]
        self.choices = [*((one.name, one.attributes.get("value", "")) for one in keys), *options]
        self.buttons = [
            (one.name, one.attributes.get("value", ""), urljoin(url, one.attributes.get("formaction") or self.action))
            for one in own
            if one.tag == "button" and one.kind == "submit"
        ]

    def addresses(self):
        """Yield the addresses a form with method GET leads to, with each choice made otherwise."""
        for name, value in self.choices:
            yield self.address([*(field for field in self.fields if field[0] != name), (name, value)])

    def filled(self, words):
        """Return the address with these words in its text field."""
        return self.address([*(field for field in self.fields if field[0] != self.texts[0]), (self.texts[0], words)])

    def address(self, fields):
        """Return where it leads with these fields."""
        return f"{self.action}?{urlencode(fields)}"


class Links:
    """The addresses of ours that a page names in any attribute or in a text, and its forms."""

    def __init__(self, url, response):
        page, self.url = Page(None, response), url
        named = re.findall(rf'="(/(?!/|static/)[^"]*|\?[^"]+)"|http://{HOST}(/[^\s<"]+)', page.html)
        self.addresses = list(dict.fromkeys(urljoin(url, unescape(one or other)) for one, other in named))
        self.forms = [Form(url, page, name) for name in page.forms]
