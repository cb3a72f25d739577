"""Which Kotlin type stands for which of Java's: the compiler's own table of mapped types."""

from __future__ import annotations

_LANG = {
    "Object": "kotlin.Any",
    "String": "kotlin.String",
    "CharSequence": "kotlin.CharSequence",
    "Throwable": "kotlin.Throwable",
    "Cloneable": "kotlin.Cloneable",
    "Number": "kotlin.Number",
    "Comparable": "kotlin.Comparable",
    "Enum": "kotlin.Enum",
    "annotation.Annotation": "kotlin.Annotation",
    "Iterable": "kotlin.collections.MutableIterable",
    "Boolean": "kotlin.Boolean",
    "Character": "kotlin.Char",
    "Byte": "kotlin.Byte",
    "Short": "kotlin.Short",
    "Integer": "kotlin.Int",
    "Long": "kotlin.Long",
    "Float": "kotlin.Float",
    "Double": "kotlin.Double",
}
_UTIL = {
    "Iterator": "kotlin.collections.MutableIterator",
    "ListIterator": "kotlin.collections.MutableListIterator",
    "Collection": "kotlin.collections.MutableCollection",
    "Set": "kotlin.collections.MutableSet",
    "List": "kotlin.collections.MutableList",
    "Map": "kotlin.collections.MutableMap",
    "Map.Entry": "kotlin.collections.MutableMap.MutableEntry",
}
KOTLIN: dict[str, str] = {
    **{f"java.lang.{name}": kotlin for name, kotlin in _LANG.items()},
    **{f"java.util.{name}": kotlin for name, kotlin in _UTIL.items()},
}
"""Java class → the Kotlin class that stands for it."""

JAVA: dict[str, str] = {kotlin: java for java, kotlin in KOTLIN.items()} | {
    kotlin.replace("Mutable", ""): java for java, kotlin in KOTLIN.items() if "Mutable" in kotlin
}
"""Kotlin class, read-only collections included → the Java class whose members it has on the JVM."""

PRIMITIVES: dict[str, str] = {
    "boolean": "kotlin.Boolean",
    "char": "kotlin.Char",
    "byte": "kotlin.Byte",
    "short": "kotlin.Short",
    "int": "kotlin.Int",
    "long": "kotlin.Long",
    "float": "kotlin.Float",
    "double": "kotlin.Double",
    "void": "kotlin.Unit",
}
ARRAYS: dict[str, str] = {f"{kotlin}Array": kotlin for name, kotlin in PRIMITIVES.items() if name != "void"}
"""Array of a primitive → the type of its elements."""

WIDER: dict[str, tuple[str, ...]] = {
    "kotlin.Byte": ("kotlin.Short", "kotlin.Int", "kotlin.Long", "kotlin.Float", "kotlin.Double"),
    "kotlin.Short": ("kotlin.Int", "kotlin.Long", "kotlin.Float", "kotlin.Double"),
    "kotlin.Char": ("kotlin.Int", "kotlin.Long", "kotlin.Float", "kotlin.Double"),
    "kotlin.Int": ("kotlin.Long", "kotlin.Float", "kotlin.Double"),
    "kotlin.Long": ("kotlin.Float", "kotlin.Double"),
    "kotlin.Float": ("kotlin.Double",),
}
"""Numbers that Java turns into others where these are asked for, nearest first."""

LITERALS: frozenset[str] = frozenset(
    (
        "kotlin.Byte",
        "kotlin.Short",
        "kotlin.Long",
        "kotlin.UInt",
        "kotlin.UByte",
        "kotlin.UShort",
        "kotlin.ULong",
    )
)
"""What a whole number in Kotlin's source may be beside an Int."""
