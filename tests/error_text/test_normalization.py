"""Whatever a trace was pasted through, the same trace comes out."""

import html
import json

import pytest

from rca.error_text import parse

APP = ("com.example.shop",)
TRACE = """java.lang.IllegalStateException: cart is empty
\tat com.example.shop.Cart.<init>(Cart.kt:12)
\tat com.example.shop.Home.onCreate(Home.kt:34)
Caused by: java.io.IOException: closed
\tat com.example.shop.Disk.read(Disk.kt:56)
\t... 2 more"""


def prefixed(prefix):
    return "\n".join(prefix + line for line in TRACE.split("\n"))


PASTED = {
    "as it is": TRACE,
    "CRLF": TRACE.replace("\n", "\r\n"),
    "doubled CR": TRACE.replace("\n", "\r\r\n"),
    "colours": "\x1b[31m" + TRACE.replace("\n", "\x1b[0m\n\x1b[1;31m") + "\x1b[0m",
    "byte order mark": "\ufeff" + TRACE,
    "blanks for tabs": TRACE.replace("\t", "    "),
    "no indentation": TRACE.replace("\t", ""),
    "non-breaking blanks": TRACE.replace("\t", "\xa0\xa0\xa0"),
    "HTML": html.escape(TRACE),
    "HTML breaks": html.escape(TRACE).replace("\n", "<br/>").replace("\t", "&nbsp;&nbsp;"),
    "pre": f"<pre><code class='x'>{html.escape(TRACE)}</code></pre>",
    "literal escapes": TRACE.replace("\n", "\\n").replace("\t", "\\t"),
    "JSON": json.dumps({"level": "error", "stack": TRACE, "user": "a: b"}),
    "JSON in JSON": json.dumps({"log": json.dumps({"stack": TRACE})}),
    "fence": f"It crashes:\n```kotlin\n{TRACE}\n```\nThanks.",
    "inline fence": f"```{TRACE}```",
    "code per line": "\n".join(f"`{line.strip()}`" for line in TRACE.split("\n")),
    "quote": prefixed("> "),
    "quoted twice": prefixed("> > "),
    "quote after words": f"It crashes:\n\n{prefixed('> ')}\n\nThanks.",
    "code block": f"It crashes:\n\n{prefixed('    ')}\n\nThanks.",
    "double spaced": TRACE.replace("\n", "\n\n"),
    "one line": " ".join(line.strip() for line in TRACE.split("\n")),
    "CI clock": prefixed("2026-11-21T10:00:00.1234567Z "),
    "CI job and clock": prefixed("build\tRun tests\t2026-11-21T10:00:00.1234567Z "),
    "syslog": prefixed("Nov 21 10:00:00 web-1 shop[812]: "),
    "container": prefixed("web_1  | "),
    "box": prefixed("│ "),
    "comment": prefixed(" * "),
    "wrapped before the bracket": TRACE.replace("onCreate(", "onCreate\n("),
    "wrapped at a dot": TRACE.replace("Home.onCreate", "Home.\nonCreate"),
    "wrapped in the bracket": TRACE.replace("(Home.kt:34)", "(Home.kt:\n34)"),
    "lone cause": TRACE.replace("Caused by: ", "Caused by:\n"),
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED.keys())
def test_the_trace_survives(text):
    report = parse(text, APP)
    assert [(e.relation, e.type, e.message) for e in report.exceptions] == [
        ("primary", "java.lang.IllegalStateException", "cart is empty"),
        ("cause", "java.io.IOException", "closed"),
    ]
    places = [(f.class_name, f.method, f.file, f.line) for e in report.exceptions for f in e.frames]
    assert places == [
        ("com.example.shop.Cart", "<init>", "Cart.kt", 12),
        ("com.example.shop.Home", "onCreate", "Home.kt", 34),
        ("com.example.shop.Disk", "read", "Disk.kt", 56),
    ]
    assert (report.culprit.file, report.frame_count, report.others) == ("Disk.kt", 3, ())


def test_dollars_of_kotlins_strings():
    trace = "java.lang.IllegalStateException: x\n\tat a.B${'$'}C.d(B.kt:3)\n\tat a.B${\"\\$\"}1.run(B.kt:9)\n"
    frames = parse(trace).exceptions[0].frames
    assert [frame.class_name for frame in frames] == ["a.B$C", "a.B$1"]
