"""Device errors as text for people and as JSON lines for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.devices import DeviceContext
from rca.devices.device_context import DeviceCrash
from rca.redaction import redact

_TITLES = {"exception": "crashed", "native": "crashed in native code", "anr": "does not respond"}


def crash_object(crash: DeviceCrash) -> dict[str, Any]:
    """Return an error as JSON, secrets masked."""
    return {
        "id": crash.id,
        "revision": crash.revision,
        "kind": crash.kind,
        "process": crash.process,
        "isWhole": crash.is_whole,
        "text": redact(crash.text).text,
        "context": crash.context.model_dump(mode="json"),
    }


def crash_lines(crash: DeviceCrash) -> Iterator[str]:
    """Yield an error with its context, secrets masked."""
    context = crash.context
    again = f" (complete now, told before as {crash.id})" if crash.revision > 1 else ""
    yield f"{crash.process or 'a process'} {_TITLES[crash.kind]} on {context.device}{again}"
    yield from (f"  {line}" for line in context_lines(context))
    if not crash.is_whole:
        yield "  a part of it is missing in the log"
    yield from (f"    {line}" for line in redact(crash.text).text.splitlines())


def context_lines(context: DeviceContext) -> Iterator[str]:
    """Yield the context of an error on a device, one line per subject."""
    version = (
        f" {context.version_name or ''} ({context.version_code})" if context.version_code is not None else ""
    )
    if context.package is not None:
        yield f"app: {context.package}{version}"
    if context.android is not None:
        yield f"system: Android {context.android} (API {context.api_level}), {context.build}"
    if context.orientation is not None:
        yield f"screen: {context.orientation}"
    if context.memory_available_kb is not None and context.memory_total_kb is not None:
        available, total = context.memory_available_kb // 1024, context.memory_total_kb // 1024
        yield f"memory: {available} of {total} MB available"
    if context.exit_reason is not None:
        yield f"exit: {context.exit_reason}"
    if context.activities:
        yield f"before: {'; '.join(context.activities)}"
