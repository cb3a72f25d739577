"""Sentry's MCP server: the Markdown that it answers for an issue, an event or a thread.

Sources: the public source of the server. It writes the exceptions from the outside in, but the frames of each
as Sentry stores them, with the one that threw at the end, and each with its line of code below it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.crash_context import CrashContext
from rca.error_text.crash_services.json_fields import (
    get_number,
    get_text,
    join_words,
    make_tags,
)
from rca.error_text.crash_services.service_report import ServiceException, ServiceFrame, ServiceReport
from rca.error_text.exception_header import read_header
from rca.error_text.stack_frame import read_frame
from rca.text.lazy_regex import lazy_regex

_TITLE = lazy_regex(r"# (?:Issue (?P<issue>[\w.\-]+)|Event\b|Stacktrace\b)")
_FACT = lazy_regex(r"\*\*(?P<name>[^*]{1,100})\*\*(?:: ?|:$)(?P<value>.*)$")
_FACT_INSIDE = lazy_regex(r"\*\*(?P<name>[^*:]{1,100}):\*\* ?(?P<value>.*)$")
_SECTION = lazy_regex(r"#{2,3} (?P<name>.*\S)")
_PLAIN = lazy_regex(
    r"(?:at )?(?P<function>\S.*?) \((?P<file>[^():]+(?:\.\w+)?)(?::(?P<line>\d+))?(?::(?P<column>\d+))?\)$"
)
_SCRIPT = lazy_regex(
    r"(?P<file>[^\s():]+\.(?:m?[jt]sx?|kts?))(?::(?P<line>\d+))?(?::(?P<column>\d+))?"
    r"(?: \((?P<function>.*)\))?$"
)
_HANDLED = {"yes": True, "no": False}
_ROOTS = (
    "com.android.internal.os.ZygoteInit",
    "java.lang.Thread",
    "com.android.internal.os.RuntimeInit$MethodAndArgsCaller",
)
"""Classes of a thread's outermost frames."""

_THREAD = lazy_regex(r"\*\*Thread\*\* \((?P<name>[^)]*)\)")
_PART = lazy_regex(r"^(?:#{2,3} (?:Error|Stacktrace)|\*\*Thread\*\* \([^)\n]*\))[ \t]*$", re.MULTILINE)
"""How a part of an answer begins, which people copy without its title."""

_STACK = lazy_regex(r"tacktrace:\*\*\n(?:\u2500+\n)?```\nat ")
_INDENTED = lazy_regex(r"^(?:[ \t]+at |Caused by: )", re.MULTILINE)
"""What the server does not write, and people who fill in a template do."""

_NOTES = ("## Response Notes", "# Using this information", "## Seer Analysis", "## External Issue Links")


def claims_text(text: str) -> bool:
    """Return whether a text is one of the server's answers about an issue or event."""
    head = text[:4000]
    if _TITLE.match(head.lstrip()) is not None:
        return "**Event ID**" in text or "## Event Details" in text or "**Thread ID**" in text
    return (
        "tacktrace:**\n" in text
        and _PART.search(head) is not None
        and _STACK.search(text) is not None
        and _INDENTED.search(text) is None
    )


def read_text(text: str) -> list[ServiceReport]:
    """Return the report of an answer."""
    lines = text.strip().split("\n")
    title = _TITLE.match(lines[0].lstrip())
    sections = _sections(lines if title is None else lines[1:])
    facts = _facts(sections.get("", [])) | _facts(sections.get("Event Details", []))
    facts |= _facts(sections.get("Selected Thread", []))
    tags = _facts(sections.get("Tags", []))
    contexts = _contexts(sections.get("Additional Context", []))
    exceptions = _exceptions(sections)
    device, system, app = (contexts.get(name, {}) for name in ("device", "os", "app"))
    thread = next((found["name"] for line in lines if (found := _THREAD.match(line))), None)
    thread = thread or get_text(facts, "Name")
    release = get_text(tags, "release")
    version = (release or "").rpartition("@")[2].partition("+")
    return [
        ServiceReport(
            context=CrashContext(
                service="sentry",
                issue=(title["issue"] if title else None) or get_text(facts, "Issue ID"),
                event=get_text(facts, "Event ID"),
                url=get_text(facts, "URL"),
                occurred_at=get_text(facts, "Occurred At"),
                first_seen=get_text(facts, "First Seen"),
                last_seen=get_text(facts, "Last Seen"),
                events=get_number(facts, "Occurrences"),
                users=get_number(facts, "Users Impacted"),
                handled=_HANDLED.get(str(tags.get("handled"))),
                application=get_text(app, "app_identifier") or (release or "").rpartition("@")[0] or None,
                release=get_text(app, "app_version") or version[0] or None,
                build=get_text(app, "app_build") or version[2] or get_text(tags, "dist"),
                environment=get_text(tags, "environment"),
                device=join_words(
                    get_text(device, "manufacturer", "brand"), get_text(device, "model", "name")
                )
                or get_text(tags, "device"),
                os=join_words(get_text(system, "name"), get_text(system, "version")) or get_text(tags, "os"),
                blamed_thread=thread,
                blamed_frame=get_text(facts, "Culprit"),
                tags=make_tags(pair for pair in tags.items() if pair[0].partition(".")[0] != "user"),
            ),
            kind="anr" if exceptions and exceptions[0].type == "ApplicationNotResponding" else None,
            exceptions=exceptions,
            thread=thread,
        )
    ]


def _sections(lines: Sequence[str]) -> dict[str, list[str]]:
    """Return the lines below each heading, in order; those above the first below an empty one."""
    sections: dict[str, list[str]] = {"": []}
    current = sections[""]
    fenced = False
    for line in lines:
        if line.lstrip().startswith("```"):
            fenced = not fenced
        found = None if fenced else _SECTION.match(line)
        if found is not None:
            if line.startswith(_NOTES):
                break
            name = found["name"]
            while name in sections:  # two exceptions of one title
                name += " "
            current = sections.setdefault(name, [])
        else:
            current.append(line)
    return sections


def _facts(lines: Sequence[str]) -> dict[str, object]:
    facts: dict[str, object] = {}
    for line in lines:
        found = _FACT.match(line) or _FACT_INSIDE.match(line)
        if found is not None:
            facts.setdefault(found["name"], found["value"].strip())
    return facts


def _contexts(lines: Sequence[str]) -> dict[str, dict[str, object]]:
    """Return the contexts by name; each opens with its name in bold, and holds `name: JSON` lines."""
    contexts: dict[str, dict[str, object]] = {}
    current: dict[str, object] = {}
    for line in lines:
        if line.startswith("**") and line.rstrip().endswith("**"):
            current = contexts.setdefault(line.strip().strip("*"), {})
        else:
            name, colon, value = line.partition(": ")
            if colon:
                current.setdefault(name, value.strip().strip('"'))
    return contexts


def _exceptions(sections: dict[str, list[str]]) -> tuple[ServiceException, ...]:
    found: list[ServiceException] = []
    for name, lines in sections.items():
        blocks = _blocks(lines)
        stack = next((block for label, block in reversed(blocks) if "tacktrace" in label), None)
        if name.strip() == "Error":
            title = next((block for label, block in blocks if "tacktrace" not in label), [])
            heading = "\n".join(title).strip()
        elif name.strip() in ("", "Stacktrace"):
            heading = ""
        else:
            heading = name.strip()
        if stack is None and name.strip() != "Error":
            continue
        if (
            name.strip() in ("Tags", "Additional Context", "HTTP Request", "Event Details")
            and stack is not None
        ):
            heading = ""
        frames = _frames(stack or [])
        kind, message = _header(heading)
        if frames or kind or message:
            found.append(ServiceException(kind, message, frames, "cause" if found else "primary"))
    return tuple(found)


def _header(heading: str) -> tuple[str, str | None]:
    first, _, rest = heading.partition("\n")
    header = read_header(first)
    if header is not None:
        message = "\n".join(part for part in (header.message or "", rest) if part)
        return header.type, message or None
    kind, _, message = heading.partition(": ")
    return (kind, message or None) if kind and " " not in kind else ("", heading or None)


def _blocks(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the fenced blocks, each with the last text above it."""
    blocks: list[tuple[str, list[str]]] = []
    label, inside = "", None
    for line in lines:
        if line.lstrip().startswith("```"):
            if inside is None:
                inside = list[str]()
            else:
                blocks.append((label, inside))
                inside = None
        elif inside is not None:
            inside.append(line)
        elif line.strip().startswith("**"):
            label = line
    if inside:
        blocks.append((label, inside))
    return blocks


def _frames(lines: Sequence[str]) -> tuple[ServiceFrame, ...]:
    frames = [frame for line in lines if (frame := _frame(line)) is not None]
    last = frames[-1].class_name if frames else None
    if last is not None and last.startswith(_ROOTS) and not (frames[0].class_name or "").startswith(_ROOTS):
        return tuple(frames)
    return tuple(reversed(frames))


def _frame(line: str) -> ServiceFrame | None:
    text = line.strip()
    read = read_frame(text, ())
    if read is not None:
        is_native = "(Native Method)" in text
        return ServiceFrame(read.method, read.class_name, read.file, read.line, is_native_method=is_native)
    found = _SCRIPT.match(text) or (_PLAIN.match(text) if text.startswith("at ") else None)
    if found is None:
        return None
    numbers = {name: int(found[name]) if found[name] else None for name in ("line", "column")}
    return ServiceFrame(found["function"], None, found["file"], numbers["line"], numbers["column"])
