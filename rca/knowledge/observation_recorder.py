"""Stores what a call observed about past solutions after it has returned: a read-only tool writes nothing."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from models.error_report import ErrorReport
from models.hypothesis import Hypothesis
from rca.knowledge.project_protocol import Project
from rca.knowledge.recurrence import SeenError
from rca.knowledge.solution_search import CodeChange

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SeenCodeChanges:
    """Changes of the code of solutions, seen in a project."""

    changes: tuple[CodeChange, ...]
    project: Project


@dataclass(frozen=True, slots=True)
class MadeHypotheses:
    """The hypotheses about an error, made in a project."""

    report: ErrorReport
    hypotheses: tuple[Hypothesis, ...]
    project: Project


Observation = SeenError | SeenCodeChanges | MadeHypotheses


class ObservationRecorder:
    """Collects the observations of one call, and stores them when the call has returned.

    A tool whose answer came too late goes on in its thread: what it still sees is stored at once.

    Args:
        store: stores an observation; returns what could not be stored.
    """

    def __init__(self, store: Callable[[Observation], tuple[str, ...]]) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._noted: list[Observation] | None = []

    def note(self, observation: Observation) -> None:
        """Take an observation."""
        with self._lock:
            if self._noted is not None:
                self._noted.append(observation)
                return
        self._stored(observation)

    def record(self) -> tuple[str, ...]:
        """Store what was noted, in its order; return what could not be stored. Never raises."""
        with self._lock:
            noted, self._noted = self._noted or [], None
        return tuple(dict.fromkeys(note for observation in noted for note in self._stored(observation)))

    def _stored(self, observation: Observation) -> tuple[str, ...]:
        try:
            return self._store(observation)
        except Exception as problem:  # the answer is there, and must reach the caller
            _logger.exception("an observation was not stored")
            return (f"knowledge: what was seen could not be stored: {problem}",)
