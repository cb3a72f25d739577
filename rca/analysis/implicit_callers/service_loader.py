"""`META-INF/services` files, from which `ServiceLoader` creates classes by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rca.analysis.implicit_callers.caller_evidence import Evidence, binary_name
from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot

_SOURCES = re.compile(r"^((?:.*/)?src/\w+)/(?:java|kotlin)/")


def service_file(snapshot: Snapshot, owner: Symbol, supertypes: Iterable[str]) -> Evidence | None:
    """Return the service file that lists a class as a provider of one of its supertypes."""
    sources = _SOURCES.match(owner.path)
    if sources is None:
        return None
    wanted = {binary_name(owner), owner.qualified_name}
    for supertype in supertypes:
        path = f"{sources[1]}/resources/META-INF/services/{supertype}"
        text = (snapshot.content(path) or b"").decode("utf-8", "replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if line.partition("#")[0].strip() in wanted:
                return Evidence(supertype, path, number)
    return None
