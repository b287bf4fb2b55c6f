"""How a long-running command ends when it must."""

import psycopg
import pytest

from schemas.errors import NoMoreBetsError
from services.runtime.main import run_until_told


@pytest.mark.parametrize("together", [True, False])
def test_a_database_that_went_away_is_one_clear_line(together: bool):
    async def work() -> None:
        away = psycopg.OperationalError("terminating connection\nand a hint")
        raise ExceptionGroup("rooms", [away]) if together else away

    with pytest.raises(NoMoreBetsError, match=r"^the database went away: terminating connection\. Start again"):
        run_until_told(work())


def test_a_fault_of_ours_shows_itself():
    async def work() -> None:
        raise ExceptionGroup("rooms", [KeyError("ours")])

    with pytest.raises(KeyError):
        run_until_told(work())
