"""Formats of crash services and their clients that are recognised and not read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rca.error_text.crash_services.json_fields import Json
from rca.error_text.typed_json import as_list, as_object

_MOST = 20
_METRICS = frozenset(
    {"applicationExitMetrics", "applicationLaunchMetrics", "applicationResponsivenessMetrics"}
)


def find_unread(values: Sequence[object]) -> tuple[str, ...]:
    """Return what is said of the formats among a text's JSON values, each once."""
    found = (told for record in _records(values) for claims, told in _FORMATS if claims(record))
    return tuple(dict.fromkeys(found))


def _records(values: Sequence[object]) -> Iterator[Json]:
    for value in values[:_MOST]:
        listed = value[:_MOST] if isinstance(value, list) else [value]
        yield from (as_object(one) for one in listed)


def _is_kscrash(record: Json) -> bool:
    crash = as_object(record.get("crash"))
    return bool({"error", "threads"} & crash.keys()) and (len(record) == 1 or "system" in record)


def _is_transaction(record: Json) -> bool:
    return record.get("type") == "transaction" and isinstance(record.get("spans"), list)


def _is_stored_session(record: Json) -> bool:
    return "gmpAppId" in record and bool({"session", "ndkPayload", "appExitInfo"} & record.keys())


def _is_stackwalk(record: Json) -> bool:
    return isinstance(record.get("modules"), list) and "crash_info" in record


def _is_metrics(record: Json) -> bool:
    return bool(_METRICS & record.keys())


def _is_rates(record: Json) -> bool:
    rows = as_list(record.get("rows"))
    return bool(rows) and {"aggregationPeriod", "metrics"} <= as_object(rows[0]).keys()


_FORMATS: tuple[tuple[Callable[[Json], bool], str], ...] = (
    (
        _is_kscrash,
        "this is a raw report of KSCrash, which is not read: take the event that the service made of it",
    ),
    (_is_transaction, "this is a transaction of Sentry: it measures times and holds no error"),
    (
        _is_stored_session,
        "this is a session that Crashlytics' SDK stores, which is not read: take the event from the console",
    ),
    (
        _is_stackwalk,
        "this is the JSON of a minidump stack walk: it is not read, print the walk for people or with -m",
    ),
    (
        _is_metrics,
        "these are metrics of MetricKit: they hold no call stack, crashes and hangs come as diagnostics",
    ),
    (_is_rates, "these are rates of Google Play's vitals: search its error issues and error reports"),
)
