"""Asking on the terminal before a tool writes, runs something, or reaches the network."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rca.tool import Approval, ApprovalRequest


def approval(*, yes: bool, interactive: bool) -> Callable[[ApprovalRequest], Approval]:
    """Make what asks the user: with `--yes` nothing is asked, without a terminal nobody is there."""

    def approve(request: ApprovalRequest) -> Approval:
        if yes:
            return "yes"
        if not (interactive and sys.stdin.isatty()):
            return "nobody"
        shown = json.dumps(request.parameters, ensure_ascii=False, indent=2)
        click.echo(f"{request.tool} ({request.risk}) with {shown}", err=True)
        for name, value in request.details.items():
            click.echo(f"{name}: {value}", err=True)
        return "yes" if click.confirm("Run it?", err=True) else "no"

    return approve
