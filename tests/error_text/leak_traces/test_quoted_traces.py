"""Traces as documents and tests quote them: with remarks, in strings of Kotlin, cut inside the last line."""

import pytest

from rca.error_text import parse

TRACE = """┬───
│ GC Root: System class
│
├─ com.acme.Hub$Companion class
│    Leaking: NO (a class is never leaking)
│    ↓ static Hub$Companion.last
│                           ~~~~
╰→ com.acme.EditorActivity instance
     Leaking: YES (Activity#mDestroyed is true)
"""


def _objects(text):
    trace = parse(text).leak_trace
    return [(node.class_name, node.leaking, node.reference and node.reference.name) for node in trace.nodes]


EXPECTED = [("com.acme.Hub$Companion", "no", "last"), ("com.acme.EditorActivity", "yes", None)]


@pytest.mark.parametrize(
    "text",
    [
        TRACE,
        TRACE.replace("class\n", "class  // the hub\n").replace(".last\n", ".last    // never cleared\n"),
        TRACE.replace("$", "${'$'}"),
        TRACE.replace("$", '${"$"}'),
    ],
    ids=["plain", "remarks", "raw string", "template"],
)
def test_a_quoted_trace(text):
    assert _objects(text) == EXPECTED


@pytest.mark.parametrize("end", ["i", "insta", "instanc"])
def test_a_last_object_that_is_cut_within_its_kind(end):
    cut = TRACE[: TRACE.index(" instance\n")] + f" {end}"
    assert _objects(cut) == [EXPECTED[0], ("com.acme.EditorActivity", None, None)]
