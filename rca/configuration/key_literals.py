"""String literals that may be configuration keys, in code that reads configuration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rca.caching.memo_key import MemoKey
from rca.configuration.per_file_cache import KeptByFile, KeptLately, kept, kept_lately
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot
from rca.workspace.word_filter import files_possibly_containing

_ACCESSORS = (
    "Value", "ConfigurationProperties", "Property", "ConditionalOnProperty", "EnableConfigurationProperties",
    "NamedConfigurationProperties", "ConfigProperty", "Scheduled", "KafkaListener", "RequestMapping",
)  # fmt: skip
"""Annotations whose arguments hold keys."""
_CALLS = (
    "getProperty", "getRequiredProperty", "containsProperty", "property", "propertyOrNull", "config",
    "configOrNull", "configList", "getString", "getStringOrNull", "getInt", "getLong", "getDouble",
    "getFloat", "getBoolean", "getList", "getStringList", "getConfig", "getConfigurationSection",
    "getDuration", "hasPath", "gradleProperty", "systemProperty", "findProperty", "hasProperty",
    "environmentVariable", "getenv", "optionalProperty", "requireProperty", "getMetaData", "isSet",
)  # fmt: skip
"""Functions that are asked for a key: `Environment`, `Properties`, Ktor, Typesafe config, Bukkit, Gradle."""
_CODE = (".kt", ".kts", ".java", ".gradle")
_LITERAL = re.compile(rb'"((?:[^"\\\n]|\\.){2,200})"|\'([\w.-]{2,200})\'')
_HOLDER = re.compile(r"[#$]\{([^}:]+)(?::([^}]*))?\}")
_KEY = re.compile(r"[\w$][\w$.\-/\[\]]*")
_FEW = 20
"""Keys for which all code is read."""
_BATCH = 16
_MOST_LITERALS = 30_000
"""Literals that are kept, of files that were asked for lately: some 10 MB."""
_HELD = "${}"

_KEYS_IN_CODE = MemoKey[KeptByFile[str]]("keys in code")


@dataclass(frozen=True, slots=True)
class Literal:
    """A string that may be a key; `has_default` says that the code supplies a default value."""

    key: str
    path: str
    line: int
    text: str
    has_default: bool


_LITERALS = MemoKey[KeptLately[tuple[tuple[str, Literal], ...]]]("literals")


@dataclass
class Literals:
    """Literals by folded key; `read` of `total` files were examined."""

    by_key: dict[str, list[Literal]] = field(default_factory=dict)
    read: int = 0
    total: int = 0

    def add(self, snapshot: Snapshot, path: str) -> None:
        """Add the literals of a file."""
        lately = kept_lately(snapshot, _LITERALS, _folded_in, len, _MOST_LITERALS)
        for folded, one in lately.of(snapshot, path) or ():
            self.by_key.setdefault(folded, []).append(one)


def fold(key: str) -> str:
    """Normalise a key as frameworks compare it: without case, `-` and `_`."""
    return key.replace("-", "").replace("_", "").lower()


def literals(
    snapshot: Snapshot, wanted: Iterable[str], sections: Iterable[str], deadline: Deadline, *, held: bool
) -> Literals:
    """Search the code that reads configuration and then, for few keys, all code.

    Args:
        snapshot: the workspace.
        wanted: complete keys; if there are few, files that contain one as a literal are read too.
        sections: names of key groups, searched where configuration is read.
        deadline: ends the search; what was found until then is returned.
        held: whether to return all literals of files that contain `${key}`, too.
    """
    index = snapshot.index
    asking = {
        path for name in _ACCESSORS for path in index.declaring(name, "mentioned") if path.endswith(_CODE)
    }
    asking |= {path for name in _CALLS for path in index.declaring(name, "called") if path.endswith(_CODE)}
    asking |= {path for path in index.listed if path.endswith((".gradle", ".gradle.kts"))}
    wanted = tuple(wanted)
    needles = [key.encode() for key in dict.fromkeys(wanted) if len(key) > 2]
    few: list[str] = []
    if 0 < len(needles) <= _FEW:
        few = [path for path in index.listed if path not in asking and path.endswith(_CODE)]
    found = Literals(total=len(asking) + len(few))
    folded = {fold(key) for key in (*wanted, *sections)}
    said = kept(snapshot, _KEYS_IN_CODE, _keys_in)
    for path, told in said.each(snapshot, sorted(asking)):
        if found.read % _BATCH == 0 and deadline.expired:
            return found
        found.read += 1
        keys = (told or "").split("\n")
        if not folded.isdisjoint(keys) or (held and keys[0] == _HELD):
            found.add(snapshot, path)
    may_hold = files_possibly_containing(snapshot, few, needles, deadline) if few else []
    found.read += len(few) - len(may_hold)
    for path in may_hold:
        if found.read % _BATCH == 0 and deadline.expired:
            return found
        found.read += 1
        data = snapshot.content(path)
        if data is not None and any(needle in data for needle in needles):
            found.add(snapshot, path)
    return found


def _folded_in(path: str, data: bytes) -> tuple[tuple[str, Literal], ...]:
    return tuple((fold(one.key), one) for one in _in(path, data))


def _keys_in(path: str, data: bytes) -> str:
    """Return the folded keys that a file reads, one per line, marked if inside `${}`."""
    found = tuple(_in(path, data))
    keys = dict.fromkeys(fold(one.key) for one in found)
    return "\n".join((_HELD if any("${" in one.text for one in found) else "", *keys))


def _in(path: str, data: bytes) -> Iterator[Literal]:
    line, last = 1, 0
    for match in _LITERAL.finditer(data):
        line += data.count(b"\n", last, match.start())
        last = match.start()
        written = (match[1] or match[2]).decode("utf-8", "replace").replace("\\$", "$")
        held = _HOLDER.findall(written)
        keys = [(key.strip(), bool(default)) for key, default in held] if held else [(written, False)]
        for key, has_default in keys:
            if _KEY.fullmatch(key):
                start = data.rfind(b"\n", 0, match.start()) + 1
                end = data.find(b"\n", match.end())
                shown = data[start : end if end >= 0 else len(data)].decode("utf-8", "replace").strip()
                yield Literal(key, path, line, shown, has_default)
