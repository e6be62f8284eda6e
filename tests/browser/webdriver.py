"""Browsers that Playwright cannot drive: WebKitGTK, the engine of Safari, and an installed Firefox.

Both speak WebDriver, JSON over a socket: WebKitWebDriver over HTTP, Firefox over its own port, Marionette. A client
library would bring fifteen packages, and needs one more program to start Firefox.
"""

import base64
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from urllib.error import HTTPError

from tests.browser.server_process import free_port

PACKAGES = ("webkit2gtk-driver", "xvfb")
WEBKIT_PROGRAMS = ("WebKitWebDriver", "Xvfb")
WEBKIT_HELP = f"no WebKit: apt install {' '.join(PACKAGES)}"
FIREFOX = ("firefox-esr", "firefox")
FIREFOX_HELP = f"no Firefox: apt install {FIREFOX[0]}"

# WebDriver returns an element under this key.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Longest wait, in seconds, for an element or a condition.
PATIENCE = 60

# The browser’s own toolbar is as narrow as a phone.
NARROW_TOOLBAR = "* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 4px; }"
# Without a graphics card, painting into its emulated buffers takes half of WebKit’s processor time.
WITHOUT_GPU = {"WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
FIREFOX_SETTINGS = {
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.startup.max_resumed_crashes": -1,
}


class WebDriverError(Exception):
    """The browser refused a command."""


class Browser:
    """One window. `ask(method, path, **parameters)` is a command of WebDriver, by its path below the session."""

    def goto(self, address):
        self.ask("POST", "url", url=address)

    def run(self, script, *arguments):
        """Return what the body of a function returns in the page; a promise is waited for."""
        return self.ask("POST", "execute/sync", script=script, args=list(arguments))

    def find(self, selector):
        return self.wait(f"return document.querySelector({json.dumps(selector)})")

    def click(self, element):
        """As a pointer does: it has to be seen, and nothing may lie over it."""
        self.ask("POST", f"element/{element[ELEMENT]}/click")

    def type(self, element, text):
        self.ask("POST", f"element/{element[ELEMENT]}/value", text=text)

    def wait(self, script):
        """Wait until the body of a function returns something; return that."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := self.run(script):
                return found
            time.sleep(0.03)
        text = self.run("return document.body.innerText")
        raise AssertionError(f"{script}\nin {self.address}:\n{text}")

    def wait_for_text(self, selector, text):
        find = f"[...document.querySelectorAll({json.dumps(selector)})].some(one => one.textContent.includes"
        self.wait(f"return {find}({json.dumps(text)}))")

    def add_cookie(self, name, value):
        self.ask("POST", "cookie", cookie={"name": name, "value": value})

    def forget_cookies(self):
        self.ask("DELETE", "cookie")

    def resize(self, width, height):
        """Give the page itself this size."""
        self.ask("POST", "window/rect", width=width, height=height)
        shown = self.run("return [innerWidth, innerHeight]")
        self.ask("POST", "window/rect", width=2 * width - shown[0], height=2 * height - shown[1])

    def screenshot(self):
        return base64.b64decode(self.ask("GET", "screenshot"))

    @property
    def address(self):
        return self.run("return location.href")


class WebKit(Browser):
    def __init__(self, port):
        self.session = f"http://127.0.0.1:{port}/session"
        self.session += f"/{self.ask('POST', '', capabilities={})['sessionId']}"

    def ask(self, method, path, **parameters):
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(f"{self.session}/{path}".rstrip("/"), body, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise WebDriverError(json.load(error)["value"]["message"]) from None


class Firefox(Browser):
    """Marionette has a name for each command instead of a path, and the length before each message."""

    COMMANDS = {
        "url": "Navigate",
        "execute/sync": "ExecuteScript",
        "cookie": "AddCookie",
        "window/rect": "SetWindowRect",
        "screenshot": "TakeScreenshot",
    }

    def __init__(self, port):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            self.messages = connection.makefile("rwb", buffering=0)
        self.receive()
        self.send("NewSession", capabilities={})

    def ask(self, method, path, **parameters):
        if method == "DELETE":
            return self.send("DeleteAllCookies")
        if path.startswith("element/"):
            _, element, act = path.split("/")
            return self.send({"click": "ElementClick", "value": "ElementSendKeys"}[act], id=element, **parameters)
        if path == "screenshot":
            parameters = {"full": False}
        return self.send(self.COMMANDS[path], **parameters)

    def send(self, command, **parameters):
        message = json.dumps([0, 0, f"WebDriver:{command}", parameters]).encode()
        self.messages.write(b"%d:%b" % (len(message), message))
        _kind, _number, error, result = self.receive()
        if error:
            raise WebDriverError(error["message"])
        return result.get("value", result)

    def receive(self):
        length = b""
        while (digit := self.messages.read(1)) != b":":
            length += digit
        message = b""
        while len(message) < int(length):
            message += self.messages.read(int(length) - len(message))
        return json.loads(message)


def missing_packages():
    """The Debian packages to install before WebKit can run."""
    return [] if webkit_is_there() else [*PACKAGES]


def webkit_is_there():
    return all(map(shutil.which, WEBKIT_PROGRAMS))


def find_firefox():
    return next(filter(None, map(shutil.which, FIREFOX)), None)


@contextmanager
def open_webkit(folder):
    """WebKit on a screen of its own, with its settings in `folder`."""
    (folder / "gtk-3.0").mkdir(exist_ok=True)
    (folder / "gtk-3.0/gtk.css").write_text(NARROW_TOOLBAR)
    reading, writing = os.pipe()
    screen = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with running(screen, pass_fds=[writing], stderr=subprocess.DEVNULL):
        os.close(writing)
        with os.fdopen(reading) as display:
            surroundings = {"DISPLAY": f":{display.readline().strip()}", "XDG_CONFIG_HOME": str(folder), **WITHOUT_GPU}
        port = free_port()
        with running(["WebKitWebDriver", f"--port={port}"], env={**os.environ, **surroundings}):
            yield connected(WebKit, port)


@contextmanager
def open_firefox(folder):
    """Firefox without a window, with its profile in `folder`."""
    port = free_port()
    settings = FIREFOX_SETTINGS | {"marionette.port": port}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = [find_firefox(), "--marionette", "--headless", "--no-remote", "--profile", str(folder)]
    with running(command, env={**os.environ, "HOME": str(folder)}, stderr=subprocess.DEVNULL):
        browser = connected(Firefox, port)
        with browser.messages:
            yield browser


@contextmanager
def running(command, **options):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    try:
        yield
    finally:
        process.terminate()
        process.wait(10)


def connected(browser, port):
    """The browser's first window, once its port is open."""
    end = time.monotonic() + 2 * PATIENCE
    while True:
        try:
            return browser(port)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
