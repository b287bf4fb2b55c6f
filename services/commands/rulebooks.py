"""`nomorebets rulebooks`: list, show, check and compare rulebooks."""

from __future__ import annotations

import click

from schemas.errors import NoMoreBetsError, meant
from schemas.rulebook import known_rulebooks, load_rulebook
from services.rulebooks.check import remarks
from services.rulebooks.diff import diff_lines
from services.rulebooks.show import list_lines, show_lines


class Shelf(click.Group):
    """A group that says what was likely meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand named first."""
        if args and args[0] not in self.commands:
            raise NoMoreBetsError(f"rulebooks: no '{args[0]}'.{meant(args[0], self.commands)}")
        return super().resolve_command(ctx, args)


@click.group(cls=Shelf, invoke_without_command=True)
@click.pass_context
def rulebooks(ctx: click.Context) -> None:
    """The rulebooks that ship, and yours: a rulebook is one TOML file. Alone: list."""
    if ctx.invoked_subcommand is None:
        _list()


@rulebooks.command("list")
def list_() -> None:
    """The rulebooks that ship."""
    _list()


@rulebooks.command()
@click.argument("name", metavar="NAME|FILE")
@click.option("--toml", is_flag=True, help="The file itself, to begin a rulebook of your own with.")
def show(name: str, toml: bool) -> None:
    """Everything one rulebook says: what it pays, what can be found, its clauses in our own words."""
    book = load_rulebook(name)
    if toml:
        click.echo(book.text, nl=False)
        return
    for line in show_lines(book):
        click.echo(line)


@rulebooks.command()
@click.argument("file", metavar="FILE")
def check(file: str) -> int:
    """Read a rulebook and say what is wrong or left open. Exit 0: nothing; 1: gaps, listed; 2: it cannot be used."""
    book = load_rulebook(file)
    found = list(remarks(book))
    for remark in found:
        click.echo(f"{file}: {remark}")
    verdict = f"{len(found)} gap{'s' if len(found) > 1 else ''}" if found else "nothing wrong"
    size = f"{len(book.clauses)} clauses, {len(book.rules)} rules"
    click.echo(f"{book.id} {book.version}: {size}; {verdict}. SHA-256 {book.sha256}.")
    return 1 if found else 0


@rulebooks.command()
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
def diff(one: str, other: str) -> int:
    """What two rulebooks say differently. Exit 0: nothing; 1: something, listed."""
    differing = False
    for line in diff_lines(load_rulebook(one), load_rulebook(other)):
        differing = True
        click.echo(line)
    if not differing:
        click.echo(f"{one} and {other} judge alike.")
    return 1 if differing else 0


def _list() -> None:
    for line in list_lines([load_rulebook(name) for name in known_rulebooks()]):
        click.echo(line)
