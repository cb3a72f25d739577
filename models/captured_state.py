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
