"""`run_in_terminal`: one command line in the user's shell."""

from __future__ import annotations

from pydantic import Field

from models.wire import Params, Wire


class RunInTerminalParams(Params):
    """What to run, where, and how long."""

    command: str = Field(
        min_length=1, max_length=20_000, description="Command line for the user's default shell."
    )
    timeout_seconds: int = Field(
        default=30, ge=1, le=300, description="After so long it is stopped, with all that it started."
    )
    path: str = Field(default=".", min_length=1, description="Folder to run it in, from the workspace root.")


class RunInTerminalResult(Wire):
    """How it ended. Output is masked and, where it is long, its middle left out."""

    command: str
    exit_code: int
    output: str = Field(description="Standard output.")
    error_output: str = Field(description="Standard error.")
    stdout_lines: int
    stderr_lines: int
    directory: str = Field(description='Where it ran; "." for the workspace.')
    truncated: bool
