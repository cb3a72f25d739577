"""One report of a crash service, as its reader returns it: frames not yet attributed, all parts optional."""

from __future__ import annotations

from dataclasses import dataclass, field

from models.crash_context import CrashContext
from models.error_report import ErrorKind, Relation
from rca.error_text.native_images import NativeImage


@dataclass(frozen=True, slots=True)
class ServiceFrame:
    """One frame as a service stores it, of the JVM, a script or native code.

    Attributes:
        class_name: the class with its package; None for scripts and native code.
        in_app: whether the service counts it as the app's code; None where it does not say.
        is_native: whether this is a frame of native code, of a library and not of a class.
        address: program counter of native code, hexadecimal without `0x`.
        image_offset: the same relative to the library's first byte.
    """

    method: str | None
    class_name: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    in_app: bool | None = None
    is_native_method: bool = False
    is_native: bool = False
    address: str | None = None
    library: str | None = None
    offset: int | None = None
    build_id: str | None = None
    image_offset: str | None = None


@dataclass(frozen=True, slots=True)
class ServiceException:
    """One exception of a report; `frames` has the innermost first, as a trace prints them."""

    type: str
    message: str | None
    frames: tuple[ServiceFrame, ...] = ()
    relation: Relation = "primary"


@dataclass(frozen=True, slots=True)
class ServiceReport:
    """One report.

    Attributes:
        context: what stands beside the trace.
        kind: None where exceptions, frames or `trace` decide it.
        exceptions: outermost first, each cause after what it caused.
        native_frames: those of the crashed thread where no exception holds them.
        images: the libraries of the process.
        trace: a trace that the service stores as text, in place of exceptions.
        user: a value that is equal for two reports of one user; it is shown nowhere.
        problems: what could not be read.
    """

    context: CrashContext
    kind: ErrorKind | None = None
    exceptions: tuple[ServiceException, ...] = ()
    native_frames: tuple[ServiceFrame, ...] = ()
    images: tuple[NativeImage, ...] = ()
    trace: str | None = None
    process: str | None = None
    pid: int | None = None
    thread: str | None = None
    signal: str | None = None
    abort_message: str | None = None
    truncated: bool = False
    user: str | None = None
    problems: tuple[str, ...] = field(default=())
