"""Parts of a report that stand alone: frames, exceptions and call stacks, told by the fields they hold.

What is quoted of a report is often one part without the record around it, or a record whose fields another
language spells otherwise (`call_stack_root_frames`). A part is described by the fields that its objects have;
one that fits is put where its format has it, for the format's reader. No field is added that holds a value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rca.error_text.crash_services.json_fields import Json
from rca.error_text.typed_json import as_list, as_object

_DEEPEST = 60
_SEEN = 8
"""Objects of a list that are looked at."""

_APPLE_NAMES = (
    "callStackTree callStackPerThread callStacks callStackThreads callStackRootFrames rootFrames "
    "subFrames threadAttributed binaryName binaryUUID offsetIntoBinaryTextSegment sampleCount "
    "symbolName isBlameFrame diagnosticMetaData crashDiagnostics hangDiagnostics "
    "cpuExceptionDiagnostics diskWriteExceptionDiagnostics appLaunchDiagnostics "
    "terminationReason composedMessage "
    "platformArchitecture hangDuration virtualMemoryRegionInfo "
    "timeStampBegin timeStampEnd"
)
_SPELLINGS = {name.lower(): name for name in _APPLE_NAMES.split()}
"""Fields that MetricKit alone has, by their letters."""

_INTERFACES = frozenset(
    {"exception", "stacktrace", "message", "threads", "breadcrumbs", "debugmeta", "request"}
)


@dataclass(frozen=True, slots=True)
class _Part:
    """The form of one object of a part.

    Attributes:
        marks: fields that no other format has; one of them is needed.
        fields: all that an object may have to count; `least` of them are needed.
        place: puts a list of such objects where the format's reader looks for it.
    """

    marks: frozenset[str]
    fields: frozenset[str]
    least: int
    place: Callable[[list[object]], Json]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FRAME_LISTS = ("frames", "callStackRootFrames", "rootFrames", "subFrames", "")
"""Fields that hold frames, also the one whose name was not copied."""

_PROFILE = frozenset({"samples", "stacks", "thread_metadata"})
"""Fields of a profile, whose frames are no stack."""

_FRAMES = (
    _Part(
        marks=_words("binaryName binaryUUID offsetIntoBinaryTextSegment"),
        fields=_words(
            "binaryName binaryUUID offsetIntoBinaryTextSegment address sampleCount subFrames symbolName"
        ),
        least=2,
        place=lambda frames: {"callStacks": [{"callStackRootFrames": frames}]},
    ),
    _Part(
        marks=_words("lineno lineNo abs_path absPath in_app inApp instruction_addr instructionAddr"),
        fields=_words(
            "lineno lineNo abs_path absPath in_app inApp instruction_addr instructionAddr filename "
            "function module package symbol_addr symbolAddr"
        ),
        least=3,
        place=lambda frames: {"value": None, "stacktrace": {"frames": frames}},
    ),
    _Part(
        marks=_words("instruction_addr instructionAddr"),
        fields=_words("instruction_addr instructionAddr"),
        least=1,
        place=lambda frames: {"value": None, "stacktrace": {"frames": frames}},
    ),
    _Part(
        marks=_words("symbol"),
        fields=_words("owner blamed symbol library file line"),
        least=4,
        place=lambda frames: {
            "eventId": None,
            "blameFrame": None,
            "threads": [{"crashed": True, "frames": frames}],
        },
    ),
)


_EXCEPTION = _words("type exception_message exceptionMessage title")
"""Fields beside the frames of an exception of Crashlytics; its type and one more are needed."""

_COLUMNS = frozenset({"issue_id", "event_id", "exceptions", "threads", "blame_frame", "issue_title"})
"""Fields by which a list of pairs is told to be a row of Crashlytics' export."""

_ADDRESSES = ("address", "offsetIntoBinaryTextSegment", "instruction_addr", "instructionAddr")
"""Fields by which one frame is told that stands in no list."""


def is_profile(value: Json) -> bool:
    """Return whether an object lists frames that samples point to."""
    return bool(_PROFILE & value.keys())


def complete(value: Json) -> Json | None:
    """Return the record that an object is a part of, or None where it is no part that is known."""
    if is_profile(value):
        return None
    if _is_exception(value):
        return place_frames([value])
    for name in (*FRAME_LISTS, "exceptions"):
        found = place_frames(as_list(value.get(name)))
        if found is not None:
            return found
    if any(one in value for one in _ADDRESSES):
        part = next((part for part in _FRAMES[:2] if _fits(part, value)), None)
        if part is not None:
            return part.place([value])
    entries = as_list(value.get("entries"))
    if entries and any(_is_interface(one) for one in entries[:_SEEN]):
        return {"contexts": None, **value}
    return None


def place_frames(frames: list[object]) -> Json | None:
    """Return the record for a list of frames that stands alone, or None for any other list."""
    objects = [as_object(one) for one in frames[:_SEEN]]
    if not objects or not all(objects):
        return None
    if all(_is_exception(one) for one in objects):
        return {"eventId": None, "blameFrame": None, "exceptions": frames}
    if all(_is_value(one) for one in objects):
        return {"event_id": None, "exception": {"values": frames}}
    part = next((part for part in _FRAMES if all(_fits(part, one) for one in objects)), None)
    return part.place(frames) if part is not None else None


def _is_exception(one: Json) -> bool:
    """Return whether an object is an exception of Crashlytics with its frames."""
    frames = [as_object(frame) for frame in as_list(one.get("frames"))[:_SEEN]]
    is_named = "type" in one and len(_EXCEPTION & one.keys()) > 1
    return is_named and bool(frames) and all("symbol" in frame for frame in frames)


def _is_value(one: Json) -> bool:
    """Return whether an object is an exception of Sentry with its stack."""
    frames = [as_object(frame) for frame in as_list(as_object(one.get("stacktrace")).get("frames"))[:_SEEN]]
    is_named = isinstance(one.get("type"), str) and "value" in one
    return is_named and bool(frames) and all(_fits(_FRAMES[1], frame) for frame in frames)


def _fits(part: _Part, one: Json) -> bool:
    return bool(part.marks & one.keys()) and len(part.fields & one.keys()) >= part.least


def _is_interface(entry: object) -> bool:
    """Return whether an entry is one of Sentry's: a type and its data."""
    one = as_object(entry)
    kind = one.get("type")
    return isinstance(kind, str) and kind in _INTERFACES and isinstance(one.get("data"), dict)


def respell(value: object, depth: int = 0) -> object:
    """Return a value with its fields as MetricKit spells them; a list of pairs of these is an object."""
    if depth > _DEEPEST:
        return value
    if isinstance(value, dict):
        return {_spelled(name): respell(inner, depth + 1) for name, inner in value.items()}
    if not isinstance(value, list):
        return value
    names = [pair[0] for one in value if len(pair := as_list(one)) == 2 and isinstance(pair[0], str)]
    is_known = any(_spelled(name) in _SPELLINGS.values() or name in _COLUMNS for name in names)
    if value and len(names) == len(value) and is_known:
        return {_spelled(str(as_list(one)[0])): respell(as_list(one)[1], depth + 1) for one in value}
    return [respell(one, depth + 1) for one in value]


def _spelled(name: str) -> str:
    letters = name.rpartition(".")[2].replace("_", "").replace("-", "").lower()
    return _SPELLINGS.get(letters, name)
