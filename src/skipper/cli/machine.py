"""The `skipper doctor` and `skipper completion` commands: check the machine and set up shell completion."""

from __future__ import annotations

import click

from skipper.cli.options import emit, format_option, lake_option
from skipper.lake.location import Location


@click.command(
    epilog="""CSV and JSON have one row per check, with columns check, status (ok, warning, problem), found,
mend.

\b
Examples:
  skipper doctor
  skipper doctor --lake mine --deep
  skipper doctor --lake mine --repair --format json"""
)
@click.option(
    "--deep",
    is_flag=True,
    help="Read every byte of the lake and compare it with what was written: about 2 seconds per gigabyte, plus the "
    "time to read it.",
)
@click.option("--repair", is_flag=True, help="Restore the lake to its newest intact build; nothing is deleted.")
@lake_option
@format_option
def doctor(deep: bool, repair: bool, lake: Location, output: str) -> None:
    """Find problems with this machine or lake.

    Explains how to fix each problem. Checks Java, Python, Spark and the other packages, the lake (complete, being built
    or left incomplete), the fetch cache and free disk space. Reports the people who do not join the Chadwick Register,
    by source, with examples. Without --repair, nothing is started or changed. A lake is not required. Exit status: 1 if
    there is a problem, otherwise 0, even with warnings.
    """
    from skipper.answers.doctor import doctor

    if repair:
        from skipper.lake.repair import NotRepairableError
        from skipper.lake.repair import repair as restore

        try:
            manifest = restore(lake)
        except NotRepairableError as error:
            raise click.ClickException(str(error)) from error
        click.echo(f"{lake}: restored build {manifest.build} of {manifest.built_at}", err=True)
    answer = doctor(lake, deep)
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
    """Print a shell completion script.

    It completes commands, options and managers' names. Names come from the default lake and start with the first name
    or the surname, with an underscore for each space: Terry_Collins and Collins_Terry both mean Terry Collins.
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    assert made is not None
    root = click.get_current_context().find_root()
    script = made(root.command, {}, "skipper", "_SKIPPER_COMPLETE").source()
    click.echo(f"{script}\n# To load it in every shell, {_INSTALL[shell]}")
