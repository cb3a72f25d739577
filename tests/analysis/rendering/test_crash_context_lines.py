"""A crash service's context in a brief."""

from models.crash_context import Breadcrumb, CrashContext, FeatureFlag
from rca.analysis.rendering.crash_context_lines import context_markdown, context_sentences

CONTEXT = CrashContext(
    service="crashlytics",
    issue="i1",
    users=1,
    events=1200,
    first_seen="2026-09-01",
    release="2.1",
    build="40",
    device="Pixel 8",
    handled=False,
    breadcrumbs=tuple(
        Breadcrumb(at=f"09:30:0{at}", category="click", message=f"step {at}") for at in range(5)
    ),
    feature_flags=(FeatureFlag(name="new_editor", value="on"), FeatureFlag(name="dark", value="off")),
)


def test_facts_in_words():
    assert context_sentences(CONTEXT) == [
        "Crashlytics i1, 1 user, 1,200 events, first seen 2026-09-01",
        "release 2.1 (40), Pixel 8, not caught",
    ]


def test_the_last_breadcrumbs_stand_in_a_fence():
    text = context_markdown(CONTEXT, 2)
    assert text.endswith(
        "```text\n09:30:03 click: step 3\n09:30:04 click: step 4\nFeature flags: new_editor=on, dark=off\n```"
    )


def test_nothing_without_a_report_of_a_service():
    assert context_markdown(None, 5) == ""
