"""Android resources: what each XML file under `res/` defines, and which resources and code it uses."""

from __future__ import annotations

import re

from rca.languages.android.layout_views import layout_modifiers, layout_root, layout_variables, view_class
from rca.languages.android.xml import Element, read_xml
from rca.languages.declarative_facts import Outline
from rca.languages.facts import Facts

FOLDERS = frozenset(
    (
        "anim",
        "animator",
        "color",
        "drawable",
        "font",
        "interpolator",
        "layout",
        "menu",
        "mipmap",
        "navigation",
        "raw",
        "transition",
        "values",
        "xml",
    )
)
_PATH = re.compile(r"(?:^|/)(?:res|res[-_]\w+|composeResources)/([a-z]+)((?:-[\w+]+)*)/[^/]+\.xml$")
_LOCALE = re.compile(r"-(?:(?!car(?:-|$))[a-z]{2,3}(?:-r[A-Z]{2,3})?|b\+[\w+]+)(?:-|$)")
_VALUES = {
    "string-array": "array",
    "integer-array": "array",
    "declare-styleable": "styleable",
}
"""Elements of a values file whose resource type is not their own name."""
_DESTINATIONS = frozenset(("fragment", "activity", "dialog", "navigation", "composable"))
_TYPES = {"action": "destination", "argument": "argType"}
"""The attribute that holds the type of a part of a navigation graph, where that is not its name."""
_REFERENCE = re.compile(r"[@?](\+)?(?:[\w.]+:)?(\w+)/([\w.]+)")
_BINDING = re.compile(r"@=?\{(.*)\}", re.DOTALL)
_BINDING_NAME = re.compile(r"(?<![\w@/])([a-z_]\w*)\s*(\(|::)?")


def folder_of(path: str) -> tuple[str, str] | None:
    """Return kind and qualifiers of the resource folder that an XML file lies in (`values`, `night-v31`).

    None for a file that is in no such folder.
    """
    match = _PATH.search(path)
    return (match[1], match[2].removeprefix("-")) if match and match[1] in FOLDERS else None


def is_resource(path: str) -> bool:
    """Return whether a path is that of a resource file in XML.

    Translations of values are none: they repeat the names of the default values, and are most of the text.
    """
    match = _PATH.search(path)
    if match is None or match[1] not in FOLDERS:
        return False
    return match[1] != "values" or _LOCALE.match(match[2]) is None


def extract(path: str, text: str) -> Facts:
    """Return the facts of a resource file.

    | kind | where |
    |---|---|
    | `layout`, `menu`, `navigation`, `drawable`, … | the file itself, named as it is |
    | `string`, `color`, `dimen`, `style`, `array`, `plurals`, `attr`, … | an entry of a values file |
    | `id` | where `@+id/` makes one |
    | `variable` | of data binding, `type` is its class |
    | `destination`, `action`, `argument` | parts of a navigation graph |

    The `type` of an `id` is the class of its view, that of a layout the class of its outermost view; of a
    graph's parts it is the class, the destination, and what `argType` says.

    A style's `supertypes` holds its parent. References to resources are uses in form `read`; custom
    views in form `new`; `android:onClick` and calls in binding expressions in form `call`.
    """
    document = read_xml(text)
    outline = Outline(text)
    outline.problems.extend(document.problems)
    match = _PATH.search(path)
    folder = match[1] if match else "xml"
    if folder == "values":
        owners = _values(outline, text, document.elements)
    else:
        name = path.rpartition("/")[2].split(".", maxsplit=1)[0]
        views = document.elements if folder == "layout" else []
        root = layout_root(views)
        whole = outline.declare(
            folder,
            name,
            start=0,
            end=len(text),
            at=0,
            type_text=None if root is None else view_class(root),
            modifiers=layout_modifiers(views),
        )
        _variables(outline, text, views, whole)
        owners = dict.fromkeys(range(len(document.elements)), whole)
        if folder == "navigation":
            _destinations(outline, text, document.elements, whole)
    for index, element in enumerate(document.elements):
        owner = owners.get(element.parent, owners.get(index, -1))
        view = view_class(element) if folder == "layout" else None
        _uses(outline, text, element, owners.get(index, owner), view, defines=folder != "values")
    return outline.facts("resource")


def value_kind(elements: list[Element], index: int) -> str | None:
    """Return which kind of resource an element of a values file defines, None where it defines none."""
    element = elements[index]
    around = elements[element.parent].tag if element.parent >= 0 else ""
    if around != "resources" or not element.attributes.get("name"):
        return None
    kind = element.attributes.get("type", "item") if element.tag == "item" else element.tag
    return _VALUES.get(kind, kind)


def _values(outline: Outline, text: str, elements: list[Element]) -> dict[int, int]:
    owners: dict[int, int] = {}
    for index, element in enumerate(elements):
        kind = value_kind(elements, index)
        if kind is not None:
            name = element.attributes["name"]
            parent = element.attributes.get("parent")
            owners[index] = outline.declare(
                kind,
                name,
                start=element.start,
                end=element.end,
                at=_place(text, element, name),
                supertypes=(parent.rpartition("/")[2],) if parent else (),
            )
        elif element.parent in owners:
            owners[index] = owners[element.parent]
    return owners


def _destinations(outline: Outline, text: str, elements: list[Element], whole: int) -> None:
    for element in elements:
        kind = "destination" if element.tag in _DESTINATIONS else element.tag
        if kind not in ("destination", "action", "argument"):
            continue
        name = (element.get("id") or element.get("name") or "").rpartition("/")[2]
        outline.declare(
            kind,
            name,
            start=element.start,
            end=element.end,
            at=_place(text, element, name),
            parent=whole,
            type_text=element.get(_TYPES.get(kind, "name")),
            modifiers=("default",) if kind == "argument" and element.get("defaultValue") else (),
        )


def _variables(outline: Outline, text: str, elements: list[Element], whole: int) -> None:
    for element, name, written in layout_variables(elements):
        at = _place(text, element, name)
        outline.declare(
            "variable", name, start=element.start, end=element.end, at=at, parent=whole, type_text=written
        )


def _uses(  # noqa: PLR0913 - what is known of the element
    outline: Outline, text: str, element: Element, owner: int, view: str | None, *, defines: bool
) -> None:
    if "." in element.tag:
        at = element.start + 1 + element.tag.rindex(".") + 1
        outline.use(element.tag.rpartition(".")[2], "new", at, owner)
    header = text[element.start : element.header_end]
    for match in _REFERENCE.finditer(header):
        start = element.start + match.start(3)
        if match[1] and match[2] == "id" and defines:
            own = (element.get("id") or "").rpartition("/")[2] == match[3]
            outline.declare(
                "id",
                match[3],
                start=element.start,
                end=element.end,
                at=start,
                parent=owner,
                type_text=view if own else None,
            )
        else:
            outline.use(match[3], "read", start, owner)
    for key, value in element.attributes.items():
        attribute = key.rpartition(":")[2]
        bound = _BINDING.fullmatch(value.strip())
        if attribute == "onClick" and value.isidentifier():
            outline.use(value, "call", _place(text, element, value), owner)
        elif bound is not None:
            at = max(element.start, text.find(bound[1], element.start, element.header_end))
            for name in _BINDING_NAME.finditer(bound[1]):
                outline.use(name[1], "call" if name[2] else "read", at + name.start(), owner)
    for match in _REFERENCE.finditer(element.text):
        at = text.find(match[0], element.header_end, element.end)
        outline.use(match[3], "read", element.start if at < 0 else at + match.start(3) - match.start(), owner)


def _place(text: str, element: Element, name: str) -> int:
    at = text.find(name, element.start + 1 + len(element.tag), element.header_end) if name else -1
    return element.start if at < 0 else at
