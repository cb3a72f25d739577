"""Reports of crash services that stand in comments, indented, in fences, or as a form was sent."""

from __future__ import annotations

from urllib.parse import quote_plus

import pytest

from rca.error_text import parse

FIELDS = {
    "ANDROID_VERSION": "13",
    "APP_VERSION_NAME": "2.4.0",
    "BRAND": "acme",
    "PHONE_MODEL": "One",
}
TRACE = "java.lang.IllegalStateException: no note is open\n\tat com.acme.notes.Editor.save(Editor.kt:31)"
MAIL = "\n".join((*(f"{name}={value}" for name, value in FIELDS.items()), f"STACK_TRACE={TRACE}"))
RECORD = """  package: com.acme.notes
        ApplicationExitInfo #0:
          timestamp=2026-03-02 10:11:12.131 pid=4711 realUid=10200
          process=com.acme.notes:sync reason=3 (LOW_MEMORY) subreason=0 (SUBREASON_UNKNOWN) status=0
          importance=400 pss=0,00 rss=31MB description=lmk state=empty trace=null"""


@pytest.mark.parametrize("lead", ["", "    ", "// ", "    // ", "# ", " * ", "> "])
def test_acras_mail_behind_a_lead(lead):
    report = parse("\n".join(lead + line for line in MAIL.split("\n")))
    assert [one.message for one in report.exceptions] == ["no note is open"]
    assert [frame.line for frame in report.exceptions[0].frames] == [31]
    context = report.crash_context
    assert (context.service, context.release, context.os) == ("acra", "2.4.0", "Android 13")
    assert context.device == "acme One"


def test_acras_form_is_decoded_and_the_fence_is_no_value():
    form = "\n".join(
        f"{name}={quote_plus(value)}" for name, value in {"STACK_TRACE": TRACE, **FIELDS}.items()
    )
    report = parse(f"It sends\n```\n{form}\n```\nand nothing else")
    assert [frame.method for frame in report.exceptions[0].frames] == ["save"]
    assert report.crash_context.device == "acme One"


@pytest.mark.parametrize("lead", ["", "// ", " *  ", "log: "])
def test_exit_info_behind_a_lead(lead):
    report = parse("\n".join(lead + line for line in RECORD.split("\n")))
    context = report.crash_context
    assert (context.application, report.pid, report.process) == (
        "com.acme.notes",
        4711,
        "com.acme.notes:sync",
    )
    assert report.exceptions[0].message == "lmk"
    assert {tag.name: tag.value for tag in context.tags}["pss"] == "0,00"


def test_exit_info_that_names_the_package_in_the_record():
    text = "ApplicationExitInfo #0:\n  package=com.acme.notes pid=7\n  reason=4 (APP CRASH(EXCEPTION))\n"
    assert parse(text).crash_context.application == "com.acme.notes"
