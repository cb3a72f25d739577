"""The user's consent per host, in a file that a person can read and change."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from rca.web.date_parsing import day
from rca.web.json_files import changing, put_damaged_aside, read_json, write_json

Standing = Literal["always", "never"]
EgressDecision = Literal["once", "always", "never", "no", "nobody"]
"""`once` and `no` hold for one call, `always` and `never` are remembered, `nobody` is there to ask."""

FILE_NAME = "web-consent.json"
_ABOUT = (
    "Which hosts Kotlin RCA may send questions to: 'always' or 'never'. Remove a line to be asked again. "
    "Hosts that are not listed are asked about, and nothing is sent without a yes."
)


@dataclass(frozen=True, slots=True)
class EgressRequest:
    """What would leave the machine, exactly: what the user sees before the first byte does.

    `lines` are the requests to the host, each `GET` and the whole address (`with your key` where a key of
    the user goes along); requests have no body. `source` is whom they ask.
    """

    host: str
    source: str
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The question in words, for any surface."""
        sent = "\n".join(self.lines)
        return f"Send this to {self.host} ({self.source})? Nothing else leaves this machine.\n{sent}"


AskEgress = Callable[[EgressRequest], EgressDecision]


def ask_nobody(_request: EgressRequest) -> EgressDecision:
    """Refuse consent, for a surface that cannot ask."""
    return "nobody"


@dataclass(frozen=True, slots=True)
class Consented:
    """The decision about one host, and when it was made."""

    host: str
    decision: Standing
    day: str


class Consents:
    """The file of decisions. A damaged one allows nothing, and is put aside before it is written anew.

    Args:
        file: where it is.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def find(self, host: str) -> Standing | None:
        """Return the decision about a host; None if there is none."""
        return next((one.decision for one in self.all() if one.host == host.lower()), None)

    def all(self) -> tuple[Consented, ...]:
        """Return every decision, by host."""
        found = []
        for host, said in sorted(self._hosts().items()):
            decision = said.get("decision") if isinstance(said, dict) else said
            if decision in ("always", "never"):
                when = said.get("day", "") if isinstance(said, dict) else ""
                found.append(Consented(host.lower(), decision, str(when)))
        return tuple(found)

    def remember(self, host: str, decision: Standing) -> None:
        """Store a decision.

        Raises:
            OSError: the file cannot be written.
        """
        with changing(self._file):
            said = {**self._hosts(), host.lower(): {"decision": decision, "day": day(time.time())}}
            self._write(said)

    def forget(self, host: str) -> bool:
        """Delete a decision, so that the user is asked again; False if there was none.

        Raises:
            OSError: the file cannot be written.
        """
        with changing(self._file):
            hosts = self._hosts()
            kept = {name: said for name, said in hosts.items() if name.lower() != host.lower()}
            if len(kept) == len(hosts):
                return False
            self._write(kept)
            return True

    def _hosts(self) -> dict[str, Any]:
        hosts = read_json(self._file).get("hosts")
        return hosts if isinstance(hosts, dict) else {}

    def _write(self, hosts: dict[str, Any]) -> None:
        put_damaged_aside(self._file)
        write_json(self._file, {"about": _ABOUT, "hosts": dict(sorted(hosts.items()))}, indent=2)
