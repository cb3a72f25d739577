"""Interface of an assistant's tools in every way of work: a list of tools, and calls that return text."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

LISTING = "(list of tools)"
"""How the log names the request for the list of tools."""


@dataclass(frozen=True, slots=True)
class ToolDescription:
    """A tool as a model is told of it; `parameters` is a JSON Schema."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ToolListing:
    """The tools, and what their server says about their use."""

    tools: tuple[ToolDescription, ...]
    instructions: str = ""

    def text(self) -> str:
        """Return the listing as a model reads it."""
        rows = [
            f"## {tool.name}\n{tool.description}\n{json.dumps(tool.parameters, ensure_ascii=False)}"
            for tool in self.tools
        ]
        return "\n\n".join(filter(None, (self.instructions, *rows)))


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """The text that a model is handed."""

    text: str
    is_error: bool = False


class Toolbox(Protocol):
    """Tools that an assistant can use."""

    def listing(self) -> ToolListing:
        """Return the tools."""

    def call(self, tool: str, arguments: dict[str, Any]) -> ToolAnswer:
        """Run a tool. Unknown tools and wrong arguments are answers, too."""


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """A line of the log. `sent` and `returned` count UTF-8 bytes, `characters` the answer's characters."""

    tool: str
    arguments: dict[str, Any]
    sent: int
    returned: int
    characters: int
    seconds: float
    is_error: bool


class LoggedTools:
    """Tools whose calls are written to a file, one JSON object a line."""

    def __init__(self, toolbox: Toolbox, log: Path) -> None:
        self._toolbox = toolbox
        self._log = log

    def listing(self) -> ToolListing:
        """Return the tools."""
        started = time.perf_counter()
        listing = self._toolbox.listing()
        self._write(LISTING, {}, ToolAnswer(listing.text()), started)
        return listing

    def call(self, tool: str, arguments: dict[str, Any]) -> ToolAnswer:
        """Run a tool."""
        started = time.perf_counter()
        answer = self._toolbox.call(tool, arguments)
        self._write(tool, arguments, answer, started)
        return answer

    def refuse(self, tool: str, reason: str) -> ToolAnswer:
        """Return the answer to a call that cannot be made, and log it as a wrong one."""
        answer = ToolAnswer(reason, True)
        self._write(tool, {}, answer, time.perf_counter())
        return answer

    def _write(self, tool: str, arguments: dict[str, Any], answer: ToolAnswer, started: float) -> None:
        row = LoggedCall(
            tool,
            arguments,
            len(json.dumps(arguments, ensure_ascii=False).encode()) if arguments else 0,
            len(answer.text.encode()),
            len(answer.text),
            round(time.perf_counter() - started, 3),
            answer.is_error,
        )
        with self._log.open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")


def read_log(log: Path) -> list[LoggedCall]:
    """Return the calls of a log; none if there is no log."""
    if not log.exists():
        return []
    return [LoggedCall(**json.loads(line)) for line in log.read_text("utf-8").splitlines() if line.strip()]
