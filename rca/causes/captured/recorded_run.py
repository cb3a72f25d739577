"""The record of a run: which of the project's functions ran before the throw, and how late."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from models.captured_state import CapturedHistory, RecordedCalls, RecordedWrites
from rca.causes.captured.blamed_value import BlamedValue
from rca.causes.captured.captured_code import CapturedCode, simple_name
from rca.causes.captured.contribution import Contribution
from rca.causes.captured.known_value import KnownValue
from rca.causes.origins.syntax_file import SyntaxFile
from rca.resolve.symbol import Symbol

_INLINE: Final = "inline"
_CONSTRUCTOR: Final = "<init>"
_WROTE: Final = 1.0
_RECORDED: Final = "The record of the run shows it."


@dataclass(frozen=True)
class RecordedRun:
    """Answers from the record of one run.

    Args:
        history: the record; None where there is none.
        seen: what was captured, and its code.
    """

    history: CapturedHistory | None
    seen: CapturedCode

    def has_run(self, function: Symbol) -> bool | None:
        """Return whether a function ran before the throw; None where the record does not tell."""
        if self.history is None or function.declaration.kind != "function":
            return None
        if any(self._calls_of(function)):
            return True
        is_whole = self.history.incomplete is None and self._is_watched(function)
        return False if is_whole and self._is_recorded(function) else None

    def last_call(self, function: Symbol) -> int | None:
        """Return the number of a function's last call; None where it did not run, or that is not known."""
        calls = list(self._calls_of(function))
        if self.history is None or self.history.incomplete is not None or any(one.more for one in calls):
            return None
        return max((one.last for one in calls), default=None)

    def last_write(self, owner: str, name: str) -> RecordedWrites | None:
        """Return the place that wrote a field last; None where that is not known.

        Args:
            owner: simple name of the class that declares it.
            name: the field.
        """
        history = self.history
        if history is None or history.incomplete is not None:
            return None
        found = [one for one in history.writes if simple_name(one.class_name) == owner and one.field == name]
        if not found or any(one.more for one in found):
            return None
        return max(found, key=lambda one: one.last)

    def function_at(self, file: str | None, line: int | None, owner: str) -> Symbol | None:
        """Return the function around a line of a file that declares a class."""
        for path in self.seen.code.index.declaring(owner, "class") if line is not None else ():
            functions = self.seen.code.functions(path)
            if path.rpartition("/")[2] == file and functions is not None and line is not None:
                return functions.around(line)
        return None

    def _calls_of(self, function: Symbol) -> Iterator[RecordedCalls]:
        file = function.path.rpartition("/")[2]
        owner = function.owner.name if function.owner is not None else None
        for one in self.history.calls if self.history is not None else ():
            if one.file != file or one.method == _CONSTRUCTOR:
                continue
            is_named = one.method.partition("-")[0].partition("$")[0] == function.name
            is_own = is_named and (owner is None or simple_name(one.class_name) == owner)
            if is_own or function.line <= one.line <= function.end_line:
                yield one

    def _is_watched(self, function: Symbol) -> bool:
        """Return whether classes of a function's package were recorded: others may be no app package."""
        calls = self.history.calls if self.history is not None else ()
        return any(one.class_name.rpartition(".")[0] == function.facts.package for one in calls)

    def _is_recorded(self, function: Symbol) -> bool:
        """Return whether calls of a function leave a record: those of inlined and abstract ones do not."""
        file = self.seen.syntax_of(function.path)
        tree = file.declaration_tree(function.declaration) if file is not None else None
        if file is None or tree is None or tree.body is None:
            return False
        row = function.declaration
        return _INLINE not in file.text[row.start : row.name_start].split()


def written_by(
    blamed: BlamedValue, file: SyntaxFile, expression: str, recorded: RecordedRun
) -> Iterator[Contribution]:
    """Yield the function that wrote the field at fault last; none where a constructor did.

    Args:
        blamed: the value at fault.
        file: the file of its expression.
        expression: the code of that.
        recorded: the record of the run.
    """
    seen, node, value = recorded.seen, blamed.node, blamed.value
    name = seen.field_read_by(file, node) if node.kind == "call" else node.name
    owner = seen.owner_of(file, node)
    if owner is None and blamed.holder is not None:
        owner = simple_name(blamed.holder.type)
    write = recorded.last_write(owner, name) if owner and name else None
    if write is None or owner is None or value is None or (write.value is not None) != _is_plain(value):
        return
    if write.value is not None and write.value != value.text:
        return  # it was another object's
    function = recorded.function_at(write.file, write.line, owner)
    if function is None or function.declaration.kind != "function" or write.line is None:
        return
    said = f"`{expression}` was {value.text}: line {write.line} of `{function.display_name}` wrote"
    said += f" `{owner}.{name}` last before the throw."
    yield Contribution(function, write.line, _WROTE, said, _RECORDED)


def _is_plain(value: KnownValue) -> bool:
    return value.is_null or value.number is not None or value.text in ("true", "false")
