# ruff: noqa: E501 - a pattern is read more easily on one line
"""Remote calls and servers: gRPC, Redis, HTTP parsers, Netty, protobuf; time limits of any library.

Sources: `io.grpc.Status`; Redis' error replies (`server.c`); Tomcat's `Http11InputBuffer`; Netty's `DefaultPromise`;
protobuf's generated enums.
"""

from __future__ import annotations

from rca.causes.failure.message_form import MessageForm

_GRPC = "StatusException StatusRuntimeException"

FORMS = (
    MessageForm(
        _GRPC,
        r"^CANCELLED\b(?:: (?P<why>[^\n]+))?",
        "cancellation",
        "A gRPC call was cancelled[: {why}].",
    ),
    MessageForm(
        _GRPC,
        r"^DEADLINE_EXCEEDED\b(?:: (?P<why>[^\n]+))?",
        "timeout",
        "A gRPC call took longer than its deadline[: {why}].",
    ),
    MessageForm(
        _GRPC,
        r"^(?P<name>PERMISSION_DENIED|UNAUTHENTICATED)\b(?:: (?P<why>[^\n]+))?",
        "permission",
        "The server refused a gRPC call with {name}[: {why}].",
    ),
    MessageForm(
        _GRPC,
        r"^(?P<name>[A-Z_]{5,30})\b(?:: (?P<why>[^\n]+))?",
        "io",
        "A gRPC call ended with {name}[: {why}].",
    ),
    MessageForm(
        "JedisDataException RedisCommandExecutionException RedisException",
        r"^(?P<name>ERR|WRONGTYPE|NOAUTH|NOSCRIPT|READONLY|OOM|BUSY|NOPERM|EXECABORT)\b (?P<why>[^\n]+)",
        "database",
        "Redis refused a command: {why}",
    ),
    MessageForm(
        "IllegalArgumentException HttpParseException BadRequestException",
        r"(?P<why>(?:The HTTP header line|Invalid character found in the request target|Invalid character found in method name)[^\n]{0,160})",
        "text_format",
        "A request cannot be read as HTTP: {why}",
    ),
    MessageForm(
        "IllegalStateException",
        r"^complete already: ",
        "lifecycle",
        "A promise was completed a second time.",
    ),
    MessageForm(
        "IllegalArgumentException",
        r"^Can't get the number of an unknown enum value\.",
        "serialization",
        "A protobuf enum holds `UNRECOGNIZED`, a value that this version of the schema does not know, and was asked for its number.",
    ),
)
TIME_LIMITS = (
    MessageForm(
        "",
        r"(?:within|after|exceeded|longer than|in) (?P<size>\d[\d,.]*) ?(?P<unit>ms|millis(?:econds)?|s|sec(?:onds)?|seconds|minutes)\b",
        "timeout",
        "It was not done within {size} {unit}.",
    ),
)
"""For exceptions that are timeouts by their type."""
