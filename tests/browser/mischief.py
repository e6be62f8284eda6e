"""A network that plays tricks: between a phone and its server, on this machine, one request at a time."""

import http.client
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PASS, REFUSE, LOSE, TEAR, HANG, SLOW = "pass", "refuse", "lose", "tear", "hang", "slow"
"""It goes through; never arrives; its answer is lost; or half of it; nobody ever answers; it takes a while."""

PORTAL = b"<!DOCTYPE html><title>Welcome to our network</title><h1>Agree to our terms</h1>"


class Network(ThreadingHTTPServer):
    """Listens in the place of a server. `mood` says of each request (method, path) what becomes of it."""

    daemon_threads = True
    request_queue_size = 100

    def __init__(self, upstream):
        self.upstream = upstream
        self.patience = 3
        self.seen = []
        self.heal()
        super().__init__(("127.0.0.1", 0), Passage)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def address(self):
        return f"http://localhost:{self.server_address[1]}"

    def heal(self):
        self.always(PASS)

    def always(self, what, kind=""):
        """Have this become of every request, or of those whose method and path say `kind`."""
        self.mood = lambda method, path: what if kind in f"{method} {path}" else PASS

    def handle_error(self, request, client_address):
        """Whoever hung up did so on purpose."""


class Passage(BaseHTTPRequestHandler):
    """One request on its way."""

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        what = self.server.mood(self.command, self.path)
        self.server.seen.append((self.command, self.path, what))
        self.close_connection = True
        if isinstance(what, int):
            return self.say(what, [("Content-Type", "text/html")], PORTAL)
        if what == REFUSE:
            return None
        if what == HANG:
            return time.sleep(self.server.patience)
        if what == SLOW:
            time.sleep(self.server.patience / 3)
        try:
            status, headers, answer = self.forwarded(body)
        except OSError:
            return None
        if what == LOSE:
            return None
        return self.say(status, headers, answer, torn=what == TEAR)

    do_GET = do_POST = do_HEAD = pass_on  # noqa: N815 - the names http.server looks for

    def forwarded(self, body):
        passed_on = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=20)
        try:
            headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            passed_on.request(self.command, self.path, body or None, headers)
            answer = passed_on.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            passed_on.close()

    def say(self, status, headers, answer, *, torn=False):
        self.send_response_only(status)
        for name, value in headers:
            if name.lower() not in ("transfer-encoding", "connection", "content-length", "keep-alive"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer[: len(answer) // 2] if torn else answer)
