"""Mapping between Java and Kotlin types; see also `rca.libraries.java_types`."""

from __future__ import annotations

from rca.libraries.java_types import KOTLIN

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
