"""What R8's own retrace says of 2,000 generated mappings is what is said here.

`r8_answers.json` was made by R8's retrace from the same seeds (docs/design/retrace.md says how): the answers of
the first 40 in full, of the others a digest. One line a frame: `class:method:line`, and behind ` | ` each
alternative with the frames that it was inlined into.
"""

import hashlib
import importlib.util
import json
from pathlib import Path

import pytest

from rca.error_text import parse
from rca.error_text.retrace import read_mapping, retrace

FOLDER = Path(__file__).parent
ANSWERS = json.loads((FOLDER / "r8_answers.json").read_text(encoding="utf-8"))
SHARDS = 8


def load_generator():
    spec = importlib.util.spec_from_file_location("generated_mappings", FOLDER / "generated_mappings.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


make_case = load_generator().make_case


def answer_of(case):
    outcome = retrace(parse("\n".join(case.trace), ()), read_mapping(case.mapping), ())
    reports = (outcome.report, *outcome.report.others)
    frames = [frame for report in reports for one in report.exceptions for frame in one.frames]
    return [" | ".join([written(frame), *map(written_group, frame.alternatives)]) for frame in frames]


def written(frame):
    return f"{frame.class_name}:{frame.method}:{frame.line}"


def written_group(frame):
    return " < ".join(map(written, (frame, *frame.inlined_into)))


@pytest.mark.parametrize("seed", [int(seed) for seed in ANSWERS["shown"]])
def test_the_answers_in_full(seed):
    assert answer_of(make_case(seed)) == ANSWERS["shown"][str(seed)]


@pytest.mark.parametrize("shard", range(SHARDS))
def test_two_thousand_mappings(shard):
    different = [
        seed
        for seed in range(shard, len(ANSWERS["digests"]), SHARDS)
        if digest(answer_of(make_case(seed))) != ANSWERS["digests"][seed]
    ]
    assert (len(ANSWERS["digests"]), different) == (2000, [])


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
