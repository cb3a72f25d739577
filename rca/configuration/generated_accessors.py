"""Generated accessors: `libs.ktor`, `R.string.title`, `BuildConfig.URL`, `@string/title`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import PurePosixPath

from models.configuration import ConfigFormat, ConfigUseKind
from rca.caching.memo_key import MemoKey
from rca.configuration.config_parsers import Entry
from rca.configuration.per_file_cache import KeptByFile, kept
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.word_filter import files_possibly_containing

_CODE = re.compile(rb"\b(?:R\.(\w+)\.(\w+)|BuildConfig\.(\w+))")
_XML = re.compile(rb"[@?](?:\w+:)?(\w+)/([\w.]+)|\$\{(\w+)\}")
_REFERENCE = re.compile(rb"version\.ref\s*=\s*[\"']([\w.-]+)[\"']")
_BUNDLED = re.compile(rb"[\"']([\w.-]+)[\"']")
_DELEGATE = re.compile(rb"\b(?:val|var)\s+(\w+)[^=\n]*?\bby\s+(?:project|settings|rootProject|extra)\b")
_BARE = re.compile(rb"(?<![\w.\"'])(?:project\.|rootProject\.|ext\.|\$\{?)?([A-Za-z_]\w{2,})(?![\w(])")
_FEW = 12
"""Names that are looked for each by itself."""
_BATCH = 16
_CATALOG_PARTS = {"versions": "versions.", "libraries": "", "plugins": "plugins.", "bundles": "bundles."}

_FILES_OF_PASS = MemoKey[list[str]]("files that a pass looks at")

_NAMES_USED = MemoKey[KeptByFile[str]]("names that files use")


@dataclass(frozen=True, slots=True)
class AccessorUse:
    """A use of a key through its generated accessor."""

    key: str
    path: str
    offset: int
    how: ConfigUseKind
    data: bytes

    @property
    def line(self) -> int:
        """The line, from 1."""
        return self.data.count(b"\n", 0, self.offset) + 1


def accessor_key(kind: ConfigFormat, path: str, entry: Entry) -> str | None:
    """Return the name under which `accessors` returns the uses of a key; None if it has none."""
    if kind == "resource":
        return entry.key.replace(".", "_")
    if kind == "catalog":
        section, _, name = entry.key.partition(".")
        alias = alias_of(path)
        part = _CATALOG_PARTS.get(section)
        return None if part is None or not name else f"{alias}.{part}{_dotted(name)}"
    if kind == "gradle":
        head, _, name = entry.key.partition(".")
        if head == "res":
            return entry.key.removeprefix("res.").replace(".", "/")
        return entry.key if head in ("BuildConfig", "manifestPlaceholders") else f"gradle.{name}"
    if kind == "properties" and PurePosixPath(path).name == "gradle.properties":
        return f"gradle.{entry.key}"
    return None


def accessors(
    snapshot: Snapshot, kind: ConfigFormat, alias: str, names: Set[str], deadline: Deadline
) -> Iterator[AccessorUse]:
    """Return the uses of keys through generated accessors, in one pass over candidate files.

    Args:
        snapshot: the workspace.
        kind: the kind of file that defines the keys.
        alias: the name of a version catalogue in scripts.
        names: the names to find, as `accessor_key` returns them.
        deadline: ends the search.
    """
    for read, path, said in _naming(snapshot, kind, alias, names, deadline):
        data = None if names.isdisjoint(said.split("\n")) else snapshot.content(path)
        if data is not None:
            yield from (one for one in read(path, alias, data) if one.key in names)


def keep_names(snapshot: Snapshot, kind: ConfigFormat, alias: str, deadline: Deadline) -> None:
    """Cache the names that `accessors` needs of all files, until the deadline expires."""
    for _ in _naming(snapshot, kind, alias, None, deadline):
        pass


def _naming(
    snapshot: Snapshot, kind: ConfigFormat, alias: str, names: Set[str] | None, deadline: Deadline
) -> Iterator[tuple[_Read, str, str]]:
    """Return the files that may use one of the names (any name if None), with all names that each uses."""
    few = names if names is not None and len(names) <= _FEW else None
    for belongs, read, signs in _PASSES.get(kind, ()):
        paths = _files_of(snapshot, belongs)
        if signs is not None:
            paths = files_possibly_containing(snapshot, paths, signs(few), deadline)
        said = kept(snapshot, _NAMES_USED.of(read, alias), partial(_names_in, read, alias))
        for number, (path, names_in) in enumerate(said.each(snapshot, paths)):
            if number % _BATCH == 0 and deadline.expired:
                return
            yield read, path, names_in or ""


def _files_of(snapshot: Snapshot, belongs: Callable[[str], bool]) -> Sequence[str]:
    """Return the files of a pass, cached until a declaration changes."""
    index = snapshot.index
    return index.memoize(_FILES_OF_PASS.of(belongs), lambda: [path for path in index.listed if belongs(path)])


def _names_in(read: _Read, alias: str, path: str, data: bytes) -> str:
    """Return the names that a file uses, one per line."""
    return "\n".join(dict.fromkeys(one.key for one in read(path, alias, data)))


def catalog_itself(snapshot: Snapshot, path: str) -> Iterator[AccessorUse]:
    """Return the uses of a version catalogue's keys inside the catalogue."""
    data = snapshot.content(path)
    if data is None:
        return
    alias = alias_of(path)
    for match in _REFERENCE.finditer(data):
        yield AccessorUse(
            f"{alias}.versions.{_dotted(match[1].decode())}", path, match.start(), "reference", data
        )
    bundles = data.find(b"[bundles]")
    end = data.find(b"\n[", bundles + 1)
    if bundles >= 0:
        for match in _BUNDLED.finditer(data, bundles, end if end >= 0 else len(data)):
            yield AccessorUse(f"{alias}.{_dotted(match[1].decode())}", path, match.start(), "reference", data)


def alias_of(path: str) -> str:
    """Return the name of a version catalogue in scripts."""
    return PurePosixPath(path).name.removesuffix(".versions.toml")


def resource_uses(snapshot: Snapshot, name: str, deadline: Deadline) -> Iterator[AccessorUse]:
    """Return the uses of resources of one name, searched only in files that may refer to it."""
    plain = name.replace(".", "_")
    needles = {name.encode(), plain.encode(), plain.replace("_", ".").encode()}
    for other in snapshot.index.declaring(plain, "called"):
        data = snapshot.content(other) if _is_code(other) and not deadline.expired else None
        if data is not None:
            yield from _code(other, "", data)
    listed = [path for path in snapshot.index.listed if _is_xml(path)]
    for other in files_possibly_containing(snapshot, listed, list(needles), deadline):
        if deadline.expired:
            return
        data = snapshot.content(other)
        if data is not None and any(needle in data for needle in needles):
            yield from _xml(other, "", data)


def spellings(name: str) -> list[bytes]:
    """Return texts of which at least one occurs wherever a name does, with `_` as `.` or not."""
    pieces = name.replace(".", "_").split("_")
    pairs = (f"{one}.{other}" for one, other in pairwise(pieces))
    return [text.encode() for text in ("_".join(pieces), *pairs)]


def _signs_in_code(names: Collection[str] | None) -> list[bytes]:
    if names is None:
        return [b" R.", b" BuildConfig."]  # as words by themselves
    return [re.split(r"[./]", name)[-1].encode() for name in names]


def _signs_in_xml(names: Collection[str] | None) -> list[bytes]:
    if names is None:
        return [b""]  # no word tells
    return [text for name in names for text in spellings(re.split(r"[./]", name)[-1])]


def _code(other: str, _alias: str, data: bytes) -> Iterator[AccessorUse]:
    if b"R." not in data and b"BuildConfig." not in data:
        return
    for match in _CODE.finditer(data):
        if match[3] is not None:
            yield AccessorUse(f"BuildConfig.{match[3].decode()}", other, match.start(), "accessor", data)
        else:
            yield AccessorUse(
                f"{match[1].decode()}/{match[2].decode()}", other, match.start(), "accessor", data
            )


def _xml(other: str, _alias: str, data: bytes) -> Iterator[AccessorUse]:
    for match in _XML.finditer(data):
        if match[3] is not None:
            yield AccessorUse(
                f"manifestPlaceholders.{match[3].decode()}", other, match.start(), "reference", data
            )
        elif data[match.start() : match.start() + 2] != b"@+":
            name = match[2].decode("utf-8", "replace").replace(".", "_")
            yield AccessorUse(f"{match[1].decode()}/{name}", other, match.start(), "reference", data)


def _scripts(other: str, alias: str, data: bytes) -> Iterator[AccessorUse]:
    for match in re.finditer(rb"\b%s\.([A-Za-z][\w.]*)" % re.escape(alias.encode()), data):
        name = match[1].decode()
        while name:
            # `libs.ktor.core.get().version` names `ktor-core`: what follows is told by its prefix.
            yield AccessorUse(f"{alias}.{name}", other, match.start(), "accessor", data)
            name = (
                name.rpartition(".")[0] if name.endswith((".get", ".asProvider", ".version", ".id")) else ""
            )


def _gradle_names(other: str, _alias: str, data: bytes) -> Iterator[AccessorUse]:
    for match in _DELEGATE.finditer(data):
        yield AccessorUse(f"gradle.{match[1].decode()}", other, match.start(), "accessor", data)
    if other.endswith(".gradle"):
        for match in _BARE.finditer(data):
            yield AccessorUse(f"gradle.{match[1].decode()}", other, match.start(), "accessor", data)


def _is_code(path: str) -> bool:
    return path.endswith((".kt", ".java"))


def _is_xml(path: str) -> bool:
    return path.endswith(".xml")


def _is_script(path: str) -> bool:
    return path.endswith((".gradle", ".gradle.kts"))


def _is_build_code(path: str) -> bool:
    """Return whether a file is a script, or source code of a build plugin."""
    own = "build-logic/" in path or "buildSrc/" in path or "build-plugin/" in path
    return _is_script(path) or (own and path.endswith((".kt", ".kts", ".groovy")))


_Signs = Callable[[Collection[str] | None], list[bytes]]
"""Gives the signs of some names, and of any where it is given None."""
_Read = Callable[[str, str, bytes], Iterator[AccessorUse]]
_Pass = tuple[Callable[[str], bool], _Read, _Signs | None]
_PASSES: dict[ConfigFormat, tuple[_Pass, ...]] = {
    "resource": ((_is_code, _code, _signs_in_code), (_is_xml, _xml, _signs_in_xml)),
    "gradle": (
        (_is_code, _code, _signs_in_code),
        (_is_xml, _xml, _signs_in_xml),
        (_is_script, _gradle_names, None),
    ),
    "catalog": ((_is_build_code, _scripts, None),),
    "properties": ((_is_script, _gradle_names, None),),
}


def _dotted(name: str) -> str:
    return re.sub(r"[-_.]+", ".", name)
