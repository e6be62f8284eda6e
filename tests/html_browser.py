"""A browser without JavaScript: it sees a page's forms and sends them as HTML says, CSRF token, cookies and all."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.test import Client

VOID = {"input", "link", "meta", "br", "img"}


@dataclass
class Control:
    """An input, a button, or a select with its options."""

    tag: str
    attributes: dict
    form: str
    text: str = ""
    options: list = field(default_factory=list)

    @property
    def name(self):
        return self.attributes.get("name")

    @property
    def kind(self):
        return self.attributes.get("type", "submit" if self.tag == "button" else "text")

    @property
    def label(self):
        return self.attributes.get("aria-label") or " ".join(self.text.split())


class Page(HTMLParser):
    """A page as it arrived: its status, its forms, its text."""

    def __init__(self, browser, response):
        super().__init__()
        self.browser, self.response, self.status = browser, response, response.status_code
        self.html = response.content.decode()
        self.forms, self.controls, self.links, self.ids = {}, [], {}, {}
        self._form, self._open, self._words = "", None, []
        self.feed(self.html)
        self.text = " ".join(" ".join(self._words).split())

    def handle_starttag(self, tag, attributes):
        attributes = {name: value or "" for name, value in attributes}
        if "id" in attributes:
            self.ids[attributes["id"]] = attributes
        if tag == "form":
            self._form = attributes.get("id") or f"form {len(self.forms) + 1}"
            self.forms[self._form] = attributes
        elif tag in ("input", "button", "select", "textarea"):
            self._open = Control(tag, attributes, attributes.get("form", self._form))
            self.controls.append(self._open)
        elif tag == "option" and self._open:  # those of a datalist are only suggestions
            self._open.options.append(attributes)
        elif tag == "a":
            self._open = Control(tag, attributes, "")
            self.links.setdefault(attributes.get("href"), []).append(self._open)
        if tag in VOID:
            self._open = None

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = ""
        if self._open and tag == self._open.tag:
            self._open = None

    def handle_data(self, words):
        if self._open and self._open.tag in ("button", "a"):
            self._open.text += words
        if "{" not in words:
            self._words.append(words)

    def buttons(self):
        """The labels of all buttons that can be pressed."""
        return [control.label for control in self._pressable()]

    def fields(self, form="entry"):
        """Return the names and values that a form would send, in the order of the page."""
        return [pair for control in self.controls if control.form == form for pair in _sent(control)]

    def press(self, label, said=None, **more):
        """Fill in what is said, press a button, and follow where it leads."""
        pressed = next(control for control in self._pressable() if control.label == label)
        form = self.forms[pressed.form]
        typed = {**(said or {}), **more}
        pairs = [(name, value) for name, value in self.fields(pressed.form) if name not in typed]
        for name, value in typed.items():
            assert any(name == control.name for control in self.controls), f"there is no field {name}"
            pairs += [(name, one) for one in (value if isinstance(value, list) else [value])]
        if pressed.name:
            pairs.append((pressed.name, pressed.attributes.get("value", "")))
        action = pressed.attributes.get("formaction") or form.get("action") or self.response.request["PATH_INFO"]
        return self.browser.post(action, pairs)

    def _pressable(self):
        found = (one for one in self.controls if one.tag == "button" and one.kind == "submit" and one.form)
        return [control for control in found if "disabled" not in control.attributes]


def _sent(control):
    attributes = control.attributes
    if not control.name or "disabled" in attributes or control.tag == "button" or control.kind == "file":
        return []
    if control.tag == "select":
        chosen = [option for option in control.options if "selected" in option] or control.options[:1]
        return [(control.name, option["value"]) for option in chosen]
    if control.kind in ("radio", "checkbox") and "checked" not in attributes:
        return []
    return [(control.name, attributes.get("value", ""))]


class Browser:
    """A phone at the table."""

    def __init__(self, kind=Client):
        self.client = kind(enforce_csrf_checks=True, headers={"host": "localhost"})

    def open(self, path):
        return Page(self, self.client.get(path, follow=True))

    def post(self, path, pairs):
        said = {}
        for name, value in pairs:
            said.setdefault(name, []).append(value)
        return Page(self, self.client.post(path, said, follow=True))
