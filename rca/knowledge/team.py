"""Team mode: members share what they learn through a ChromaDB server, each on a ledger of its own.

Each member writes entries of its own only, one a solution that it said something about, numbered in the
order of writing; it reads those of the others from where it stopped (`peer`). Taking over twice is once,
in any order (see `changes`), so nothing depends on clocks or on who was online when. Searches never ask
the server: what others know is in the own ledger, a few seconds later.
"""

from __future__ import annotations

import hashlib
import json
import logging
import platform
import threading
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Any, Literal

from models.knowledge import TeamState
from models.solution import Solution
from rca.failure import Failure
from rca.knowledge import changes
from rca.knowledge.changes import Change, Taken, Text
from rca.knowledge.ledger import Ledger
from rca.knowledge.recording import clean, clean_solution
from rca.knowledge.server import Address, Entry, Server, ServerProblem

_log = logging.getLogger(__name__)

_EVERY_SECONDS = 5.0
_LASTING_SECONDS = 60.0
"""How long to wait after a problem that another try will hardly solve."""

_BATCH = 100
_CLOSE_SECONDS = 2.0
_MEMBER, _PLACE, _NUMBER, _PUSHED, _COLLECTION = (
    "team_member", "team_place", "team_number", "team_pushed", "team_collection",
)  # fmt: skip
"""Facts in the ledger: who we are there and here, our last number, the last event sent, to where."""


class Team:
    """The exchange with one server. `start` runs it in the background; `sync` is one round, here and now."""

    def __init__(self, ledger: Ledger, address: Address, model: str) -> None:
        self._ledger = ledger
        self._address = address
        self._model = model
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()
        self._stopping = False
        self._round = threading.Lock()
        self.state = TeamState(url=address.url, state="waiting", members=0, pushed=0, pulled=0)

    def start(self) -> None:
        """Exchange every few seconds until `stop`, in a daemon thread."""
        if self._thread is None and not self._stopping:
            self._thread = threading.Thread(target=self._run, name="rca-team", daemon=True)
            self._thread.start()

    def nudge(self) -> None:
        """Exchange at once, where the background exchange runs."""
        self._wake.set()

    def stop(self) -> None:
        """End after the request in hand."""
        self._stopping = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join(_CLOSE_SECONDS)

    def sync(self) -> TeamState:
        """Send what is new here and take over what is new there; never raises, `state` says what is wrong."""
        with self._round:
            try:
                pushed, pulled, note = self._exchange()
                self._tell("synced" if note is None else "partly", note, pushed, pulled)
            except ServerProblem as problem:
                self._tell("refused" if problem.lasting else "offline", str(problem), 0, 0)
            except Failure as failure:
                self._tell("refused", failure.error.message, 0, 0)
        return self.state

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
            me = self._identity(server)
            pulled, unread = self._pull(server, me)
            if server.model != self._model:
                note = (
                    f"the team's vectors are of the model {server.model}, here it is {self._model}: what "
                    "others know is taken over, what is learnt here is not sent; set knowledge.embeddingModel"
                )
                return 0, pulled, note
            pushed, waiting = self._push(server, me)
            notes = [f"{unread} entries of others could not be read"] if unread else []
            notes += ["what is new here waits for the embedding model"] if waiting else []
            return pushed, pulled, "; ".join(notes) or None

    # Who we are

    def _identity(self, server: Server) -> str:
        """Give our name there; a new one where ledger or collection is not the one that we wrote from.

        A copied or restored ledger that went on numbering under the old name would go unread.
        """
        known = self._facts(_MEMBER, _PLACE, _NUMBER, _COLLECTION)
        path = self._ledger.database.path
        place = hashlib.sha256(f"{platform.node()}\x1f{path.absolute()}".encode()).hexdigest()[:16]
        member, number = known[_MEMBER], int(known[_NUMBER] or 0)
        if member is not None and known[_PLACE] == place and known[_COLLECTION] == server.id:
            beyond = server.find({"$and": [{"member": member}, {"number": {"$gt": number}}]})
            if not beyond:
                return member
        fresh = uuid.uuid4().hex[:16]
        with self._ledger.database.writing() as db:
            if known[_COLLECTION] != server.id:
                db.execute("DELETE FROM peer")
            facts = {_MEMBER: fresh, _PLACE: place, _NUMBER: "0", _PUSHED: "0", _COLLECTION: server.id}
            db.executemany("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", facts.items())
        return fresh

    def _facts(self, *names: str) -> dict[str, str | None]:
        return {name: self._ledger.fact(name) for name in names}

    # Sending

    def _push(self, server: Server, me: str) -> tuple[int, bool]:
        """Send what is new; give how many solutions, and whether some wait for their embedding."""
        facts = self._facts(_NUMBER, _PUSHED)
        number, since = int(facts[_NUMBER] or 0), int(facts[_PUSHED] or 0)
        ids, last = changes.changed_since(self._ledger, since)
        if self._ledger.vectors.lacking(self._model, ids):
            return 0, True
        remaining = iter(ids)
        while batch := list(islice(remaining, _BATCH)):
            entries = []
            vectors = self._ledger.vectors.by_id(batch)
            for id_ in batch:
                number += 1
                entries.append(self._entry(me, number, changes.read(self._ledger, id_, own=True), vectors))
            # Noted before it is sent: a number is never used for two things.
            self._note(_NUMBER, number)
            server.put(entries)
        if last > since:
            self._note(_PUSHED, last)
        return len(ids), False

    def _entry(
        self, me: str, number: int, change: Change, vectors: dict[str, list[tuple[str, str, bytes]]]
    ) -> Entry:
        import numpy as np

        metadata: dict[str, Any] = {"member": me, "number": number, "solution": change.id}
        text = change.text
        if text is not None:
            metadata |= {
                "language": text.solution.language,
                "errorType": text.solution.error_type,
                "state": text.state,
            }
        for model, text_hash, vector in vectors.get(change.id, ()):
            if model == self._model:
                metadata["textHash"] = text_hash
                values = np.frombuffer(vector, dtype="<f4").tolist()
                return Entry(f"{me}/{change.id}", metadata, document_of(change), values)
        # An attempt at something that is no record: nothing to find by likeness.
        return Entry(f"{me}/{change.id}", metadata, document_of(change), self._nowhere())

    def _nowhere(self) -> list[float]:
        with self._ledger.database.reading() as db:
            row = db.execute(
                "SELECT length(vector) / 4 FROM embedding WHERE model = ? LIMIT 1", (self._model,)
            ).fetchone()
        return [1.0, *[0.0] * (row[0] - 1)] if row is not None else [1.0]

    def _note(self, name: str, value: int) -> None:
        with self._ledger.database.writing() as db:
            db.execute("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", (name, str(value)))

    # Taking over

    def _pull(self, server: Server, me: str) -> tuple[int, int]:
        """Take over what is new; give how many entries, and how many could not be read."""
        with self._ledger.database.reading() as db:
            peers: dict[str, int] = dict(db.execute("SELECT member, number FROM peer").fetchall())
        new = [{"$and": [{"member": who}, {"number": {"$gt": upto}}]} for who, upto in peers.items()]
        others = {"member": {"$nin": [me, *peers]}}
        found = server.find({"$or": [*new, others]} if new else others)
        found.sort(key=lambda entry: (str(entry.metadata.get("member")), entry.metadata.get("number", 0)))
        unread = 0
        remaining = iter(found)
        while batch := list(islice(remaining, _BATCH)):
            whole = {entry.id: entry for entry in server.whole([entry.id for entry in batch])}
            unread += self._take([whole[entry.id] for entry in batch if entry.id in whole])
            self._reached(batch)
        return len(found), unread

    def _take(self, entries: Sequence[Entry]) -> int:
        unread = 0
        taken = Taken()
        for entry in entries:
            try:
                change = change_of(entry.document or "")
                changes.take(self._ledger, [change], str(entry.metadata["member"]), taken)
            except (ValueError, KeyError, TypeError) as problem:
                _log.warning("the team's entry %s could not be read: %s", entry.id, problem)
                unread += 1
                continue
            self._take_vector(change.id, entry)
        return unread

    def _take_vector(self, id_: str, entry: Entry) -> None:
        """Take over the embedding of a text that is the same here: the model need not work again."""
        import numpy as np

        text_hash = entry.metadata.get("textHash")
        seq = self._ledger.vectors.lacking(self._model, [id_]).get(id_)
        if seq is None or text_hash is None or entry.vector is None:
            return
        vector = np.array(entry.vector, dtype="<f4")
        if abs(float(np.linalg.norm(vector)) - 1.0) < 1e-3:
            self._ledger.vectors.put(self._model, {seq: (str(text_hash), vector.tobytes())})

    def _reached(self, entries: Iterable[Entry]) -> None:
        with self._ledger.database.writing() as db:
            db.executemany(
                "INSERT INTO peer VALUES (?, ?)"
                " ON CONFLICT DO UPDATE SET number = max(number, excluded.number)",
                [(str(entry.metadata["member"]), int(entry.metadata["number"])) for entry in entries],
            )

    def _tell(
        self,
        state: Literal["synced", "partly", "offline", "refused"],
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


def document_of(change: Change) -> str:
    """Write a change as JSON, secrets masked; what a record said before it was updated stays at home."""
    text = change.text
    record = None
    if text is not None:
        solution, _kinds = clean_solution(text.solution)
        record = {
            "solution": solution.model_dump(mode="json"),
            "source": text.source,
            "state": text.state,
            "written": text.written,
        }
    events = []
    for uid, at, kind, _id, detail in change.events:
        told = {name: value for name, value in json.loads(detail).items() if name != "before"}
        events.append([uid, at, kind, clean(told).value])
    attempts = [
        [uid, at, fingerprint, clean(attempt).value, clean(note).value]
        for uid, at, _id, fingerprint, attempt, note in change.attempts
    ]
    wire = {"id": change.id, "record": record, "events": events, "attempts": attempts}
    return json.dumps(wire, ensure_ascii=False)


def change_of(document: str) -> Change:
    """Read what `document_of` wrote. Raises `ValueError`, `KeyError` or `TypeError` for anything else."""
    wire = json.loads(document)
    id_, record = str(wire["id"]), wire["record"]
    text = None
    if record is not None:
        solution = Solution.model_validate(record["solution"])
        text = Text(solution, record["source"], record["state"], str(record["written"]))
        if solution.id != id_ or text.source not in {"starter", "user", "import"}:
            message = "the record is not the one that the entry names"
            raise ValueError(message)
    return Change(
        id=id_,
        text=text,
        events=tuple(
            (str(uid), str(at), str(kind), id_, json.dumps(detail))
            for uid, at, kind, detail in wire["events"]
        ),
        attempts=tuple(
            (str(uid), str(at), id_, fingerprint, str(attempt), note)
            for uid, at, fingerprint, attempt, note in wire["attempts"]
        ),
    )
