"""A library's own dependencies: Maven `.pom` and Gradle `.module` files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from rca.libraries.coordinates import Coordinate, Module, coordinate

_LARGEST = 8 * 1024 * 1024
_PROPERTY = re.compile(r"\$\{([^}]+)\}")
_MOST_STEPS = 8
_SCOPES = ("compile", "runtime", "")
_JVM = ("jvm", "androidJvm", None)
_USAGES = ("java-api", "java-runtime", "kotlin-api", "kotlin-runtime", None)


@dataclass(slots=True)
class ModuleMetadata:
    """The dependencies in one metadata file, and the versions that it manages.

    `parent` and `imports` are files of the same kind that complete it.
    """

    own: Coordinate | None = None
    dependencies: list[Coordinate] = field(default_factory=list)
    managed: dict[Module, str] = field(default_factory=dict)
    properties: dict[str, str] = field(default_factory=dict)
    parent: Coordinate | None = None
    imports: list[Coordinate] = field(default_factory=list)


def read_pom(path: Path, inherited: ModuleMetadata | None = None, *, tests: bool = False) -> ModuleMetadata:
    """Parse a `.pom`; `inherited` is its parent's content. `tests` includes test dependencies.

    Raises:
        ValueError: it cannot be read.
    """
    root = _xml(path)
    found = ModuleMetadata()
    if inherited is not None:
        found.properties.update(inherited.properties)
        found.managed.update(inherited.managed)
    parent = _child(root, "parent")
    if parent is not None:
        found.parent = _coordinate(parent, found.properties)
    for name in ("groupId", "artifactId", "version"):
        written = _text_of(root, name) or _text_of(parent, name)
        found.properties[f"project.{name}"] = found.properties[f"pom.{name}"] = written
    for one in _children(_child(root, "properties")):
        found.properties[_tag(one)] = (one.text or "").strip()
    found.own = _coordinate(root, found.properties, prefix="project.")
    for one in _dependencies(_child(root, "dependencyManagement")):
        managed = _coordinate(one, found.properties)
        if managed is not None and _text_of(one, "scope") == "import":
            found.imports.append(managed)
        elif managed is not None and managed.version:
            found.managed[managed.module] = managed.version
    found.dependencies = [
        wanted
        for one in _dependencies(root)
        if _is_wanted(one, tests=tests) and (wanted := _coordinate(one, found.properties)) is not None
    ]
    return found


def _is_wanted(dependency: ET.Element, *, tests: bool) -> bool:
    scope = _text_of(dependency, "scope")
    if tests:
        return scope in (*_SCOPES, "test", "provided")
    return scope in _SCOPES and _text_of(dependency, "optional") != "true"


def _xml(path: Path) -> ET.Element:
    text = _text(path)
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        message = f"{path.name} declares entities, which no pom needs"
        raise ValueError(message)
    try:
        return ET.fromstring(text)  # noqa: S314 - without entities there is nothing to expand
    except ET.ParseError as problem:
        message = f"{path.name} is not XML: {problem}"
        raise ValueError(message) from problem


def read_module(path: Path) -> ModuleMetadata:
    """Parse a `.module` file: dependencies of its JVM and Android variants, and available-at references.

    Raises:
        ValueError: it cannot be read.
    """
    try:
        content = json.loads(_text(path))
    except (json.JSONDecodeError, RecursionError) as problem:
        message = f"{path.name} is not JSON: {problem}"
        raise ValueError(message) from problem
    found = ModuleMetadata()
    for variant in _dicts(content, "variants"):
        attributes = variant.get("attributes")
        attributes = attributes if isinstance(attributes, dict) else {}
        platform = attributes.get("org.jetbrains.kotlin.platform.type")
        if platform not in _JVM or attributes.get("org.gradle.usage") not in _USAGES:
            continue
        elsewhere = variant.get("available-at")
        if isinstance(elsewhere, dict):
            found.dependencies.extend(_of_module([elsewhere]))
        found.dependencies.extend(_of_module(_dicts(variant, "dependencies")))
        for one in _of_module(_dicts(variant, "dependencyConstraints")):
            if one.version:
                found.managed.setdefault(one.module, one.version)
    found.dependencies = list(dict.fromkeys(found.dependencies))
    return found


def _of_module(rows: list[dict[str, Any]]) -> Iterator[Coordinate]:
    for one in rows:
        group, name, version = one.get("group"), one.get("module"), one.get("version")
        if isinstance(version, dict):
            version = next(
                (version[key] for key in ("strictly", "requires", "prefers") if key in version), None
            )
        if isinstance(group, str) and isinstance(name, str):
            yield coordinate(group, name, version if isinstance(version, str) else None)


def _dicts(content: object, key: str) -> list[dict[str, Any]]:
    rows = content.get(key) if isinstance(content, dict) else None
    return [one for one in rows if isinstance(one, dict)] if isinstance(rows, list) else []


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            message = f"{path.name} is too large"
            raise ValueError(message)
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        raise ValueError(str(problem)) from problem


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _children(element: ET.Element | None) -> list[ET.Element]:
    return [] if element is None else list(element)


def _child(element: ET.Element | None, name: str) -> ET.Element | None:
    return next((one for one in _children(element) if _tag(one) == name), None)


def _text_of(element: ET.Element | None, name: str) -> str:
    found = _child(element, name)
    return "" if found is None else (found.text or "").strip()


def _dependencies(element: ET.Element | None) -> list[ET.Element]:
    return [one for one in _children(_child(element, "dependencies")) if _tag(one) == "dependency"]


def _coordinate(element: ET.Element, properties: Mapping[str, str], prefix: str = "") -> Coordinate | None:
    group, name, version = (
        filled(_text_of(element, key) or (properties.get(f"{prefix}{key}", "") if prefix else ""), properties)
        for key in ("groupId", "artifactId", "version")
    )
    return coordinate(group, name, version or None) if group and name and "$" not in group + name else None


def filled(text: str, properties: Mapping[str, str]) -> str:
    """Substitute properties; unknown ones stay."""
    for _ in range(_MOST_STEPS):
        replaced = _PROPERTY.sub(lambda match: properties.get(match.group(1), match.group(0)), text)
        if replaced == text or len(replaced) > _LARGEST:
            break
        text = replaced
    return text
