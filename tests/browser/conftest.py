"""Phones: 390x844, touch. A test fails when one of its pages logs an error or breaks the content policy."""

import os
import re
import time
from threading import get_ident

import pytest
from django.core.signals import request_finished, request_started

from tests.browser import chromium, layout, words
from tests.browser.server_process import ServerProcess
from tests.devices import COOKIE, device_token

# Playwright's synchronous interface runs an event loop in this thread, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# Without a service worker, as over plain HTTP: to begin with, one fetches all it keeps.
PHONE = {"viewport": layout.PHONE, "is_mobile": True, "has_touch": True, "service_workers": "block"}

# Milliseconds for anything that is waited for: only a busy machine, or a failure, takes as long.
LONGEST_WAIT = 60_000

# Chromium writes each of these answers into the console as an error; here they are part of the conversation.
EXPECTED_ANSWERS = ("status of 409", "status of 422")

# Repeated timers, and those of a second or more, run ten times as fast.
FAST_TIMERS = """
const every = setInterval, later = setTimeout;
window.setInterval = (work, time) => every(work, time / 10);
window.setTimeout = (work, time) => later(work, time < 1000 ? time : time / 10);
"""

REPORT_POLICY_VIOLATIONS = """
addEventListener("securitypolicyviolation", event =>
    console.error(`policy ${event.violatedDirective} refused ${event.blockedURI}`))
"""


@pytest.fixture(scope="session")
def base_url():
    """None: each page is given the live server's address. (The plugin's own fixture warns under this pytest.)"""


@pytest.fixture(scope="session")
def driver():
    if not chromium.driver_runs():
        pytest.skip(chromium.HELP)


@pytest.fixture(scope="session")
def playwright(driver, playwright):
    """The plugin's own, where Playwright's driver starts."""
    return playwright


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type, browser_type_launch_args):
    options = chromium.launch_options(browser_type)
    if options is None:
        pytest.skip(chromium.HELP)
    return {**browser_type_launch_args, **options}


@pytest.fixture(scope="session")
def all_errors():
    return []


@pytest.fixture
def page_errors(all_errors):
    """Errors in the test's pages. Must be empty when the test ends."""
    all_errors.clear()
    return all_errors


@pytest.fixture(scope="session")
def answering():
    """The threads of the live server that are answering a request."""
    threads = set()

    def begin(**_):
        threads.add(get_ident())

    def end(**_):
        threads.discard(get_ident())

    request_started.connect(begin)
    request_finished.connect(end)
    yield threads
    request_started.disconnect(begin)
    request_finished.disconnect(end)


@pytest.fixture
def open_phone(live_server, new_context, page_errors, answering):
    """Opens a page on another phone, with other settings for its browser (java_script_enabled=False, ...)."""
    contexts = []

    def open_page(*, stranger=False, **options):
        settings = {**PHONE, **options}
        context = watch(new_context(base_url=live_server.url, **settings), page_errors, settings)
        contexts.append(context)
        if not stranger:
            log_in(context, live_server.url)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()
    wait_for_answers(answering)
    assert page_errors == []


@pytest.fixture(scope="session")
def shared_phones(browser):
    """The phones of this worker by name: a new one takes as much processor time as a short test."""
    contexts = {}
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture
def share_phone(live_server, browser, page_errors, shared_phones, answering):
    """Opens a page on one of this worker's phones, with nothing of another test on it."""
    used = set()

    def open_page(name, script=""):
        if name not in shared_phones:
            context = browser.new_context(base_url=live_server.url, **PHONE)
            context.add_init_script(script)
            shared_phones[name] = watch(context, page_errors, {})
        context = shared_phones[name]
        used.add(context)
        log_in(context, live_server.url)
        return context.pages[0] if context.pages else context.new_page()

    yield open_page
    for context in used:
        clean(context, live_server.url)
    wait_for_answers(answering)
    assert page_errors == []


@pytest.fixture
def phone(share_phone):
    """Scripts, listeners and clocks that a test adds stay on a page: such a test calls open_phone() instead."""
    return share_phone("first")


@pytest.fixture
def second_phone(share_phone):
    return share_phone("second")


@pytest.fixture
def fast_phone(share_phone):
    """A phone that retries, and asks what is new, ten times as often."""
    return share_phone("fast", FAST_TIMERS)


@pytest.fixture(scope="session")
def server(tmp_path_factory, browser):
    """A server in a process of its own, that may be killed. Tests that do start it again."""
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    server.start()
    server.cookies = join(browser, server)
    yield server
    server.stop()


def join(browser, server):
    """Join the server's club by the link that it printed for the owner; return the phone's cookies."""
    context = browser.new_context(base_url=server.address, java_script_enabled=False)
    page = context.new_page()
    page.goto(re.search(r"/join/\S+/", server.log.read_text())[0])
    page.locator(words.JOIN_AS).click()
    page.locator(words.MEMBER_LINKS).wait_for()
    cookies = context.cookies()
    context.close()
    return cookies


def wait_for_answers(answering):
    """Wait until no request of a page that is gone uses the database, which is emptied next."""
    for _ in range(LONGEST_WAIT // 20):
        if not answering - {get_ident()}:  # the test's own thread
            return
        time.sleep(0.02)


def watch(context, page_errors, settings):
    """Note what goes wrong on the context's pages."""
    context.set_default_timeout(LONGEST_WAIT)
    if settings.get("java_script_enabled", True):
        context.add_init_script(REPORT_POLICY_VIOLATIONS)
    context.on("console", lambda message: note_console(page_errors, message))
    context.on("weberror", lambda error: page_errors.append(str(error.error)))
    return context


def log_in(context, address, **device):
    """Make the phone a device of the club: of its owner, unless said."""
    context.add_cookies([{"name": COOKIE, "value": device_token(**device), "url": address}])


def clean(context, address):
    """Leave one empty page, and nothing that a test has left on the phone."""
    page = context.pages[0] if context.pages else context.new_page()
    for other in context.pages[1:]:
        other.close()
    page.unroute_all(behavior="ignoreErrors")
    context.set_offline(False)
    page.goto("about:blank")
    context.clear_cookies()
    devtools = context.new_cdp_session(page)
    devtools.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    devtools.detach()
    page.set_viewport_size(layout.PHONE)
    page.emulate_media(color_scheme="light", media="null", reduced_motion="null")


def note_console(page_errors, message):
    if message.type == "error" and not any(answer in message.text for answer in EXPECTED_ANSWERS):
        page_errors.append(f"{message.text} ({message.location.get('url', '')})")
