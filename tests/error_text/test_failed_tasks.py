"""What an error text names that can be run again."""

import pytest

from rca.error_text import parse
from rca.error_text.failed_tasks import MOST_TESTS, FailedTasks, failing_of

GRADLE = """> Task :app:testDebugUnitTest FAILED

demo.CalcTest > halves FAILED
    java.lang.ArithmeticException at CalcTest.java:4

2 tests completed, 1 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:testDebugUnitTest'.
> There were failing tests. See the report at: file:///x/index.html
"""
MAVEN = """[ERROR] Tests run: 2, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: 0.041 s <<< FAILURE! - in demo.CalcTest
[ERROR] halves(demo.CalcTest)  Time elapsed: 0.003 s  <<< ERROR!
java.lang.ArithmeticException: / by zero
\tat demo.CalcTest.halves(CalcTest.java:4)

[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22.3:test (default-test) on project core: There are test failures.
"""
COMPILE = """> Task :core:compileKotlin FAILED
e: file:///home/ann/shop/core/src/main/kotlin/Cart.kt:3:9 Unresolved reference 'total'.

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':core:compileKotlin'.
> Compilation error. See log for more details
"""


def read(text):
    return failing_of(parse(text), text)


@pytest.mark.parametrize(
    ("text", "failing"),
    [
        (GRADLE, FailedTasks("gradle", ":app:testDebugUnitTest", ("demo.CalcTest.halves",))),
        (MAVEN, FailedTasks("maven", "test", ("demo.CalcTest.halves",), "core")),
        (COMPILE, FailedTasks("gradle", ":core:compileKotlin")),
        (
            "Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.10.1:compile (a) on project demo: b",
            FailedTasks("maven", "compile", (), "demo"),
        ),
        (
            "[ERROR] demo.ATest.waits -- Time elapsed: 0.02 s <<< FAILURE!\njava.lang.AssertionError: no",
            FailedTasks("maven", "test", ("demo.ATest.waits",)),
        ),
        (
            '<testcase name="adds(int)[1]" classname="demo.AddTest" time="0"><failure type="x.Y">x</failure>',
            FailedTasks("gradle", None, ("demo.AddTest",)),
        ),
        (
            '<testcase name="works" classname="demo.A"/>\n<testcase classname="demo.B" name="fails">\n  <error/>',
            FailedTasks("gradle", None, ("demo.B.fails",)),
        ),
        ("java.lang.IllegalStateException: no\n\tat a.b.C.d(C.kt:1)", None),
        ("the cart is empty", None),
    ],
)
def test_task_and_tests_are_read(text, failing):
    assert read(text) == failing


@pytest.mark.parametrize(
    ("line", "test"),
    [
        ("CartTest > sums() FAILED", "CartTest.sums"),
        ("demo.CartTest > adds an item() FAILED", "demo.CartTest.adds an item"),
        ("demo.CartTest > adds an item FAILED", "demo.CartTest"),
        ("demo.CartTest > Nested > sums() FAILED", "demo.CartTest.sums"),
        ("demo.CartTest > initializationError FAILED", "demo.CartTest"),
        ("demo.CartTest[Pixel 4] > taps FAILED", "demo.CartTest.taps"),
    ],
)
def test_a_name_that_may_be_a_title_stands_for_its_class(line, test):
    assert read(f"{line}\n    java.lang.AssertionError at CartTest.kt:7\n").tests == (test,)


def test_very_many_tests_are_run_as_their_task():
    lines = "".join(f"demo.ATest > t{n} FAILED\n" for n in range(MOST_TESTS + 1))
    assert read(lines + GRADLE).tests == ()
