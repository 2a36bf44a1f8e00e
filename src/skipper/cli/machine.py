"""`skipper doctor` and `skipper completion`: about this machine, not about managers."""

from __future__ import annotations

from pathlib import Path

import click

from skipper.cli.options import emit, format_option, lake_option


@click.command(
    epilog="""CSV and JSON rows: one per thing looked at: check, status (ok, warning, problem), found, mend.

\b
Examples:
  skipper doctor
  skipper doctor --lake mine --format json"""
)
@lake_option
@format_option
def doctor(lake: Path, output: str) -> None:
    """What is wrong on this machine, and how to mend it.

    Looks at Java, Python, Spark and the other packages, the lake (complete, being built, left half-built), the
    fetch cache and free disk. It starts nothing and changes nothing, and needs no lake. Exit status: 1 when there
    is a problem, else 0, warnings or not.
    """
    from skipper.answers.doctor import doctor

    answer = doctor(lake)
    emit(answer, None, output)
    if not answer.subject["ok"]:
        click.get_current_context().exit(1)


_INSTALL = {
    "bash": 'add to ~/.bashrc:  eval "$(skipper completion bash)"  (bash 4.4 or newer)',
    "zsh": 'add to ~/.zshrc, after compinit:  eval "$(skipper completion zsh)"',
    "fish": "run once:  skipper completion fish > ~/.config/fish/completions/skipper.fish",
}


@click.command(
    epilog="""\b
Examples:
  eval "$(skipper completion bash)"     in ~/.bashrc
  eval "$(skipper completion zsh)"      in ~/.zshrc, after compinit
  skipper completion fish > ~/.config/fish/completions/skipper.fish"""
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes commands in your shell.

    It completes commands, options and managers' names. Names come from the lake that commands would use, and are
    completed from the first name or the surname, with an underscore for each space: Terry_Collins and
    Collins_Terry mean Terry Collins.
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    assert made is not None
    root = click.get_current_context().find_root()
    script = made(root.command, {}, "skipper", "_SKIPPER_COMPLETE").source()
    click.echo(f"{script}\n# To have this in every shell, {_INSTALL[shell]}")
