"""Team membership: the ledger's member id, replaced if ledger or server was reset."""

from __future__ import annotations

import contextlib
import hashlib
import platform
import uuid
from collections.abc import Iterator
from pathlib import Path

from rca.knowledge.ledger.ledger import Ledger
from rca.knowledge.team import team_entries
from rca.knowledge.team.chroma_server import Server

PUSHED, NUMBER = "team_pushed", "team_number"
"""Facts in the ledger: the last event that was sent, and the last number that was given to an entry."""

_KEPT = "team_kept"
"""The last number that the server said it keeps."""

_PLACE, _COLLECTION = "team_place", "team_collection"
"""Where the ledger is, and the collection that it writes to."""

_TURN_SECONDS = 30.0


class Membership:
    """The member id of one ledger on one server, and what was sent under it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    @contextlib.contextmanager
    def turn(self) -> Iterator[bool]:
        """Hold the right to exchange among the processes of this ledger; False if another one has it.

        Two that number and send at once would overwrite newer entries, or number them so that nobody reads
        them.
        """
        from filelock import FileLock, Timeout

        lock = FileLock(str(self._ledger.database.path.with_name("team.lock")))
        try:
            lock.acquire(timeout=_TURN_SECONDS)
        except Timeout:
            yield False
            return
        except (OSError, NotImplementedError):
            # A folder that takes no new file: its ledger takes no number either, and says so.
            yield True
            return
        try:
            yield True
        finally:
            lock.release()

    def name(self, server: Server) -> str:
        """Return our member id; a new one if ledger, collection or its content is not as we left it.

        A copied or restored ledger that continued numbering under the old id would go unread, and what a
        server restored from an older backup has lost would never be sent again.
        """
        member, place, collection = (self.fact(name) for name in (team_entries.MEMBER, _PLACE, _COLLECTION))
        here = _place(self._ledger.database.path)
        if (
            member is not None
            and (place, collection) == (here, server.id)
            and self._is_as_left(server, member)
        ):
            return member
        fresh = uuid.uuid4().hex[:16]
        with self._ledger.database.writing() as db:
            if collection != server.id:
                db.execute("DELETE FROM peer")
            facts = {team_entries.MEMBER: fresh, _PLACE: here, _COLLECTION: server.id}
            facts |= {NUMBER: "0", PUSHED: "0", _KEPT: "0"}
            db.executemany("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", facts.items())
        return fresh

    def fact(self, name: str) -> str | None:
        """Return a fact that the ledger stores about the membership."""
        return self._ledger.fact(name)

    def note(self, name: str, value: int) -> None:
        """Store a number in the ledger."""
        with self._ledger.database.writing() as db:
            db.execute("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", (name, str(value)))

    def kept(self, number: int) -> None:
        """Record that the server has all entries up to a number."""
        self.note(_KEPT, number)

    def _is_as_left(self, server: Server, member: str) -> bool:
        """Return whether the last entry sent is still there, and no entry unknown to the ledger."""
        number, kept = int(self.fact(NUMBER) or 0), self.fact(_KEPT)
        # An earlier release did not note what the server kept.
        least = number + 1 if kept is None else int(kept)
        found = server.find({"$and": [{"member": member}, {"number": {"$gte": least}}]})
        numbers = [known for (_member, known), _entry in team_entries.numbered(found)]
        return max(numbers, default=0) <= number and (bool(numbers) or not int(kept or 0))


def _place(path: Path) -> str:
    return hashlib.sha256(f"{platform.node()}\x1f{path.absolute()}".encode()).hexdigest()[:16]
