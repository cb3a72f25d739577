"""The parsed error text: the result of `parse_error`, used by everything else."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from models.crash_context import CrashContext
from models.leak_trace import LeakTrace
from models.wire import Wire, absent_if_empty, absent_if_none

ErrorKind = Literal[
    "jvm_exception",
    "java_compile",
    "kotlin_compile",
    "kotlin_warnings_only",
    "annotation_processing",
    "compiler_crash",
    "gradle_build",
    "dependency_resolution",
    "resource_linking",
    "manifest_merger",
    "lint",
    "r8",
    "native_crash",
    "native_link",
    "anr",
    "test_failure",
    "memory_leak",
    "unknown",
]
FrameOrigin = Literal["app", "library", "platform", "generated"]
Relation = Literal["primary", "cause", "suppressed"]
Severity = Literal["error", "warning", "info"]


class OuterFrame(Wire):
    """A frame that another one was inlined into."""

    class_name: str
    method: str
    file: str | None
    line: int | None


class Frame(Wire):
    """One JVM stack frame, as the text has it; parts that the text lacks are null."""

    class_name: str | None = Field(description="Class as in the text, binary form (`a.b.C$D`).")
    method: str | None = Field(description="Method as in the text, `<init>` and `invokeSuspend` included.")
    file: str | None = Field(description="Source file name; null for `Native Method` and `Unknown Source`.")
    line: int | None = Field(description="1-based line, null where the text has none.")
    origin: FrameOrigin = Field(
        description="Whose code: the app's, a library's, the platform's, or made by a tool."
    )
    text: str = Field(description="The frame as it stands in the text, without indentation.")
    alternatives: tuple[Frame, ...] = absent_if_empty(
        "Other originals of an obfuscated frame that fit as well."
    )
    inlined_into: tuple[OuterFrame, ...] = absent_if_empty(
        "Of an alternative: the frames that it was inlined into, the nearest first."
    )


class ReportedException(Wire):
    """One exception of a trace."""

    type: str
    message: str | None
    relation: Relation
    frames: tuple[Frame, ...]
    inferred: bool | None = absent_if_none(
        "True where the text does not name the type: it is the one that the text's words describe."
    )
    test: str | None = absent_if_none(
        "The test that failed with it, as Gradle names it above its short form (`CartTest > adds an item`)."
    )


class Diagnostic(Wire):
    """One message of a compiler or build tool."""

    severity: Severity
    file: str | None
    line: int | None
    column: int | None
    message: str
    code: str | None = absent_if_none(
        "The tool's own name of the problem (`UNRESOLVED_REFERENCE`, `NewApi`)."
    )
    tool: str | None = absent_if_none("Who says so: kotlinc, javac, ksp, kapt, aapt2, lint, r8, cmake, ld.")


class NativeFrame(Wire):
    """One frame of a native backtrace."""

    index: int
    pc: str | None = Field(
        description="Program counter relative to the library, hexadecimal without `0x`; absolute where the "
        "text has it so, and `imageOffset` is the relative one then."
    )
    library: str | None = Field(description="Path or name of the mapped file.")
    function: str | None
    offset: int | None = Field(description="Bytes into the function.")
    build_id: str | None = Field(
        description="Identity of the library: BuildId of ELF, UUID of Mach-O, debug id of Breakpad."
    )
    text: str
    image_offset: str | None = absent_if_none(
        "Program counter relative to the library's first byte, hexadecimal, where `pc` is absolute."
    )
    file: str | None = absent_if_none("Source file, as the text or the symbol file names it.")
    line: int | None = absent_if_none()
    inlined: bool | None = absent_if_none(
        "True where the function was inlined into the next frame, which has the same address."
    )
    unresolved: str | None = absent_if_none(
        "Why the frame stays an address: no symbol file has the library's id, it is stripped, …."
    )


class ErrorReport(Wire):
    """One error, its root before its cascade."""

    kind: ErrorKind
    language: str | None = Field(
        description="`kotlin`, `java`, `xml`, `groovy`, `cpp`, or null where nothing tells."
    )
    exceptions: tuple[ReportedException, ...] = Field(default=(), description="In the order of the text.")
    frame_count: int = Field(default=0, description="Complete JVM frames over all sections of this error.")
    culprit: Frame | None = Field(
        default=None,
        description="Topmost app frame of the deepest cause that has one (of an ANR, the main thread's); "
        "null where none has.",
    )
    diagnostics: tuple[Diagnostic, ...] = ()
    failed_tasks: tuple[str, ...] = Field(
        default=(), description="Gradle task paths (`:app:compileDebugKotlin`)."
    )
    what_went_wrong: str | None = Field(
        default=None, description="Gradle's own words, several failures apart by a blank line."
    )
    process: str | None = None
    pid: int | None = None
    thread: str | None = None
    native_frames: tuple[NativeFrame, ...] = ()
    signal: str | None = Field(default=None, description="Name of the signal, as `SIGSEGV`.")
    obfuscated: bool = Field(default=False, description="Whether names look renamed by R8 or ProGuard.")
    truncated: bool = Field(default=False, description="Whether the text was cut before the error ended.")
    crash_context: CrashContext | None = absent_if_none(
        "What a crash service's report, or a crash reporter's lines around a trace, say beside it; absent "
        "where the text is no such report."
    )
    leak_trace: LeakTrace | None = absent_if_none(
        "Of kind `memory_leak`: what holds the object. Its references are the frames of the one exception, "
        "from the GC root on, with the field as the method."
    )
    problems: tuple[str, ...] = absent_if_empty("What of the text could not be read, and why.")
    others: tuple[ErrorReport, ...] = Field(
        default=(), description="Further independent errors in the same text."
    )
