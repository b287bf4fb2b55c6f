import asyncio

import psycopg
import pytest

from schemas.errors import NoMoreBetsError
from services.store.migrate import migrate, migrations


def test_migrating_twice_changes_nothing(postgres: str):
    asyncio.run(migrate(postgres))
    asyncio.run(migrate(postgres))
    with psycopg.connect(postgres) as connection:
        names = [row[0] for row in connection.execute("select name from migrations order by name")]
    assert names == [step.name for step in migrations()]


def test_a_database_made_by_a_newer_program_is_refused(postgres: str):
    asyncio.run(migrate(postgres))
    with pytest.raises(NoMoreBetsError, match="newer nomorebets"):
        asyncio.run(migrate(postgres, migrations()[:-1]))


def test_an_edited_migration_is_refused(postgres: str):
    asyncio.run(migrate(postgres))
    edited = migrations()
    edited[0].sha256 = "0" * 64
    with pytest.raises(NoMoreBetsError, match="0001_log"):
        asyncio.run(migrate(postgres, edited))


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:1/none", "nonsense"])
def test_no_server_is_one_clear_line(url: str):
    with pytest.raises(NoMoreBetsError, match="cannot reach PostgreSQL"):
        asyncio.run(migrate(url))
