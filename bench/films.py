"""Films of acts, drawn by the same command a person uses; each once, and kept only where the person says so."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from schemas.errors import NoMoreBetsError
from services.store.parenthood import ends_with_parent

PATIENCE_S = 900.0
"""How long one command may take; more helps only on a machine that is too busy to measure anything."""


class Films:
    """Cases with their films in one folder."""

    def __init__(self, folder: Path, *, keep: bool) -> None:
        self.folder = folder
        self._keep = keep

    async def case(self, story: str, seed: int) -> Path:
        """The folder of a story's case under a seed, drawn now unless it is there already."""
        name = Path(story).stem
        done = self.folder / f"{name}-{seed}"
        if (done / "truth.jsonl").exists():
            return done
        making = self.folder / f"{name}-{seed}.unfinished"
        shutil.rmtree(making, ignore_errors=True)
        await command("simulate", story, "--seed", str(seed), "--out", str(making))
        making.rename(done)
        return done

    def done_with(self, case: Path) -> None:
        """Films are large: what nobody asked to keep goes as soon as it was watched."""
        if not self._keep:
            shutil.rmtree(case, ignore_errors=True)


async def command(*told: str) -> bytes:
    """What a nomorebets command writes to stdout; it ends when we do."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.cli", *told, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE, start_new_session=True, preexec_fn=ends_with_parent(),
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            out, said = await process.communicate()
    except BaseException:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
        raise
    if process.returncode != 0:
        raise NoMoreBetsError(f"'nomorebets {told[0]}' failed: {_last(said.decode(errors='replace').splitlines())}")
    return out


def _last(lines: Sequence[str]) -> str:
    return next((line for line in reversed(lines) if line.strip()), "it gave no reason")
