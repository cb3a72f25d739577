"""One file of the project as the search for a failing expression sees it: text, tokens, facts and types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rca.caching.cached_attribute import cached_attribute
from rca.causes.failure.condition import simple_name
from rca.causes.failure.resolved_types import types_above, types_of_expression
from rca.causes.source_tokens import SourceTokens
from rca.languages.facts import NONE, CallSite, Facts
from rca.languages.registry import extract, language_of
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_LARGEST = 1_000_000
"""Characters of a file that is searched: larger ones are generated, and would take all the time there is."""
_KOTLIN_NAMES = {"Object": "Any", "Integer": "Int", "Character": "Char"}


@dataclass
class CodeFile:
    """A Kotlin or Java file; `earlier` are the facts of a text that is not the file's of today."""

    path: str
    text: str
    snapshot: Snapshot
    deadline: Deadline
    earlier: Facts | None = None
    _types: dict[int, tuple[str, ...] | None] = field(default_factory=dict)
    _above: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_attribute
    def tokens(self) -> SourceTokens:
        """The tokens of the text, unsaved text included."""
        return SourceTokens(self.text, kotlin=self.kotlin)

    @property
    def kotlin(self) -> bool:
        """Return whether it is Kotlin."""
        return language_of(self.path) != "java"

    @cached_attribute
    def facts(self) -> Facts:
        """The declarations and call sites of the file."""
        return self.earlier or self.snapshot.index.facts(self.path) or extract(self.path, self.text)

    @cached_attribute
    def calls_by_name(self) -> Mapping[int, int]:
        """The expression of each call site."""
        return {row.number: index for index, row in enumerate(self.facts.expressions) if row.form == "call"}

    def receiver_types(self, site: CallSite) -> tuple[str, ...] | None:
        """Return the simple names of a receiver's type and of what it extends; None where it is not known."""
        return self.type_names(site.receiver) if site.has_receiver else None

    def may_be(self, site: CallSite, class_name: str) -> bool | None:
        """Return whether a receiver can be of a class or one below its type; None where nothing tells."""
        names = self.receiver_types(site)
        if names is None or fits_type(names, class_name):
            return None if names is None else True
        if class_name not in self._above:
            self._above[class_name] = types_above(self.snapshot, class_name, self.deadline)
        above = self._above[class_name]
        return None if not above else names[0].removeprefix("Mutable") in above

    def result_types(self, index: int) -> tuple[str, ...] | None:
        """Return the simple names of what a call site gives, None where it is not known."""
        return self.type_names(self.calls_by_name.get(index, NONE))

    def type_names(self, expression: int) -> tuple[str, ...] | None:
        """Return the simple names of an expression's type and what it extends; None where it is not known."""
        if (
            expression == NONE
            or self.earlier is not None
            or self.deadline.expired
            or self.snapshot.index.facts(self.path) is None
        ):
            return None
        if expression not in self._types:
            found = types_of_expression(self.snapshot, self.path, expression, self.deadline)
            self._types[expression] = found
        return self._types[expression]


def open_code(snapshot: Snapshot, path: str, deadline: Deadline) -> CodeFile | None:
    """Return a Kotlin or Java file of the workspace, None for another or one that cannot be read."""
    if language_of(path) not in ("kotlin", "java", "gradle") or path.endswith(".gradle"):
        return None
    text = snapshot.text(path)
    return None if text is None or len(text) > _LARGEST else CodeFile(path, text, snapshot, deadline)


def fits_type(names: tuple[str, ...] | None, wanted: str) -> bool | None:
    """Return whether a value of a type is of a class; None where nothing tells."""
    if names is None:
        return None
    simple = simple_name(wanted)
    return not {simple, _KOTLIN_NAMES.get(simple, simple), f"Mutable{simple}"}.isdisjoint(names)
