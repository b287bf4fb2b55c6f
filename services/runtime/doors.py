"""Which doors the house has, said when it opens: address, password and desk tokens, each secret once."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from services.api.people import ADMINISTRATOR
from services.runtime.house import House


async def say_doors(house: House, console: Console, *, tables: Sequence[str], new_password: bool = False) -> None:
    """Print the address and whatever secret was made just now; what was shown before is not known any more."""
    password = await house.people.new_password() if new_password else await house.people.first_password()
    console.print(f"\n  console   [bold]{house.address}[/bold]")
    console.print(f"  user      {ADMINISTRATOR}")
    if password:
        console.print(f"  password  [bold]{password}[/bold]   (shown this once)")
    else:
        console.print("  password  as shown when it was made (--new-password makes another)")
    for table in tables:
        token = await house.people.first_desk_token(table)
        if token:
            console.print(f"  desk of {table}: POST {house.address}/tables/{table}/desk with "
                          f"'Authorization: Bearer {token}'   (shown this once)", soft_wrap=True)
    console.print("  Ctrl-C stops everything.\n")
