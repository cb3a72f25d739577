"""Live query to the team's server while the local ledger is searched.

Off the searching thread and under a time limit, so that a server that is slow or gone costs a search no
more than `SECONDS`, and the next ones nothing. What is found is taken over into the ledger and found there,
ranked and judged as everything else is.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.team import team_entries
from rca.knowledge.team.chroma_server import Address, Server, ServerProblem
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)

SECONDS = 0.5
"""How long a search waits for the team's server after its own answer is there."""

_LOADING_SECONDS = 1.5
_REQUEST_SECONDS = 5.0
_QUIET_SECONDS = 5.0
"""How long a server that failed is not asked again."""

_NEAREST = 50
_NEWEST = 100


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a team query: the number of new entries, a note, and whether it is complete."""

    taken: int
    note: str
    complete: bool


class Pending:
    """An answer that is still expected."""

    def __init__(self, silent: Answer) -> None:
        self._silent = silent
        self._begun = threading.Event()
        self._there = threading.Event()
        self._answer = silent

    def begin(self) -> None:
        """Mark the query as sent."""
        self._begun.set()

    def settle(self, answer: Answer) -> None:
        """Set the answer, once."""
        self._answer = answer
        self._there.set()
        self._begun.set()

    @property
    def settled(self) -> bool:
        """Return whether the answer has arrived."""
        return self._there.is_set()

    def wait(self, seconds: float, at_most: float | None = None) -> Answer:
        """Return the answer, or a note that none came within some seconds of the query.

        In a new process the client is imported first, which takes as long again; `at_most` limits the total.
        """
        started = time.monotonic()
        most = seconds + _LOADING_SECONDS if at_most is None else min(seconds + _LOADING_SECONDS, at_most)
        self._begun.wait(most)
        seconds = max(0.0, min(seconds, most - (time.monotonic() - started)))
        return self._answer if self._there.wait(seconds) else self._silent


class TeamQuery:
    """Queries one server, one query at a time."""

    def __init__(self, ledger: Ledger, address: Address, model: str) -> None:
        self._ledger = ledger
        self._address = address
        self._model = model
        self._server: Server | None = None
        self._lock = threading.Lock()
        self._pending: Pending | None = None
        self._failed_at = -_QUIET_SECONDS
        self._problem = ""
        self._taken: set[tuple[str, int]] = set()
        """What was taken over here before the exchange came to it."""

    def begin(self, vector: Sequence[float] | None, known_silent: str | None) -> Pending:
        """Query in a separate thread; a server that is `known_silent`, busy or just failed is not asked.

        Args:
            vector: the problem's embedding; None: new entries are fetched instead.
            known_silent: why the exchange does not reach the server, if it does not.
        """
        pending = Pending(self._nothing(f"the server {self._address.url} does not answer in time"))
        with self._lock:
            recent = time.monotonic() - self._failed_at < _QUIET_SECONDS
            problem = known_silent or (self._problem if recent else None)
            if problem is not None:
                pending.settle(self._nothing(problem))
            elif self._pending is not None and not self._pending.settled:
                # The last question is not answered yet; another would only add to the server's load.
                pending.settle(self._nothing(f"the server {self._address.url} does not answer in time"))
            else:
                self._pending = pending
                threading.Thread(
                    target=self._ask, args=(pending, vector), name="rca-team-ask", daemon=True
                ).start()
        return pending

    def stop(self) -> None:
        """Close the connection."""
        server = self._server
        if server is not None:
            server.close()

    def _ask(self, pending: Pending, vector: Sequence[float] | None) -> None:
        try:
            answer = self._look(pending, vector)
        except (ServerProblem, Failure, RuntimeError) as problem:
            # RuntimeError: the connection was closed by `stop`.
            said = problem.error.message if isinstance(problem, Failure) else str(problem)
            answer = self._forget(said)
        except Exception as problem:  # noqa: BLE001 - see below
            # A search must not wait for what nobody thought of; the cause is in the log.
            _log.exception("asking the team failed")
            answer = self._forget(str(problem))
        pending.settle(answer)

    def _forget(self, problem: str) -> Answer:
        with self._lock:
            self._failed_at, self._problem = time.monotonic(), problem
        server, self._server = self._server, None
        if server is not None:
            server.close()
        return self._nothing(problem)

    def _nothing(self, problem: str) -> Answer:
        note = f"team: no answer from the team's server ({problem}); this is what is known here"
        return Answer(0, note, complete=False)

    def _look(self, pending: Pending, vector: Sequence[float] | None) -> Answer:
        if self._server is None:
            server = Server(self._address, _REQUEST_SECONDS)
            pending.begin()
            if not server.look():
                server.close()
                return Answer(0, "team: asked, nothing is shared there yet", complete=True)
            self._server = server
        pending.begin()
        server = self._server
        me, read = self._ledger.fact(team_entries.MEMBER) or "", team_entries.peers(self._ledger)
        alike = server.model == self._model
        if vector is not None and alike:
            found, limit = server.nearest(vector, _NEAREST), None
        else:
            found, limit = server.some(team_entries.unread_by(me, read), _NEWEST), _NEWEST
        new = {
            (member, number): entry.id
            for (member, number), entry in team_entries.numbered(found)
            if (member, number) not in self._taken and member != me and number > read.get(member, 0)
        }
        there = server.whole(list(new.values())) if new else []
        unread = team_entries.take(self._ledger, self._model if alike else None, there)[1]
        self._taken.update(new)
        taken = len(there) - unread
        told = f"team: asked, {taken} of its entries had not come here yet" if taken else "team: asked"
        if unread:
            told += f"; {unread} entries could not be read, as another version of this program wrote them"
        if len(found) == limit:
            return Answer(taken, f"{told}; there may be more, which the exchange brings", complete=False)
        return Answer(taken, told, complete=not unread)
