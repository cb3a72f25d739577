"""Cache priming: computes in the background what questions about a whole project need."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import get_args

from models.navigation import EntryKind
from rca.analysis.build_model import builds_of
from rca.analysis.entry_points.entry_point_search import EntryPoints
from rca.analysis.summary.import_counts import importers
from rca.analysis.summary.project_summary import summarise_project
from rca.navigation.symbol_search import declared_names
from rca.scheduling.fair_lock import INTERPRETER
from rca.scheduling.gc_tuning import collect_now
from rca.scheduling.typing_throttle import Background
from rca.workspace import Snapshot
from rca.workspace.modules import modules_of

_TOKENS = 1000


def warm(snapshot: Snapshot, work: Background, further: Sequence[Callable[[], object]] = ()) -> None:
    """Prime the caches on this thread, yielding to waiting calls between two steps.

    It does not yield inside a step, as a call may be waiting for that step's result. `further` steps run
    last. Results are cached until a declaration changes, and then recomputed by the next call.

    Raises:
        Cancelled: the deadline was cancelled.
    """
    index, deadline = snapshot.index, work.deadline
    steps: tuple[Callable[[], object], ...] = (
        lambda: builds_of(index, modules_of(index)),
        lambda: snapshot.files("."),
        lambda: next(declared_names(index, "a"), None),
        lambda: importers(index, deadline),
        lambda: deque(EntryPoints(snapshot, modules_of(index)).find(get_args(EntryKind), deadline), maxlen=0),
        lambda: summarise_project(snapshot, modules_of(index), None, _TOKENS, deadline),
    )
    for step in (*steps, *further):
        work.checkpoint()
        with INTERPRETER.hold(), deadline.on_checkpoint(INTERPRETER.yield_turn):
            step()
    collect_now()
