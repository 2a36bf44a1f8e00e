"""The `skipper` command. Each subcommand's module is imported on demand, so that answers do not wait for Spark."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import click

from skipper import __version__
from skipper.lake.location import text_of

# Name and import path of each click command, in the order of `skipper --help`.
COMMANDS = {
    "demo": "skipper.cli.demo:demo",
    "simulate": "skipper.cli.simulate:simulate",
    "build": "skipper.cli.build:build",
    "update": "skipper.cli.update:update",
    "fetch": "skipper.cli.fetch:fetch",
    "records": "skipper.cli.questions:records",
    "usage": "skipper.cli.questions:usage",
    "player": "skipper.cli.questions:player",
    "tendencies": "skipper.cli.tendencies:tendencies",
    "games": "skipper.cli.tendencies:games",
    "ejections": "skipper.cli.tendencies:ejections",
    "leaders": "skipper.cli.leaders:leaders",
    "list": "skipper.cli.places:list_",
    "club": "skipper.cli.places:club",
    "season": "skipper.cli.places:season",
    "system": "skipper.cli.system:system",
    "development": "skipper.cli.development:development",
    "compare": "skipper.cli.questions:compare",
    "differences": "skipper.cli.questions:differences",
    "coverage": "skipper.cli.places:coverage",
    "reports": "skipper.cli.places:reports",
    "lineup": "skipper.cli.lineup:lineup",
    "directives": "skipper.cli.directives:directives",
    "file": "skipper.cli.pages:file",
    "site": "skipper.cli.pages:site",
    "serve": "skipper.cli.serving:serve",
    "mcp": "skipper.cli.serving:mcp",
    "press": "skipper.cli.press:press",
    "check": "skipper.cli.press:check",
    "ledger": "skipper.cli.ledger:ledger",
    "sql": "skipper.cli.questions:sql",
    "tables": "skipper.cli.questions:tables",
    "export": "skipper.cli.export:export",
    "doctor": "skipper.cli.machine:doctor",
    "completion": "skipper.cli.machine:completion",
}


class LazyGroup(click.Group):
    """A group that imports a command on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command, or None if there is no such command."""
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name].split(":")
        return getattr(import_module(module), attribute)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name. Raises NoSuchCommand, with the likely ones, for none."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=COMMANDS, ctx=ctx) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line. An argument that is not UTF-8 must name a file: no lake has such a text."""
        for word in args:
            if not word.isprintable() and text_of(word) != word and not os.path.lexists(word):
                raise click.UsageError(f"{text_of(word)!r} is not UTF-8 text", ctx)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. A failure outside Skipper, Ctrl-C or SIGTERM ends it with a one-sentence message and an exit
        status.

        Names and file contents in error messages cannot control the terminal."""
        from skipper.cli.failures import stopped_by_term, told

        try:
            with stopped_by_term():
                return super().invoke(ctx)
        except (Exception, KeyboardInterrupt) as error:
            failure = told(error)
            if failure is None:
                raise
            raise failure from error


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="skipper")
def main() -> None:
    """Answer questions about baseball managers from game data.

    Build a lake from Retrosheet's game logs and event files, then ask about a manager's record, lineups, playing time
    and tactics, whether directives were followed, and whether press claims are true.
    """
