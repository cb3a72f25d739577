"""One symbol file and offsets into its image → functions with file and line.

Two programs can do it, each in a process of its own: the library `symbolic` (the extra `symbols`) reads all
formats; LLVM's `llvm-symbolizer`, which comes with an Android NDK and with LLVM, reads ELF and Mach-O.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rca.scheduling.deadline import Deadline
from rca.subprocesses import OutputReader, run
from rca.symbols.file_readers import unpack_member
from rca.symbols.llvm_symbolizer import find_llvm_symbolizer, read_answer
from rca.symbols.object_file import MalformedObject
from rca.symbols.symbol_index import SymbolFile

INSTALL_HINT = (
    "install the extra that reads it: pip install 'kotlin-rca[symbols]' "
    "(or an Android NDK or LLVM, whose llvm-symbolizer is used then)"
)
MOST_OFFSETS = 400
"""Addresses of one file that one error can ask for."""
MOST_CACHE_BYTES = 1024**3
"""Converted symbols that are kept; the oldest are removed beyond it."""
_OUTPUT_BYTES = 16 * 1024 * 1024
_ERROR_BYTES = 10_000
_POLL, _GRACE = 0.02, 2.0
_CACHE_SUFFIX = ".symcache"
_ARCHITECTURES = {"arm64": "arm64", "x86_64": "x86_64", "arm": "armv7", "x86": "i386"}
"""Ours, as LLVM names them in universal files."""


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A function at an address, with its file and line where they are known."""

    function: str | None
    file: str | None
    line: int | None


class NotSymbolized(Exception):  # noqa: N818 - a finding about the file or machine, told to the user
    """Nothing could be looked up in the file; the argument says why."""


Places = dict[int, tuple[SourcePlace, ...]]


class Symbolizer:
    """Looks addresses up in symbol files.

    Args:
        folder: where converted symbols are kept.
        environment: where an NDK is looked for, and what the programs inherit.
        deadline: ends the work.
        has_library: whether the extra `symbols` is installed; None: look.
    """

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        deadline: Deadline,
        *,
        has_library: bool | None = None,
    ) -> None:
        self._folder = folder
        self._environment = environment
        self._deadline = deadline
        self._has_library = _is_installed() if has_library is None else has_library

    def look_up(self, file: SymbolFile, offsets: Sequence[int]) -> Places:
        """Return the places of offsets into the image of a file, innermost function first; none is empty.

        Raises:
            NotSymbolized: the file could not be read, in time or at all, or nothing here can read it.
        """
        wanted = sorted(set(offsets))[:MOST_OFFSETS]
        program = None if self._has_library else find_llvm_symbolizer(self._environment)
        if not self._has_library and (program is None or _is_breakpad(file)):
            raise NotSymbolized(INSTALL_HINT)
        with self._on_disk(file) as path:
            if program is None:
                return self._with_library(file, path, wanted)
            return self._with_llvm(program, file, path, wanted)

    def _with_library(self, file: SymbolFile, path: Path, offsets: list[int]) -> Places:
        request = {
            "path": str(path),
            "keys": file.object.keys,
            "cache": str(self._folder / f"{_cache_name(file)}{_CACHE_SUFFIX}"),
            "offsets": offsets,
        }
        # `-P`: the folder that we run in has no say in what is imported.
        output = self._run([sys.executable, "-P", "-m", "rca.symbols.symbolic_worker", json.dumps(request)])
        self._limit_cache()
        try:
            answer = json.loads(output)
        except ValueError:
            raise NotSymbolized("the file is damaged or too large: what reads it ended early") from None
        if "problem" in answer:
            raise NotSymbolized(answer["problem"])
        found = (tuple(SourcePlace(*place) for place in places) for places in answer["frames"])
        return dict(zip(offsets, found, strict=True))

    def _with_llvm(self, program: Path, file: SymbolFile, path: Path, offsets: list[int]) -> Places:
        addresses = [hex(offset + file.object.load_address) for offset in offsets]
        options = ["--inlining", "--demangle", "--functions=linkage", f"--obj={path}"]
        if (arch := _ARCHITECTURES.get(file.object.arch)) is not None:
            options.append(f"--default-arch={arch}")
        output = self._run([str(program), *options, *addresses])
        found = [tuple(SourcePlace(*place) for place in places) for places in read_answer(output)]
        if len(found) != len(offsets):
            raise NotSymbolized("llvm-symbolizer did not answer for each address")
        return dict(zip(offsets, found, strict=True))

    def _run(self, command: Sequence[str]) -> str:
        output, errors = OutputReader(_OUTPUT_BYTES, 0), OutputReader(_ERROR_BYTES, 0)
        remaining = self._deadline.remaining
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            ended = run(
                command,
                directory=self._folder,
                environment=self._environment,
                seconds=3600.0 if remaining is None else remaining,
                deadline=self._deadline,
                output=output,
                errors=errors,
                poll=_POLL,
                grace=_GRACE,
            )
        except OSError as problem:
            raise NotSymbolized(f"what reads it cannot be started: {problem.strerror or problem}") from None
        if ended.stopped is not None:
            raise NotSymbolized("it could not be read in time; a second call may find it converted")
        return output.kept.text()[0]

    @contextlib.contextmanager
    def _on_disk(self, file: SymbolFile) -> Iterator[Path]:
        """Yield a path of the file; a member of an archive is unpacked for the while."""
        kept = self._folder / f"{_cache_name(file)}{_CACHE_SUFFIX}"
        if file.member is None or (self._has_library and kept.is_file()):
            yield file.path
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self._folder) as folder:
                path = Path(folder) / "member"
                with path.open("wb") as target:
                    unpack_member(file.path, file.member, target)
                yield path
        except MalformedObject as problem:
            raise NotSymbolized(str(problem)) from None
        except OSError as problem:
            raise NotSymbolized(f"it cannot be read: {problem.strerror or type(problem).__name__}") from None

    def _limit_cache(self) -> None:
        with contextlib.suppress(OSError):
            kept = sorted(self._folder.glob(f"*{_CACHE_SUFFIX}"), key=lambda path: -path.stat().st_mtime_ns)
            total = 0
            for path in kept:
                total += path.stat().st_size
                if total > MOST_CACHE_BYTES:
                    path.unlink(missing_ok=True)


def _is_installed() -> bool:
    return all(importlib.util.find_spec(name) is not None for name in ("symbolic", "multi_demangle"))


def _is_breakpad(file: SymbolFile) -> bool:
    return (file.member or file.path.name).endswith(".sym") and not file.object.code


def _cache_name(file: SymbolFile) -> str:
    identity = f"{file.path}\0{file.member}\0{file.size}\0{file.modified}\0{file.object.keys}"
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:40]
