"""From an exception's type and message to the condition that did not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from models.failure import FailureFamily
from rca.causes.failure.condition import Condition, Target, simple_name
from rca.causes.failure.forms import (
    android_messages,
    assertion_messages,
    build_messages,
    data_messages,
    injection_messages,
    network_messages,
    null_messages,
    runtime_messages,
    value_messages,
)
from rca.causes.failure.message_form import MessageForm
from rca.text.lazy_regex import lazy_regex

_FORMS: tuple[MessageForm, ...] = (
    *null_messages.FORMS,
    *value_messages.FORMS,
    *runtime_messages.FORMS,
    *data_messages.FORMS,
    *injection_messages.FORMS,
    *network_messages.FORMS,
    *android_messages.FORMS,
    *assertion_messages.FORMS,
)
_RAISE = Target("raise")
_BARE: dict[str, tuple[FailureFamily, Target | None]] = {
    "NullPointerException": ("null_dereference", Target("dereference")),
    "KotlinNullPointerException": ("null_check", Target("not_null")),
    "UninitializedPropertyAccessException": ("uninitialized", None),
    "ClassCastException": ("cast", Target("cast")),
    "TypeCastException": ("cast", None),
    "ArrayStoreException": ("cast", None),
    "IndexOutOfBoundsException": ("index", _RAISE),
    "ArrayIndexOutOfBoundsException": ("index", _RAISE),
    "StringIndexOutOfBoundsException": ("index", _RAISE),
    "CursorIndexOutOfBoundsException": ("index", None),
    "NegativeArraySizeException": ("index", None),
    "NoSuchElementException": ("missing_element", _RAISE),
    "NumberFormatException": ("number_format", None),
    "DateTimeParseException": ("date_format", None),
    "DateTimeException": ("date_format", None),
    "ParseException": ("text_format", None),
    "PatternSyntaxException": ("text_format", None),
    "URISyntaxException": ("text_format", None),
    "MalformedURLException": ("text_format", _RAISE),
    "IllegalFormatException": ("text_format", None),
    "IllegalStateException": ("precondition", _RAISE),
    "IllegalArgumentException": ("precondition", _RAISE),
    "AssertionError": ("assertion", _RAISE),
    "AssertionFailedError": ("assertion", _RAISE),
    "ConcurrentModificationException": ("concurrent_modification", None),
    "ArithmeticException": ("arithmetic", _RAISE),
    "UnsupportedOperationException": ("unsupported_operation", _RAISE),
    "NotImplementedError": ("unsupported_operation", _RAISE),
    "StackOverflowError": ("stack_overflow", None),
    "OutOfMemoryError": ("out_of_memory", None),
    "NoClassDefFoundError": ("linkage", None),
    "ClassNotFoundException": ("linkage", None),
    "NoSuchMethodError": ("linkage", None),
    "NoSuchMethodException": ("linkage", None),
    "NoSuchFieldError": ("linkage", None),
    "NoSuchFieldException": ("linkage", None),
    "AbstractMethodError": ("linkage", None),
    "IncompatibleClassChangeError": ("linkage", None),
    "IllegalAccessError": ("linkage", None),
    "IllegalAccessException": ("linkage", None),
    "VerifyError": ("linkage", None),
    "BootstrapMethodError": ("linkage", None),
    "UnsupportedClassVersionError": ("linkage", None),
    "UnsatisfiedLinkError": ("linkage", None),
    "ExceptionInInitializerError": ("linkage", None),
    "KotlinReflectionInternalError": ("linkage", None),
    "CancellationException": ("cancellation", None),
    "JobCancellationException": ("cancellation", None),
    "InterruptedException": ("cancellation", None),
    "TimeoutCancellationException": ("timeout", None),
    "TimeoutException": ("timeout", None),
    "SocketTimeoutException": ("timeout", None),
    "InterruptedIOException": ("timeout", None),
    "RejectedExecutionException": ("lifecycle", None),
    "SerializationException": ("serialization", None),
    "NotSerializableException": ("serialization", None),
    "InvalidClassException": ("serialization", None),
    "JsonMappingException": ("serialization", None),
    "JsonSyntaxException": ("serialization", None),
    "JsonDataException": ("serialization", None),
    "JSONException": ("serialization", None),
    "MismatchedInputException": ("serialization", None),
    "InvalidDefinitionException": ("serialization", None),
    "SQLException": ("database", None),
    "SQLiteException": ("database", None),
    "SQLiteConstraintException": ("database", None),
    "NotFoundException": ("resource", None),
    "MissingResourceException": ("resource", None),
    "InflateException": ("inflation", None),
    "SecurityException": ("permission", _RAISE),
    "ActivityNotFoundException": ("manifest", None),
    "ForegroundServiceStartNotAllowedException": ("background_start", None),
    "ForegroundServiceDidNotStartInTimeException": ("background_start", None),
    "RemoteServiceException": ("background_start", None),
    "TransactionTooLargeException": ("parcel", None),
    "BadParcelableException": ("parcel", None),
    "DeadObjectException": ("dead_process", None),
    "DeadSystemException": ("dead_process", None),
    "BadTokenException": ("lifecycle", None),
    "SuperNotCalledException": ("lifecycle", None),
    "CalledFromWrongThreadException": ("wrong_thread", None),
    "NetworkOnMainThreadException": ("wrong_thread", None),
    "IllegalMonitorStateException": ("wrong_thread", None),
    "IllegalThreadStateException": ("lifecycle", None),
    "FileUriExposedException": ("permission", None),
    "BindException": ("io", None),
    "FileNotFoundException": ("io", _RAISE),
    "UnknownHostException": ("io", None),
    "ConnectException": ("io", None),
    "SocketException": ("io", None),
    "SSLException": ("io", None),
    "SSLHandshakeException": ("io", None),
    "ErrnoException": ("io", None),
    "EOFException": ("io", _RAISE),
    "IOException": ("io", _RAISE),
}
"""What a type alone says, by its simple name."""
_SENTENCES = {
    "StackOverflowError": "Calls went around in a circle until the stack was full.",
    "ConcurrentModificationException": "A collection was changed while something else went through it.",
    "NetworkOnMainThreadException": "The network was used on the main thread.",
    "KotlinNullPointerException": "A value that the code says is not null was null (`!!`).",
    "DeadObjectException": "The process on the other side of a call is gone.",
    "NoSuchElementException": "An element was asked for, and there was none.",
    "NullPointerException": "A value was null where the code takes it for an object.",
    "IndexOutOfBoundsException": "An index or a range lay outside of what there is.",
    "ArrayIndexOutOfBoundsException": "An index lay outside of an array or list.",
    "StringIndexOutOfBoundsException": "An index or a range lay outside of a text.",
    "ClassCastException": "A value was of another type than it was cast to.",
    "SocketTimeoutException": "The answer did not come in time.",
    "TimeoutException": "It was not done in time.",
    "FileUriExposedException": "A `file://` address was handed to another app, which Android 7 forbids.",
    "IllegalThreadStateException": "A thread was started a second time, or changed while it ran.",
}
_CONNECTIONS = (
    "ConnectionException",
    "ConnectException",
    "ConnectionFailureException",
    "ConnectionPoolException",
)
MESSAGE_LIMIT = 2000
"""Characters of a message that are read: what it says stands at its beginning."""
_NESTED = lazy_regex(
    r"\b(?P<type>(?:[a-z]\w*\.)+[A-Z][\w$]*(?:Exception|Error))(?:: (?P<message>.+))?", re.DOTALL
)


def classify(exception_type: str, message: str | None) -> Condition | None:
    """Return the condition of an exception; None where type and message are of no known family.

    A wrapper whose message quotes another exception (`Unable to start activity …: a.b.XException: …`)
    speaks for that one, where its own words say nothing.
    """
    text = (message or "").strip()[:MESSAGE_LIMIT]
    name = simple_name(exception_type)
    # A message that was wrapped has line breaks for spaces.
    found = _by_message(name, text) or (_by_message(name, " ".join(text.split())) if "\n" in text else None)
    if found is not None:
        return found
    nested = _NESTED.search(text)
    if nested is not None:
        inner = classify(nested["type"], nested["message"])
        if inner is not None:
            return inner
    return _by_type(name, text)


def classify_build_message(message: str) -> Condition | None:
    """Return the condition of a compiler's or build tool's message, None where it has no known form."""
    return _first(message[:MESSAGE_LIMIT], (*injection_messages.FORMS, *build_messages.FORMS), "")


def forms() -> tuple[MessageForm, ...]:
    """Return every form that is known."""
    return (*_FORMS, *network_messages.TIME_LIMITS, *build_messages.FORMS)


def _by_message(name: str, text: str) -> Condition | None:
    return _first(text, _FORMS, name) if text else _empty_message(name)


def _empty_message(name: str) -> Condition | None:
    return None if name not in _SENTENCES else _by_type(name, "")


def _first(text: str, forms: tuple[MessageForm, ...], name: str) -> Condition | None:
    return next(_read(text, forms, name), None)


def _read(text: str, forms: tuple[MessageForm, ...], name: str) -> Iterator[Condition]:
    for form in forms:
        if form.type_names and name not in form.type_names:
            continue
        condition = form.read(text)
        if condition is not None:
            yield condition


def _by_type(name: str, text: str) -> Condition | None:
    known = _BARE.get(name)
    if known is None:
        return _of_another(name, text)
    family, target = known
    if name == "NullPointerException" and text:
        # The message is the code's own: Objects.requireNonNull(x, "x"), or a throw.
        return Condition("null_check", target=_RAISE)
    return Condition(family, _SENTENCES.get(name), target=target)


def _of_another(name: str, text: str) -> Condition | None:
    """Return the condition of an exception of a project or library, whose name says no more than its end."""
    if name.endswith("TimeoutException"):
        return _first(text, network_messages.TIME_LIMITS, name) or Condition("timeout", target=_RAISE)
    if name.startswith("SQLite") or name.endswith(_CONNECTIONS):
        return Condition("database" if name.startswith("SQLite") else "io", target=_RAISE)
    made = name.endswith(("Exception", "Error")) and name not in ("Exception", "Error", "RemoteException")
    return Condition("precondition", target=_RAISE) if made and text else None
