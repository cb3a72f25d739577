"""Dumps that were cut, damaged or are none: an answer with a code that says what was read."""

from __future__ import annotations

import os
import random

import pytest

from models.error_codes import ErrorCode
from rca.heap_dumps.dump_analysis import analyze_dump
from rca.heap_dumps.dump_problem import DumpProblem
from rca.heap_dumps.worker_run import analyze_in_process
from rca.scheduling.deadline import Cancelled, Deadline
from rca.tool_failure import Failure
from tests.heap_dumps.hprof_writer import shop_dump

WHOLE = shop_dump()


def test_a_dump_that_was_cut_gives_what_was_read_and_says_so(tmp_path):
    path = tmp_path / "cut.hprof"
    path.write_bytes(WHOLE[: len(WHOLE) - 60])
    found = analyze_dump(path, Deadline())
    assert "was cut" in found.notes[0]
    assert f"of {len(WHOLE) - 60:,} bytes" in found.notes[0]
    assert found.facts.objects > 5


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file is empty"),
        (b"PK\x03\x04 a packed file", "is no heap dump"),
        (WHOLE[:20], "inside the header"),
        (WHOLE[:60], "holds no object"),
        (b"JAVA PROFILE 1.0.2\0\0\0\0\x03" + bytes(8), "ids have 3 bytes"),
    ],
)
def test_what_is_no_dump_is_refused_with_the_reason(tmp_path, content, says):
    path = tmp_path / "none.hprof"
    path.write_bytes(content)
    with pytest.raises(DumpProblem, match=says):
        analyze_dump(path, Deadline())
    with pytest.raises(Failure) as failure:
        analyze_in_process(path, 5, Deadline(), os.environ, lambda _line: None)
    assert failure.value.error.code == ErrorCode.INVALID_PARAMETERS
    assert says in failure.value.error.message


@pytest.mark.parametrize("block", range(5))
def test_no_damage_ends_in_anything_but_findings_or_a_reason(tmp_path, block):
    path = tmp_path / "damaged.hprof"
    for seed in range(block * 60, block * 60 + 60):
        chance = random.Random(seed)
        damaged = bytearray(WHOLE[: chance.randint(1, len(WHOLE))])
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged)
        try:
            analyze_dump(path, Deadline())
        except DumpProblem:
            continue


def test_the_time_limit_and_cancellation_end_the_process(tmp_path):
    path = tmp_path / "shop.hprof"
    path.write_bytes(WHOLE)
    with pytest.raises(Failure) as failure:
        analyze_in_process(path, 5, Deadline(0.001), os.environ, lambda _line: None)
    assert failure.value.error.code == ErrorCode.TOOL_TIMEOUT
    cancelled = Deadline()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        analyze_in_process(path, 5, cancelled, os.environ, lambda _line: None)
