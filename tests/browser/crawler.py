"""Presses the buttons of a page's forms as a browser draws them, with all that it sends, and looks at what follows."""

import json
import re
import sqlite3
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from django.apps import apps
from django.core.cache import caches
from django.db import connection, models
from django.urls import Resolver404, resolve
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import LONGEST_WAIT
from tests.devices import COOKIE, Stranger
from tests.html_browser import Browser

# All that submits a form, but also buttons that scripts handle: a button is told by its place among these.
BUTTONS = "button:not([type=button], [type=reset]), input[type=submit]"
DESCRIBE = """buttons => {
    for (const one of document.querySelectorAll("details")) one.open = true;
    const isShown = one => one.checkVisibility({visibilityProperty: true});
    const isTypedInto = one => ["text", "search", "date"].includes(one.type) || one.localName === "textarea";
    return [...document.querySelectorAll(buttons)].map((one, place) => ({
        place, name: one.name, value: one.value,
        canBePressed: one.form && !one.disabled && isShown(one),
        hasTexts: [...one.form?.elements ?? []].some(field => isTypedInto(field) && isShown(field)),
        words: (one.getAttribute("aria-label") || one.textContent).trim().replace(/\\s+/g, " "),
        path: new URL(one.getAttribute("formaction") || one.form?.getAttribute("action") || "", location).pathname,
    }));
}"""

# Opens what the button may stand in; another menu would lie over it. Types into all fields for texts, and returns them
# by name; null where the browser itself says that something is missing, or typing has hidden the button. `texts`: by
# type of field. Numbers stay: they have values, and each change of one has an answer.
PREPARE = """({buttons, place, texts, isNamed}) => {
    const button = document.querySelectorAll(buttons)[place], typed = {};
    for (const one of document.querySelectorAll("details")) one.open = !one.matches(".menu") || one.contains(button);
    for (const one of button.form.elements) {
        const kind = one.localName === "textarea" ? "text" : one.localName === "input" ? one.type : "";
        const text = texts[one.getAttribute("inputmode") === "none" ? "keys" : kind];
        if (!text || one.readOnly || one.disabled || !one.checkVisibility({visibilityProperty: true})) continue;
        one.value = one.maxLength > 0 ? text.slice(0, one.maxLength) : text;
        for (const event of ["input", "change"]) one.dispatchEvent(new Event(event, {bubbles: true}));
        typed[one.name] = one.value;
    }
    if (!isNamed) button.removeAttribute("name");
    button.focus(); // as a click does: that alone is nothing that happens
    const isMark = one => one.constructor === Animation; // no transition of a style
    addEventListener("click", () => { window.isMarked = document.getAnimations().some(isMark); });
    const isReady = button.formNoValidate || button.form.noValidate || button.form.checkValidity();
    return isReady && button.checkVisibility({visibilityProperty: true}) ? typed : null;
}"""
TEXTS = {"text": "Xenia Q", "search": "Xenia Q", "date": "2026-01-02", "keys": "7"}

# Visible state of a page: its texts, refusals, and the values of its fields.
LOOK = """() => {
    const isShown = one => one.checkVisibility({visibilityProperty: true});
    const refusals = [...document.querySelectorAll("[role=alert], .wrong, .refused")].filter(isShown);
    const fields = [...document.querySelectorAll("input, textarea, select")];
    return {
        url: location.pathname + location.search,
        headings: document.querySelectorAll("h1").length,
        refusals: refusals.map(one => one.textContent.trim()).filter(Boolean),
        text: document.body.innerText,
        fields: fields.map(({name, value, checked}) => [name, value, checked]),
        isMarked: !!window.isMarked, // a tap that is not taken shakes what was tapped
        focus: document.activeElement?.outerHTML.slice(0, 80),
    };
}"""

# The page again with what is wrong, or with what others have changed meanwhile.
REFUSED = (409, 422)
# Random and time-dependent values: keys and stamps on pages, times and secrets in the database.
VARYING = re.compile(r"\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b[0-9a-f]{12}\b|\b\w{32,}\b")
VARYING_COLUMNS = (models.DateTimeField, models.UUIDField, models.BinaryField)
VARYING_NAMES = ("seed", "token_hash", "key", "digest")
# A form of these routes does the same whatever is entered beside it.
WITHOUT_STATE = ("own-player/",)
MILLISECONDS_TO_BEGIN = 400
# A busy machine may take some time to scroll to a button; nothing else lies over it for that long.
MILLISECONDS_TO_PRESS = 30_000


@dataclass(frozen=True)
class Visit:
    """An address, the token of the device that opens it (a stranger has none), its role, the state of what is there.

    `first`: what leads to the page there, if no address does: the name of a field, its text, and the button's words.
    """

    address: str
    token: str = ""
    role: str = ""
    state: str = ""
    first: tuple = ()

    def __str__(self):
        return " ".join(filter(None, (self.address, self.role, self.state)))


@dataclass
class Outcome:
    """The effect of a press: the page before and after, all responses, the typed texts, and where they are stored."""

    button: dict
    before: dict
    page: dict
    answers: list
    typed: dict
    record: bytes
    rows: set

    @property
    def visible(self):
        """All that can be seen and was kept, without what differs each time."""
        return VARYING.sub("", json.dumps([self.page[name] for name in ("url", "text", "fields")])), self.rows

    def problems(self):
        """Say what is wrong with it, each in a sentence."""
        statuses = {status for status, _, _ in self.answers}
        for status, method, path in self.answers:
            if status >= 400 and status not in REFUSED:
                yield f"{method} {path} is answered with {status}"
        if not self.answers and self.page == self.before:
            yield "nothing happens"
        if self.page["headings"] != 1:
            yield f"{self.page['headings']} first headings"
        if statuses & {*REFUSED} and not self.page["refusals"]:
            yield "it is refused without a word"
        # A button that says something itself stands beside a field for those who want to say something else.
        shown = json.dumps(self.page, ensure_ascii=False).replace("+", " ")
        lost = [text for text in self.typed.values() if text not in shown and text.encode() not in self.record]
        if self.answers and lost and not self.button["name"]:
            yield f"what was typed is lost: {', '.join(lost)}"


@dataclass
class Report:
    """Findings of several crawlers."""

    problems: list = field(default_factory=list)
    # By name of a button and where it leads: whether what followed ever had to do with it, and where it was pressed.
    effects: dict = field(default_factory=dict)

    def all_problems(self):
        """A button with a name says something: where the same always follows without the name, it is thrown away."""
        thrown_away = [
            f"{where}: its {name} is thrown away: the same follows without it"
            for (name, *_), (has_effect, where) in self.effects.items()
            if not has_effect
        ]
        return [*self.problems, *thrown_away]


class Record:
    """A copy of the database, which is put back in less than a millisecond."""

    def __init__(self):
        connection.ensure_connection()
        self.copy = sqlite3.connect(":memory:")
        connection.connection.backup(self.copy)

    def restore(self):
        connection.ensure_connection()
        self.copy.backup(connection.connection)
        for cache in caches.all():
            cache.clear()


def stored_rows():
    """All rows as SQLite has them, without what differs each time."""
    rows = set()
    for model in apps.get_models():
        columns = [
            f'"{field.column}"'
            for field in model._meta.concrete_fields
            if not isinstance(field, VARYING_COLUMNS) and not field.name.endswith(VARYING_NAMES)
        ]
        table = model._meta.db_table
        found = connection.connection.execute(f'SELECT {", ".join(columns)} FROM "{table}"')
        rows |= {(table, *map(str, row)) for row in found}
    return rows


def route_of(path):
    try:
        return resolve(path).route
    except Resolver404:
        return path


def with_buttons(visits):
    """Yield each visit with its buttons as the server sends them: where each leads, and its name."""
    for visit in visits:
        browser = Browser(Stranger)
        if visit.token:
            browser.client.cookies[COOKIE] = visit.token
        page = browser.open(visit.address)
        if visit.first:
            name, text, words = visit.first
            page = page.press(words, {name: text})
        forms = {name: form.get("action") or page.response.request["PATH_INFO"] for name, form in page.forms.items()}
        sent = (button for button in page.controls if button.kind == "submit" and button.form)
        yield visit, [(one.attributes.get("formaction") or forms[one.form], one.name or "") for one in sent]


class Crawler:
    """Presses buttons in one browser. Before each press the record and the phone are as they were."""

    def __init__(self, page, address, record, report, *, every_page, with_text=True):
        self.page, self.address, self.record, self.report = page, address, record, report
        self.every_page, self.with_text = every_page, with_text
        self.pressed, self.is_fresh, self.is_leaving = set(), False, False
        self.devtools = page.context.new_cdp_session(page)
        self.answers, self.under_way = [], set()
        page.on("request", self.note_request)
        page.on("response", self.note_answer)
        page.on("requestfinished", self.note_end)
        page.on("requestfailed", self.note_failure)
        page.on("framenavigated", self.note_page)

    def note_request(self, request):
        self.under_way.add(request)
        self.is_leaving |= request.is_navigation_request()

    def note_answer(self, answer):
        self.answers.append((answer.status, answer.request.method, urlsplit(answer.url).path))

    def note_end(self, request):
        self.under_way.discard(request)

    def note_failure(self, request):
        self.under_way.discard(request)
        self.is_leaving &= not request.is_navigation_request()

    def note_page(self, frame):
        self.is_leaving = False

    def crawl(self, pages):
        """Press on each page what is new; `pages`: visits with the buttons that the server sends."""
        for visit, buttons in pages:
            if any(self.kind(visit, path, name) not in self.pressed for path, name in buttons):
                self.press_all(visit)

    def kind(self, visit, path, name):
        """Return the kind of a button. One of each kind is pressed: on every page, or in every state of a page."""
        page = (visit.role, route_of(urlsplit(visit.address).path)) if self.every_page else ""
        route = route_of(path)
        state = "" if route.endswith(WITHOUT_STATE) and not self.every_page else visit.state
        return state, page, route, re.sub(r"\d", "", name)

    def press_all(self, visit):
        self.open(visit)
        for button in self.page.evaluate(DESCRIBE, BUTTONS):
            kind = self.kind(visit, button["path"], button["name"])
            if button["canBePressed"] and kind not in self.pressed:
                self.pressed.add(kind)
                # A button with a name says something itself.
                is_typed = button["hasTexts"] and self.with_text and (self.every_page or not button["name"])
                if self.every_page or not is_typed:
                    self.judge(visit, button, {})
                if is_typed:
                    self.judge(visit, button, TEXTS)

    def judge(self, visit, button, texts):
        """Press a button and note what is wrong; once more without its name, until that is seen to do something."""
        where = f"{visit}: “{button['words']}”{' with text' if texts else ''}"
        try:
            outcome = self.press(visit, button, texts)
            if outcome is None:
                return
            self.report.problems += [f"{where}: {problem}" for problem in outcome.problems()]
            if button["name"]:
                leads_to = route_of(button["path"]).split("/")[-2:-1]
                effect = self.report.effects.setdefault((button["name"], *leads_to), [False, where])
                effect[0] = effect[0] or outcome.visible != self.press(visit, button, texts, is_named=False).visible
        except PlaywrightTimeout:
            self.report.problems.append(f"{where} cannot be pressed")

    def press(self, visit, button, texts, *, is_named=True):
        """Return the outcome; None if the browser itself refuses, such as an empty required field."""
        if not self.is_fresh:
            self.open(visit)
        self.is_fresh = False
        target = {"buttons": BUTTONS, "place": button["place"], "texts": texts, "isNamed": is_named}
        typed, located = self.page.evaluate(PREPARE, target), self.page.locator(BUTTONS).nth(button["place"])
        if typed is None:
            return None
        self.wait_for_answers(50 if typed else 0)
        before = self.page.evaluate(LOOK)
        self.answers.clear()
        located.click(no_wait_after=True, timeout=MILLISECONDS_TO_PRESS)
        self.wait_for_answers()
        record = connection.connection.serialize() if typed else b""
        rows = stored_rows() if button["name"] else set()
        return Outcome(button, before, self.look(), [*self.answers], typed, record, rows)

    def look(self):
        """Look at the page that the press leads to, which may be just coming."""
        try:
            return self.page.evaluate(LOOK)
        except PlaywrightError:
            self.page.wait_for_load_state()
            return self.page.evaluate(LOOK)

    def open(self, visit):
        self.record.restore()
        self.devtools.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        self.page.context.clear_cookies()
        if visit.token:
            self.page.context.add_cookies([{"name": COOKIE, "value": visit.token, "url": self.address}])
        try:
            self.page.goto(visit.address)
        except PlaywrightError:  # the press before still led somewhere
            self.page.goto(visit.address)
        if visit.first:
            name, text, words = visit.first
            self.page.fill(f"[name={name}]", text)
            with self.page.expect_navigation():
                self.page.get_by_role("button", name=words).click()
        self.is_fresh = True

    def wait_for_answers(self, milliseconds=MILLISECONDS_TO_BEGIN):
        """Wait until nothing is under way any more; so long for something to begin."""
        quiet, waited = 0, 0
        while quiet < 2 or (not self.answers and waited < milliseconds):
            if waited > LONGEST_WAIT:  # the end of a request that the next page has cut off is not always told
                self.under_way.clear()
                self.is_leaving = False
            self.page.wait_for_timeout(20)
            quiet, waited = 0 if self.under_way or self.is_leaving else quiet + 1, waited + 20
        self.page.wait_for_load_state()
