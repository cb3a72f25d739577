"""Configuration keys with the code that uses them: literals, bound classes and generated accessors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import PurePosixPath
from typing import NamedTuple

from models.configuration import ConfigFormat, ConfigKey, ConfigUse, ConfigUseKind, MissingKey
from rca.configuration.config_parsers import Entry
from rca.configuration.configuration_properties import Binding, bindings
from rca.configuration.generated_accessors import (
    AccessorUse,
    accessor_key,
    accessors,
    alias_of,
    catalog_itself,
)
from rca.configuration.key_literals import Literal, Literals, fold, literals
from rca.configuration.key_patterns import keys_of, lacking_keys
from rca.redaction import redact
from rca.resolve.symbol import Symbol
from rca.scheduling.deadline import Deadline
from rca.workspace import Snapshot

_SHOWN_USES = 5
_LONGEST_VALUE, _LONGEST_LINE = 120, 200
_BOUND_FORMATS = ("yaml", "properties", "hocon", "toml")
_READ_BY = (
    ("org.gradle.", "Gradle itself"),
    ("android.", "the Android Gradle plugin"),
    ("kotlin.", "the Kotlin Gradle plugin"),
    ("ksp.", "KSP"),
    ("kapt.", "kapt"),
    ("systemProp.", "the JVM of the build, as a system property"),
    ("distribution", "the Gradle wrapper"),
    ("spring.", "Spring Boot"),
    ("server.", "Spring Boot"),
    ("management.", "Spring Boot's actuator"),
    ("logging.", "Spring Boot"),
    ("ktor.", "Ktor"),
)
_FRAMEWORK_FILES = ("application", "bootstrap", "gradle", "gradle-wrapper")


class Use(NamedTuple):
    """A use of a key; `shown` converts it to the contract's form, which needs the code around it."""

    path: str
    line: int
    how: ConfigUseKind
    shown: Callable[[], ConfigUse]


@dataclass
class KeyUses:
    """The uses of the keys of one file, collected once."""

    snapshot: Snapshot
    path: str
    kind: ConfigFormat
    deadline: Deadline
    reasons: list[str] = field(default_factory=list)
    _literals: Literals = field(default_factory=Literals)
    _bound: dict[str, list[Binding]] = field(default_factory=dict)
    _named: dict[str, list[AccessorUse]] = field(default_factory=dict)

    def look(self, entries: Sequence[Entry]) -> None:
        """Find the uses of keys, and code that reads missing keys."""
        look([(self, entries)], held=True)

    def take(self, said: Literals, bound: dict[str, list[Binding]]) -> None:
        """Add the literals and bound classes found."""
        self._literals, self._bound = said, bound
        if said.read < said.total:
            self.reasons.append(
                f"the time limit ended the search: {said.read} of {said.total} files "
                "that may ask for configuration were read"
            )

    def take_named(self, found: Mapping[str, Sequence[AccessorUse]]) -> None:
        """Add the uses found through generated accessors."""
        self._named = {name: list(uses) for name, uses in found.items()}
        for one in catalog_itself(self.snapshot, self.path) if self.kind == "catalog" else ():
            self._named.setdefault(one.key, []).append(one)
        if self.deadline.expired and not self.reasons:
            self.reasons.append("the time limit ended the search for uses")

    def of(self, entry: Entry) -> list[Use]:
        """Return the uses of a key."""
        key = _literal_key(self.kind, entry)
        uses = [
            Use(one.symbol.path, one.symbol.declaration.name_line, "bound", partial(self._bound_use, one))
            for one in self._bound.get(fold(key), ())
        ]
        how: ConfigUseKind = "section" if entry.type == "section" else "read"
        uses += [
            Use(one.path, one.line, how, partial(self._literal_use, one, how))
            for one in self._literals.by_key.get(fold(key), ())
            if one.path != self.path
        ]
        name = accessor_key(self.kind, self.path, entry)
        uses += [
            Use(one.path, one.line, one.how, partial(accessor_use, self.snapshot, one))
            for one in self._named.get(name or "", ())
        ]
        if self.kind == "manifest":
            uses += self._classes(entry)
        return list({(one.path, one.line, one.how): one for one in uses}.values())

    def missing(self, defined: Iterable[str]) -> Iterator[MissingKey]:
        """Return keys that code reads from this file's part of the tree and nothing defines."""
        if self.kind not in _BOUND_FORMATS:
            return
        known = {fold(key) for key in defined}
        tops = {key.partition(".")[0] for key in known if "." in key}
        for folded, found in sorted(self._bound.items()):
            one = found[0]
            if folded not in known and folded.partition(".")[0] in tops and not _is_class(one, self._bound):
                yield MissingKey(key=_kebab(one.key), use=self._bound_use(one), has_default=one.has_default)
        for folded, said in sorted(self._literals.by_key.items()):
            asked = next((one for one in said if "${" in one.text), None)
            if asked is None or folded in known or "." not in folded or folded.partition(".")[0] not in tops:
                continue
            yield MissingKey(
                key=asked.key, use=self._literal_use(asked, "read"), has_default=asked.has_default
            )

    def _literal_use(self, one: Literal, how: ConfigUseKind) -> ConfigUse:
        around = _around(self.snapshot, one.path, one.line)
        return ConfigUse(file_path=one.path, line=one.line, how=how, symbol=around, text=_cut(one.text))

    def _bound_use(self, one: Binding) -> ConfigUse:
        row = one.symbol.declaration
        text = (self.snapshot.text(one.symbol.path) or "").split("\n")
        return ConfigUse(
            file_path=one.symbol.path,
            line=row.name_line,
            how="bound",
            symbol=one.symbol.display_name,
            type=one.type,
            text=_cut(text[row.name_line - 1] if row.name_line <= len(text) else ""),
        )

    def _classes(self, entry: Entry) -> list[Use]:
        name = entry.key.partition("/")[2]
        simple = name.rpartition(".")[2]
        return [
            Use(one.path, one.line, "class", partial(_class_use, one))
            for one in (self.snapshot.index.find_classes(simple) if simple else ())
            if f".{one.qualified_name}".endswith(name if name.startswith(".") else f".{name}")
        ]


def _class_use(one: Symbol) -> ConfigUse:
    return ConfigUse(
        file_path=one.path, line=one.line, how="class", symbol=one.display_name, text=one.qualified_name
    )


def look(several: Sequence[tuple[KeyUses, Sequence[Entry]]], *, held: bool) -> None:
    """Find the uses of keys of several files, in one pass over candidate files.

    `held` says whether all keys in `${}` are needed, to report missing ones.
    """
    asked = [one for one in several if one[0].kind in _BOUND_FORMATS or one[0].kind == "manifest"]
    if asked:
        first = asked[0][0]
        keys = [(_literal_key(one.kind, entry), entry.type) for one, entries in asked for entry in entries]
        wanted = [key for key, type_ in keys if type_ != "section"]
        sections = [key for key, type_ in keys if type_ == "section"]
        said = literals(first.snapshot, wanted, sections, first.deadline, held=held)
        bound: dict[str, list[Binding]] = {}
        if any(one.kind in _BOUND_FORMATS for one, _ in asked):
            for binding in bindings(first.snapshot, first.deadline):
                bound.setdefault(fold(binding.key), []).append(binding)
        for one, _ in asked:
            one.take(said, bound if one.kind in _BOUND_FORMATS else {})
    named: dict[tuple[ConfigFormat, str], list[tuple[KeyUses, set[str]]]] = {}
    for one, entries in several:
        names = {name for entry in entries if (name := accessor_key(one.kind, one.path, entry)) is not None}
        alias = alias_of(one.path) if one.kind == "catalog" else ""
        named.setdefault((one.kind, alias), []).append((one, names))
    for (kind, alias), group in named.items():
        names = set().union(*(names for _, names in group))
        first = group[0][0]
        found: dict[str, list[AccessorUse]] = {}
        for use in accessors(first.snapshot, kind, alias, names, first.deadline) if names else ():
            found.setdefault(use.key, []).append(use)
        for one, own in group:
            one.take_named({name: found[name] for name in own if name in found})


def accessor_use(snapshot: Snapshot, one: AccessorUse) -> ConfigUse:
    """Convert a use through a generated accessor to the contract's form."""
    line = one.line
    start = one.data.rfind(b"\n", 0, one.offset) + 1
    end = one.data.find(b"\n", one.offset)
    text = one.data[start : end if end >= 0 else len(one.data)].decode("utf-8", "replace")
    return ConfigUse(
        file_path=one.path, line=line, how=one.how, symbol=_around(snapshot, one.path, line), text=_cut(text)
    )


def _around(snapshot: Snapshot, path: str, line: int) -> str | None:
    found = snapshot.index.enclosing_function(path, line)
    return None if found is None else found.display_name


def key_of(entry: Entry, path: str, kind: ConfigFormat, uses: Sequence[Use]) -> ConfigKey:
    """Convert a key to the contract's form: secrets masked, first uses only."""
    return ConfigKey(
        key=entry.key,
        file_path=path,
        line=entry.line,
        value=_value(entry),
        type=entry.type,
        used_by=tuple(one.shown() for one in uses[:_SHOWN_USES]),
        total_uses=len(uses),
        note=None if uses else _note(entry, path, kind),
    )


def decoded(data: bytes) -> str:
    """Decode a configuration file: UTF-8, as the formats require."""
    return data.decode("utf-8-sig", "replace")


def defined_keys(snapshot: Snapshot, deadline: Deadline) -> tuple[list[str], list[str]]:
    """Return the folded keys of all configuration files, and which keys may be missing."""
    kept = keys_of(snapshot)
    found: list[str] = []
    problems: dict[str, tuple[str, ...]] = {}
    paths = snapshot.files(".yaml", ".yml", ".properties", ".conf")
    for read, path in enumerate(paths):
        if deadline.expired:
            ended = f"time was up: {read} of {len(paths)} files were searched for keys that are asked for"
            return found, [*lacking_keys(problems), ended]
        told = kept.of(snapshot, path)
        if told is not None:
            found += told.keys.split("\n") if told.keys else ()
            if told.problems:
                problems[path] = told.problems
    return found, lacking_keys(problems)


def _literal_key(kind: ConfigFormat, entry: Entry) -> str:
    return entry.key.partition("/")[2] if kind == "manifest" else entry.key


def _value(entry: Entry) -> str | None:
    if entry.value is None:
        return None
    # The name tells what kind of text a value is.
    name = entry.key.replace("/", ".").rpartition(".")[2]
    shown = redact(f"{name}={entry.value}").text
    value = shown.partition("=")[2]
    return value if len(value) <= _LONGEST_VALUE else f"{value[:_LONGEST_VALUE]}…"


def _note(entry: Entry, path: str, kind: ConfigFormat) -> str | None:
    stem = PurePosixPath(path).name.partition(".")[0].partition("-")[0]
    if kind in _BOUND_FORMATS and stem in _FRAMEWORK_FILES:
        reader = next((reader for start, reader in _READ_BY if entry.key.startswith(start)), None)
        return None if reader is None else f"read by {reader}"
    return None


def _is_class(one: Binding, bound: dict[str, list[Binding]]) -> bool:
    return any(other.startswith(f"{fold(one.key)}.") for other in bound)


def _kebab(key: str) -> str:
    return "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in key)


def _cut(text: str) -> str:
    shown = redact(text.strip()).text
    return shown if len(shown) <= _LONGEST_LINE else f"{shown[:_LONGEST_LINE]}…"
