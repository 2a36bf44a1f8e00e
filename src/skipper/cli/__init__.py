"""The command `skipper`. A command's module is imported when it is called: answers wait for no Spark."""

from __future__ import annotations

from importlib import import_module

import click

from skipper import __version__

# In the order of `skipper --help`: name, and where its click command is.
COMMANDS = {
    "demo": "skipper.cli.demo:demo",
    "build": "skipper.cli.build:build",
    "fetch": "skipper.cli.fetch:fetch",
    "records": "skipper.cli.questions:records",
    "usage": "skipper.cli.questions:usage",
    "player": "skipper.cli.questions:player",
    "tendencies": "skipper.cli.tendencies:tendencies",
    "games": "skipper.cli.tendencies:games",
    "leaders": "skipper.cli.leaders:leaders",
    "compare": "skipper.cli.questions:compare",
    "differences": "skipper.cli.questions:differences",
    "directives": "skipper.cli.directives:directives",
    "file": "skipper.cli.pages:file",
    "site": "skipper.cli.pages:site",
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
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command, or null when there is none of that name."""
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name].split(":")
        return getattr(import_module(module), attribute)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="skipper")
def main() -> None:
    """The manager's file, from the games themselves.

    Build a lake from Retrosheet's game logs, then ask it: who managed what record, under which rule, and how
    he used his men.
    """
