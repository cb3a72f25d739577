"""The state of a program at a throw, as a debugger sees it: frames with values, threads, monitors."""

from __future__ import annotations

from pydantic import Field

from models.wire import Wire, absent_if_empty, absent_if_none


class CapturedValue(Wire):
    """A value under the name that the source gives it."""

    name: str
    type: str | None = absent_if_none("Class of the object, or the primitive type.")
    text: str = Field(
        description="The value: a number, a quoted string, `null`, or the class of an object; secrets masked."
    )
    size: int | None = absent_if_none("Elements of a collection, map or array; letters of a long string.")
    fields: tuple[CapturedValue, ...] = absent_if_empty("Fields of an object, or elements under their index.")
    jvm_name: str | None = absent_if_none("Name in the class file, where the source has another.")
    note: str | None = absent_if_none("What is left out, or which inlined function the variable belongs to.")


class CapturedFrame(Wire):
    """A frame of the app."""

    class_name: str
    method: str
    file: str | None
    line: int | None
    receiver: CapturedValue | None = absent_if_none("`this`.")
    locals: tuple[CapturedValue, ...]
    note: str | None = absent_if_none("What could not be read, and why.")


class CapturedThread(Wire):
    """A thread at that moment."""

    name: str
    state: str = Field(description="running, sleeping, monitor, waiting, zombie, not_started or unknown.")
    top: str | None = absent_if_none("Its topmost frame, the app's where it has one.")
    contended: str | None = absent_if_none("The monitor that it waits for or waits to enter.")
    owns: tuple[str, ...] = absent_if_empty("Monitors that it holds.")


class RecordedCalls(Wire):
    """Calls of one function of the app before the throw. Calls and writes are numbered in one order."""

    class_name: str
    method: str
    file: str | None
    line: int = Field(description="First line of its code.")
    count: int
    first: int = Field(description="Number of its first call.")
    last: int = Field(description="Number of its last call.")
    more: bool = Field(default=False, description="It was called often: later calls were not recorded.")


class RecordedWrites(Wire):
    """Writes of one field of an app class at one place before the throw."""

    class_name: str = Field(description="Class that declares the field.")
    field: str
    file: str | None
    line: int | None = Field(description="Where it was written.")
    count: int
    first: int = Field(description="Number of the first write here.")
    last: int = Field(description="Number of the last write here.")
    value: str | None = absent_if_none("What was written last, where that is a primitive or null; masked.")
    more: bool = Field(default=False, description="It was written often: later writes were not recorded.")


class CapturedHistory(Wire):
    """Calls of the app's functions and writes of its fields, from the program's start to the throw."""

    calls: tuple[RecordedCalls, ...] = absent_if_empty("Functions that ran; if it is complete, no others.")
    writes: tuple[RecordedWrites, ...] = absent_if_empty()
    incomplete: str | None = absent_if_none("What is missing, and why.")


class CapturedState(Wire):
    """What was true when the exception was thrown."""

    exception: str = Field(description="Type of the exception.")
    message: str | None = Field(description="Its message, masked; null where it has none, or computes it.")
    thread: str
    caught_by: str | None = absent_if_none("Function that catches it; absent where nothing does.")
    frames: tuple[CapturedFrame, ...] = Field(description="App frames, the throw first.")
    wrapped_in: str | None = absent_if_none(
        "Type of the exception that left the app and has this one as its cause."
    )
    threads: tuple[CapturedThread, ...] = absent_if_empty()
    stood_still_ms: float = Field(description="How long the program was suspended for it.")
    notes: tuple[str, ...] = absent_if_empty("What was left out, and why.")
    history: CapturedHistory | None = absent_if_none(
        "What ran before the throw; absent where the program was not started by the capture."
    )
