"""Coroutine dumps of the debug probes."""

from evaluation.hangs.hang_score import FOLDER
from rca.error_text import parse

WITH_CREATION = """Coroutines dump 2024/05/11 21:44:02

Coroutine "coroutine#2":DeferredCoroutine{Active}@289d1c02, state: SUSPENDED
\tat kotlinx.coroutines.DeferredCoroutine.await$suspendImpl(Builders.common.kt:99)
\tat com.example.shop.Basket.total(Basket.kt:11)
\t(Coroutine creation stacktrace)
\tat kotlin.coroutines.intrinsics.IntrinsicsKt__IntrinsicsJvmKt.createCoroutineUnintercepted(IntrinsicsJvm.kt:116)
\tat com.example.shop.BasketScreen.open(BasketScreen.kt:25)

Coroutine "poll#3":StandaloneCoroutine{Active}@1b26f7b2, state: RUNNING (Last suspension stacktrace, not an actual stacktrace)
\tat com.example.shop.Poll.next(Poll.kt:7)
\tat _COROUTINE._CREATION._(CoroutineDebugging.kt)
\tat com.example.shop.Poll.start(Poll.kt:3)
"""


def test_each_coroutine_is_an_exception_with_its_frames():
    report = parse(WITH_CREATION)
    assert report.kind == "anr"
    assert [one.type for one in report.exceptions] == ["Coroutine", "Coroutine"]
    assert report.exceptions[0].message.startswith('"coroutine#2":DeferredCoroutine{Active}@289d1c02')
    assert report.culprit.method == "total"


def test_frames_of_the_creation_are_no_frames_of_the_stack():
    methods = [frame.method for one in parse(WITH_CREATION).exceptions for frame in one.frames]
    assert methods == ["await$suspendImpl", "total", "next"]


def test_beside_a_thread_dump_it_is_no_error_of_its_own():
    text = (FOLDER / "dumps" / "monitor-and-mutex-coroutines-jstack.txt").read_text()
    report = parse(text)
    assert report.thread == "main"
    assert not report.others
