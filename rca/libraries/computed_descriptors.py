"""JVM descriptors that Kotlin metadata omits because they can be computed."""

from __future__ import annotations

from collections.abc import Iterable

_PRIMITIVES = {
    "Boolean": "Z",
    "Char": "C",
    "Byte": "B",
    "Short": "S",
    "Int": "I",
    "Float": "F",
    "Long": "J",
    "Double": "D",
}
_SAME_IN_LANG = ("String", "CharSequence", "Throwable", "Cloneable", "Number", "Comparable", "Enum")
_SAME_IN_UTIL = ("Iterator", "Collection", "List", "Set", "Map", "ListIterator")
_FUNCTIONS = 23

_DESCRIPTORS = {
    **{f"kotlin/{name}": letter for name, letter in _PRIMITIVES.items()},
    **{f"kotlin/{name}Array": f"[{letter}" for name, letter in _PRIMITIVES.items()},
    "kotlin/Unit": "V",
    "kotlin/Any": "Ljava/lang/Object;",
    "kotlin/Nothing": "Ljava/lang/Void;",
    "kotlin/Annotation": "Ljava/lang/annotation/Annotation;",
    **{f"kotlin/{name}": f"Ljava/lang/{name};" for name in _SAME_IN_LANG},
    **{
        f"kotlin/collections/{mutable}{name}": f"Ljava/util/{name};"
        for name in _SAME_IN_UTIL
        for mutable in ("", "Mutable")
    },
    "kotlin/collections/Iterable": "Ljava/lang/Iterable;",
    "kotlin/collections/MutableIterable": "Ljava/lang/Iterable;",
    "kotlin/collections/Map.Entry": "Ljava/util/Map$Entry;",
    "kotlin/collections/MutableMap.MutableEntry": "Ljava/util/Map$Entry;",
    **{f"kotlin/Function{n}": f"Lkotlin/jvm/functions/Function{n};" for n in range(_FUNCTIONS)},
    **{f"kotlin/reflect/KFunction{n}": "Lkotlin/reflect/KFunction;" for n in range(_FUNCTIONS)},
    **{
        f"kotlin/{name}.Companion": f"Lkotlin/jvm/internal/{name}CompanionObject;"
        for name in (*_PRIMITIVES, "String", "Enum")
    },
}


def class_descriptor(name: str) -> str:
    """Return the descriptor of a class that metadata names `package/Outer.Inner`."""
    return _DESCRIPTORS.get(name) or f"L{name.replace('.', '$')};"


def method_descriptor(parameters: Iterable[str | None], result: str | None) -> str | None:
    """Return a method's descriptor; None if a part is unknown."""
    known = list(parameters)
    if result is None or None in known:
        return None
    return f"({''.join(one for one in known if one)}){result}"
