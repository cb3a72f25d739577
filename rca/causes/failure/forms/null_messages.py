# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms about null: Android's runtime, the JVM's helpful messages, Kotlin's checks, `lateinit`.

Sources: `art/runtime/common_throws.cc` (AOSP); JEP 358 and HotSpot's `bytecodeUtils.cpp`;
`kotlin.jvm.internal.Intrinsics`; IntelliJ's and R8's checks of `@NotNull` parameters.
"""

from __future__ import annotations

from collections.abc import Mapping

from rca.causes.failure.condition import Target, TargetKind
from rca.causes.failure.message_form import MakeTarget, MessageForm

_NULL = "NullPointerException KotlinNullPointerException"
_ARGUMENT = "NullPointerException IllegalArgumentException"
_UNSET = "UninitializedPropertyAccessException IllegalStateException"


def _member(groups: Mapping[str, str]) -> Target:
    return Target("call", groups["name"], groups.get("owner"), _value(groups.get("value")))


def _at(kind: TargetKind) -> MakeTarget:
    def make(groups: Mapping[str, str]) -> Target:
        value = _value(groups.get("value"))
        return Target(kind, groups.get("name", ""), groups.get("owner"), value)

    return make


def _value(value: str | None) -> str | None:
    """Return what a helpful message says of a value as code; None where only its slot is known."""
    if value is None or value.startswith("<"):
        return None
    return value


_BECAUSE = r'(?: because (?P<what>(?:the return value of )?"(?P<value>[^"]+)") is null)?'
"""The last part of a helpful message, which the JVM leaves out where it cannot tell the value."""

FORMS = (
    MessageForm(
        _NULL,
        r"Attempt to invoke (?:virtual|interface|direct|super|static) method "
        r"'(?:\S+ )?(?P<type>java\.lang\.(?:Integer|Long|Short|Byte|Double|Float|Boolean|Character|Number))"
        r"\.(?P<name>(?:int|long|short|byte|double|float|boolean|char)Value)\(\)' on a null object reference",
        "null_dereference",
        "A boxed `{type:simple}` was unboxed while it was null.",
        lambda groups: Target("call", groups["name"], groups["type"]),
    ),
    MessageForm(
        _NULL,
        r"Attempt to invoke (?:virtual|interface|direct|super|static) method "
        r"'(?:\S+ )?java\.lang\.Class java\.lang\.Object\.getClass\(\)' on a null object reference",
        "null_check",
        "A value that was checked not to be null was null (R8 and javac write that check as `getClass()`).",
        lambda _groups: Target("not_null", "getClass"),
    ),
    MessageForm(
        _NULL,
        r"Attempt to invoke (?:virtual|interface|direct|super|static) method "
        r"'(?:\S+ )?(?P<owner>[\w.$]+)\.(?P<name>[\w$<>-]+)\(.*?\)' on a null object reference",
        "null_dereference",
        "`{owner:simple}.{name}` was called on null.",
        _member,
    ),
    MessageForm(
        _NULL,
        r"Attempt to invoke (?:virtual|interface|direct|super|static) method",
        "null_dereference",
        "A method was called on null.",
        _at("dereference"),
    ),
    MessageForm(
        _NULL,
        r"Attempt to read from field '(?:\S+ )?(?P<owner>[\w.$]+)\.(?P<name>[\w$-]+)' on a null object reference",
        "null_dereference",
        "The field `{owner:simple}.{name}` was read from null.",
        _at("read"),
    ),
    MessageForm(
        _NULL,
        r"Attempt to write to field '(?:\S+ )?(?P<owner>[\w.$]+)\.(?P<name>[\w$-]+)' on a null object reference",
        "null_dereference",
        "The field `{owner:simple}.{name}` was written to null.",
        _at("write"),
    ),
    MessageForm(
        _NULL, r"Attempt to get length of null array", "null_dereference", "An array was null.", _at("length")
    ),
    MessageForm(
        _NULL,
        r"Attempt to (?:read from|write to) null array",
        "null_dereference",
        "An array was null.",
        _at("array"),
    ),
    MessageForm(
        _NULL,
        r"Null reference used for synchronization \(monitor-(?:enter|exit)\)",
        "null_dereference",
        "The object of a `synchronized` block was null.",
        _at("lock"),
    ),
    MessageForm(
        _NULL, r"[Tt]hrow with null exception", "null_dereference", "What was thrown was null.", _at("raise")
    ),
    MessageForm(
        _NULL,
        r'Cannot invoke "(?P<owner>[\w.$/]+)\.(?P<name>[\w$<>-]+)\([^"]*\)" because '
        r'(?P<what>the return value of "(?P<value>[^"]+)") is null',
        "null_dereference",
        "`{owner:simple}.{name}` was called on null, which `{value}` returned.",
        _member,
    ),
    MessageForm(
        _NULL,
        r'Cannot invoke "(?P<owner>[\w.$/]+)\.(?P<name>[\w$<>-]+)\([^"]*\)" because "(?P<value>[^<"][^"]*)" '
        r"is null",
        "null_dereference",
        "`{owner:simple}.{name}` was called on `{value}`, which was null.",
        _member,
    ),
    MessageForm(
        _NULL,
        r'Cannot invoke "(?P<owner>[\w.$/]+)\.(?P<name>[\w$<>-]+)\([^"]*\)"' + _BECAUSE,
        "null_dereference",
        "`{owner:simple}.{name}` was called on null.",
        _member,
    ),
    MessageForm(
        _NULL,
        r'Cannot read field "(?P<name>[^"]+)"' + _BECAUSE,
        "null_dereference",
        "The field `{name}` was read from null.",
        _at("read"),
    ),
    MessageForm(
        _NULL,
        r'Cannot assign field "(?P<name>[^"]+)"' + _BECAUSE,
        "null_dereference",
        "The field `{name}` was written to null.",
        _at("write"),
    ),
    MessageForm(
        _NULL,
        r"Cannot (?:load from|store to) (?:\w+ )?array" + _BECAUSE,
        "null_dereference",
        "An array was null.",
        _at("array"),
    ),
    MessageForm(
        _NULL,
        r"Cannot read the array length" + _BECAUSE,
        "null_dereference",
        "An array was null.",
        _at("length"),
    ),
    MessageForm(
        _NULL,
        r"Cannot (?:enter|exit) synchronized block" + _BECAUSE,
        "null_dereference",
        "The object of a `synchronized` block was null.",
        _at("lock"),
    ),
    MessageForm(
        _NULL,
        r"Cannot throw exception" + _BECAUSE,
        "null_dereference",
        "What was thrown was null.",
        _at("raise"),
    ),
    MessageForm(
        _ARGUMENT,
        r"Parameter specified as non-null is null: method (?P<owner>[\w.$]+)\.(?P<function>[\w$<>-]+), "
        r"parameter (?P<name>[\w$<>]+)",
        "null_argument",
        "`{owner:simple}.{function}` was given null for its parameter `{name}`, which allows none.",
        _at("parameter"),
    ),
    MessageForm(
        _ARGUMENT,
        r"Argument for @\w+ parameter '(?P<name>\w+)' of (?P<owner>[\w/.$]+)\.(?P<function>[\w$<>]+) "
        r"must not be null",
        "null_argument",
        "`{owner:simple}.{function}` was given null for its parameter `{name}`, which allows none.",
        _at("parameter"),
    ),
    MessageForm(
        _ARGUMENT,
        r"^(?P<owner>[\w.$]+)#(?P<function>[\w<>]+)'s param '(?P<name>\w+)' received null value",
        "null_argument",
        "`{owner:simple}.{function}` was given null for its parameter `{name}`, which allows none.",
        _at("parameter"),
    ),
    MessageForm(
        _ARGUMENT,
        r"@\w+ method (?P<owner>[\w/.$]+)\.(?P<name>[\w$<>]+) must not return null",
        "null_check",
        "`{owner:simple}.{name}` returned null, though it is declared not to.",
    ),
    MessageForm(
        "NullPointerException IllegalStateException",
        r"^(?P<name>[\w.$]+(?:\([^()]*\))?(?:\.[\w$]+(?:\([^()]*\))?)*(?:\[[^\[\]]*\])?) must not be null$",
        "null_check",
        "`{name}` was null, and Kotlin takes it as non-null here.",
        lambda groups: Target("not_null", value=groups["name"]),
    ),
    MessageForm(
        _NULL,
        r"^(?P<name>\w+) (?:== null|is null|(?:must|may|can(?:not|'t)|should) (?:not )?be null)\.?$",
        "null_argument",
        "`{name}` was null, and the callee allows none.",
    ),
    MessageForm(
        "IllegalArgumentException IllegalStateException",
        r"Required value was null\.$",
        "null_check",
        "A value that requireNotNull or checkNotNull asks for was null.",
        _at("not_null"),
    ),
    MessageForm(
        "NullPointerException IllegalStateException TypeCastException ClassCastException",
        r"null cannot be cast to non-null type (?P<expected>[\w.$<>?, *]+)",
        "cast",
        "Null was cast to `{expected}`, which allows none.",
        lambda groups: Target("cast", groups["expected"].split("<")[0], value="null"),
    ),
    MessageForm(
        _UNSET,
        r"lateinit property (?P<name>\w+) has not been initialized",
        "uninitialized",
        "The lateinit property `{name}` was read before it was set.",
        _at("lateinit"),
    ),
    MessageForm(
        "IllegalStateException",
        r"Property (?P<name>\w+) should be initialized before get",
        "uninitialized",
        "The property `{name}` (Delegates.notNull) was read before it was set.",
        _at("lateinit"),
    ),
)
