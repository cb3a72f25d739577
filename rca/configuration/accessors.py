"""Generated names for configuration: `libs.ktor`, `R.string.title`, `BuildConfig.URL`, `@string/title`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from models.configuration import ConfigFormat, ConfigUseKind
from rca.cancellation import Watch
from rca.configuration.entries import Entry
from rca.workspace import Snapshot

_CODE = re.compile(rb"\b(?:R\.(\w+)\.(\w+)|BuildConfig\.(\w+))")
_XML = re.compile(rb"[@?](?:\w+:)?(\w+)/([\w.]+)|\$\{(\w+)\}")
_REFERENCE = re.compile(rb"version\.ref\s*=\s*[\"']([\w.-]+)[\"']")
_BUNDLED = re.compile(rb"[\"']([\w.-]+)[\"']")
_DELEGATE = re.compile(rb"\b(?:val|var)\s+(\w+)[^=\n]*?\bby\s+(?:project|settings|rootProject|extra)\b")
_BARE = re.compile(rb"(?<![\w.\"'])(?:project\.|rootProject\.|ext\.|\$\{?)?([A-Za-z_]\w{2,})(?![\w(])")
_CATALOG_PARTS = {"versions": "versions.", "libraries": "", "plugins": "plugins.", "bundles": "bundles."}


@dataclass(frozen=True, slots=True)
class Found:
    """A use by a generated name: which key it names, where."""

    key: str
    path: str
    offset: int
    how: ConfigUseKind
    data: bytes


def accessor_key(kind: ConfigFormat, path: str, entry: Entry) -> str | None:
    """Give the name under which `accessors` tells the uses of a key; None where it has none."""
    if kind == "resource":
        return entry.key.replace(".", "_")
    if kind == "catalog":
        section, _, name = entry.key.partition(".")
        alias = PurePosixPath(path).name.removesuffix(".versions.toml")
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


def accessors(snapshot: Snapshot, kind: ConfigFormat, path: str, watch: Watch) -> Iterator[Found]:
    """Give the uses of all keys of a file by generated names, in one pass over what may hold them."""
    for belongs, read in _PASSES.get(kind, ()):
        for other in snapshot.index.listed:
            if watch.expired:
                return
            if belongs(other, path) and (data := snapshot.content(other)) is not None:
                yield from read(other, path, data)


def resource_uses(snapshot: Snapshot, name: str, watch: Watch) -> Iterator[Found]:
    """Give the uses of resources of one name: only files that the index or their text connects with it."""
    plain = name.replace(".", "_")
    needles = {name.encode(), plain.encode(), plain.replace("_", ".").encode()}
    for other in snapshot.index.declaring(plain, "called"):
        data = snapshot.content(other) if _is_code(other, "") and not watch.expired else None
        if data is not None:
            yield from _code(other, "", data)
    for other in snapshot.index.listed:
        if watch.expired:
            return
        data = snapshot.content(other) if _is_xml(other, "") else None
        if data is not None and any(needle in data for needle in needles):
            yield from _xml(other, "", data)


def _code(other: str, _path: str, data: bytes) -> Iterator[Found]:
    if b"R." not in data and b"BuildConfig." not in data:
        return
    for match in _CODE.finditer(data):
        if match[3] is not None:
            yield Found(f"BuildConfig.{match[3].decode()}", other, match.start(), "accessor", data)
        else:
            yield Found(f"{match[1].decode()}/{match[2].decode()}", other, match.start(), "accessor", data)


def _xml(other: str, _path: str, data: bytes) -> Iterator[Found]:
    for match in _XML.finditer(data):
        if match[3] is not None:
            yield Found(f"manifestPlaceholders.{match[3].decode()}", other, match.start(), "reference", data)
        elif data[match.start() : match.start() + 2] != b"@+":
            name = match[2].decode("utf-8", "replace").replace(".", "_")
            yield Found(f"{match[1].decode()}/{name}", other, match.start(), "reference", data)


def _scripts(other: str, path: str, data: bytes) -> Iterator[Found]:
    alias = PurePosixPath(path).name.removesuffix(".versions.toml")
    for match in re.finditer(rb"\b%s\.([A-Za-z][\w.]*)" % re.escape(alias.encode()), data):
        name = match[1].decode()
        while name:
            # `libs.ktor.core.get().version` names `ktor-core`: what follows is told by its prefix.
            yield Found(f"{alias}.{name}", other, match.start(), "accessor", data)
            name = (
                name.rpartition(".")[0] if name.endswith((".get", ".asProvider", ".version", ".id")) else ""
            )


def _catalog_itself(other: str, path: str, data: bytes) -> Iterator[Found]:
    alias = PurePosixPath(path).name.removesuffix(".versions.toml")
    for match in _REFERENCE.finditer(data):
        yield Found(f"{alias}.versions.{_dotted(match[1].decode())}", other, match.start(), "reference", data)
    bundles = data.find(b"[bundles]")
    end = data.find(b"\n[", bundles + 1)
    if bundles >= 0:
        for match in _BUNDLED.finditer(data, bundles, end if end >= 0 else len(data)):
            yield Found(f"{alias}.{_dotted(match[1].decode())}", other, match.start(), "reference", data)


def _gradle_names(other: str, _path: str, data: bytes) -> Iterator[Found]:
    for match in _DELEGATE.finditer(data):
        yield Found(f"gradle.{match[1].decode()}", other, match.start(), "accessor", data)
    if other.endswith(".gradle"):
        for match in _BARE.finditer(data):
            yield Found(f"gradle.{match[1].decode()}", other, match.start(), "accessor", data)


def _is_code(other: str, _path: str) -> bool:
    return other.endswith((".kt", ".java"))


def _is_xml(other: str, _path: str) -> bool:
    return other.endswith(".xml")


def _is_script(other: str, _path: str) -> bool:
    return other.endswith((".gradle", ".gradle.kts"))


def _is_build_code(other: str, path: str) -> bool:
    """Scripts, and the code of plugins that a build has of its own."""
    own = "build-logic/" in other or "buildSrc/" in other or "build-plugin/" in other
    return _is_script(other, path) or (own and other.endswith((".kt", ".kts", ".groovy")))


def _is_itself(other: str, path: str) -> bool:
    return other == path


_Pass = tuple[Callable[[str, str], bool], Callable[[str, str, bytes], Iterator[Found]]]
_PASSES: dict[ConfigFormat, tuple[_Pass, ...]] = {
    "resource": ((_is_code, _code), (_is_xml, _xml)),
    "gradle": ((_is_code, _code), (_is_xml, _xml), (_is_script, _gradle_names)),
    "catalog": ((_is_build_code, _scripts), (_is_itself, _catalog_itself)),
    "properties": ((_is_script, _gradle_names),),
}


def _dotted(name: str) -> str:
    return re.sub(r"[-_.]+", ".", name)
