"""An agent program that speaks MCP works on an attempt: it is started with a configuration of the tools."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.assistants.prepared_run import CHECKOUT, Attempt, module_command
from benchmarks.assistants.task_folders import prompt_text

CONFIGURATION, PROMPT, OUTPUT = "mcp.json", "prompt.md", "agent.log"


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """How the program ended, and what it printed."""

    output: str
    stop: str


def run_agent(
    attempt: Attempt, error_text: str, command: Sequence[str], most_seconds: float
) -> CommandOutcome:
    """Run an agent in the attempt's folder.

    Args:
        attempt: where it works.
        error_text: the error.
        command: the program; `{config}`, `{prompt}` and `{folder}` in an argument stand for the file of the
            MCP configuration, the file of the task and the folder. The task is also its standard input.
        most_seconds: after these it is ended with all that it started.
    """
    folder = attempt.folder
    server = module_command("tool_server", str(folder))
    environment = {"PYTHONPATH": str(CHECKOUT)}
    served = {"command": server[0], "args": server[1:], "env": environment}
    (folder / CONFIGURATION).write_text(json.dumps({"mcpServers": {"tools": served}}, indent=1), "utf-8")
    prompt = prompt_text(error_text, "as the end of your answer")
    (folder / PROMPT).write_text(prompt, "utf-8")
    places = {
        "{config}": str(folder / CONFIGURATION),
        "{prompt}": str(folder / PROMPT),
        "{folder}": str(folder),
    }
    filled = [_fill(argument, places) for argument in command]
    try:
        process = subprocess.Popen(
            filled,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as problem:
        return CommandOutcome("", f"not started: {problem}")
    stop = ""
    try:
        output, _ = process.communicate(prompt.encode(), most_seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        stop = f"ended after {most_seconds:g} s"
    text = output.decode("utf-8", "replace")
    (folder / OUTPUT).write_text(text, "utf-8")
    return CommandOutcome(text, stop or f"exit {process.returncode}")


def _fill(argument: str, places: dict[str, str]) -> str:
    for name, place in places.items():
        argument = argument.replace(name, place)
    return argument
