"""Approval in the terminal before a tool writes, runs a command, or reaches the network."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rca.toolkit.tool import Approval, ApprovalRequest

_ANSWERS: dict[str, Approval] = {"y": "yes", "yes": "yes", "n": "no", "no": "no", "always": "always"}


def approval(*, yes: bool, interactive: bool) -> Callable[[ApprovalRequest], Approval]:
    """Return what asks the user: `--yes` approves everything; without a terminal nobody can be asked."""

    def approve(request: ApprovalRequest) -> Approval:
        if yes:
            return "yes"
        if not (interactive and sys.stdin.isatty()):
            return "nobody"
        click.echo(request.text, err=True)
        try:
            answer = click.prompt(
                "Approve?",
                type=click.Choice(list(_ANSWERS)),
                default="n",
                err=True,
                show_choices=False,
                prompt_suffix=" (y/n/always) ",
                show_default=False,
            )
        except click.Abort:
            return "nobody"
        return _ANSWERS[answer]

    return approve
