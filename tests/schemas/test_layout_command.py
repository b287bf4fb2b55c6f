"""`nomorebets layout`: every spot is in the drawing, where the felt has it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from schemas.errors import NoMoreBetsError
from schemas.layout import Felt, courtesy_places, spots
from services.commands.felt_svg import draw_felt
from services.commands.layout import layout

SVG = "{http://www.w3.org/2000/svg}"
TABLE = """
table = "t1"
rulebook = "division-current"
[wheel]
order = "american"
[felt]
layout = "double-zero"
zeros = "0-00"
extras = ["racetrack"]
"""


def drawn(svg: str) -> list[tuple[str, float, float]]:
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    marks = [(group.find(f"{SVG}text"), group.find(f"{SVG}circle")) for group in groups]
    return [(text.text, float(dot.get("cx")), float(dot.get("cy"))) for text, dot in marks]


def test_every_spot_is_marked_and_named_once(felt):
    marks = drawn(draw_felt(felt, "A felt"))
    want = [(spot, *place) for spot, place in (*spots(felt).items(), *courtesy_places(felt))]

    assert [name for name, *_ in marks] == [name for name, *_ in want]
    assert [place for _, *place in marks] == [pytest.approx(place, abs=0.01) for _, *place in want]


def test_a_title_says_what_each_spot_covers():
    assert "<title>17-20: split, 2 numbers: 17 20</title>" in draw_felt(Felt(), "A felt")


def test_the_plainest_felt_of_a_book(tmp_path):
    out = tmp_path / "layout.svg"
    done = CliRunner().invoke(layout, ["--rulebook", "division-current", "--out", str(out)])

    assert done.exit_code == 0, done.output
    assert len(drawn(out.read_text())) == 157


def test_a_tables_own_felt(tmp_path):
    out, table = tmp_path / "layout.svg", tmp_path / "t1.toml"
    table.write_text(TABLE)
    done = CliRunner().invoke(layout, ["--table", str(table), "--out", str(out)])

    assert done.exit_code == 0, done.output
    assert len(drawn(out.read_text())) == 202


@pytest.mark.parametrize(
    ("asked", "told"),
    [([], "which felt"), (["--rulebook", "division-curent"], "Did you mean 'division-current'")],
)
def test_what_cannot_be_drawn_is_one_line(tmp_path, asked, told):
    done = CliRunner().invoke(layout, [*asked, "--out", str(tmp_path / "layout.svg")])

    assert isinstance(done.exception, NoMoreBetsError)
    assert told in str(done.exception)


def test_a_folder_that_is_not_there(tmp_path):
    done = CliRunner().invoke(layout, ["--rulebook", "division-current", "--out", str(tmp_path / "no" / "l.svg")])

    assert "cannot write" in str(done.exception)
