"""The `skipper` command. Each subcommand's module is imported on demand, so that answers do not wait for Spark."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import click

from skipper import __version__
from skipper.lake.location import text_of

ASK = "Ask"
# Name and import path of each click command that is no question of `skipper.answers`, by section of `skipper --help`.
SECTIONS = {
    ASK: {
        "lineup": "skipper.cli.lineup:lineup",
        "directives": "skipper.cli.directives:directives",
        "sql": "skipper.cli.tables:sql",
        "tables": "skipper.cli.tables:tables",
    },
    "Check what was reported": {
        "press": "skipper.cli.press:press",
        "check": "skipper.cli.press:check",
        "ledger": "skipper.cli.ledger:ledger",
    },
    "Build": {
        "demo": "skipper.cli.demo:demo",
        "fetch": "skipper.cli.fetch:fetch",
        "build": "skipper.cli.build:build",
        "update": "skipper.cli.update:update",
        "doctor": "skipper.cli.machine:doctor",
        "simulate": "skipper.cli.simulate:simulate",
    },
    "Publish": {
        "file": "skipper.cli.pages:file",
        "site": "skipper.cli.pages:site",
        "serve": "skipper.cli.serving:serve",
        "mcp": "skipper.cli.serving:mcp",
        "export": "skipper.cli.export:export",
        "completion": "skipper.cli.machine:completion",
    },
}
COMMANDS = {name: path for section in SECTIONS.values() for name, path in section.items()}


class LazyGroup(click.Group):
    """A group that imports a command on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the questions, and then of the other commands by section."""
        from skipper.answers.question import questions

        return [*(one.command for one in questions().values()), *COMMANDS]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command, or None if there is no such command."""
        if name in COMMANDS:
            module, attribute = COMMANDS[name].split(":")
            return getattr(import_module(module), attribute)
        from skipper.answers.question import question_called
        from skipper.cli.asking import command_of

        question = question_called(name.replace("-", "_"))
        return None if question is None else command_of(question)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by section, with the questions first."""
        from skipper.answers.question import questions

        width = max(map(len, self.list_commands(ctx))) + 2
        for section, commands in SECTIONS.items():
            asked = [one.command for one in questions().values()] if section == ASK else []
            names = [*asked, *commands]
            found = [(name, self.get_command(ctx, name)) for name in names]
            limit = formatter.width - width - 4
            rows = [(name, command.get_short_help_str(limit)) for name, command in found if command is not None]
            with formatter.section(section):
                formatter.write_dl([(name.ljust(width - 2), said) for name, said in rows])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name. Raises NoSuchCommand, with the likely ones, for none."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=self.list_commands(ctx), ctx=ctx) from None

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
