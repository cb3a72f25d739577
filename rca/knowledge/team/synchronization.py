"""Team synchronisation: members exchange solutions through a ChromaDB server, each with its own ledger.

Each member writes entries of its own only, one a solution that it said something about, numbered in the
order of writing; it reads those of the others from where it stopped (`peer`). Taking over twice is once,
in any order (see `changes`), so nothing depends on clocks or on who was online when. What others know is
in the own ledger a few seconds later; a search asks for what is not there yet (see `asking`).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Literal

from models.knowledge import TeamState
from rca.knowledge.ledger import change_set
from rca.knowledge.ledger.change_set import Change
from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.team import team_entries
from rca.knowledge.team.chroma_server import PAGE, Address, Entry, Server, ServerProblem
from rca.knowledge.team.team_membership import NUMBER, PUSHED, Membership
from rca.knowledge.team.team_query import Pending, TeamQuery
from rca.tool_failure import Failure

_log = logging.getLogger(__name__)

_EVERY_SECONDS = 5.0
_LASTING_SECONDS = 60.0
"""How long to wait after a problem that another try will hardly solve."""

_BATCH = 100
Numbered = tuple[tuple[str, int], Entry]
"""An entry with its member and number."""

_CLOSE_SECONDS = 2.0


class Team:
    """The exchange with one server. `start` runs it in the background; `sync` is one synchronous round."""

    def __init__(self, ledger: Ledger, address: Address, model: str) -> None:
        self._ledger = ledger
        self._address = address
        self._model = model
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()
        self._stopping = False
        self._round = threading.Lock()
        self._membership = Membership(ledger)
        self._asking = TeamQuery(ledger, address, model)
        self.state = TeamState(url=address.url, state="waiting", members=0, pushed=0, pulled=0)

    def start(self) -> None:
        """Exchange every few seconds until `stop`, in a daemon thread."""
        if self._thread is None and not self._stopping:
            self._thread = threading.Thread(target=self._run, name="rca-team", daemon=True)
            self._thread.start()

    def wake(self) -> None:
        """Exchange at once, where the background exchange runs."""
        self._wake.set()

    def stop(self) -> None:
        """Stop after the current request."""
        self._stopping = True
        self._wake.set()
        self._asking.stop()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)

    def sync(self) -> TeamState:
        """Send local news and apply the team's; never raises, `state` says what is wrong."""
        with self._round, self._membership.turn() as ours:
            if not ours:
                self._tell("waiting", "another process of this machine is exchanging", 0, 0)
                return self.state
            try:
                pushed, pulled, note = self._exchange()
                self._tell("synced" if note is None else "partly", note, pushed, pulled)
            except ServerProblem as problem:
                self._tell("refused" if problem.lasting else "offline", str(problem), 0, 0)
            except Failure as failure:
                self._tell("refused", failure.error.message, 0, 0)
        return self.state

    def ask(self, vector: Sequence[float] | None) -> Pending:
        """Start a query for solutions to a problem that have not been received yet."""
        known_silent = self._thread is not None and self.state.state in {"offline", "refused"}
        return self._asking.begin(vector, self.state.note if known_silent else None)

    def _run(self) -> None:
        while not self._stopping:
            self._wake.clear()
            try:
                self.sync()
            except Exception:  # noqa: BLE001 - see below
                # The exchange must not end for what nobody thought of; the cause is in the log.
                _log.exception("the exchange with the team failed")
            self._wake.wait(_LASTING_SECONDS if self.state.state == "refused" else _EVERY_SECONDS)

    def _exchange(self) -> tuple[int, int, str | None]:
        with Server(self._address) as server:
            server.open(self._model)
            me = self._membership.name(server)
            pulled, unread = self._pull(server, me)
            pushed, waiting = self._push(server, me)
            notes = [f"{unread} entries of others could not be read"] if unread else []
            if waiting and server.model != self._model:
                notes.append(f"what is new here waits for somebody to share with the model {server.model}")
            elif waiting:
                notes.append("what is new here waits for the embedding model")
            return pushed, pulled, "; ".join(notes) or None

    # Sending

    def _push(self, server: Server, me: str) -> tuple[int, bool]:
        """Send what is new; return how many solutions, and whether some still wait for their embedding.

        To a collection of another model (that of an earlier release, say) they are sent without embeddings,
        which the readers compute.
        """
        known = self._membership
        number, since = int(known.fact(NUMBER) or 0), int(known.fact(PUSHED) or 0)
        ids, last = change_set.changed_since(self._ledger, since)
        alike = server.model == self._model
        size = self._size() if alike else server.size
        if ids and (size is None or (alike and self._ledger.vectors.lacking(self._model, ids))):
            return 0, True
        nowhere = [1.0, *[0.0] * ((size or 1) - 1)]
        remaining = iter(ids)
        while batch := list(islice(remaining, _BATCH)):
            sent = []
            vectors = self._ledger.vectors.by_id(batch) if alike else {}
            for id_ in batch:
                number += 1
                change = change_set.read(self._ledger, id_, own=True)
                sent.append(self._entry(me, number, change, vectors.get(id_, ()), nowhere))
            # Noted before it is sent: a number is never used for two things.
            known.note(NUMBER, number)
            server.put(sent)
            known.kept(number)
        if last > since:
            known.note(PUSHED, last)
        return len(ids), False

    def _entry(
        self,
        me: str,
        number: int,
        change: Change,
        vectors: Iterable[tuple[str, str, bytes]],
        nowhere: list[float],
    ) -> Entry:
        import numpy as np

        metadata: dict[str, Any] = {"member": me, "number": number, "solution": change.id}
        # An attempt at something that is no record: nothing to find by likeness.
        values = nowhere
        text = change.text
        if text is not None:
            metadata |= {
                "language": text.solution.language,
                "errorType": text.solution.error_type,
                "state": text.state,
            }
        for model, text_hash, vector in vectors:
            if model == self._model:
                metadata["textHash"] = text_hash
                values = np.frombuffer(vector, dtype="<f4").tolist()
        return Entry(f"{me}/{change.id}", metadata, team_entries.document_of(change), values)

    def _size(self) -> int | None:
        """Return the length of the model's vectors; None before the first one, which fixes it."""
        with self._ledger.database.reading() as db:
            row = db.execute(
                "SELECT length(vector) / 4 FROM embedding WHERE model = ? LIMIT 1", (self._model,)
            ).fetchone()
        return None if row is None else int(row[0])

    # Taking over

    def _pull(self, server: Server, me: str) -> tuple[int, int]:
        """Apply what is new; return how many entries, and how many could not be read."""
        found = server.find(team_entries.unread_by(me, team_entries.peers(self._ledger)))
        numbered = team_entries.numbered(found)
        unread = len(found) - len(numbered)
        if len(found) >= PAGE:
            numbered = self._settled(server, me, numbered)
        model = self._model if server.model == self._model else None
        remaining = iter(numbered)
        while batch := list(islice(remaining, _BATCH)):
            whole = {entry.id: entry for entry in server.whole([entry.id for _number, entry in batch])}
            there = [whole[entry.id] for _number, entry in batch if entry.id in whole]
            unread += team_entries.take(self._ledger, model, there)[1]
            self._reached(number for number, _entry in batch)
        return len(numbered), unread

    def _settled(self, server: Server, me: str, seen: list[Numbered]) -> list[Numbered]:
        """Check again after an answer of several pages, as others may have written between them.

        An entry that was updated between two pages may be in neither, while a later one is in the second: it
        would count as read. Updates after this check have a higher number than any that was `seen`.
        """
        reach = dict(number for number, _entry in seen)  # sorted: the highest of each member stays
        again = team_entries.numbered(
            server.find(team_entries.unread_by(me, team_entries.peers(self._ledger)))
        )
        found = {number: entry for number, entry in (*seen, *again) if number[1] <= reach.get(number[0], 0)}
        return sorted(found.items(), key=lambda item: item[0])

    def _reached(self, numbers: Iterable[tuple[str, int]]) -> None:
        with self._ledger.database.writing() as db:
            db.executemany(
                "INSERT INTO peer VALUES (?, ?)"
                " ON CONFLICT DO UPDATE SET number = max(number, excluded.number)",
                list(numbers),
            )

    def _tell(
        self,
        state: Literal["waiting", "synced", "partly", "offline", "refused"],
        note: str | None,
        pushed: int,
        pulled: int,
    ) -> None:
        with self._ledger.database.reading() as db:
            (members,) = db.execute("SELECT count(*) FROM peer").fetchone()
        self.state = TeamState(
            url=self._address.url,
            state=state,
            note=note,
            members=members,
            pushed=self.state.pushed + pushed,
            pulled=self.state.pulled + pulled,
            synced_at=datetime.now().astimezone().isoformat(timespec="seconds")
            if state in {"synced", "partly"}
            else self.state.synced_at,
        )
