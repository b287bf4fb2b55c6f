"""The acts that `run` plays: drawn once, each in a process of its own, then played round and round."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from schemas.errors import NoMoreBetsError
from services.runtime.children import ended
from services.store.parenthood import ends_with_parent

ACTS = (
    "past-post", "same-direction", "clean", "cap", "pay-then-collect", "dealer-repositions", "late-bet", "top-hat",
    "overpaid", "sleeve-brush", "drag", "loser-paid", "on-the-racetrack", "collect-then-pay", "push", "winner-missed",
    "wave", "pinch", "underpaid", "paid-bet-lifted", "savannah", "winner-collected", "late-after-call",
    "winner-touched", "bet-after-bonus", "on-a-section",
)
"""An evening in the order it is played: the one with the most to see first."""


class Acts:
    """Draws the acts ahead of their playing; drawing gives way to watching."""

    def __init__(self, folder: Path, seed: int, acts: tuple[str, ...] = ACTS) -> None:
        self._folder = folder
        self._seed = seed
        self.acts = acts
        self._drawn: dict[str, asyncio.Task[Path]] = {}

    def names(self) -> Iterator[str]:
        """The acts, round and round."""
        for nth in count():
            yield self.acts[nth % len(self.acts)]

    async def case(self, act: str) -> Path:
        """The folder of an act's case; the act after it is drawn meanwhile."""
        drawn = await asyncio.shield(self._draw(act))
        self._draw(self.acts[(self.acts.index(act) + 1) % len(self.acts)])
        return drawn

    def begin(self) -> None:
        """Start drawing the first act."""
        self._draw(self.acts[0])

    async def stop(self) -> None:
        """Draw no further."""
        for task in self._drawn.values():
            task.cancel()
        await asyncio.gather(*self._drawn.values(), return_exceptions=True)

    def _draw(self, act: str) -> asyncio.Task[Path]:
        if act not in self._drawn:
            self._drawn[act] = asyncio.create_task(self._simulate(act), name=f"drawing {act}")
        return self._drawn[act]

    async def _simulate(self, act: str) -> Path:
        done = self._folder / f"{act}-{self._seed}"
        if (done / "table.toml").exists():
            return done
        making = self._folder / f"{act}-{self._seed}.unfinished"
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        gentle = [] if not self._drawn or act == self.acts[0] else ["nice", "-n", "10"]
        process = await asyncio.create_subprocess_exec(
            *gentle, sys.executable, "-m", "services.cli", "simulate", act, "--seed", str(self._seed),
            "--out", str(making),
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
            start_new_session=True, preexec_fn=ends_with_parent(),
        )
        try:
            _, said = await process.communicate()
        finally:
            await ended(process)
        if process.returncode != 0:
            last = said.decode(errors="replace").strip().splitlines()
            raise NoMoreBetsError(f"the act {act} could not be drawn: {last[-1] if last else 'no reason given'}")
        making.rename(done)
        return done
