"""`run_in_terminal`: one command line in the user's shell."""

from __future__ import annotations

import re
from typing import Any

from models.error_codes import ErrorCode
from models.tools.run_in_terminal import RunInTerminalParams, RunInTerminalResult
from rca.files.path_targets import directory
from rca.terminal.command_history import Command
from rca.terminal.output_display import SHOWN_BYTES, plain, shortened
from rca.terminal.scrubbed_environment import without_secrets
from rca.terminal.shell import ShellResult, Stream
from rca.terminal.shell import run as run_command
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext
from rca.workspace.roots import WorkspaceFile

_NOT_FOUND = 127
_TOLD_BYTES = 600


def run(context: ToolContext, params: RunInTerminalParams) -> Answer[RunInTerminalResult]:
    """Run the command and return its output; a failed one is an error with the same data."""
    place = _place(context, params)
    environment, left_out = without_secrets(context.environment)
    begun = context.now()
    try:
        ran = run_command(
            params.command, place.absolute, environment, params.timeout_seconds, context.deadline
        )
    except (OSError, ValueError) as problem:
        raise Failure(
            ErrorCode.COMMAND_FAILED,
            f"The command could not be started: {problem}",
            "Check the command line; it may hold no NUL character and must not be too long.",
        ) from None
    said = _ShownOutput(context, ran)
    command = Command(params.command, begun, "run_in_terminal", said.both, ran.exit_code, running=False)
    context.terminal.add_ended(command)
    if ran.exit_code != 0:
        raise _failure(params, ran, said)
    notes = said.notes
    if left_out:
        notes = (*notes, f"Not in its environment: {', '.join(left_out)}")
    result = RunInTerminalResult(
        command=params.command,
        exit_code=0,
        output=said.output,
        error_output=said.error_output,
        stdout_lines=ran.stdout.lines,
        stderr_lines=ran.stderr.lines,
        directory=place.path or ".",
        truncated=said.cut,
    )
    return Answer(result, truncated=said.cut, next=said.handle, completeness="complete", provenance=notes)


def details(context: ToolContext, params: RunInTerminalParams) -> dict[str, str]:
    """Show the whole command and where it would run, before it is approved."""
    return {"Command": params.command, "Directory": str(_place(context, params).absolute)}


def _place(context: ToolContext, params: RunInTerminalParams) -> WorkspaceFile:
    if not params.command.strip():
        raise Failure(
            ErrorCode.INVALID_PARAMETERS,
            "command is blank",
            "Give a command line, as './gradlew test'.",
        )
    return directory(context.snapshot, params.path)


class _ShownOutput:
    """The output of a command for display; long output is stored by the session."""

    def __init__(self, context: ToolContext, ran: ShellResult) -> None:
        masked: set[str] = set()
        self.cut = False
        self.handle: str | None = None

        def shown(stream: Stream) -> tuple[str, str]:
            text, kinds = plain(stream.text)
            masked.update(kinds)
            long = len(text.encode("utf-8", "replace")) > SHOWN_BYTES
            handle = context.policy.outputs.keep(text) if long else None
            self.handle = self.handle or handle
            self.cut = self.cut or long or stream.cut
            return text, shortened(text, handle)

        out, self.output = shown(ran.stdout)
        err, self.error_output = shown(ran.stderr)
        self.both = f"{out}{err}"
        self.notes = (f"Masked: {', '.join(sorted(masked))}",) if masked else ()


def _failure(params: RunInTerminalParams, ran: ShellResult, said: _ShownOutput) -> Failure:
    facts: dict[str, Any] = {
        "exitCode": ran.exit_code,
        "output": said.output,
        "errorOutput": said.error_output,
        "stdoutLines": ran.stdout.lines,
        "stderrLines": ran.stderr.lines,
        "truncated": said.cut,
    }
    if ran.stopped is not None:
        how = (
            f"timed out after {params.timeout_seconds} seconds"
            if ran.stopped == "timeout"
            else "was cancelled by the caller"
        )
        return Failure(
            ErrorCode.TOOL_TIMEOUT,
            f"Command {how}; it and all that it started were stopped",
            "Run less at once, or set timeoutSeconds, up to 300.",
            facts,
        )
    told = _end(said.error_output or said.output)
    if ran.exit_code == _NOT_FOUND and re.search(r"not found", said.error_output):
        name = params.command.split()[0]
        return Failure(
            ErrorCode.COMMAND_FAILED,
            f"Command '{name}' not found (exit code {_NOT_FOUND}):\n{told}",
            "Check the name; programs of the project are called by their path, as './gradlew'.",
            facts,
        )
    return Failure(
        ErrorCode.COMMAND_FAILED,
        f"Command failed with exit code {ran.exit_code}:\n{told}",
        "What it printed is in details; give it to analyze_error if it is a build or a crash.",
        facts,
    )


def _end(text: str) -> str:
    content = text.strip().encode()
    return content[-_TOLD_BYTES:].decode("utf-8", "ignore")


TOOL = Tool(
    name="run_in_terminal",
    description=(
        "Run one command line in the user's default shell and wait for its end. The user is shown the "
        "command and asked first. It has no input and no terminal. Secrets are masked in its output; of "
        "long output beginning and end are shown and the whole is kept. run_build and run_tests return "
        "parsed errors instead."
    ),
    params=RunInTerminalParams,
    result=RunInTerminalResult,
    run=run,
    risk="dangerous",
    seconds=360.0,
    open_world=True,
    details=details,
)
