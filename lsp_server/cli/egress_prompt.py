"""Consent in the terminal before anything leaves the machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rca.web.consent import AskEgress, EgressDecision, EgressRequest

_ANSWERS: dict[str, EgressDecision] = {"o": "once", "a": "always", "n": "no", "never": "never"}


def egress(*, yes: bool, interactive: bool) -> AskEgress:
    """Return what asks for consent: `yes` allows this one call, else the terminal is asked, if any."""

    def ask(request: EgressRequest) -> EgressDecision:
        if yes:
            click.echo(f"Sending to {request.host}: {', '.join(request.lines)}", err=True)
            return "once"
        if not (interactive and sys.stdin.isatty()):
            return "nobody"
        click.echo(request.text, err=True)
        try:
            chosen = click.prompt(
                "[o]nce, [a]lways this host, [n]o, never this host",
                type=click.Choice([*_ANSWERS], case_sensitive=False),
                default="n",
                show_choices=False,
                err=True,
            )
        except click.Abort:
            return "no"  # Ctrl-C or Ctrl-D at the question
        return _ANSWERS[str(chosen).lower()]

    return ask
