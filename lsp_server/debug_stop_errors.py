"""Programs that are stopped in the editor's debugger, as errors of the list."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lsp_server.user_session import Session
    from models.debug_stop import DebugStop

_logger = logging.getLogger(__name__)

_EXCEPTION = "exception"


class DebugStops:
    """Follows the stops that an editor pushes: one row of the list for each that an exception caused.

    The row of an exception that the program catches goes when the program goes on; one that it does not
    catch stays, and what the program prints of it then is no further occurrence. Its values are kept as a
    capture. Methods are called from one thread.
    """

    def __init__(self) -> None:
        self._listed: dict[str, DebugStop] = {}

    def follow(self, session: Session, stops: Iterable[DebugStop]) -> None:
        """List stops that are new, and end those that are no longer there."""
        current = {stop.id: stop for stop in stops if stop.reason == _EXCEPTION}
        for id_ in [known for known in self._listed if known not in current]:
            self._end(session, self._listed.pop(id_))
        for id_, stop in current.items():
            known = self._listed.get(id_)
            if known == stop:
                continue
            self._listed[id_] = stop
            self._tell(session, stop, is_new=known is None)

    def _tell(self, session: Session, stop: DebugStop, *, is_new: bool) -> None:
        from models.events import OutputChunk
        from rca.debug_stops.stop_text import stop_text

        text = stop_text(stop, session.workspace.snapshot)
        # Read more of, a stop is the same one: its text replaces the earlier one.
        session.push_output(
            OutputChunk(run=_run(stop), kind="task", name=stop.session, text=text, replace=not is_new)
        )

    def _end(self, session: Session, stop: DebugStop) -> None:
        from models.events import OutputChunk
        from rca.debug_stops.stop_text import is_uncaught

        stays = is_uncaught(stop)
        session.push_output(
            OutputChunk(
                run=_run(stop),
                kind="task",
                name=stop.session,
                text="",
                replace=not stays,
                ended=True,
                printed_later=stays,
            )
        )
        if stays:
            self._keep(session, stop)

    def _keep(self, session: Session, stop: DebugStop) -> None:
        """Keep the values, so that the error can be analyzed with them when the program is gone."""
        from models.tools.capture_crash_state import CaptureCrashStateResult, CaptureReceipt
        from rca.debug_stops.stop_state import captured_state
        from rca.jdwp.capture_store import CaptureStore

        snapshot = session.workspace.snapshot
        state = captured_state(stop, snapshot)
        if not state.frames:
            return
        receipt = CaptureReceipt(
            attached=f"debug session {stop.session}",
            directory=".",
            programs=1,
            exceptions_seen=1,
            started_at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            seconds=round(stop.read_ms / 1000, 1),
        )
        result = CaptureCrashStateResult(
            outcome="captured",
            explanation=f"{state.exception} stopped the debug session {stop.session}.",
            state=state,
            receipt=receipt,
            output=None,
        )
        try:
            CaptureStore(session.data_dir, snapshot.roots).keep(result)
        except OSError as problem:
            _logger.warning("values of a debug session were not kept: %s", problem)


def _run(stop: DebugStop) -> str:
    return f"stop {stop.id}"
