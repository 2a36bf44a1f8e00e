"""The command of a question: its parameters, with the lake and the format that the command of every question takes."""

from __future__ import annotations

from typing import Any

import click

from skipper.answers.question import MANAGERS, Argument, Parameter, Question
from skipper.cli.names import complete_manager
from skipper.cli.options import answering
from skipper.cli.page_option import answering_with_page

_COMPLETES = {MANAGERS: complete_manager}


def command_of(question: Question) -> click.Command:
    """Return a question's command."""
    run = (answering_with_page if question.has_page else answering)(question.answer)
    for parameter in reversed(question.parameters):
        run = _declared(parameter)(run)
    return click.command(question.command, help=question.help, epilog=_epilog(question))(run)


def _declared(parameter: Parameter) -> Any:
    """Return click's decorator for a parameter."""
    given = parameter.given
    shared: dict[str, Any] = {"shell_complete": _COMPLETES.get(given.completes or ""), "metavar": given.metavar}
    if not isinstance(given, Argument) and parameter.kind is bool:
        return click.option(f"--{_dashed(parameter)}", parameter.name, is_flag=True, help=given.help)
    shared["type"] = click.Choice(parameter.choices) if parameter.choices else parameter.kind
    if isinstance(given, Argument):
        return click.argument(
            parameter.name, nargs=-1 if parameter.repeated else 1, required=parameter.required, **shared
        )
    if given.least is not None:
        shared["type"] = click.IntRange(given.least)
    if parameter.default is not None:
        shared |= {"default": parameter.default, "show_default": True}
    return click.option(
        f"--{_dashed(parameter)}", parameter.name, required=parameter.required, help=given.help, **shared
    )


def _dashed(parameter: Parameter) -> str:
    return (getattr(parameter.given, "name", None) or parameter.name).replace("_", "-")


def _epilog(question: Question) -> str:
    """Return the notes, and the examples, which click must not wrap."""
    arguments = [one.given.help for one in question.parameters if isinstance(one.given, Argument)]
    notes = " ".join(filter(None, (*arguments, question.notes)))
    said = [notes, ""] if notes else []
    return "\n".join([*said, "\b", "Examples:", *(f"  skipper {example}" for example in question.examples)])
