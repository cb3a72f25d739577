"""Accessors of a version catalog that a build script uses and no catalog declares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span

_UNKNOWN = re.compile(r"Unresolved reference|[Cc]ould not get unknown property|No such property")
_ACCESSOR = re.compile(r"\blibs\.(plugins\.|versions\.|bundles\.)?([a-zA-Z][\w.]*)")
_TABLE = re.compile(r"(?m)^\[([\w-]+)\]\s*$")
_KEY = re.compile(r"(?m)^\s*([\w.-]+)\s*=")
_SEPARATOR = re.compile(r"[-_]")
_MOST = 3


class CatalogAccessorCauses(CauseSearcher):
    """Compares the accessors that an error shows with the keys of the catalogs."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield the table that lacks the key of an accessor."""
        flat = self._symptoms.flat
        if not _UNKNOWN.search(flat):
            return
        for kind, accessor in dict.fromkeys(_ACCESSOR.findall(flat)):
            table = kind.rstrip(".") or "libraries"
            tables = [row for path in self._files.catalogs for row in self._tables(path) if row[0] == table]
            wanted = accessor.removesuffix(".get").lower()
            if any(wanted == key or wanted.startswith(f"{key}.") for _, keys, _ in tables for key in keys):
                continue
            spans = tuple(span for _, _, span in tables)[:_MOST]
            if spans:
                yield ConfigurationCause(
                    "catalog_entry",
                    f"A build script asks for `libs.{kind}{accessor}`, and no entry of `[{table}]` is "
                    f"`{accessor.replace('.', '-')}`.",
                    spans,
                    (f"the error shows `libs.{kind}{accessor}`", f"`[{table}]` of the catalog lacks it"),
                    "Add the entry to the catalog, or correct the accessor.",
                )

    def _tables(self, path: str) -> Iterator[tuple[str, frozenset[str], Span]]:
        """Yield the tables of a catalog with their keys, as accessors write them, and their lines."""
        lines = self._files.lines(path)
        starts = [(match[1], match.start(), match.end()) for match in _TABLE.finditer(lines.text)]
        for number, (name, start, inside) in enumerate(starts):
            end = starts[number + 1][1] if number + 1 < len(starts) else len(lines.text)
            keys = frozenset(
                _SEPARATOR.sub(".", match[1]).lower() for match in _KEY.finditer(lines.text, inside, end)
            )
            yield name, keys, Span(path, lines.line_of(start), lines.line_of(max(start, end - 1)))
