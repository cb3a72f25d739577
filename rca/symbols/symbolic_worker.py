"""Looks addresses up with the library `symbolic`, in a process of its own: a damaged file can end it.

`python -P -m rca.symbols.symbolic_worker REQUEST` writes one JSON object. Request: `path` of the symbol file,
`keys` of the object in it, `cache` for what it was converted to, `offsets` into the image. Answer: `frames`,
for each offset its functions, the innermost first, each as `[name, file, line]`; or `problem`.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

MOST_MEMORY = 6 * 1024**3
"""Bytes of address space; debug files are mapped into it."""
_MOST_FRAMES = 64
"""Functions at one address: one and those inlined into each other there."""
_LONGEST_NAME = 2000


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request."""
    limit_memory()
    from symbolic.exceptions import SymbolicError

    try:
        cache = _open_cache(request)
    except LookupError:
        return {"problem": "the file changed: it holds no object with this id now"}
    except SymbolicError as problem:
        return {
            "problem": f"the file is damaged: {str(problem).splitlines()[0][:200] or type(problem).__name__}"
        }
    return {"frames": [_look_up(cache, offset) for offset in request["offsets"]]}


def limit_memory() -> None:
    """Refuse memory beyond `MOST_MEMORY`, where the system can."""
    try:
        import resource
    except ImportError:
        return  # Windows
    try:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    except (OSError, ValueError):
        return  # the system allows less already, or has no such limit


def _open_cache(request: dict[str, Any]) -> Any:  # noqa: ANN401 - a class of the library, which has no types
    """Return the converted symbols, from the disk where they were converted before."""
    from symbolic.debuginfo import Archive
    from symbolic.exceptions import SymbolicError
    from symbolic.symcache import SymCache

    cache = Path(request["cache"])
    if cache.is_file():
        try:
            kept = SymCache.open(str(cache))
            if kept.is_latest_version:
                return kept
        except SymbolicError:
            cache.unlink(missing_ok=True)
    archive = Archive.open(request["path"])
    converted = _find_object(archive.iter_objects(), request["keys"]).make_symcache()
    _write(converted, cache)
    return converted


def _find_object(objects: Iterable[Any], keys: list[str]) -> Any:  # noqa: ANN401 - a class of the library
    for one in objects:
        known = ((one.code_id or "").lower(), one.debug_id.replace("-", "").lower()[:32])
        if any(key in known for key in keys):
            return one
    raise LookupError


def _write(converted: Any, cache: Path) -> None:  # noqa: ANN401 - a class of the library
    try:
        cache.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=cache.parent, suffix=".tmp")
        with os.fdopen(descriptor, "wb") as file:
            converted.dump_into(file)
        os.replace(name, cache)  # noqa: PTH105 - the names are strings here
    except OSError:
        return  # it is converted again next time


def _look_up(cache: Any, offset: int) -> list[list[Any]]:  # noqa: ANN401 - a class of the library
    found = cache.lookup(offset)[:_MOST_FRAMES]
    return [[_demangle(one.symbol), one.full_path or None, one.line or None] for one in found]


def _demangle(symbol: str) -> str:
    """Return a name as the source has it; Kotlin/Native's are left, as the engine reads them itself."""
    if symbol.startswith(("kfun:", "_kfun:")):
        return symbol.removeprefix("_")[:_LONGEST_NAME]
    from multi_demangle import DemangleOptions, demangle_symbol

    return str(demangle_symbol(symbol, DemangleOptions(return_type=False, parameters=True)))[:_LONGEST_NAME]


if __name__ == "__main__":
    json.dump(main(json.loads(sys.argv[1])), sys.stdout)
