"""The command `skipper`. A command's module is imported when it is called: answers wait for no Spark."""

from __future__ import annotations

from importlib import import_module

import click

from skipper import __version__

# In the order of `skipper --help`: name, and where its click command is.
COMMANDS = {
    "demo": "skipper.commands.demo:demo",
    "build": "skipper.commands.build:build",
    "fetch": "skipper.fetch.command:fetch",
    "records": "skipper.commands.questions:records",
    "usage": "skipper.commands.questions:usage",
    "player": "skipper.commands.questions:player",
    "tendencies": "skipper.commands.tendencies:tendencies",
    "games": "skipper.commands.tendencies:games",
    "leaders": "skipper.commands.leaders:leaders",
    "compare": "skipper.commands.questions:compare",
    "differences": "skipper.commands.questions:differences",
    "directives": "skipper.directives.command:directives",
    "file": "skipper.pages.command:file",
    "site": "skipper.pages.command:site",
    "press": "skipper.press.command:press",
    "check": "skipper.press.command:check",
    "ledger": "skipper.press.ledger.command:ledger",
    "sql": "skipper.commands.questions:sql",
    "tables": "skipper.commands.questions:tables",
    "export": "skipper.commands.export:export",
    "doctor": "skipper.commands.machine:doctor",
    "completion": "skipper.commands.machine:completion",
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
