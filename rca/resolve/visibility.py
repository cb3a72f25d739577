"""Visibility: whether a file may refer to a declaration at all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rca.resolve.symbol import Symbol

_SOURCES = frozenset(("src", "test", "tests"))
_PLATFORMS = frozenset(
    (
        *("common", "jvm", "js", "native", "wasm", "wasmJs", "wasmWasi", "web", "posix", "nix", "jvmAndNix"),
        *("android", "ios", "apple", "darwin", "macos", "linux", "mingw", "windows", "desktop"),
        *("nonJvm", "nonNative", "nonJs", "concurrent", "jdk7", "jdk8"),
    )
)
"""Folders that hold one platform's sources of a module of several."""


def is_visible(symbol: Symbol, path: str) -> bool:
    """Return whether code of a file sees a declaration, as far as `private` and `internal` go."""
    modifiers = symbol.declaration.modifiers
    if not modifiers:
        return True
    if "private" in modifiers:
        return symbol.path == path
    if "internal" in modifiers:
        return symbol.facts.language != "library" and module_of(symbol.path) == module_of(path)
    return True


@lru_cache(maxsize=50_000)
def module_of(path: str) -> str:
    """Return the folder of a file's module: what stands before its `src`, `common/test` or the like."""
    folders = path.split("/")[:-1]
    at = _sources_at(folders)
    if at is None:
        return "/".join(folders)
    return "/".join(folders[: at - _is_of_platform(folders, at)])


@lru_cache(maxsize=50_000)
def source_set_of(path: str) -> str:
    """Return the folder of a file's source set (`module/src/jvmMain`, `module/jvm/src`)."""
    folders = path.split("/")[:-1]
    at = _sources_at(folders)
    if at is None:
        return "/".join(folders)
    return "/".join(folders[: at + 1 if _is_of_platform(folders, at) else at + 2])


def _sources_at(folders: Sequence[str]) -> int | None:
    """Return the place of the folder that holds a module's sources."""
    return next((at for at, name in enumerate(folders) if name in _SOURCES), None)


def _is_of_platform(folders: Sequence[str], at: int) -> bool:
    """Return whether sources lie in a folder of their platform, as in `module/jvm/src`."""
    return at > 0 and folders[at - 1] in _PLATFORMS
