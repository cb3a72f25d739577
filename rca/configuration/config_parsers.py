"""Parsers of configuration files: keys with line and value. Broken files yield what can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from models.configuration import ConfigFormat
from rca.languages.android.manifest import COMPONENTS, PERMISSIONS
from rca.languages.android.resources import folder_of, value_kind
from rca.languages.android.xml import read_xml
from rca.languages.gradle_scripts import values_of
from rca.languages.toml import read_toml, toml_problems
from rca.text.line_index import Lines

MOST_KEYS = 20_000
"""Keys of one file that are read."""

_PROPERTY = re.compile(r"^[ \t]*((?:\\.|[^\s#!:=\\])(?:\\.|[^:=\s\\])*)[ \t]*[:=]?[ \t]*(.*)$")
_HOCON_KEY = re.compile(
    r"""^\s*((?:[\w$-]+|"[^"]*")(?:\.(?:[\w$-]+|"[^"]*"))*)\s*(?:(\{)|(?:[:=]|\+=)\s*(.*?)|(\{.*))\s*$"""
)
_NUMBER = re.compile(r"[+-]?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?")
_NAMED = frozenset((*COMPONENTS, *PERMISSIONS, "instrumentation", "meta-data", "uses-feature"))
"""Elements of a manifest whose name is a key."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A key. `type` is text, number, boolean, list, section, or the kind of a resource or component."""

    key: str
    line: int
    value: str | None
    type: str


@dataclass
class Entries:
    """The keys of a file in its order, and what is wrong with it."""

    format: ConfigFormat
    entries: list[Entry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


_BROKEN_ESCAPE = re.compile(r"^(?![#!]|\s+[#!])(?:[^\\]|\\[^u])*\\u(?![0-9a-fA-F]{4})")
"""In a line that is no comment; of other escapes each stands for its character."""


def format_of(path: str) -> ConfigFormat | None:
    """Return the configuration format of a path; None if it is none."""
    name = PurePosixPath(path).name
    if name == "AndroidManifest.xml":
        return "manifest"
    if name.endswith(".versions.toml"):
        return "catalog"
    if name.endswith((".gradle", ".gradle.kts")):
        return "gradle"
    if name.endswith(".xml"):
        return None if folder_of(path) is None else "resource"
    return _SUFFIXES.get(PurePosixPath(name).suffix.lower())


_SUFFIXES: dict[str, ConfigFormat] = {
    ".yaml": "yaml",
    ".yml": "yaml",
    ".properties": "properties",
    ".toml": "toml",
    ".conf": "hocon",
}
SUFFIXES = (*_SUFFIXES, ".gradle", ".gradle.kts", ".xml")
"""How names of configuration files end."""


def entries_of(path: str, text: str) -> Entries | None:
    """Parse a file; None if it is no configuration. Never raises."""
    kind = format_of(path)
    if kind is None:
        return None
    found = Entries(kind)
    for entry in _READERS[kind](text, found):
        found.entries.append(entry)
        if len(found.entries) == MOST_KEYS:
            found.problems.append(f"only the first {MOST_KEYS} keys were read")
            break
    return found


def _yaml(text: str, found: Entries) -> Iterator[Entry]:
    import yaml

    # Where PyYAML was built without libyaml there is only the slow one.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        for document in yaml.compose_all(text, Loader=loader):
            yield from _yaml_node(document, "", ())
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        found.problems.append(f"not YAML: {' '.join(str(problem).split())}"[:300])
        # What stands before the fault is more use than nothing.
        if not found.entries:
            yield from _yaml_lines(text)


def _yaml_node(node: object, before: str, around: tuple[int, ...]) -> Iterator[Entry]:
    """Walk a YAML tree; cyclic aliases are not followed."""
    import yaml

    if not isinstance(node, yaml.MappingNode) or id(node) in around or len(around) > 100:
        return
    for name, value in node.value:
        if not isinstance(name, yaml.ScalarNode):
            continue
        key = f"{before}{name.value}"
        line = name.start_mark.line + 1
        if isinstance(value, yaml.MappingNode):
            yield Entry(key, line, None, "section")
            yield from _yaml_node(value, f"{key}.", (*around, id(node)))
        elif isinstance(value, yaml.SequenceNode):
            items = [one.value for one in value.value if isinstance(one, yaml.ScalarNode)]
            yield Entry(key, line, ", ".join(items) or None, "list")
        else:
            yield Entry(key, line, value.value, _scalar(value.tag, value.value))


def _scalar(tag: str, value: str) -> str:
    kinds = {"int": "number", "float": "number", "bool": "boolean", "null": "null"}
    kind = kinds.get(tag.rpartition(":")[2], "text")
    return _type(value) if kind == "text" and value.startswith("${") else kind


def _yaml_lines(text: str) -> Iterator[Entry]:
    open_: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"^(\s*)([\w.-]+):(?:\s+(.*))?$", line)
        if match is None:
            continue
        depth = len(match[1])
        while open_ and open_[-1][0] >= depth:
            open_.pop()
        key = ".".join([*(name for _, name in open_), match[2]])
        value = (match[3] or "").strip()
        open_.append((depth, match[2]))
        yield Entry(key, number, value or None, _type(value) if value else "section")


def _properties(text: str, found: Entries) -> Iterator[Entry]:
    lines = text.splitlines()
    broken = [number for number, line in enumerate(lines, 1) if _BROKEN_ESCAPE.search(line)]
    if broken:
        found.problems.append(f"line {broken[0]}: `\\u` without four hexadecimal digits, which Java refuses")
    number = 0
    while number < len(lines):
        first, line = number + 1, lines[number]
        number += 1
        while _continues(line) and number < len(lines):
            line = line[:-1] + lines[number].lstrip()
            number += 1
        match = _PROPERTY.match(line)
        if match is not None:
            key = re.sub(r"\\(.)", r"\1", match[1])
            yield Entry(key, first, match[2].strip(), _type(match[2].strip()))


def _continues(line: str) -> bool:
    return (len(line) - len(line.rstrip("\\"))) % 2 == 1


def _toml(text: str, found: Entries) -> Iterator[Entry]:
    found.problems.extend(toml_problems(text))
    for one in read_toml(text):
        if one.key is None:
            yield Entry(one.table, one.line, None, "section")
        else:
            key = f"{one.table}.{one.key}" if one.table else one.key
            yield Entry(key, one.line, _unquoted(one.value), _type(one.value))


def _plain(written: str) -> str:
    return re.sub(r"\s*\.\s*", ".", written.replace('"', "").replace("'", "")).strip()


def _hocon(text: str, found: Entries) -> Iterator[Entry]:
    open_: list[str] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = re.sub(r"(?<![:\"\w])(?://|#).*$", "", raw).rstrip()
        match = _HOCON_KEY.match(line)
        if match is not None and not line.lstrip().startswith(("}", "]")):
            name = _plain(match[1])
            key = ".".join([*open_, name])
            value = (match[3] or "").strip().rstrip(",")
            if match[2] or value == "{":
                open_.append(name)
                yield Entry(key, number, None, "section")
                continue
            yield Entry(key, number, _unquoted(value) or None, _type(value))
        elif line.strip().startswith("}") and open_:
            open_.pop()
    if open_:
        found.problems.append(f"the section {'.'.join(open_)} has no end")


def _gradle(text: str, _found: Entries) -> Iterator[Entry]:
    for one in values_of(text):
        written = one.written
        if one.kind == "manifestPlaceholder":
            yield Entry(f"manifestPlaceholders.{one.name}", one.line, _unquoted(written or ""), "text")
        elif one.kind == "extra":
            yield Entry(f"extra.{one.name}", one.line, _unquoted(written or ""), _type(written or ""))
        else:
            kind = "BuildConfig" if one.kind == "buildConfigField" else f"res.{one.type}"
            value = (written or "").strip("\"'\\")
            yield Entry(f"{kind}.{one.name}", one.line, value or None, one.type or "text")


def _manifest(text: str, found: Entries) -> Iterator[Entry]:
    document = read_xml(text)
    found.problems.extend(document.problems)
    lines = Lines(text)
    for element in document.elements:
        name = element.get("name")
        if name is None or element.tag not in _NAMED:
            continue
        kind = "permission" if "permission" in element.tag else element.tag
        value = element.get("value") or element.get("resource")
        yield Entry(f"{kind}/{name}", lines.line_of(element.start), value, kind)


def _resource(text: str, found: Entries) -> Iterator[Entry]:
    document = read_xml(text)
    found.problems.extend(document.problems)
    lines = Lines(text)
    for index, element in enumerate(document.elements):
        kind = value_kind(document.elements, index)
        made = element.get("id") or ""
        if kind is not None:
            value = " ".join(element.text.split())
            name = element.attributes["name"]
            yield Entry(f"{kind}/{name}", lines.line_of(element.start), value or None, kind)
        elif made.startswith("@+id/"):
            yield Entry(f"id/{made[5:]}", lines.line_of(element.start), element.tag, "id")


_READERS: dict[ConfigFormat, Callable[[str, Entries], Iterator[Entry]]] = {
    "yaml": _yaml,
    "properties": _properties,
    "toml": _toml,
    "catalog": _toml,
    "hocon": _hocon,
    "gradle": _gradle,
    "manifest": _manifest,
    "resource": _resource,
}


def _type(value: str) -> str:
    bare = value.strip().strip("\"'")
    if value.startswith("["):
        return "list"
    if value.startswith("{"):
        return "section"
    if bare.lower() in ("true", "false"):
        return "boolean"
    return "number" if bare and not value.startswith(('"', "'")) and _NUMBER.fullmatch(bare) else "text"


def _unquoted(value: str) -> str:
    bare = re.sub(r"\s+#.*$", "", value) if not value.startswith(('"', "'")) else value
    return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] and bare[0] in "\"'" else bare
