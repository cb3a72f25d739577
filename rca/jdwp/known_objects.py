"""Objects of the JDK and of Kotlin with a readable form of their own: strings, numbers, collections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

ObjectKind = Literal["object", "string", "boxed", "enum", "throwable", "array", "list", "map", "opaque"]
"""How an object is shown. `opaque`: by its class alone."""

_BOXED = frozenset(
    f"java.lang.{name}"
    for name in ("Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Short")
) | {f"java.util.concurrent.atomic.Atomic{name}" for name in ("Integer", "Long")}

SIZE_FIELDS = ("size", "elementCount")
ARRAY_FIELDS = ("elementData", "elements", "a", "queue")
"""Fields of lists in which the array with the elements lies."""
RING_FIELDS = ("head", "tail")
"""Fields of a queue that say which part of its array holds elements."""

_LISTS = frozenset(
    {
        "java.util.ArrayDeque",
        "java.util.ArrayList",
        "java.util.LinkedList",
        "java.util.Vector",
        "java.util.PriorityQueue",
        "java.util.Arrays$ArrayList",
        "java.util.ImmutableCollections$ListN",
        "java.util.ImmutableCollections$SetN",
        "kotlin.collections.ArrayDeque",
    }
)
_MAPS = frozenset(
    {
        "java.util.HashMap",
        "java.util.TreeMap",
        "java.util.Hashtable",
        "java.util.WeakHashMap",
        "java.util.concurrent.ConcurrentHashMap",
        "java.util.Collections$SingletonMap",
        "java.util.ImmutableCollections$Map1",
    }
)
_EMPTY = frozenset(
    {
        "kotlin.collections.EmptyList",
        "kotlin.collections.EmptySet",
        "kotlin.collections.EmptyMap",
        "java.util.Collections$EmptyList",
        "java.util.Collections$EmptySet",
        "java.util.Collections$EmptyMap",
    }
)
_SHOWN_PLATFORM = (
    "java.util.Optional",
    "java.util.Collections$",
    "java.util.ImmutableCollections$",
    "java.util.concurrent.atomic.",
    "java.util.HashSet",
    "java.util.LinkedHashSet",
    "java.lang.ref.",
    "java.math.",
    "java.time.",
)
_PLATFORM = ("java.", "javax.", "jdk.", "sun.", "com.sun.", "android.", "androidx.", "dalvik.")


def kind_of(tag: str, class_chain: Sequence[str]) -> ObjectKind:
    """Return how to show an object.

    Args:
        tag: the protocol's tag of its value.
        class_chain: names of its class and of those above it.
    """
    name, chain = class_chain[0], frozenset(class_chain)
    is_hidden = name.startswith(_PLATFORM) and not name.startswith(_SHOWN_PLATFORM)
    rules: tuple[tuple[bool, ObjectKind], ...] = (
        (tag == "s" or name == "java.lang.String", "string"),
        (tag == "[", "array"),
        (name in _BOXED, "boxed"),
        ("java.lang.Enum" in chain, "enum"),
        ("java.lang.Throwable" in chain, "throwable"),
        (bool(chain & _LISTS) or name in _EMPTY, "list"),
        (bool(chain & _MAPS), "map"),
        (tag in "tglc" or is_hidden, "opaque"),
    )
    return next((kind for holds, kind in rules if holds), "object")


def is_empty_collection(class_name: str | None) -> bool:
    """Return whether a class is that of the collections that hold nothing."""
    return class_name in _EMPTY
