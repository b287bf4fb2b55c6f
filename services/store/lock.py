"""One living nomorebets per data directory."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType

from schemas.errors import NoMoreBetsError

PATIENCE_S = 5.0
"""How long to wait for what a dead process' children still hold. Lower gives up on them sooner."""


class DataLock:
    """Holds a data directory for this process, and tells others who holds it and where its database is."""

    def __init__(self, data: Path) -> None:
        self.path = data / "nomorebets.lock"
        self._file: int | None = None

    def take(self) -> None:
        """Take the directory, or say in one line who has it."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as wrong:
            raise NoMoreBetsError(f"cannot use the data directory {self.path.parent}: {wrong.strerror}") from None
        give_up = time.monotonic() + PATIENCE_S
        while not _locked(self._file):
            holder = self._holder()
            if _alive(holder) or time.monotonic() > give_up:
                os.close(self._file)
                self._file = None
                raise NoMoreBetsError(
                    f"the data directory {self.path.parent} is in use by another nomorebets (process {holder}). "
                    "Stop it, or choose another directory with NOMOREBETS_DATA."
                )
            time.sleep(0.05)
        self.tell("")

    def tell(self, database: str) -> None:
        """Write down who we are and where our database is, for commands that only ask."""
        assert self._file is not None, "take() first"
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n{database}\n".encode(), 0)

    def release(self) -> None:
        """Let the directory go."""
        if self._file is not None:
            os.ftruncate(self._file, 0)
            os.close(self._file)
            self._file = None

    def _holder(self) -> int:
        first = self.path.read_text().partition("\n")[0]
        return int(first) if first.isdigit() else 0

    def __enter__(self) -> DataLock:
        self.take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def running_database(data: Path) -> str | None:
    """The database of the nomorebets that is living in this directory, if one is."""
    try:
        file = os.open(data / "nomorebets.lock", os.O_RDONLY)
    except OSError:
        return None
    try:
        if _locked(file, fcntl.LOCK_SH):
            return None  # nobody holds it: what is written there is a dead one's
        return os.pread(file, 4096, 0).decode().split("\n")[1] or None
    except IndexError:
        return None
    finally:
        os.close(file)


def _locked(file: int, how: int = fcntl.LOCK_EX) -> bool:
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _alive(pid: int) -> bool:
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return not _zombie(pid)


def _zombie(pid: int) -> bool:
    # A killed process whose parent has not looked yet still answers to its number.
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False
