#!/usr/bin/env bash
# typer 0.29.2 beside click 8.5.1: a Typer command that is added to a click group runs, and fails to fail.
#
# `typer.main.get_command` gives the command behind an app, which used to be a click command, so that an application
# could move to Typer one command at a time. Click's `Group.add_command` still takes it without a word, the group's help
# lists it and a correct call works. But Typer now carries a copy of click of its own: the command is no `click.Command`
# and the errors that it raises are no `click.ClickException`. Click's own runner therefore lets them through: the
# command's `--help` and a missing argument both end as exceptions with status 1, where the same command by itself gives
# 0 and 2. One would expect either a refusal when the command is added, or the statuses that both libraries document.
#
# Output seen (arguments: exit status of the command in the click group, of the app by itself):
#     is a click command: False
#     a correct call: 0, 0
#     its help: 1, 0
#     a missing argument: 1, 2
#
# Exits with 0 as long as this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet typer==0.29.2 click==8.5.1 2> "$folder/log"
cd "$folder"
found=$("$folder/venv/bin/python" - 2> /dev/null <<'PYTHON'
import click
import typer
from click.testing import CliRunner
from typer.testing import CliRunner as TyperRunner

app = typer.Typer()


@app.command()
def records(name: str) -> None:
    """Show a record."""
    print(name)


command = typer.main.get_command(app)
group = click.Group()
group.add_command(command, "records")
print("is a click command:", isinstance(command, click.Command))
for said, arguments in (("a correct call", ["Mack"]), ("its help", ["--help"]), ("a missing argument", [])):
    inside = CliRunner().invoke(group, ["records", *arguments])
    alone = TyperRunner().invoke(app, arguments)
    print(f"{said}: {inside.exit_code}, {alone.exit_code}")
PYTHON
)
echo "$found"
[ "$found" = "$(printf '%s\n' 'is a click command: False' 'a correct call: 0, 0' 'its help: 1, 0' 'a missing argument: 1, 2')" ]
