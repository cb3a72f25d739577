"""AndroidManifest.xml: components and permissions, with names resolved where the text allows it."""

from __future__ import annotations

from rca.languages.android.xml import Document, Element, read_xml
from rca.languages.declarative_facts import Outline
from rca.languages.facts import NONE, Facts

COMPONENTS = {
    "application": "application",
    "activity": "activity",
    "activity-alias": "activity_alias",
    "service": "service",
    "receiver": "receiver",
    "provider": "provider",
}
PERMISSIONS = {
    "uses-permission": "uses_permission",
    "uses-permission-sdk-23": "uses_permission",
    "permission": "permission",
}
_MAIN, _LAUNCHERS = "android.intent.action.MAIN", ("LAUNCHER", "LEANBACK_LAUNCHER")


def extract(text: str) -> Facts:
    """Return the facts of a manifest.

    If the manifest names no package, a component's name begins with a dot: the namespace of its module's
    build script precedes it. `modifiers` of a component may contain `launcher` and `exported`; intent filters
    are `intent_action` and `intent_category` declarations below their component.
    """
    document = read_xml(text)
    outline = Outline(text)
    outline.problems.extend(document.problems)
    package = next((one.get("package") for one in document.elements if one.tag == "manifest"), None)
    held: dict[int, int] = {}
    for index, element in enumerate(document.elements):
        name = element.get("name") or ""
        kind = COMPONENTS.get(element.tag)
        if kind is not None:
            held[index] = outline.declare(
                kind,
                _whole(name, package),
                start=element.start,
                end=element.end,
                at=_place(text, element, name),
                type_text=_target(element, package),
                modifiers=tuple(_modifiers(document, index)),
            )
        elif element.tag in PERMISSIONS or element.tag in ("action", "category"):
            outline.declare(
                PERMISSIONS.get(element.tag, f"intent_{element.tag}"),
                name,
                start=element.start,
                end=element.end,
                at=_place(text, element, name),
                parent=_component_around(document, element, held),
            )
    return outline.facts("manifest", (package,) if package else ())


def _whole(name: str, package: str | None) -> str:
    if not name or ("." in name and not name.startswith(".")):
        return name
    return f"{package or ''}{name}" if name.startswith(".") else f"{package or ''}.{name}"


def _target(element: Element, package: str | None) -> str | None:
    """Return the activity that an alias stands for."""
    target = element.get("targetActivity")
    return None if target is None else _whole(target, package)


def _place(text: str, element: Element, name: str) -> int:
    at = text.find(name, element.start, element.header_end) if name else -1
    return element.start if at < 0 else at


def _modifiers(document: Document, component: int) -> list[str]:
    found = []
    for index, element in enumerate(document.elements):
        if element.tag == "intent-filter" and element.parent == component:
            names = [one.get("name") or "" for one in document.elements if one.parent == index]
            if _MAIN in names and any(name.rpartition(".")[2] in _LAUNCHERS for name in names):
                found.append("launcher")
                break
    if document.elements[component].get("exported") == "true":
        found.append("exported")
    return found


def _component_around(document: Document, element: Element, held: dict[int, int]) -> int:
    parent = element.parent
    while parent >= 0 and parent not in held:
        parent = document.elements[parent].parent
    return held.get(parent, NONE)
