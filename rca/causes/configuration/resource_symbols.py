"""Names of resource ids, from the symbol lists and `R` classes that the last build left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.workspace import Snapshot

_FOLDERS = (
    "build/intermediates/runtime_symbol_list",
    "build/intermediates/symbols",
    "build/intermediates/symbol_list",
    "build/generated/not_namespaced_r_class_sources",
    "build/generated/source/r",
)
"""Where Android's Gradle plugin leaves lists of ids, below a module; no listing includes them."""
_NAMES = frozenset(("R.txt", "R.java"))
_MOST_FILES, _MOST_ENTRIES = 12, 4_000
_LARGEST = 20_000_000
_LINE = r"""int (?P<kind>\w+) (?P<name>\w+) 0x{id}\b"""
_PUBLIC = r"""type="(?P<kind>\w+)" name="(?P<name>[\w.]+)" id="0x{id}\""""
_JAVA = r"""int (?P<name>\w+)\s*=\s*0x{id}\b"""
_CLASS = re.compile(r"static (?:final )?class (\w+)")


def name_of_id(snapshot: Snapshot, number: int, deadline: Deadline) -> tuple[str, str, str] | None:
    """Return kind and name of a resource id, and the file that says so; None where no build tells.

    Args:
        snapshot: the workspace.
        number: the id as in messages, such as 0x7f060258.
        deadline: ends the search.
    """
    written = f"(?i:{number:08x})"
    for label, path in _files(snapshot):
        if deadline.expired:
            return None
        try:
            text = path.read_text("utf-8", "replace") if path.stat().st_size <= _LARGEST else ""
        except OSError:
            continue
        for form in (_LINE, _PUBLIC):
            match = re.search(form.replace("{id}", written), text)
            if match is not None:
                return match["kind"], match["name"], label
        match = re.search(_JAVA.replace("{id}", written), text)
        if match is not None:
            kinds = _CLASS.findall(text, 0, match.start())
            if kinds and kinds[-1] != "R":
                return kinds[-1], match["name"], label
    return None


def _files(snapshot: Snapshot) -> Iterator[tuple[str, Path]]:
    """Yield the files with ids: of builds, then those that the workspace lists."""
    yield from islice(_built(snapshot), _MOST_FILES)
    for wire in snapshot.files("/R.txt", "/public.xml")[:_MOST_FILES]:
        try:
            yield wire, snapshot.resolve(wire).absolute
        except Failure:
            continue  # it went away


def _built(snapshot: Snapshot) -> Iterator[tuple[str, Path]]:
    modules = [root.wire(".") for root in snapshot.folders]
    modules += [path.rpartition("/")[0] or "." for path in snapshot.files(".gradle", ".gradle.kts")]
    for module in dict.fromkeys(modules):
        for inside in _FOLDERS:
            try:
                folder = snapshot.resolve_directory(f"{module}/{inside}")
            except Failure:
                continue  # a module that was not built so
            for path in islice(folder.absolute.rglob("R.*"), _MOST_ENTRIES):
                if path.name in _NAMES and path.is_file() and not path.is_symlink():
                    yield f"{folder.path}/{path.relative_to(folder.absolute).as_posix()}", path
