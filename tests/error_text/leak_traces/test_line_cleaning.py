"""Leak traces behind comments, consoles and line numbers, within quotes, and in escaped characters."""

from __future__ import annotations

import html
import json
from collections.abc import Callable

import pytest

from rca.error_text import parse
from rca.error_text.leak_traces.line_cleaning import clean_lines

FORMER = """* com.acme.notes.ui.EditorActivity has leaked:
* GC ROOT static com.acme.notes.Hub.last
* references com.acme.notes.Hub.items
* leaks com.acme.notes.ui.EditorActivity instance

* Reference Key: 205ef3bd"""
MIDDLE = """* com.acme.notes.ui.EditorActivity has leaked:
* static Hub.!(last)!
* ↳ Hub.items
* ↳ EditorActivity
* Reference Key: 205ef3bd"""
CURRENT = """Signature: 0a1b2c3d4e5f
┬───
│ GC Root: System class
│
├─ com.acme.notes.Hub class
│    Leaking: NO (a class is never leaking)
│    ↓ static Hub.last
│                 ~~~~
├─ java.lang.Object[] array
│    Leaking: UNKNOWN
│    ↓ Object[3]
╰→ com.acme.notes.ui.EditorActivity instance
     Leaking: YES (it is destroyed)
     key = 205ef3bd"""
LEADS = (
    "// ",
    "//",
    " * ",
    "- ",
    "| ",
    "# ",
    "  {n} | ",
    "{n}. ",
    "stdout: ",
    "D  ",
    "D LeakCanary: ",
    "com.acme.notes  D  ",
    "D/LeakCanary\ufe55 ",
    "com.acme D/LeakCanary\ufe55 ",
    "07-06 17:15:55.110  29862-30848/ D/LeakCanary\ufe55 ",
    "07-06 17:15:55.110  29862-30848/D/LeakCanary\ufe55 ",
)


def _read(text: str) -> None:
    report = parse(text)
    trace = report.leak_trace
    assert trace is not None
    assert not report.others
    assert [node.class_name.rpartition(".")[2] for node in trace.nodes][::2] == ["Hub", "EditorActivity"]
    assert trace.nodes[0].reference.name == "last"
    assert (trace.nodes[-1].leaking, trace.key) == ("yes", "205ef3bd")


@pytest.mark.parametrize("lead", LEADS)
@pytest.mark.parametrize("trace", [FORMER, MIDDLE, CURRENT])
def test_what_all_lines_begin_with_is_dropped(lead, trace):
    _read("\n".join(lead.format(n=n) + line for n, line in enumerate(trace.split("\n"), 98)))


@pytest.mark.parametrize("trailer", ["`", "**", "\\", ";"])
@pytest.mark.parametrize("trace", [FORMER, MIDDLE, CURRENT])
def test_what_all_lines_end_with_is_dropped(trailer, trace):
    lead = trailer if trailer in "`**" else ""
    _read("\n".join(lead + line + trailer for line in trace.split("\n")))


def _numbered(text: str) -> str:
    return "".join(char if ord(char) < 128 else f"&#{ord(char)};" for char in html.escape(text))


def _misread(text: str) -> str:
    return text.encode().decode("cp1252", "replace")


@pytest.mark.parametrize("escape", [json.dumps, _numbered, _misread])
@pytest.mark.parametrize("trace", [FORMER, MIDDLE, CURRENT])
def test_escaped_characters_are_restored(escape: Callable[[str], str], trace):
    _read(escape(trace))


def test_lines_without_a_common_lead_stay_as_they_are():
    lines = ["one: ├─ a.B instance", "two, ├─ a.C instance", "plain"]
    assert clean_lines(lines) == lines
