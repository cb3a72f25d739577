"""Policy state of one session: task budgets, stored output, metrics, remembered approvals."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from models.envelope import KeptOutput
from models.settings import Settings
from rca.policy.answer_truncation import answer_size, following, shorten
from rca.policy.auto_approval import approving_rule, canonical
from rca.policy.metrics import CallRecord, Journal, now, task_name
from rca.policy.output_store import OutputStore, cut_long_fields
from rca.policy.reduction_order import ORDERS
from rca.policy.task_budget import TaskBudgets


@dataclass(frozen=True, slots=True)
class PresentedAnswer:
    """An answer's data as the caller gets it, and notes on what was cut."""

    data: dict[str, Any]
    outputs: tuple[KeptOutput, ...] = ()
    shortened: str | None = None
    """What was cut to fit the user's limit; the last of `outputs` is the whole then."""
    cursor: str | None = None
    """Where rows of a page were left out: what goes on behind those that are shown."""

    @property
    def next(self) -> str | None:
        """How to get what was left out."""
        if self.cursor is not None:
            return self.cursor
        if not self.outputs:
            return None
        return self.outputs[-1 if self.shortened else 0].handle


class Policy:
    """The policy of one session. Thread-safe."""

    def __init__(self, data_dir: Path) -> None:
        self.accounts = TaskBudgets()
        self.outputs = OutputStore(data_dir / "outputs")
        self.journal = Journal(data_dir / "metrics")
        self._always: set[tuple[str, str]] = set()

    def is_approved(self, settings: Settings, tool: str, spellings: Sequence[Any]) -> bool:
        """Return whether the user approved this call beforehand, by a rule or by "always"."""
        if (tool, canonical(spellings[0])) in self._always:
            return True
        return approving_rule(settings.approval_rules, tool, spellings, datetime.now(UTC)) is not None

    def approve_always(self, tool: str, parameters: Any) -> None:  # noqa: ANN401 - a JSON value
        """Remember for this session that the same call is approved."""
        self._always.add((tool, canonical(parameters)))

    def present(
        self,
        data: dict[str, Any],
        tool: str,
        settings: Settings,
        sized_by_caller: tuple[str, ...] = (),
        cursor: int = 0,
    ) -> PresentedAnswer:
        """Cut long texts, then fit the answer into the user's limit; what is cut is stored.

        `cursor` is how many rows the caller had skipped, if the tool has pages.
        """
        shown, outputs = cut_long_fields(data, sized_by_caller, self.outputs)
        most = settings.answer_tokens
        if most is None or answer_size(shown) <= most:
            return PresentedAnswer(shown, outputs)
        whole = json.dumps(data, ensure_ascii=False, indent=1)
        order = ORDERS.get(tool)
        shown, done = shorten(shown, most, order, sized_by_caller)
        kept = KeptOutput(field="", handle=self.outputs.keep(whole), size_bytes=len(whole.encode(*_LENIENT)))
        told = f"shortened to {most} tokens: {done}; all of it: {kept.handle}"
        return PresentedAnswer(shown, (*outputs, kept), told, following(order, data, shown, cursor))

    def write_down(  # noqa: PLR0913 - the fields of a line, each by name
        self,
        settings: Settings,
        *,
        task: str,
        tool: str,
        duration_ms: float,
        data: dict[str, Any] | None = None,
        query_type: str | None = None,
        read_bytes: int | None = None,
        cached: bool = False,
        error: str | None = None,
    ) -> None:
        """Record a call, unless the user switched metrics off."""
        if not settings.metrics:
            return
        record = CallRecord(
            now(),
            task_name(task),
            tool,
            duration_ms,
            query_type,
            None if data is None else _results(data),
            read_bytes,
            cached or None,
            error,
        )
        self.journal.write(record)


_LENIENT = ("utf-8", "surrogatepass")


def _results(data: dict[str, Any]) -> int | None:
    """Return the number of results of an answer: the items of its first list."""
    return next((len(value) for value in data.values() if isinstance(value, list)), None)
