"""`terminal_last_command`: the command that ran last, and what it printed."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.wire import Params, Wire


class TerminalLastCommandParams(Params):
    """Takes nothing."""


class TerminalLastCommandResult(Wire):
    """The last command of the editor's terminals or of run_in_terminal, whichever began later."""

    command: str
    exit_code: int | None = Field(description="Null while it runs, or where the terminal does not say it.")
    executed_at: str = Field(description="When it began; ISO 8601, UTC.")
    output: str = Field(description="What it printed, secrets masked; of long output beginning and end.")
    running: bool
    source: Literal["editor", "run_in_terminal"]
