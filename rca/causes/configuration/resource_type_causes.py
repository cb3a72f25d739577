"""Errors that a value is of another type than the call reads: `Resource ID … type #0x2 is not valid`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rca.causes.configuration.cause_searcher import CauseSearcher
from rca.causes.configuration.configuration_cause import ConfigurationCause, Span
from rca.causes.configuration.resource_symbols import name_of_id
from rca.causes.configuration.typed_values import (
    ATTRIBUTE,
    KIND_TYPES,
    READ_TYPES,
    TYPE_NAMES,
    types_of_literal,
)
from rca.workspace.build_modules import is_test

_TYPE = re.compile(
    r"Resource ID #0x(?P<id>[0-9a-fA-F]+) type #0x(?P<type>[0-9a-fA-F]+) is not valid"
    r"|Can't convert (?:value at index \d+ )?to \w+: type=0x(?P<converted>[0-9a-fA-F]+)"
)
_CALLS = re.compile(rf"\b({'|'.join(READ_TYPES)})\s*\([^\n]*?\bR\.(\w+)\.(\w+)")
_USE = re.compile(r"\bR\.(\w+)\.(\w+)")
_WRITTEN_ATTRIBUTE = re.compile(r">\s*\?")
_MOST_CAUSES, _MOST_SPANS = 3, 5
_STRENGTHS = (1.0, 0.5, 0.3)


@dataclass(frozen=True, slots=True)
class _Value:
    """A resource with a value of the type that the error names."""

    kind: str
    name: str
    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Use:
    """A line of code that uses a resource; `call` is the one that reads its value, if it is known."""

    kind: str
    name: str
    call: str | None
    span: Span


class ResourceTypeCauses(CauseSearcher):
    """Searches the values of a type, and the calls that cannot read it."""

    def find(self) -> Iterator[ConfigurationCause]:
        """Yield the resources of the type that code reads, then those that it does not."""
        match = _TYPE.search(self._symptoms.flat)
        if match is None:
            return
        wanted = int(match["type"] or match["converted"], 16)
        known = None
        if match["id"]:
            known = name_of_id(self._files.snapshot, int(match["id"], 16), self._files.deadline.part(0.3))
        said = f"type #0x{wanted:x} is {TYPE_NAMES.get(wanted, 'none that Android documents')}"
        facts: tuple[str, ...] = (said,)
        if known is not None:
            facts = (said, f"`{known[2]}` of the last build says that the id is `{known[0]}/{known[1]}`")
        uses = [*self._uses()]
        values = [
            one
            for one in self._values(wanted)
            if known is None or known[:2] == (one.kind, _in_code(one.name))
        ]
        rows = [(value, self._of(value, uses)) for value in values]
        rows.sort(key=lambda row: (not any(use.call for use in row[1]), not row[1]))
        if any(row[1] for row in rows):
            rows = [row for row in rows if row[1]]
        for (value, readers), strength in zip(rows[:_MOST_CAUSES], _STRENGTHS, strict=False):
            yield self._value_cause(value, readers, facts, wanted, strength)
        if not rows:
            yield from self._call_causes(uses, wanted, facts, known)

    def _values(self, wanted: int) -> Iterator[_Value]:
        """Yield the values of a type which those of their kind cannot have."""
        for path in self._files.resources("values"):
            if is_test(path) or self._files.deadline.expired:
                continue
            if wanted == ATTRIBUTE and not _WRITTEN_ATTRIBUTE.search(self._files.text(path)):
                continue  # most files are translations, and reading them as XML takes time
            for element in self._files.xml(path).elements:
                kind = element.get("type") if element.tag == "item" else element.tag
                name = element.get("name")
                if kind not in KIND_TYPES or not name or wanted not in types_of_literal(element.text):
                    continue
                is_text = kind == "string" and wanted != ATTRIBUTE  # any text may be a number
                if wanted not in KIND_TYPES[kind] and not is_text:
                    span = self._files.element_span(path, element)
                    yield _Value(kind, name, element.text.strip(), span)

    def _uses(self) -> Iterator[_Use]:
        """Yield the lines that read a value by its id, those of failing frames first."""
        failing = [frame.file_path for frame in self._symptoms.frames]
        paths = self._files.files_with("R.", ".kt", ".java", most=1_500)
        for path in dict.fromkeys((*failing, *paths)):
            if is_test(path) or self._files.deadline.expired:
                continue
            lines = self._files.lines(path)
            calls = {match.end(): match[1] for match in _CALLS.finditer(lines.text)}
            for match in _USE.finditer(lines.text):
                if match[1] in KIND_TYPES:
                    line = lines.line_of(match.start())
                    span = Span(path, line, line)
                    yield _Use(match[1], match[2], calls.get(match.end()), span)

    def _of(self, value: _Value, uses: list[_Use]) -> list[_Use]:
        name = _in_code(value.name)
        found = [one for one in uses if (one.kind, one.name) == (value.kind, name)]
        return sorted(found, key=lambda one: one.call is None)

    def _value_cause(
        self, value: _Value, readers: list[_Use], facts: tuple[str, ...], wanted: int, strength: float
    ) -> ConfigurationCause:
        spans = (value.span, *(one.span for one in readers))
        calls = [one for one in readers if one.call]
        reading = ""
        if calls:
            at = f"{calls[0].span.path.rpartition('/')[2]}:{calls[0].span.line}"
            lack = "which resolves no attributes" if wanted == ATTRIBUTE else "which does not take it"
            reading = f"; `{at}` reads it by `{calls[0].call}`, {lack}"
        check = (
            f"Read the attribute from the theme (`MaterialColors.getColor`, `obtainStyledAttributes`, "
            f"`theme.resolveAttribute`), or give `{value.kind}/{value.name}` a value without an attribute."
            if wanted == ATTRIBUTE
            else f"Give `{value.kind}/{value.name}` a value of its kind."
        )
        return ConfigurationCause(
            "resource_type",
            f"The value of `{value.kind}/{value.name}` is `{value.value[:60]}`{reading}.",
            tuple(dict.fromkeys(spans))[:_MOST_SPANS],
            (*facts, f"lines of code that use the resource: {len(readers)}"),
            check,
            strength=strength,
        )

    def _call_causes(
        self, uses: list[_Use], wanted: int, facts: tuple[str, ...], known: tuple[str, str, str] | None
    ) -> Iterator[ConfigurationCause]:
        """Yield the calls that read a resource of a kind whose values have the type, and do not take it."""
        for one in uses:
            if one.call is None or wanted not in KIND_TYPES[one.kind] or wanted in READ_TYPES[one.call]:
                continue
            if known is None or known[:2] == (one.kind, _in_code(one.name)):
                yield ConfigurationCause(
                    "resource_type",
                    f"`{one.call}` reads `{one.kind}/{one.name}` here, whose value is of a type that it "
                    "does not take.",
                    (one.span,),
                    facts,
                    f"Read the resource by the call of its kind, `{one.kind}`.",
                )
                return


def _in_code(name: str) -> str:
    """Return a resource's name as code writes it."""
    return name.replace(".", "_")
