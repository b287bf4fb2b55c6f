"""`nomorebets explain`: a rule or a clause in our own words."""

from __future__ import annotations

import click

from schemas.rulebook import known_rulebooks, load_rulebook
from services.rulebooks.explain import explain_lines


@click.command()
@click.argument("asked", nargs=-1, required=True, metavar="RULE|CLAUSE")
@click.option("--rulebook", metavar="R", help="Only in this rulebook, known or a TOML file.")
def explain(asked: tuple[str, ...], rulebook: str | None) -> None:
    r"""A rule or a clause: in our own words, in which rulebooks, how it is seen, which stories prove it.

    \b
    nomorebets explain late-bet
    nomorebets explain 3.6A
    nomorebets explain division-current 5.1
    """
    if rulebook is None and len(asked) > 1 and asked[0] in known_rulebooks():
        rulebook, *words = asked
        asked = tuple(words)
    books = [load_rulebook(name) for name in ([rulebook] if rulebook else known_rulebooks())]
    for line in explain_lines(" ".join(asked), books):
        click.echo(line)
