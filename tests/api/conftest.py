import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import ModuleType

import httpx
import pytest


def _load(path: Path) -> ModuleType:
    spec = spec_from_file_location("nomorebets_test_house", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.setdefault(spec.name, module_from_spec(spec))
    spec.loader.exec_module(module)
    return module


parts = _load(Path(__file__).with_name("house.py"))
_tables = count(1)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    with parts.open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def evening(house):
    """A table of this test's own, opened."""
    evening = parts.Evening(house, table=f"t{next(_tables)}", session="s1")
    evening.open()
    return evening


@pytest.fixture
def client(house) -> Iterator[httpx.Client]:
    with house.client() as client:
        yield client
