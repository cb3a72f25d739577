"""What a configuration file holds: its keys, each with line and value. Broken files give what they can."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from models.configuration import ConfigFormat
from rca.languages.android.resources import folder_of

MOST_KEYS = 20_000
"""Keys of one file that are read."""

_PROPERTY = re.compile(r"^[ \t]*((?:\\.|[^\s#!:=\\])(?:\\.|[^:=\s\\])*)[ \t]*[:=]?[ \t]*(.*)$")
_TOML_TABLE = re.compile(r"^\s*\[{1,2}\s*([\w.\-\"' ]+?)\s*\]{1,2}\s*(?:#.*)?$")
_TOML_KEY = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*(.*)$"""
)
_HOCON_KEY = re.compile(
    r"""^\s*((?:[\w$-]+|"[^"]*")(?:\.(?:[\w$-]+|"[^"]*"))*)\s*(?:(\{)|(?:[:=]|\+=)\s*(.*?)|(\{.*))\s*$"""
)
_NUMBER = re.compile(r"[+-]?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?")
_BUILD_FIELD = re.compile(
    r"""\b(buildConfigField|resValue)\s*\(?\s*(?:type\s*=\s*)?["'](\w+)["']\s*,\s*(?:name\s*=\s*)?["'](\w+)["']"""
    r"""(?:\s*,\s*(?:value\s*=\s*)?(.+?)\)?\s*$)?"""
)
_PLACEHOLDER = re.compile(
    r"""\bmanifestPlaceholders\s*(?:\[\s*["'](\w+)["']\s*\]\s*=\s*(.+)|.*?["'](\w+)["']\s*(?:to|:)\s*(.+))$"""
)
_EXTRA = re.compile(
    r"""^\s*(?:ext\.(\w+)\s*=\s*(.+)|extra\s*\[\s*["'](\w+)["']\s*\]\s*=\s*(.+)|(?:ext\.)?set\(\s*["'](\w+)["']\s*,\s*(.+)\))$"""
)
_COMPONENTS = frozenset(
    ("activity", "activity-alias", "service", "receiver", "provider", "application", "instrumentation")
)
_NAMED = frozenset(("uses-permission", "permission", "meta-data", "uses-feature", "uses-permission-sdk-23"))


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


def format_of(path: str) -> ConfigFormat | None:
    """Tell what kind of configuration a file is by its path, None where it is none."""
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
    """Read a file, None where it is no configuration. Never fails."""
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

    try:
        for document in yaml.compose_all(text, Loader=yaml.CSafeLoader):
            yield from _yaml_node(document, "", ())
    except (yaml.YAMLError, ValueError, RecursionError) as problem:
        found.problems.append(f"not YAML: {' '.join(str(problem).split())}"[:300])
        # What stands before the fault is more use than nothing.
        if not found.entries:
            yield from _yaml_lines(text)


def _yaml_node(node: object, before: str, around: tuple[int, ...]) -> Iterator[Entry]:
    """Walk a tree; an alias that leads back to itself is followed no further."""
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


def _properties(text: str, _found: Entries) -> Iterator[Entry]:
    lines = text.splitlines()
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


def _toml(text: str, _found: Entries) -> Iterator[Entry]:
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        named = _TOML_TABLE.match(line)
        if named is not None:
            table = _plain(named[1])
            yield Entry(table, number, None, "section")
            continue
        match = _TOML_KEY.match(line)
        if match is not None:
            key = _plain(match[1])
            value = match[2].strip()
            yield Entry(f"{table}.{key}" if table else key, number, _unquoted(value), _type(value))


def _plain(written: str) -> str:
    return re.sub(r"\s*\.\s*", ".", written.replace('"', "").replace("'", "")).strip()


def _hocon(text: str, _found: Entries) -> Iterator[Entry]:
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


def _gradle(text: str, _found: Entries) -> Iterator[Entry]:
    for number, line in enumerate(text.splitlines(), 1):
        match = _BUILD_FIELD.search(line)
        if match is not None:
            kind = "BuildConfig" if match[1] == "buildConfigField" else f"res.{match[2]}"
            value = (match[4] or "").strip().strip("\"'\\")
            yield Entry(f"{kind}.{match[3]}", number, value or None, match[2])
            continue
        match = _PLACEHOLDER.search(line)
        if match is not None:
            value = (match[2] or match[4] or "").strip()
            yield Entry(f"manifestPlaceholders.{match[1] or match[3]}", number, _unquoted(value), "text")
            continue
        match = _EXTRA.match(line)
        if match is not None:
            name = match[1] or match[3] or match[5]
            value = (match[2] or match[4] or match[6]).strip()
            yield Entry(f"extra.{name}", number, _unquoted(value), _type(value))


def _manifest(text: str, found: Entries) -> Iterator[Entry]:
    from rca.languages.android.xml import read_xml
    from rca.text.lines import Lines

    document = read_xml(text)
    found.problems.extend(document.problems)
    lines = Lines(text)
    for element in document.elements:
        name = element.get("name")
        if name is None or element.tag not in _COMPONENTS | _NAMED:
            continue
        line = lines.line_of(element.start)
        kind = "permission" if "permission" in element.tag else element.tag
        yield Entry(f"{kind}/{name}", line, element.get("value") or element.get("resource"), kind)


def _resource(text: str, found: Entries) -> Iterator[Entry]:
    from rca.languages.android.xml import read_xml
    from rca.text.lines import Lines

    document = read_xml(text)
    found.problems.extend(document.problems)
    lines = Lines(text)
    for element in document.elements:
        around = document.elements[element.parent].tag if element.parent >= 0 else ""
        name = element.get("name")
        if around == "resources" and name is not None:
            kind = element.attributes.get("type", "item") if element.tag == "item" else element.tag
            kind = {"string-array": "array", "integer-array": "array"}.get(kind, kind)
            value = " ".join(element.text.split())
            yield Entry(f"{kind}/{name}", lines.line_of(element.start), value or None, kind)
            continue
        made = element.get("id") or ""
        if made.startswith("@+id/"):
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
