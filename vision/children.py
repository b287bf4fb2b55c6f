"""Work in another process that ends when its parent does, and whose complaints come home as one line."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from schemas.errors import NoMoreBetsError

_spawning = multiprocessing.get_context("spawn")


def follow_parent() -> None:
    """From now on this process ends with the one that started it, however that one ends."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, which ends its children

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


class Child:
    """One process doing one piece of work; iterate to get what it says."""

    def __init__(self, name: str, work: Callable[..., Iterator[Any]], *told: Any) -> None:
        self.name = name
        self.connection, theirs = _spawning.Pipe(duplex=False)
        self._process: BaseProcess = _spawning.Process(target=_run, args=(theirs, work, told), name=name, daemon=True)
        self._process.start()
        theirs.close()

    def __iter__(self) -> Iterator[Any]:
        """What the child says, until it is done; its error is raised here."""
        while True:
            try:
                tag, said = self.connection.recv()
            except EOFError:
                self._process.join(5)
                why = f"{self.name}: its process ended unexpectedly (exit code {self._process.exitcode})"
                raise NoMoreBetsError(why) from None
            if tag == "done":
                return
            if tag == "error":
                raise NoMoreBetsError(said)
            yield said

    def stop(self) -> None:
        """End it, if it has not ended by itself."""
        if self._process.is_alive():
            self._process.terminate()
        self._process.join(5)
        self.connection.close()


def _run(connection: Connection, work: Callable[..., Iterator[Any]], told: tuple[Any, ...]) -> None:
    follow_parent()
    try:
        for said in work(*told):
            connection.send(("said", said))
        connection.send(("done", None))
    except NoMoreBetsError as wrong:
        connection.send(("error", str(wrong)))
    except BrokenPipeError:  # the parent is gone
        return
