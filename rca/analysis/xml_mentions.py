"""Lines of manifests and other XML resources that name classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rca.resolve.symbol import Symbol
from rca.workspace import Snapshot


class Mention(NamedTuple):
    """A line that names a class; `text` is stripped."""

    path: str
    line: int
    text: str


def mentions_of(snapshot: Snapshot, symbol: Symbol) -> Iterator[Mention]:
    """Return the lines that name a class, fully or relative to a package as manifests do (`.ui.Screen`)."""
    binary = ".".join(part for part in (symbol.facts.package, "$".join(symbol.class_path)) if part)
    full = "|".join(re.escape(name) for name in dict.fromkeys((binary, symbol.qualified_name)))
    spelled = re.compile(rf"(?<![\w.$])(?:{full}|\.[\w.]*{re.escape(symbol.name)})(?![\w$])")
    for path in snapshot.index.declaring(symbol.name, "mentioned"):
        if not path.endswith(".xml"):
            continue
        for number, line in enumerate((snapshot.text(path) or "").split("\n"), start=1):
            named = spelled.search(line)
            if named and (not named[0].startswith(".") or symbol.qualified_name.endswith(named[0])):
                yield Mention(path, number, line.strip())
