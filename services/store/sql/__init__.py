"""Every question asked of the database, by name, in `.sql` files beside this one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import LiteralString, cast

_NAME = re.compile(r"^-- name: (\w+)\n", re.MULTILINE)


def queries(file: str) -> dict[str, LiteralString]:
    """The named queries of one file; what stands before the first name is a comment."""
    parts = _NAME.split((Path(__file__).parent / f"{file}.sql").read_text())
    found = {name: text.strip().rstrip(";") for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    return cast(dict[str, LiteralString], found)
