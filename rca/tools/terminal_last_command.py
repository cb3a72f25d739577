"""`terminal_last_command`: the command that ran last, and what it printed."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.terminal_last_command import TerminalLastCommandParams, TerminalLastCommandResult
from rca.redaction import redact
from rca.terminal.output_display import SHOWN_BYTES, plain, shortened
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, _params: TerminalLastCommandParams) -> Answer[TerminalLastCommandResult]:
    """Return the last command with its redacted output."""
    last = context.terminal.last
    if last is None:
        raise Failure(
            ErrorCode.NO_COMMAND_HISTORY,
            "No previous command in this session",
            "Run one in the editor's terminal (shell integration on) or with run_in_terminal.",
        )
    output, kinds = plain(last.output)
    line = redact(last.line)
    masked = sorted({*kinds, *line.kinds})
    is_long = len(output.encode("utf-8", "replace")) > SHOWN_BYTES
    handle = context.policy.outputs.keep(output) if is_long else None
    result = TerminalLastCommandResult(
        command=line.text,
        exit_code=last.exit_code,
        executed_at=last.at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        output=shortened(output, handle),
        running=last.running,
        source=last.source,
    )
    return Answer(
        result,
        truncated=is_long,
        next=handle,
        completeness="partial" if last.running else "complete",
        provenance=(f"Masked: {', '.join(masked)}",) if masked else (),
    )


TOOL = Tool(
    name="terminal_last_command",
    description=(
        "See the last command of the editor's terminals or of run_in_terminal in this session: command line, "
        "exit code, when, and what it printed, secrets masked. Use it when the user speaks of something that "
        "they just ran. NO_COMMAND_HISTORY where nothing ran, or no editor tells."
    ),
    params=TerminalLastCommandParams,
    result=TerminalLastCommandResult,
    run=run,
)
