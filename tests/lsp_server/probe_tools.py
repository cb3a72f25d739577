"""Tools made to be looked at while they run; as a program: `rca mcp` with them, on a folder."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import ModuleType

from pydantic import Field

from models.wire import Params, Wire
from rca.builds.build_process import run as run_program
from rca.toolkit import tool_catalog
from rca.toolkit.tool import Answer, Tool


class SlowParams(Params):
    folder: str = Field(description="Where the tool writes down what happens to it.")


class Said(Wire):
    text: str


class LongParams(Params):
    bytes: int = Field(default=30_000, description="How long the text is.")


def slow(context, params):
    """Run until it is told to stop, and write down that it was."""
    folder = Path(params.folder)
    for step in range(3):
        context.progress(f"step {step}")
    (folder / "begun").touch()
    while not context.deadline.cancelled:
        time.sleep(0.01)
    (folder / "stopped").touch()
    context.deadline.checkpoint()


def build(context, params):
    """Run a child that has a child, as builds do, until told to stop; write down both."""
    folder = Path(params.folder)
    context.progress("task :app:compile")
    script = 'sleep 600 & echo $! > "$0/grandchild.new"; mv "$0/grandchild.new" "$0/grandchild"; wait'
    ended = run_program(["sh", "-c", script, str(folder)], folder, 600.0, context.deadline)
    return Answer(Said(text=ended.output))


def patient(context, params):
    """Wait for a file, and end."""
    while not (Path(params.folder) / "go").exists():
        context.deadline.checkpoint()
        time.sleep(0.01)
    return Answer(Said(text="went"))


def long(_context, params):
    line = "0123456789abcde\n"
    return Answer(Said(text=line * (params.bytes // len(line))))


def write(_context, params):
    (Path(params.folder) / "written").touch()
    return Answer(Said(text="done"))


PROBES = (
    Tool("probe_slow", "Run until told to stop.", SlowParams, Said, slow, seconds=60.0),
    Tool("probe_build", "Run programs until told to stop.", SlowParams, Said, build, seconds=600.0),
    Tool("probe_patient", "Wait for a file.", SlowParams, Said, patient, seconds=600.0),
    Tool("probe_ask", "Ask, then write.", SlowParams, Said, write, risk="dangerous", seconds=600.0),
    Tool("probe_long", "Say a lot.", LongParams, Said, long),
    Tool("probe_write", "Write.", SlowParams, Said, write, risk="dangerous"),
)


def install() -> None:
    """Put the probes into the catalogue of this process, as the toolset `probes`."""
    for tool in PROBES:
        module = ModuleType(f"rca.tools.{tool.name}")
        module.TOOL = tool
        sys.modules[module.__name__] = module
    names = tuple(tool.name for tool in PROBES)
    tool_catalog.TOOLSETS["probes"] = names
    tool_catalog.TOOLSETS["all"] = (*tool_catalog.TOOLSETS["all"], *names)


if __name__ == "__main__":
    install()
    from lsp_server.cli import cli

    cli()
