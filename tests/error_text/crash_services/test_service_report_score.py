"""The score of unseen reports counts each field of a key, and what was not found as wrong."""

import json

from evaluation.service_report_score import find_cases, read_key, score_report
from rca.error_text import parse
from tests.error_text.crash_services import samples

KEY = """service = sentry
release = 2.1.0
handled = false
pid = -
exceptions = 2
0 message = no note is open
0.0 = dev.larch.notes.NoteStore|current|NoteStore.kt|41
"""


def test_every_field_is_right():
    score = score_report("sentry", read_key(KEY), parse(json.dumps(samples.SENTRY)))
    assert (score.right, score.fields, score.misses) == (10, 10, [])


def test_fields_that_are_wrong_or_of_an_error_that_was_not_found():
    key = read_key(KEY.replace("|41", "|42").replace("2.1.0", "-") + "@ 2\nkind = anr\n#0 = 1f|lib.so||\n")
    score = score_report("sentry", key, parse(json.dumps(samples.SENTRY)))
    assert (score.right, score.fields) == (8, 15)
    assert "sentry[0] 0.0 line: expected '42', found '41'" in score.misses
    assert "sentry[1] #0 function: expected '', found 'nothing'" in score.misses


def test_native_frames_and_messages_with_bars(tmp_path):
    (tmp_path / "crashlytics-a.txt").write_text(json.dumps(samples.CRASHLYTICS_APPLE))
    (tmp_path / "crashlytics-a.key").write_text("kind = native_crash\n#1 = |UIKitCore|<redacted>|\n")
    ((name, text, key),) = find_cases(tmp_path)
    score = score_report(name, key, parse(text))
    assert (name, score.right, score.fields) == ("crashlytics-a", 5, 5)
