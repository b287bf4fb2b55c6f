"""The `nomorebets` command: each subcommand lives in its own module and is loaded when it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from schemas.errors import NoMoreBetsError, meant

COMMANDS = {
    "simulate": "A story as videos, truth and a table file.",
    "calibrate": "Find the wheel or the felt in a video and write it into the table file.",
    "watch": "Cameras in, observations out, one JSON line each.",
    "judge": "Observations in, findings out.",
    "layout": "Draw a felt with every spot, as SVG.",
    "rulebooks": "The rulebooks: list, show, check a file, compare two.",
    "explain": "A rule or a clause: in our words, in which rulebooks, how it is seen, which stories prove it.",
    "score": "Compare observations with the truth of a simulated case.",
    "benchmark": "How well the eyes see, on drawings they were not tuned on.",
    "incidents": "Ask the running log for incidents.",
    "verify": "Prove that the log is complete, in order and unchanged.",
    "run": "Everything at once on this machine, playing the acts round and round.",
    "serve": "Everything at once for the tables given.",
}
"""`services.commands.NAME` holds a click command called NAME."""


class Lazy(click.Group):
    """Loads a subcommand only when it is used, so that `--help` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the path: from pixels to people."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or a line saying what was likely meant."""
        if cmd_name not in COMMANDS:
            raise NoMoreBetsError(f"no command '{cmd_name}'.{meant(cmd_name, COMMANDS)}")
        command: click.Command = getattr(import_module(f"services.commands.{cmd_name}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=Lazy, no_args_is_help=False, invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Cameras in, cited verdicts out, with proof."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command; what a person can put right is one line and exit 2."""
    try:
        code = cli.main(standalone_mode=False)
    except NoMoreBetsError as wrong:
        _stop(str(wrong))
    except click.UsageError as wrong:
        _stop(wrong.format_message())
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    sys.exit(code if isinstance(code, int) else 0)


def _stop(why: str) -> None:
    click.echo(f"nomorebets: {' '.join(why.split())}", err=True)
    sys.exit(2)


if __name__ == "__main__":
    main()
