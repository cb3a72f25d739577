"""The parser against our own set of real-shaped error texts, split by split."""

from __future__ import annotations

import pytest

from evaluation.error_text_score import Score, load_cases, score, split_of
from rca.error_text import parse

CASES = load_cases()
FIELDS_BAR = 0.97
APP_FRAME_BAR = 0.97


def _parse(text, app_packages):
    return parse(text, app_packages).model_dump(mode="json")


@pytest.fixture(scope="module", params=["dev", "held_out"])
def total(request):
    total = Score()
    for case in CASES:
        if case.split == request.param:
            total.add(score(case, _parse))
    return total


def test_fields_are_right(total):
    listing = "\n".join(f"{slug}: {m.field}: {m.expected!r} ≠ {m.actual!r}" for slug, m in total.misses)
    assert total.field_accuracy >= FIELDS_BAR, listing


def test_the_app_frame_is_right(total):
    assert total.app_frame_accuracy >= APP_FRAME_BAR, total.app_frame_misses


def test_no_frame_is_invented(total):
    assert total.frames > 0
    assert total.invented == []


def test_the_set_is_large_and_its_splits_are_stable():
    assert len(CASES) >= 130
    assert all(case.split == split_of(case.slug) for case in CASES)
    shares = [sum(case.split == split for case in CASES) for split in ("dev", "held_out")]
    assert shares[0] > shares[1] > 30


def test_every_case_names_what_is_right():
    for case in CASES:
        assert "kind" in case.expect or "exceptions" in case.expect, case.slug


@pytest.mark.parametrize(
    ("change", "count"),
    [
        ({}, 0),
        ({"frameCount": 3}, 1),
        ({"culprit": None}, 4),
        ({"exceptions": []}, 3),
        ({"thread": "other", "pid": 1}, 2),
    ],
)
def test_the_score_sees_each_wrong_field(change, count):
    case = next(case for case in CASES if case.slug == "logcat-threadtime-npe-main")
    exception = {**case.expect["exceptions"][0], "frames": []}
    right = {
        **{key: value for key, value in case.expect.items() if not key.endswith("Count")},
        "frameCount": case.expect["frameCount"],
        "exceptions": [exception],
        "culprit": {**case.expect["culprit"], "text": _culprit_line(case)},
        "diagnostics": [],
        "nativeFrames": [],
        "others": [],
    }
    extra = 1 if change.get("exceptions") == [] else 0  # the count of exceptions is wrong too
    assert len(score(case, lambda *_: {**right, **change}).misses) == count + extra


def test_the_score_sees_an_invented_frame():
    case = next(case for case in CASES if case.slug == "logcat-threadtime-npe-main")
    frame = {"className": "dev.larch.notes.Nowhere", "method": "f", "file": "A.kt", "line": 1, "text": "at x"}
    report = {"exceptions": [], "nativeFrames": [frame], "culprit": None, "others": [], "diagnostics": []}
    report |= dict.fromkeys(("kind", "language", "frameCount", "process", "pid", "thread"))
    report |= dict.fromkeys(("truncated", "obfuscated", "whatWentWrong"))
    assert score(case, lambda *_: report).invented == [(case.slug, "at x")]


def _culprit_line(case):
    return next(line.split("\t")[1] for line in case.text.splitlines() if "bindNote(" in line)
