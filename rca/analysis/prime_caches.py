"""Cache priming: computes in the background what questions about a whole project need."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import get_args

from models.navigation import EntryKind
from rca.analysis.entry_points.entry_point_search import EntryPoints
from rca.analysis.module_graph import builds_of
from rca.analysis.summary.import_counts import importers
from rca.analysis.summary.project_summary import summarise_project
from rca.navigation.symbol_search import declared_names
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of

_TOKENS = 1000


def warm(
    snapshot: Snapshot,
    deadline: Deadline,
    between: Callable[[], None],
    further: Sequence[Callable[[], object]] = (),
) -> None:
    """Work it out in the background, until the deadline says stop.

    All of it is kept until a declaration changes, and worked out anew by whoever asks then.

    Args:
        snapshot: the workspace.
        deadline: ends it.
        between: called before each part, and may hold it up: in the middle of one somebody may wait for
            what comes of it.
        further: what other parts have to work out; comes last.

    Raises:
        Cancelled: the deadline was cancelled.
    """
    index = snapshot.index
    steps: tuple[Callable[[], object], ...] = (
        lambda: builds_of(index, modules_of(index)),
        lambda: snapshot.files("."),
        lambda: next(declared_names(index, "a"), None),
        lambda: importers(index, deadline),
        lambda: deque(EntryPoints(snapshot, modules_of(index)).find(get_args(EntryKind), deadline), maxlen=0),
        lambda: summarise_project(snapshot, modules_of(index), None, _TOKENS, deadline),
    )
    for step in (*steps, *further):
        between()
        step()
