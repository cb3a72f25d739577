"""Java types mapped to Kotlin types, as the Kotlin compiler maps them."""

from __future__ import annotations

PRIMITIVES = {
    "Z": "kotlin.Boolean",
    "B": "kotlin.Byte",
    "C": "kotlin.Char",
    "S": "kotlin.Short",
    "I": "kotlin.Int",
    "J": "kotlin.Long",
    "F": "kotlin.Float",
    "D": "kotlin.Double",
    "V": "kotlin.Unit",
}
"""By the letter of the descriptor."""

KOTLIN = {
    "java.lang.Object": "kotlin.Any",
    "java.lang.String": "kotlin.String",
    "java.lang.CharSequence": "kotlin.CharSequence",
    "java.lang.Throwable": "kotlin.Throwable",
    "java.lang.Cloneable": "kotlin.Cloneable",
    "java.lang.Number": "kotlin.Number",
    "java.lang.Comparable": "kotlin.Comparable",
    "java.lang.Enum": "kotlin.Enum",
    "java.lang.annotation.Annotation": "kotlin.Annotation",
    "java.lang.Boolean": "kotlin.Boolean",
    "java.lang.Byte": "kotlin.Byte",
    "java.lang.Character": "kotlin.Char",
    "java.lang.Short": "kotlin.Short",
    "java.lang.Integer": "kotlin.Int",
    "java.lang.Long": "kotlin.Long",
    "java.lang.Float": "kotlin.Float",
    "java.lang.Double": "kotlin.Double",
    "java.lang.Iterable": "kotlin.collections.MutableIterable",
    "java.util.Iterator": "kotlin.collections.MutableIterator",
    "java.util.ListIterator": "kotlin.collections.MutableListIterator",
    "java.util.Collection": "kotlin.collections.MutableCollection",
    "java.util.List": "kotlin.collections.MutableList",
    "java.util.Set": "kotlin.collections.MutableSet",
    "java.util.Map": "kotlin.collections.MutableMap",
    "java.util.Map.Entry": "kotlin.collections.MutableMap.MutableEntry",
}
"""By full name with dots. Java's collections become the mutable ones: those can do what Java's can."""

ARGUMENTS = {
    "java.lang.Comparable": 1,
    "java.lang.Enum": 1,
    "java.lang.Iterable": 1,
    "java.util.Iterator": 1,
    "java.util.ListIterator": 1,
    "java.util.Collection": 1,
    "java.util.List": 1,
    "java.util.Set": 1,
    "java.util.Map": 2,
    "java.util.Map.Entry": 2,
    "java.lang.Class": 1,
}
"""Numbers of type parameters, for raw types."""

OBJECT_METHODS = frozenset(("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;"))
"""What every object has: an interface that repeats one still takes a lambda for another."""
