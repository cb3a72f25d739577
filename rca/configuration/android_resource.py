"""One Android resource: its definitions under all qualifiers, on disk and in unsaved text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from models.configuration import QualifierGap, ResourceDefinition
from rca.configuration.generated_accessors import spellings
from rca.configuration.key_literals import fold
from rca.configuration.key_patterns import keys_of, read_entries
from rca.redaction import redact
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.build_modules import modules_of
from rca.workspace.word_filter import files_possibly_containing

_WRITTEN = re.compile(
    r"^(?:@\+?(?:[\w.]+:)?|(?:[\w.]+\.)?R\.)?(?:(?P<kind>[a-z]\w*)[./])?(?P<name>[A-Za-z_][\w.]*)$"
)
_RES = re.compile(
    r"^(?P<root>(?:.*/)?(?:res|res[-_]\w+|composeResources))/(?P<kind>[a-z]+)(?:-(?P<qualifier>[^/]+))?/"
)
_LOCALE = re.compile(r"(?:[a-z]{2,3}(?:-r[A-Z]{2,3})?|b\+[\w+]+)")
_NO_LOCALES = frozenset(("car",))
_SOURCE_SET = re.compile(r"(?:^|/)src/([^/]+)/")
_FILES = frozenset(
    ("anim", "animator", "color", "drawable", "font", "interpolator", "layout", "menu", "mipmap",
     "navigation", "raw", "transition", "xml")
)  # fmt: skip
"""Kinds that a whole file defines; `color` and `drawable` may stand in `values` too."""
_TEXTS = frozenset(("string", "plurals", "array"))
_LONGEST_VALUE = 200
_BATCH = 64


class ResourceName(NamedTuple):
    """A resource name as requested; `kind` is None for a bare name."""

    kind: str | None
    name: str


def read_name(given: str) -> ResourceName | None:
    """Parse `R.string.a`, `@string/a`, `string/a` or `a`; None if it is no resource name."""
    match = _WRITTEN.match(given.strip())
    return None if match is None else ResourceName(match["kind"], match["name"])


class Definitions:
    """The resource definitions of one snapshot: every XML file and image below `res`."""

    def __init__(self, snapshot: Snapshot, deadline: Deadline) -> None:
        self._snapshot = snapshot
        self._watch = deadline
        self._modules = modules_of(snapshot.index)
        self._files: Sequence[str] = ()
        self._keys = keys_of(snapshot)

    def of(self, wanted: ResourceName) -> dict[str, list[ResourceDefinition]]:
        """Return the definitions of a name by kind, defaults first. Underscores in code may be dots in XML.

        If the index knows one, only the folders that hold it are searched, else all of them.
        """
        plain = wanted.name.replace(".", "_")
        spelled = dict.fromkeys((wanted.name, plain, plain.replace("_", ".")))
        known = {path for name in spelled for path in self._snapshot.index.declaring(name, "resource")}
        roots = {place["root"] for path in known if (place := _RES.match(path)) is not None}
        self._files = [path for root in sorted(roots) for path in self._below(root)]
        found = self._among(plain, wanted.kind)
        if not found:
            self._files = self._below("")
            found = self._among(plain, wanted.kind)
        return found

    def _among(self, plain: str, wanted: str | None) -> dict[str, list[ResourceDefinition]]:
        found: dict[str, list[ResourceDefinition]] = {}
        texts = [path for path in self._files if path.endswith(".xml")]
        may_hold = set(files_possibly_containing(self._snapshot, texts, spellings(plain), self._watch))
        named = f"/{plain}."
        ends = f"/{plain}"
        fitting = [one for one in self._files if one in may_hold or named in one or one.endswith(ends)]
        for number, path in enumerate(fitting):
            if number % _BATCH == 0 and self._watch.expired:
                break
            place = _RES.match(path)
            if place is None:
                continue
            kind = place["kind"]
            base = path.rpartition("/")[2].partition(".")[0]
            if kind in _FILES and base == plain and wanted in (None, kind):
                found.setdefault(kind, []).append(self._definition(path, 1, place, None))
            if path in may_hold:
                for line, entry_kind, value in self._inside(path, plain, wanted):
                    found.setdefault(entry_kind, []).append(self._definition(path, line, place, value))
        for definitions in found.values():
            definitions.sort(key=lambda one: (one.qualifier != "default", one.file_path, one.line))
        return found

    def untranslated(self, definitions: list[ResourceDefinition], kind: str) -> tuple[QualifierGap, ...]:
        """Return the languages that a module supports but in which this resource is missing."""
        if kind not in _TEXTS:
            return ()
        gaps = []
        for module in sorted({one.module for one in definitions}):
            own = {one.qualifier for one in definitions if one.module == module}
            if "default" not in own:
                continue
            spoken = {
                place["qualifier"]
                for path in self._files
                if "/values-" in path
                and (place := _RES.match(path)) is not None
                and place["kind"] == "values"
                and _is_locale(place["qualifier"])
                and self._modules.of(path) == module
            }
            if spoken - own:
                gaps.append(QualifierGap(module=module, qualifiers=tuple(sorted(spoken - own))))
        return tuple(gaps)

    def _below(self, root: str) -> list[str]:
        """Return the resource files below a folder."""
        return [path for path in self._snapshot.files(below=root) if _may_be_one(path) and _RES.match(path)]

    def _inside(self, path: str, plain: str, kind: str | None) -> Iterator[tuple[int, str, str | None]]:
        if not self._has_key(path, plain):
            return
        found = read_entries(self._snapshot, path)
        for entry in found.entries if found else ():
            entry_kind, _, name = entry.key.partition("/")
            if name.replace(".", "_") == plain and kind in (None, entry_kind):
                yield entry.line, entry_kind, None if entry_kind == "id" else entry.value

    def _has_key(self, path: str, plain: str) -> bool:
        """Return whether a file may have a key of that name, by its folded keys."""
        told = self._keys.of(self._snapshot, path)
        keys = "" if told is None else told.keys
        pieces = fold(plain.replace("_", ".")).split(".")
        telling = max(pieces, key=len)
        if telling not in keys:
            return False
        wanted = "".join(pieces)
        return any(
            telling in key and key.partition(".")[2].replace(".", "") == wanted for key in keys.split("\n")
        )

    def _definition(
        self, path: str, line: int, place: re.Match[str], value: str | None
    ) -> ResourceDefinition:
        source_set = _SOURCE_SET.search(path)
        shown = None if value is None else redact(value).text
        return ResourceDefinition(
            file_path=path,
            line=line,
            qualifier=place["qualifier"] or "default",
            module=self._modules.of(path),
            source_set=source_set[1] if source_set else "main",
            value=shown if shown is None or len(shown) <= _LONGEST_VALUE else f"{shown[:_LONGEST_VALUE]}…",
        )


def _may_be_one(path: str) -> bool:
    """Return, cheaply, whether a file may be a resource; most files are code."""
    return not path.endswith((".kt", ".java")) and (
        "/res" in path or "Resources/" in path or path.startswith("res")
    )


def _is_locale(qualifier: str | None) -> bool:
    return qualifier is not None and qualifier not in _NO_LOCALES and _LOCALE.fullmatch(qualifier) is not None
