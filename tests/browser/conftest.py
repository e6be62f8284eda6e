"""A phone at the table: 390x844, touch. A test fails when its page logs an error or breaks the content policy."""

import os

import pytest

from tests.browser import chromium
from tests.devices import COOKIE, device_token

# Playwright's synchronous interface runs an event loop in this thread, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}

# Chromium writes each of these answers into the console as an error; here they are part of the conversation.
EXPECTED_ANSWERS = ("status of 409", "status of 422")

REPORT_POLICY_VIOLATIONS = """
addEventListener("securitypolicyviolation", event =>
    console.error(`policy ${event.violatedDirective} refused ${event.blockedURI}`))
"""


@pytest.fixture(scope="session")
def base_url():
    """None: each page is given the live server's address. (The plugin's own fixture warns under this pytest.)"""


@pytest.fixture(scope="session", autouse=True)
def driver():
    """Playwright's driver, before the plugin starts it."""
    if not chromium.driver_starts():
        pytest.skip(chromium.HELP)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type, browser_type_launch_args):
    options = chromium.launch_options(browser_type)
    if options is None:
        pytest.skip(chromium.HELP)
    return {**browser_type_launch_args, **options}


@pytest.fixture
def troubles():
    """What went wrong in the test's pages. Must be empty when the test ends."""
    return []


@pytest.fixture
def service_workers():
    """None, as over plain HTTP; a module that is about them says "allow". To begin with, one fetches all it keeps."""
    return "block"


@pytest.fixture
def open_phone(live_server, new_context, troubles, service_workers):
    """Opens a page on another phone, with other settings for its browser (java_script_enabled=False, ...)."""
    phone = {**PHONE, "service_workers": service_workers}

    def open_page(**options):
        stranger = options.pop("stranger", False)
        context = new_context(base_url=live_server.url, **{**phone, **options})
        if not stranger:
            context.add_cookies([{"name": COOKIE, "value": device_token(), "url": live_server.url}])
        if options.get("java_script_enabled", True):
            context.add_init_script(REPORT_POLICY_VIOLATIONS)
        page = context.new_page()
        page.on("console", lambda message: note_console(troubles, message))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield open_page
    assert troubles == []


@pytest.fixture
def phone(open_phone):
    return open_phone()


def note_console(troubles, message):
    if message.type == "error" and not any(answer in message.text for answer in EXPECTED_ANSWERS):
        troubles.append(f"{message.text} ({message.location.get('url', '')})")
