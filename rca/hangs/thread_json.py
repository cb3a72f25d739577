"""Threads in JSON that writes out `ThreadInfo`: Spring's actuator, health checks, JMX clients."""

from __future__ import annotations

from rca.text.lazy_regex import lazy_regex

_NAME = lazy_regex(r'"threadName"\s*:\s*"(?P<name>[^"\n]{1,300})"')
_FIELD = lazy_regex(r'"(?P<key>threadState|lockName|lockOwnerName)"\s*:\s*"(?P<value>[^"\n]{1,400})"')
_LOCK = lazy_regex(r"(?P<type>[\w.$/\[;]{1,300})@(?P<hash>[0-9a-fA-F]{1,16})$")
_PLACE = lazy_regex(r"\{[^{}]{0,800}\}")
_PART = lazy_regex(r'"(?P<key>className|methodName|fileName|lineNumber)"\s*:\s*"?(?P<value>[^",}\n]{1,300})')
_DEEPEST = 60


def read_json_threads(text: str) -> list[str]:
    """Return the threads as lines of a JVM's dump; none where no thread waits for another."""
    names = list(_NAME.finditer(text))
    ends = [found.start() for found in names[1:]] + [len(text)]
    shown: list[str] = []
    is_held = False
    for number, (found, end) in enumerate(zip(names, ends, strict=True), 1):
        part = text[found.end() : end]
        fields: dict[str, str] = {}
        for one in _FIELD.finditer(part):
            fields.setdefault(one["key"], one["value"])
        state = fields.get("threadState", "WAITING")
        shown += [f'"{found["name"]}" prio=5 tid={number}', f"   java.lang.Thread.State: {state}"]
        lock, owner = _LOCK.match(fields.get("lockName", "")), fields.get("lockOwnerName")
        shown += _frames(part)
        if owner is not None and owner != found["name"]:
            is_held = True
            what = f"<{lock['hash']}> (a {lock['type']})" if lock else "an unknown object"
            at = next((n for n in range(len(shown), 0, -1) if "State:" in shown[n - 1]), len(shown))
            shown.insert(min(at + 1, len(shown)), f'\t- waiting to lock {what} held by "{owner}"')
        shown.append("")
    return shown if is_held else []


def _frames(part: str) -> list[str]:
    lines = []
    for found in _PLACE.finditer(part):
        parts = {one["key"]: one["value"] for one in _PART.finditer(found[0])}
        if "className" in parts and "methodName" in parts:
            place = f"{parts.get('fileName', 'Unknown Source')}:{parts.get('lineNumber', '1')}"
            lines.append(f"\tat {parts['className']}.{parts['methodName']}({place})")
        if len(lines) == _DEEPEST:
            break
    return lines
