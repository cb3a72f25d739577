"""A library declaration as a document for the editor: its source, else its signatures.

Documents are files in a folder of ours, as every editor opens a `file:` URI. They are read-only, and are
written again when something else stands there.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from rca.languages.facts import Facts
from rca.languages.registry import extract
from rca.libraries.signature_document import render_signatures
from rca.libraries.source_archives import DAMAGE, candidates, sources_of
from rca.libraries.source_matching import find_in_source
from rca.scheduling.deadline import Deadline

_log = logging.getLogger(__name__)

_PREFIX = "library:"
_UNSAFE = re.compile(r"[^\w.$+-]+")
_LONGEST_PART = 120


@dataclass(frozen=True, slots=True)
class LibraryPlace:
    """The position of a declaration's name in a document."""

    path: Path
    text: str
    start: int
    end: int
    is_source: bool


@dataclass(frozen=True, slots=True)
class LibraryDocuments:
    """Documents in `folder`; `archives` are the project's, by the origin in the facts' paths."""

    folder: Path
    archives: Mapping[str, Path]

    def place(
        self, path: str, facts: Facts, index: int, deadline: Deadline | None = None
    ) -> LibraryPlace | None:
        """Return where a library declaration can be read; None if no document can be written.

        Raises:
            Cancelled, Failure: cancelled, or the deadline has expired.
        """
        origin, _, name = path.removeprefix(_PREFIX).partition("/")
        archive = self.archives.get(origin)
        problem = None
        try:
            if archive is not None and (sources := sources_of(archive)) is not None:
                try:
                    found = self._source(origin, sources, facts, index, deadline)
                except (OSError, *DAMAGE) as damage:
                    _log.warning("the sources of %s cannot be read: %s", origin, damage)
                    problem = f"{sources.name} cannot be read: {damage}"
                else:
                    if found is not None:
                        return found
                    problem = f"{sources.name} has no such declaration"
            return self._signature(origin, name, facts, index, _header(origin, archive, problem))
        except OSError as refusal:
            _log.warning("no document for %s can be written: %s", origin, refusal)
            return None

    def _source(
        self, origin: str, sources: Path, facts: Facts, index: int, deadline: Deadline | None
    ) -> LibraryPlace | None:
        path = facts.class_paths[index]
        facade = facts.facade or ""
        names = tuple(dict.fromkeys(one for one in (*path[:1], facade.removesuffix("Kt"), facade) if one))
        for entry, text in candidates(sources, facts.package, names, deadline):
            if not any(name in text for name in (facts.declarations[index].name, *path[-1:]) if name):
                continue
            source = extract(str(entry), text)
            number = find_in_source(facts, index, source)
            if number is None:
                continue
            row = source.declarations[number]
            document = sources / entry if sources.is_dir() else self._write("sources", origin, entry, text)
            start = row.name_start + text.startswith("`", row.name_start)
            word = next((one for one in (row.name, "constructor") if one and text.startswith(one, start)), "")
            return LibraryPlace(document, text, start, start + len(word), is_source=True)
        return None

    def _signature(self, origin: str, name: str, facts: Facts, index: int, header: str) -> LibraryPlace:
        made = render_signatures(facts, header)
        folder = facts.package.replace(".", "/")
        file = name.removeprefix(f"{facts.package}.") if facts.package else name
        document = self._write("signatures", origin, PurePosixPath(folder, f"{file}.kt"), made.text)
        return LibraryPlace(document, made.text, *made.names[index], is_source=False)

    def _write(self, kind: str, origin: str, entry: PurePosixPath, text: str) -> Path:
        """Write a document unless it exists, or its name would lead out of the folder."""
        parts = [_safe(part) for part in (origin, *entry.parts)]
        path = self.folder.joinpath(kind, *parts)
        content = text.encode("utf-8", "replace")
        if path.is_file() and path.read_bytes() == content:
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.{os.getpid()}")
        fresh.write_bytes(content)
        fresh.chmod(0o444)
        if path.exists():
            with contextlib.suppress(OSError):  # only Windows asks for it
                path.chmod(0o644)
        fresh.replace(path)
        return path


def _safe(part: str) -> str:
    """Return a safe file name for a part of an archive's path."""
    shown = _UNSAFE.sub("_", part).lstrip(".")[:_LONGEST_PART]
    return shown or "_"


def _header(origin: str, archive: Path | None, problem: str | None) -> str:
    made = "the table of signatures that comes with Kotlin RCA" if archive is None else "its class files"
    lines = [
        f"Signatures of {origin}, made by Kotlin RCA from {made}.",
        "This is not the source: bodies, comments, private declarations and annotations are not in it.",
    ]
    if problem is not None:
        lines.append(f"Its source is not shown: {problem}.")
    elif archive is not None:
        lines.append(
            f"Its source is shown once {archive.stem}-sources.jar is where builds keep their downloads."
        )
    return "\n".join(lines)
