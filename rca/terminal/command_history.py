"""Commands of this session, from the editor's terminals and from tools."""

from __future__ import annotations

import itertools
import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from models.events import OutputChunk

_MOST_RUNS = 32
_MOST_CHARACTERS = 200_000
"""Of each command the end of what it printed is kept."""


@dataclass(frozen=True, slots=True)
class Command:
    """A finished or running command. `exit_code` is None while it runs, or if unknown."""

    line: str
    at: datetime
    source: Literal["editor", "run_in_terminal"]
    output: str = ""
    exit_code: int | None = None
    running: bool = True


class TerminalHistory:
    """The latest commands. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: OrderedDict[str, Command] = OrderedDict()
        self._numbers = itertools.count(1)

    @property
    def last(self) -> Command | None:
        """The command that began last."""
        with self._lock:
            return next(reversed(self._runs.values()), None)

    def add(self, run: str, command: Command) -> None:
        """Add a command by the name of its run."""
        with self._lock:
            self._runs[run] = replace(command, output=command.output[-_MOST_CHARACTERS:])
            while len(self._runs) > _MOST_RUNS:
                self._runs.popitem(last=False)

    def add_ended(self, command: Command) -> None:
        """Add a command that a tool ran, as a run of its own."""
        with self._lock:
            name = f"tool {next(self._numbers)}"
        self.add(name, command)

    def follow(self, chunk: OutputChunk) -> None:
        """Add output of an editor's terminal."""
        with self._lock:
            known = self._runs.get(chunk.run)
        begun = known or Command(chunk.name, datetime.now(UTC), "editor")
        output = chunk.text if chunk.replace else begun.output + chunk.text
        code = begun.exit_code if chunk.exit_code is None else chunk.exit_code
        self.add(chunk.run, replace(begun, output=output, exit_code=code, running=not chunk.ended))
