# ruff: noqa: E501 - a pattern is read more easily on one line
"""Message forms about unexpected values: casts, indexes, missing elements, formats, arithmetic.

Sources: HotSpot and ART (`common_throws.cc`), `java.util.Objects.checkIndex`, `ArrayList`, `String`,
`Preconditions` of the JDK, Kotlin's `AbstractList` and collections, AndroidX' `SparseArray` and Paging,
`android.database`.
"""

from __future__ import annotations

from collections.abc import Mapping

from rca.causes.failure.condition import Target, simple_name
from rca.causes.failure.message_form import MessageForm

_INDEX = (
    "IndexOutOfBoundsException ArrayIndexOutOfBoundsException StringIndexOutOfBoundsException "
    "CursorIndexOutOfBoundsException IllegalArgumentException"
)
_NONE = "NoSuchElementException IllegalArgumentException IllegalStateException"
_DATE = "DateTimeParseException ParseException DateTimeException IllegalArgumentException"


def _cast(groups: Mapping[str, str]) -> Target:
    return Target("cast", simple_name(groups["expected"].split("<")[0]))


def _index(_groups: Mapping[str, str]) -> Target:
    return Target("index")


def _element(_groups: Mapping[str, str]) -> Target:
    return Target("call", "first last single max min reduce maxBy minBy random maxOf minOf")


def _find(_groups: Mapping[str, str]) -> Target:
    return Target("call", "first last single")


def _mapped(_groups: Mapping[str, str]) -> Target:
    return Target("call", "getValue")


_OUT_OF = "Index {index} was asked for, and the size is {size}."

FORMS = (
    MessageForm(
        "ClassCastException",
        r"^(?:class )?(?P<actual>[\w.$]+) cannot be cast to (?:class )?(?P<expected>(?P=actual))\b(?!\$)",
        "cast",
        "Two class loaders loaded `{actual:simple}`, and an object of one was taken for the other's.",
        _cast,
    ),
    MessageForm(
        "ClassCastException",
        r"^(?:class )?(?P<actual>[\w.$\[\];/-]+) cannot be cast to (?:class )?(?P<expected>[\w.$\[\];/-]+)",
        "cast",
        "The value was of type `{actual:simple}`, not `{expected:simple}`.",
        _cast,
    ),
    MessageForm(
        "ClassCastException",
        r"^(?P<actual>(?:[\w$]+\.)+[\w$]+(?:\[\])*)$",
        "cast",
        "The value was of type `{actual:simple}`, and was cast to another.",
        lambda _groups: Target("cast"),
    ),
    MessageForm(
        "ClassCastException",
        r"Cannot cast (?P<actual>[\w.$\[\];]+) to (?P<expected>[\w.$\[\];]+)",
        "cast",
        "The value was of type `{actual:simple}`, not `{expected:simple}`.",
        _cast,
    ),
    MessageForm(
        "ClassCastException",
        r"Couldn't convert result of type \"?(?P<actual>[\w.$]+)\"? to \"?(?P<expected>[\w.$]+)",
        "cast",
        "The value was of type `{actual:simple}`, not `{expected:simple}`.",
        _cast,
    ),
    MessageForm(
        "ArrayStoreException",
        r"^(?P<actual>[\w.$]+)(?: cannot be stored in an array of type (?P<expected>[\w.$\[\]]+))?$",
        "cast",
        "A value of type `{actual:simple}` was stored in an array that takes none.",
    ),
    MessageForm(_INDEX, r"\bIndex:? (?P<index>-?\d+),? [Ss]ize:? (?P<size>-?\d+)", "index", _OUT_OF, _index),
    MessageForm(
        _INDEX,
        r"(?<![A-Za-z])[Ii]ndex:? ?=?(?P<index>-?\d+)(?:,|;)? (?:out of bounds for (?:length|size)|(?:size|length) ?(?:is|=|:)?) ?"
        r"(?P<size>-?\d+)",
        "index",
        _OUT_OF,
        _index,
    ),
    MessageForm(
        _INDEX,
        r"^No such child: (?P<index>-?\d+)$",
        "index",
        "A container has no child {index}.",
        lambda _groups: Target("raise"),
    ),
    MessageForm(
        _INDEX,
        r"[Ii]nvalid index:? (?P<index>-?\d+), (?:size|length) (?:is|=|was) (?P<size>-?\d+)",
        "index",
        _OUT_OF,
        _index,
    ),
    MessageForm(
        _INDEX,
        r"Index (?P<index>-?\d+) requested, with a size of (?P<size>-?\d+)",
        "index",
        "The cursor was read at row {index}, and it has {size}.",
    ),
    MessageForm(_INDEX, r"length\\?=(?P<size>\d+); ?index\\?=(?P<index>-?\d+)", "index", _OUT_OF, _index),
    MessageForm(
        _INDEX,
        r"length=(?P<size>\d+); ?regionStart=(?P<index>-?\d+)(?:; ?regionLength=(?P<region>-?\d+))?",
        "index",
        "A part from {index} with length {region} was asked for, and the length is {size}.",
        _index,
    ),
    MessageForm(
        _INDEX,
        r"begin (?P<index>-?\d+), end (?P<end>-?\d+), length (?P<size>\d+)",
        "index",
        "The text from {index} to {end} was asked for, and its length is {size}.",
    ),
    MessageForm(
        _INDEX,
        r"[Rr]ange \[(?P<index>-?\d+), (?P<end>-?\d+)\) out of bounds for length (?P<size>\d+)",
        "index",
        "The range from {index} to {end} was asked for, and the length is {size}.",
    ),
    MessageForm(
        _INDEX,
        r"(?:from|start)Index:? ?=? ?(?P<index>-?\d+),? (?:to|end)Index:? ?=? ?(?P<end>-?\d+)"
        r"(?:,? (?:size|length):? ?=? ?(?P<size>-?\d+))?",
        "index",
        "The part from {index} to {end} was asked for, which is not there.",
    ),
    MessageForm(
        _INDEX,
        r"(?:fromIndex|startIndex)(?:\(|: )(?P<index>-?\d+)\)? > (?:toIndex|endIndex)?(?:\(|: )?(?P<end>-?\d+)",
        "index",
        "A part that begins at {index} and ends at {end} was asked for.",
    ),
    MessageForm(
        _INDEX,
        r"(?:to|end)Index ?= ?(?P<index>-?\d+)",
        "index",
        "A part up to {index} was asked for, which is past the end.",
    ),
    MessageForm(
        _INDEX,
        r"String index out of range: (?P<index>-?\d+)",
        "index",
        "The text was asked for position {index}, which it does not have.",
        _index,
    ),
    MessageForm(
        _INDEX,
        r"[Aa]rray index out of range: (?P<index>-?\d+)|^(?P<alone>-?\d+)$",
        "index",
        "An index was out of range.",
        _index,
    ),
    MessageForm(
        _INDEX,
        r"(?:setSpan|charAt|subSequence|replace|getChars) ?\(?(?P<index>-?\d+)(?: \.\.\. (?P<end>-?\d+)\)?)?:? "
        r"(?:ends beyond|starts before|has end before start|[\w ]*?)(?:length)? ?(?P<size>\d+)?",
        "index",
        "A part of a text was asked for that is outside it.",
    ),
    MessageForm(
        _INDEX,
        r"Inconsistency detected\. Invalid (?:view holder adapter|item) position",
        "index",
        "The RecyclerView's adapter changed its items without telling the view, or from another thread.",
    ),
    MessageForm(
        _INDEX,
        r"(?:offset|position|index|row|column|child|line)\s*[:(=]?\s*(?P<index>-\d+)\b",
        "index",
        "A negative position was asked for: {index}.",
        _index,
    ),
    MessageForm(
        "NegativeArraySizeException",
        r"^(?P<size>-\d+)$",
        "index",
        "An array of size {size} was to be made.",
    ),
    MessageForm(
        _NONE,
        r"(?P<kind>Collection|Array|Sequence|List|Char sequence|Map|Iterable) (?:is empty|has no elements?)",
        "missing_element",
        "An element was asked for, and there was none.",
        _element,
    ),
    MessageForm(
        _NONE,
        r"(?:Collection|Array|Sequence|List|Char sequence|Map) contains no (?:element|character) matching the "
        r"predicate",
        "missing_element",
        "An element was asked for that fits a predicate, and none did.",
        _find,
    ),
    MessageForm(
        _NONE,
        r"(?P<kind>Collection|Array|Sequence|List|Char sequence) (?:has|contains) more than one (?:matching )?"
        r"element",
        "missing_element",
        "Exactly one element was expected, and there were more.",
        lambda _groups: Target("call", "single"),
    ),
    MessageForm(
        "UnsupportedOperationException",
        r"^Empty (?P<kind>collection|array|sequence|char sequence) can't be reduced",
        "missing_element",
        "`reduce` was called on an empty {kind}, which gives it no first value.",
        lambda _groups: Target("call", "reduce reduceIndexed reduceRight"),
    ),
    MessageForm(
        _NONE,
        r"Key (?P<name>.+?) is missing in the map",
        "missing_element",
        "The map has no key `{name}`.",
        _mapped,
    ),
    MessageForm(
        _NONE,
        r"^No value present$",
        "missing_element",
        "The value of an empty Optional was asked for.",
        lambda _groups: Target("call", "get getAsInt getAsLong getAsDouble orElseThrow"),
    ),
    MessageForm(
        _NONE,
        r"Required value for key (?P<name>\S+) (?:was null|is missing)|No value passed for key (?P<other>\S+)",
        "missing_element",
        "The Bundle or map has no value for the key `{name}`.",
    ),
    MessageForm(
        "IllegalStateException IllegalArgumentException",
        r"Required argument \"(?P<name>\w+)\" is missing and does not have an android:defaultValue",
        "missing_element",
        "The navigation argument `{name}` was not given, and it has no default.",
    ),
    MessageForm(
        "JSONException NoSuchElementException",
        r"^No value for (?P<name>.+)$",
        "missing_element",
        "The JSON object has no `{name}`.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"No enum constant (?P<name>(?P<owner>[\w.$]+)\.(?P<entry>[^.\n]*))$",
        "missing_element",
        "`{owner:simple}` has no entry named `{entry}`.",
        lambda _groups: Target("call", "valueOf enumValueOf"),
    ),
    MessageForm(
        "NumberFormatException",
        r"^(?:For input string|Invalid (?:int|long|double|float|short|byte|number|BigDecimal)): ?\"(?P<name>.*?)\""
        r"(?: under radix \d+)?",
        "number_format",
        'The text "{name}" is not a number of the form asked for.',
    ),
    MessageForm(
        "NumberFormatException",
        r"^(?:s|Cannot parse null string)(?:: null| == null)?$|^null$",
        "number_format",
        "Null was to be read as a number.",
    ),
    MessageForm(
        "NumberFormatException",
        r"^empty String$|Zero length",
        "number_format",
        "An empty text was to be read as a number.",
    ),
    MessageForm(
        _DATE,
        r"Text '(?P<name>.*?)' could not be parsed(?:,)? (?:at index (?P<index>\d+)|(?P<why>[^\n]+))",
        "date_format",
        'The text "{name}" is not a date of the form asked for.',
    ),
    MessageForm(
        _DATE,
        r"Unparseable date: \"?(?P<name>[^\"]*)\"?",
        "date_format",
        'The text "{name}" is not a date of the form asked for.',
    ),
    MessageForm(
        _DATE,
        r"Unsupported (?:field|unit): (?P<name>\w+)|Unable to obtain (?P<expected>\w+) from TemporalAccessor",
        "date_format",
        "The time value does not hold what was asked of it.",
    ),
    MessageForm(
        "PatternSyntaxException",
        r"^(?P<why>[^\n]+?) near index (?P<index>\d+)\n?(?P<name>[^\n]*)",
        "text_format",
        "A regular expression cannot be read: {why} near index {index}.",
    ),
    MessageForm(
        "URISyntaxException MalformedURLException IllegalArgumentException",
        r"^(?P<why>(?:Illegal|Malformed|Expected)[^\n]+?)(?: in \w+(?: name)?)? at index (?P<index>\d+): (?P<name>\S+)",
        "text_format",
        "`{name}` is not a valid URI: {why} at index {index}.",
    ),
    MessageForm(
        "IllegalArgumentException MalformedURLException",
        r"(?:unexpected url: |no protocol: |unknown protocol: |Expected URL scheme '[^\n]*' but (?:was '|no scheme was found for )?)"
        r"(?P<name>\S*)",
        "text_format",
        "`{name}` is no URL with a scheme that is known here.",
    ),
    MessageForm(
        "UnknownFormatConversionException MissingFormatArgumentException IllegalFormatConversionException",
        r"(?P<name>(?:Conversion|Format specifier) ?=? ?'[^\n]+'|\w != [\w.]+)",
        "text_format",
        "A format string does not fit its arguments: {name}.",
        lambda _groups: Target("call", "format"),
    ),
    MessageForm(
        "ArithmeticException",
        r"(?:[Dd]ivide|/|[Dd]ivision)(?: by)? (?:by )?zero|Division undefined",
        "arithmetic",
        "The divisor was zero.",
        lambda _groups: Target("division"),
    ),
    MessageForm(
        "ArithmeticException",
        r"(?P<name>integer|long|int|BigInteger)? ?(?:overflow|out of (?P<other>int|long) range)",
        "arithmetic",
        "The result is too large for its type.",
    ),
    MessageForm(
        "ArithmeticException",
        r"Non-terminating decimal expansion|Rounding (?:needed|necessary)",
        "arithmetic",
        "A decimal has no exact result, and no rounding was asked for.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"Comparison method violates its general contract",
        "precondition",
        "A comparator contradicts itself for some of the sorted elements.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"Cannot coerce value to an empty range: maximum (?P<max>\S+) is less than minimum (?P<min>\S+?)\.?$",
        "index",
        "A value was to be kept between {min} and {max}, which is an empty range.",
        lambda _groups: Target("call", "coerceIn"),
    ),
)
