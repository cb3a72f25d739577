"""The views of a layout: the class of each, the outermost one, variables of data binding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rca.languages.android.xml import Element

INCLUDED = "@layout/"
"""The type of an `<include>` is the binding class of the layout that it names."""
DATA_BINDING, NO_BINDING = "data_binding", "no_view_binding"
"""Modifiers of a layout: it declares variables of data binding; it asks for no binding class."""
_VIEW_PACKAGES = {
    "View": "android.view",
    "ViewGroup": "android.view",
    "ViewStub": "android.view",
    "SurfaceView": "android.view",
    "TextureView": "android.view",
    "WebView": "android.webkit",
}
_WIDGETS = "android.widget"
_SHORT_TYPES = {
    **dict.fromkeys(("String", "Integer", "Boolean", "Long", "Float", "Double", "Object"), "java.lang"),
    **dict.fromkeys(("List", "Map", "Set"), "java.util"),
}
_PRIMITIVES = {
    "int": "kotlin.Int",
    "long": "kotlin.Long",
    "float": "kotlin.Float",
    "double": "kotlin.Double",
    "boolean": "kotlin.Boolean",
    "char": "kotlin.Char",
    "byte": "kotlin.Byte",
    "short": "kotlin.Short",
}


def view_class(element: Element) -> str | None:
    """Return the full class name of a layout element's view, None where it is none by itself."""
    stated = element.get("viewBindingType")
    tag = stated or (element.get("class") if element.tag == "view" else element.tag) or ""
    if tag == "include":
        layout = element.get("layout") or ""
        return layout if layout.startswith(INCLUDED) else None
    if tag == "merge":
        return f"{_VIEW_PACKAGES['View']}.View"
    if "." in tag or not tag[:1].isupper():
        return tag if "." in tag else None
    return f"{_VIEW_PACKAGES.get(tag, _WIDGETS)}.{tag}"


def layout_root(elements: Sequence[Element]) -> Element | None:
    """Return a layout's outermost view; data binding wraps it into a `<layout>`."""
    if not elements or elements[0].tag != "layout":
        return elements[0] if elements else None
    return next((one for one in elements if one.parent == 0 and one.tag != "data"), None)


def layout_modifiers(elements: Sequence[Element]) -> tuple[str, ...]:
    """Return what a layout says of its binding class."""
    if not elements:
        return ()
    ignored = elements[0].get("viewBindingIgnore") == "true"
    wrapped = elements[0].tag == "layout"
    return (*((DATA_BINDING,) if wrapped else ()), *((NO_BINDING,) if ignored else ()))


def layout_variables(elements: Sequence[Element]) -> Iterator[tuple[Element, str, str | None]]:
    """Return the variables of data binding: element, name, and full type without type arguments."""
    imported = {
        one.get("alias") or written.rpartition(".")[2]: written
        for one in elements
        if one.tag == "import" and (written := one.get("type"))
    }
    for one in elements:
        name = one.get("name")
        if one.tag == "variable" and name and one.parent >= 0 and elements[one.parent].tag == "data":
            yield one, name, _full_type((one.get("type") or "").partition("<")[0].strip(), imported)


def _full_type(written: str, imported: dict[str, str]) -> str | None:
    if written in imported or written in _PRIMITIVES:
        return imported.get(written) or _PRIMITIVES[written]
    if written in _SHORT_TYPES:
        return f"{_SHORT_TYPES[written]}.{written}"
    first, _, rest = written.partition(".")
    if rest and first in imported:
        return f"{imported[first]}.{rest}"
    return written if "." in written else None
