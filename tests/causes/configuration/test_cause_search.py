"""The search as a whole: what it gives on the wire, and that it ends in time."""

import time

import pytest

from evaluation.project_text import project_files
from tests.causes.configuration.shop import causes

FILES = project_files("""
// file: app/src/main/res/drawable/cart.xml
<shape>
</shape>
""")
TEXT = (
    "android.content.res.Resources$NotFoundException: Drawable a.b:drawable/cart with resource ID #0x7f07\n"
)


def test_a_cause_goes_on_the_wire_as_a_hypothesis(tmp_path):
    wire = causes(tmp_path, TEXT, FILES)[0].hypothesis.model_dump(mode="json", by_alias=True)
    assert wire["places"] == [
        {
            "filePath": "app/src/main/res/drawable/cart.xml",
            "line": 1,
            "endLine": 2,
            "function": None,
            "role": "configuration",
        }
    ]
    assert wire["evidence"]
    assert 0 < wire["confidence"] < 1


def test_a_search_without_time_finds_nothing_and_does_not_fail(tmp_path):
    assert causes(tmp_path, TEXT, FILES, seconds=0) == []


@pytest.mark.parametrize(
    "text", ["a." * 50_000, "A" * 150_000, f"java.lang.NoSuchMethodError: {'a/' * 60_000}B;"]
)
def test_a_hostile_text_takes_no_longer(tmp_path, text):
    started = time.process_time()
    causes(tmp_path, text, FILES)
    assert time.process_time() - started < 10
