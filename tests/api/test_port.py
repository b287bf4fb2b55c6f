import socket

import pytest

from schemas.errors import NoMoreBetsError
from services.api.app import bind


def test_a_port_that_is_taken_is_one_clear_line():
    with bind("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(NoMoreBetsError, match=f"cannot listen on 127.0.0.1 port {port}: Address already in use"):
            bind("127.0.0.1", port)


def test_a_port_that_was_free_again_is_taken_at_once():
    with bind("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)):
            pass
    with bind("127.0.0.1", port) as again:
        assert again.getsockname()[1] == port
