"""Addresses of native frames → functions, files and lines, by symbol files that have the library's id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from models.envelope import SYMBOLS_FROM
from models.error_report import ErrorReport, NativeFrame, ReportedException
from rca.analysis.locating.symbol_file_search import SymbolSearch, SymbolSources
from rca.error_text.apple_frame import kotlin_frame
from rca.error_text.jvm import choose_culprit
from rca.scheduling.deadline import Deadline
from rca.symbols.frame_address import image_offset
from rca.symbols.function_names import readable_name
from rca.symbols.module_id import possible_keys
from rca.symbols.symbol_index import SymbolFile
from rca.symbols.symbolizer import NotSymbolized, SourcePlace, Symbolizer
from rca.workspace import Snapshot

SECONDS = 25.0
"""The longest that symbol files are read; the first time is the long one, as what was read is kept."""
_MOST_NAMED = 3
_SYSTEM = (
    "/system/", "/system_ext/", "/apex/", "/vendor/", "/product/", "/data/misc/apexdata/",
    "/usr/lib/", "/System/", "/lib/", "/lib64/",
)  # fmt: skip
_NO_FILE = ("<", "[", "???")
_OF_ART = (".oat", ".odex", ".vdex", ".dex", ".jar", ".art")
_SYSTEM_NAMES = ("libsystem_", "libdispatch", "libdyld", "dyld", "libobjc", "linux-gate", "[vdso]")
_NO_ID = "the text does not say which build of the library it is (no BuildId or UUID)"


@dataclass(frozen=True, slots=True)
class Symbolication:
    """A report as far as its addresses could be resolved.

    Attributes:
        report: the report, with functions and lines where symbol files were found.
        gaps: which frames stay addresses, why, and what to do about it.
        used: which symbol files were used.
    """

    report: ErrorReport
    gaps: tuple[str, ...] = ()
    used: tuple[str, ...] = ()


def symbolicate(
    report: ErrorReport,
    snapshot: Snapshot,
    sources: SymbolSources,
    app_packages: Sequence[str],
    deadline: Deadline,
) -> Symbolication:
    """Return a report whose native frames have functions, files and lines.

    A symbol file is used only if its id is the one that the report names for the library; a file of the same
    name with another id is told. The clock of `deadline` stands meanwhile, `SECONDS` at most.

    Args:
        report: as parsed.
        snapshot: the workspace, whose build folders are searched.
        sources: where else symbol files are, and where ids and converted symbols are kept.
        app_packages: packages of the app, for Kotlin/Native's functions.
        deadline: cancellation ends the work.
    """
    if not any(_wants(frame) for one in (report, *report.others) for frame in one.native_frames):
        return Symbolication(report)
    with deadline.paused():
        own = Deadline(SECONDS)
        search = SymbolSearch(snapshot, sources, own)
        symbolizer = Symbolizer(sources.kept, sources.environment, own)
        work = _Work(search, symbolizer, deadline, app_packages)
        resolved = work.resolve(report)
        others = tuple(work.resolve(one) if one.native_frames else one for one in report.others)
    gaps = (*work.gaps(), *search.problems)
    return Symbolication(
        resolved.model_copy(update={"others": others}), gaps, tuple(dict.fromkeys(work.used))
    )


def _wants(frame: NativeFrame) -> bool:
    """Return whether a symbol file could tell more of a frame: its line."""
    return (
        (frame.build_id is not None or frame.function is None)
        and frame.line is None
        and not _is_virtual(frame)
    )


def _is_virtual(frame: NativeFrame) -> bool:
    """Return whether a frame is of code that ART compiled, whose names the trace has, or of no file."""
    library = frame.library or ""
    if frame.build_id is None and library.endswith(".apk"):
        return True
    return not library or library.startswith(_NO_FILE) or library.endswith(_OF_ART)


def _is_system(frame: NativeFrame) -> bool:
    library = frame.library or ""
    return library.startswith(_SYSTEM) or library.rpartition("/")[2].startswith(_SYSTEM_NAMES)


@dataclass
class _Work:
    search: SymbolSearch
    symbolizer: Symbolizer
    deadline: Deadline
    app_packages: Sequence[str]
    used: list[str] = field(default_factory=list)
    _reasons: dict[tuple[str, str, bool], list[int]] = field(default_factory=dict)
    _places: dict[tuple[str, ...], dict[int, tuple[SourcePlace, ...]] | str] = field(default_factory=dict)

    def resolve(self, report: ErrorReport) -> ErrorReport:
        """Return a report with what the symbol files tell of its frames."""
        offsets = self._look_up_all(report.native_frames)
        frames = tuple(
            resolved
            for index, frame in enumerate(report.native_frames)
            for resolved in self._resolved(frame, offsets.get(index))
        )
        if frames == report.native_frames:
            return report
        update: dict[str, object] = {"native_frames": frames}
        if any((frame.function or "").startswith("kfun:") for frame in frames):
            update["language"] = "kotlin"
        exceptions = self._kotlin_frames(report.exceptions, frames)
        if exceptions != report.exceptions:
            update |= {"exceptions": exceptions, "culprit": choose_culprit(exceptions)}
        return report.model_copy(update=update)

    def gaps(self) -> Iterator[str]:
        """Yield one sentence for each library and reason whose frames stay addresses."""
        for (library, reason, has_name), indexes in self._reasons.items():
            numbers = ", ".join(map(str, indexes[:10])) + (", …" if len(indexes) > 10 else "")
            is_one = len(indexes) == 1
            lack = (
                ("has no line" if is_one else "have no line")
                if has_name
                else ("stays an address" if is_one else "stay addresses")
            )
            yield f"{'frame' if is_one else 'frames'} {numbers} of {library} {lack}: {reason}"

    def _look_up_all(self, frames: Sequence[NativeFrame]) -> dict[int, int]:
        """Look up the frames of each library at once; return the offset of each frame that has one."""
        offsets: dict[int, int] = {}
        by_library: dict[tuple[str, ...], set[int]] = {}
        files: dict[tuple[str, ...], SymbolFile] = {}
        for index, frame in enumerate(frames):
            keys = possible_keys(frame.build_id or "")
            if not keys or not _wants(frame):
                continue
            file = self.search.find(keys)
            if file is None or file.object.contents == "nothing":
                continue
            offset = image_offset(frame, file.object)
            if offset is not None and file.object.holds(offset):
                offsets[index] = offset
                by_library.setdefault(keys, set()).add(offset)
                files[keys] = file
        for keys, wanted in by_library.items():
            self.deadline.check_cancelled()
            known = self._places.get(keys)
            if isinstance(known, str) or (known is not None and wanted <= known.keys()):
                continue
            try:
                found = self.symbolizer.look_up(files[keys], sorted(wanted))
                self._places[keys] = {**(known or {}), **found}
            except NotSymbolized as problem:
                self._places[keys] = f"{self.search.label(files[keys])}: {problem}"
        return offsets

    def _resolved(self, frame: NativeFrame, offset: int | None) -> Iterator[NativeFrame]:
        """Yield a frame with what is known of it, after the functions inlined into it there."""
        keys = possible_keys(frame.build_id or "")
        found = self._places.get(keys)
        places = found.get(offset, ()) if isinstance(found, dict) and offset is not None else ()
        if not places:
            yield self._unresolved(frame, found if isinstance(found, str) else None)
            return
        file = self.search.find(keys)
        if file is not None:
            self.used.append(f"{SYMBOLS_FROM}{self.search.label(file)}")
        for number, place in enumerate(places):
            is_inlined = number < len(places) - 1
            yield frame.model_copy(
                update={
                    "function": place.function or frame.function,
                    "offset": None if is_inlined else frame.offset,
                    "file": place.file,
                    "line": place.line,
                    "inlined": True if is_inlined else frame.inlined,
                    "text": _text(frame, place, is_inlined=is_inlined),
                }
            )

    def _unresolved(self, frame: NativeFrame, problem: str | None) -> NativeFrame:
        if not _wants(frame):
            return frame
        reason = problem or self._reason(frame)
        if not _is_system(frame):
            named = (_name(frame), reason, frame.function is not None)
            self._reasons.setdefault(named, []).append(frame.index)
        return frame if frame.function is not None else frame.model_copy(update={"unresolved": reason})

    def _reason(self, frame: NativeFrame) -> str:
        keys = possible_keys(frame.build_id or "")
        if not keys:
            return f"{_NO_ID}{self._same_name(frame)}"
        file = self.search.find(keys)
        if file is None:
            return f"no symbol file has its id {frame.build_id}{self._same_name(frame)}"
        if file.object.contents == "nothing":
            return f"{self.search.label(file)} is stripped: keep the unstripped library or its .dbg"
        offset = image_offset(frame, file.object)
        if offset is None or not file.object.holds(offset):
            return f"the address lies outside of the code of {self.search.label(file)}"
        return f"{self.search.label(file)} names no function there"

    def _same_name(self, frame: NativeFrame) -> str:
        """Return the end of a sentence that lists files of the library's name, which have other ids."""
        files = self.search.named(_name(frame))
        if not files:
            return (
                "; keep the unstripped library, or name its folder in the setting symbolFolders (--symbols)"
            )
        listed = ", ".join(self.search.label(file) for file in files[:_MOST_NAMED])
        more = f" and {len(files) - _MOST_NAMED} more" if len(files) > _MOST_NAMED else ""
        return (
            f"; of this name, but of another build: {listed}{more}"
            if frame.build_id
            else f"; there is {listed}{more}"
        )

    def _kotlin_frames(
        self, exceptions: tuple[ReportedException, ...], frames: Sequence[NativeFrame]
    ) -> tuple[ReportedException, ...]:
        """Return the exceptions of Kotlin/Native with the frames that have names now."""
        named = tuple(
            found for frame in frames if (found := kotlin_frame(frame, self.app_packages)) is not None
        )
        if not named or len(exceptions) != 1 or len(exceptions[0].frames) > len(named):
            return exceptions
        return (exceptions[0].model_copy(update={"frames": named}),)


def _name(frame: NativeFrame) -> str:
    return (frame.library or "<unknown>").rpartition("/")[2].rpartition("!")[2]


def _text(frame: NativeFrame, place: SourcePlace, *, is_inlined: bool) -> str:
    """Return a frame as a backtrace prints it, with what the symbol file tells."""
    address = "inlined" if is_inlined else f"pc {frame.pc}"
    source = f" ({place.file}:{place.line})" if place.file and place.line else ""
    return (
        f"#{frame.index:02} {address}  {_name(frame)}  {readable_name(place.function or '<unknown>')}{source}"
    )
