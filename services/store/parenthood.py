"""Children end when their parent does, also when it is killed."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def ends_with_parent(how: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """What a child does before it begins (`preexec_fn`): ask the kernel for this signal when we are gone.

    The kernel means the thread that starts the child, so start it from one that lives as long as the child
    should. Elsewhere than on Linux there is no such wish, and what was left is ended at the next start.
    """
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def wish() -> None:
        prctl(_PR_SET_PDEATHSIG, int(how), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)  # it died before we could ask

    return wish
