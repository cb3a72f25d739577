"""Whether a function has run, by what it leaves behind in the captured objects."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from models.captured_state import CapturedValue
from rca.causes.captured.captured_code import CapturedCode
from rca.causes.captured.known_value import KnownValue
from rca.causes.captured.recorded_run import RecordedRun
from rca.causes.captured.state_writers import Write, constant_of, find_writes, has_value, writes_of_function
from rca.languages.syntax_trees.node import Node
from rca.resolve.symbol import Symbol

_MOST_FIELDS: Final = 8
_ADDS_MANY: Final = re.compile(r"All\Z|\AplusAssign\Z")
_NUMBERS: Final = frozenset({"int", "long", "short", "byte", "double", "float"})


@dataclass(frozen=True)
class RunEvidence:
    """What captured objects say of a function.

    Args:
        has_run: whether it has run.
        is_sure: whether nothing else of the project could have left the same.
        said: the field that says so, as the end of a sentence.
        is_recorded: whether the record of the run says so.
    """

    has_run: bool
    is_sure: bool
    said: str
    is_recorded: bool = False


@dataclass(frozen=True)
class RunSearch:
    """Finds out which functions have run, each once.

    Args:
        seen: what was captured, and its code.
        blamed: names of the fields at fault, which say nothing of who wrote them.
        recorded: the record of the run, which says it for sure.
    """

    seen: CapturedCode
    blamed: set[str]
    recorded: RecordedRun
    _known: dict[Symbol, RunEvidence | None] = field(default_factory=dict)
    _writes: dict[tuple[str, str], list[Write]] = field(default_factory=dict)

    def of(self, function: Symbol) -> RunEvidence | None:
        """Return whether a function has run; None where nothing tells."""
        if function not in self._known:
            self._known[function] = self._find(function)
        return self._known[function]

    def has_run(self, function: Symbol) -> bool:
        """Return whether something tells that a function has run."""
        evidence = self.of(function)
        return evidence is not None and evidence.has_run

    def leave_out(self, name: str) -> None:
        """Take a field as one of those at fault."""
        if name not in self.blamed:
            self.blamed.add(name)
            self._known.clear()

    def _find(self, function: Symbol) -> RunEvidence | None:
        if function.declaration.kind != "function":
            return None
        if self.seen.is_on_stack(function):
            return None
        has_run = self.recorded.has_run(function)
        if has_run is False:
            return RunEvidence(False, True, "did not run before the throw", is_recorded=True)
        found = list(self._evidence(function))
        if has_run:
            # What it left behind says that it did more than being called.
            found = [one for one in found if one.has_run]
            found = found or [RunEvidence(True, False, "ran before the throw", is_recorded=True)]
        against = [one for one in found if not one.has_run]
        return max((*against, *found), key=lambda one: one.is_sure) if found else None

    def _evidence(self, function: Symbol) -> Iterator[RunEvidence]:
        file = self.seen.syntax_of(function.path)
        if file is None:
            return
        for name, owner, write in list(writes_of_function(function, file, self.seen))[:_MOST_FIELDS]:
            objects = self.seen.objects_of(owner)
            values = [one for thing in objects for one in thing.fields if one.name == name]
            if name in self.blamed or not values or len(values) != len(objects):
                continue
            first = self.first_value(name, owner, values[0])
            said = [self._judged(write, value, first, owner) for value in values]
            if len({one.has_run if one is not None else None for one in said}) == 1 and said[0] is not None:
                is_own = function.owner is not None and function.owner.name == owner
                # Of the objects that it is given, another may be the one that it changed.
                yield said[0] if said[0].has_run or is_own else replace(said[0], is_sure=False)

    def _judged(  # noqa: PLR0911 - an answer for each kind of write
        self, write: Write, value: CapturedValue, first: KnownValue | None, owner: str
    ) -> RunEvidence | None:
        name, found = value.name, _shown(value)
        others = [one for one in self.writes(name, owner, write) if one.function != write.function]
        others = [one for one in others if one.function.declaration.kind == "function"]
        if write.kind == "constant" and write.given is not None:
            same = has_value(write.given, value)
            if same and (first is None or not has_value(first, value)):
                alone = not any(_may_give(one, value) for one in others)
                return RunEvidence(True, alone, f"sets `{name}` to {write.given.text}, and it was so")
            if not same and not write.is_conditional:
                alone = not any(_may_give(one, value) for one in others)
                return RunEvidence(False, alone, f"sets `{name}` to {write.given.text}, and it was {found}")
            return None
        if write.kind == "filled" and (held := _holds_text_of(write, value)) is not None:
            return RunEvidence(
                held, held, f"adds to `{name}`, and {'it was there' if held else 'it was not there'}"
            )
        unchanged = _is_unchanged(write, value, first)
        if unchanged is None:
            return None
        said = f"changes `{name}`, and it was {found}"
        if unchanged:
            if write.kind == "value" or _may_leave_empty(write, value, self.writes(name, owner, write)):
                return None  # it may have written just that
            resets = [one for one in others if one.kind in ("constant", "value", "emptied")]
            is_kept = not write.is_conditional and not resets
            return RunEvidence(False, not others, said) if is_kept else None
        alone = not any(_may_give(one, value) and one.function.name not in _setters(name) for one in others)
        return RunEvidence(True, alone if write.kind == "value" else not others, said)

    def writes(self, name: str, owner: str, write: Write) -> list[Write]:
        """Return everything that writes a field, read once."""
        if (name, owner) not in self._writes:
            self._writes[name, owner] = find_writes(name, owner, write.file.path, self.seen)
        return self._writes[name, owner]

    def first_value(self, name: str, owner: str, value: CapturedValue) -> KnownValue | None:
        """Return what a field holds before anything writes it; None where that is not constant."""
        for path in self.seen.code.index.declaring(owner, "class"):
            file = self.seen.syntax_of(path)
            rows = file.facts.declarations if file is not None else ()
            for row in rows:
                if file is None or row.kind != "property" or row.name != name or row.parent < 0:
                    continue
                if rows[row.parent].name != owner:
                    continue
                tree = file.declaration_tree(row)
                if tree is None or tree.kind != "declare":
                    return None
                given = next((one for one in tree.parts if one.kind != "function"), None)
                if given is not None:
                    return _constant(given, constant_of(given, file))
                is_set = any(
                    one.function.declaration.kind in ("constructor", "initializer")
                    for one in find_writes(name, owner, path, self.seen)
                )
                return None if is_set else _unset(value)
        return None


def _setters(name: str) -> tuple[str, ...]:
    """Return the names of functions that only write a field for whoever calls them."""
    return (f"set{name[:1].upper()}{name[1:]}",)


def _constant(given: Node, constant: KnownValue | None) -> KnownValue | None:
    if constant is None and given.kind == "call" and not given.arguments:
        return KnownValue("", 0)  # a collection that is made empty
    return constant


def _unset(value: CapturedValue) -> KnownValue:
    kind = value.type or ""
    return KnownValue("0" if kind in _NUMBERS else "false" if kind == "boolean" else "null")


def _is_unchanged(write: Write, value: CapturedValue, first: KnownValue | None) -> bool | None:
    """Return whether a field is as before it was written; None where that is not known."""
    if write.kind in ("filled", "emptied") or value.size is not None:
        if first is None or first.size != 0 or value.size is None or write.kind == "emptied":
            return None
        return value.size == 0
    if first is None or first.size == 0:
        return None
    if write.kind == "changed":
        if first.number is None or KnownValue(value.text).number is None:
            return None
        return has_value(first, value)
    return has_value(first, value)


def _may_leave_empty(write: Write, value: CapturedValue, writes: Sequence[Write]) -> bool:
    """Return whether a function may leave a collection empty: it empties it, or adds another one to it."""
    if value.size is None:
        return False
    node = write.statement
    adds_many = node.kind == "assign" or _ADDS_MANY.search(node.name) is not None
    return adds_many or any(one.function == write.function and one.kind == "emptied" for one in writes)


def _holds_text_of(write: Write, value: CapturedValue) -> bool | None:
    """Return whether a list holds a text that begins as an added template does; None if that says nothing."""
    added = write.statement.parts[-1] if write.statement.parts else None
    if added is None or added.kind != "literal" or added.name != "string" or not value.fields:
        return None
    end = added.parts[0].start if added.parts else added.end - 1
    begin = write.file.text[added.start + 1 : end].rstrip("${")
    if not begin or any(not one.text.startswith('"') for one in value.fields):
        return None
    return any(one.text[1:].startswith(begin) for one in value.fields)


def _may_give(write: Write, value: CapturedValue) -> bool:
    """Return whether another write may have left a value."""
    return write.kind != "constant" or (write.given is not None and has_value(write.given, value))


def _shown(value: CapturedValue) -> str:
    if value.size is not None and not value.text.startswith('"'):
        return "empty" if value.size == 0 else f"of size {value.size}"
    return value.text[:40]
