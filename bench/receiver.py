"""Somebody's webhook on this machine: takes every message and remembers when it came."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from schemas.moment import Moment

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Receiver:
    """Its address, and when each idempotency key first arrived."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.came: dict[str, Moment] = {}


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver for the length of this block."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            at = Moment(time.time_ns() // 1_000_000)
            self.rfile.read(int(self.headers.get("content-length", "0")))
            receiver.came.setdefault(self.headers.get("idempotency-key", ""), at)
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        receiver = Receiver(f"http://127.0.0.1:{server.server_address[1]}/alerts")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield receiver
        finally:
            server.shutdown()
