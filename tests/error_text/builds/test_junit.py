from tests.error_text.builds.build_reports import report_of


def test_gradles_short_form_names_no_method_and_only_the_tests_own_class():
    report = report_of("""
        > Task :app:testDebugUnitTest FAILED

        com.example.shop.CartTest > adds an item FAILED
            org.opentest4j.AssertionFailedError at CartTest.kt:12
                Caused by: java.lang.IllegalStateException at Fixture.kt:9

        12 tests completed, 1 failed

        FAILURE: Build failed with an exception.

        * What went wrong:
        Execution failed for task ':app:testDebugUnitTest'.
        > There were failing tests. See the report at: file:///x/index.html
    """)
    assert (report.kind, report.language) == ("test_failure", "kotlin")
    frames = [(e.type, f.class_name, f.method, f.file, f.line) for e in report.exceptions for f in e.frames]
    assert frames == [
        ("org.opentest4j.AssertionFailedError", "com.example.shop.CartTest", None, "CartTest.kt", 12),
        ("java.lang.IllegalStateException", None, None, "Fixture.kt", 9),
    ]
    assert report.frame_count == 0, "a short form is no complete frame"
    assert report.diagnostics == ()


def test_full_traces_of_gradle():
    report = report_of("""
        com.example.shop.PriceTest > rounds() FAILED
            org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
                at app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)
                at app//com.example.shop.PriceTest.rounds(PriceTest.kt:22)
    """)
    assert report.kind == "test_failure"
    assert [(e.type, e.message, len(e.frames)) for e in report.exceptions] == [
        ("org.opentest4j.AssertionFailedError", "expected: <3> but was: <4>", 2)
    ]
    assert report.culprit is not None
    assert report.culprit.method == "rounds"


def test_a_junit_report_whose_escapes_are_gone():
    report = report_of("""
        <testsuite name="com.example.shop.CartTest" tests="2" failures="1">
          <testcase name="adds()" classname="com.example.shop.CartTest" time="0.01">
            <failure message="expected: <3> but was: <4>" type="org.opentest4j.AssertionFailedError">org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
        \tat com.example.shop.CartTest.adds(CartTest.kt:14)
        </failure>
          </testcase>
        </testsuite>
    """)
    assert report.kind == "test_failure"
    assert [(e.type, e.message) for e in report.exceptions] == [
        ("org.opentest4j.AssertionFailedError", "expected: <3> but was: <4>")
    ]
    assert report.culprit is not None


def test_surefire():
    report = report_of("""
        [ERROR] Tests run: 5, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! - in a.CartTest
        [ERROR] com.example.shop.CartTest.adds  Time elapsed: 0.01 s  <<< FAILURE!
        org.opentest4j.AssertionFailedError: expected: <3> but was: <4>
        \tat com.example.shop.CartTest.adds(CartTest.kt:12)

        [ERROR] Failures:\u0020
        [ERROR]   CartTest.adds:12 expected: <3> but was: <4>
        [INFO] BUILD FAILURE
        [ERROR] Failed to execute goal maven-surefire-plugin:3.0.0:test on project shop: There are test failures.
    """)
    assert report.kind == "test_failure"
    assert report.culprit is not None
    assert report.diagnostics == ()


def test_surefires_summary_alone():
    report = report_of("[ERROR] Failures: \n[ERROR]   CartTest.adds:12 expected: <3> but was: <4>\n")
    assert [(d.file, d.line) for d in report.diagnostics] == [(None, 12)]
    assert report.exceptions == ()


def test_instrumentation():
    report = report_of("""
        INSTRUMENTATION_STATUS: class=com.example.shop.CartTest
        INSTRUMENTATION_STATUS: stack=java.lang.AssertionError: expected:<1> but was:<2>
        \tat org.junit.Assert.fail(Assert.java:89)
        \tat com.example.shop.CartTest.adds(CartTest.kt:30)
        INSTRUMENTATION_STATUS: test=adds
        INSTRUMENTATION_STATUS_CODE: -2
    """)
    assert report.kind == "test_failure"
    assert [(e.type, len(e.frames)) for e in report.exceptions] == [("java.lang.AssertionError", 2)]


def test_gradle_breaks_the_line_after_caused_by():
    report = report_of("""
        com.example.shop.OutboxTest > flushes FAILED
            java.util.concurrent.ExecutionException: org.junit.ComparisonFailure: expected:<[a]> but was:<[b]>
                at com.example.shop.OutboxTest.flushes(OutboxTest.kt:80)

                Caused by:
                org.junit.ComparisonFailure: expected:<[a]> but was:<[b]>
                    at com.example.shop.Outbox.check(Outbox.kt:22)
                    at com.example.shop.OutboxTest.flushes(OutboxTest.kt:77)
    """)
    assert [(e.type, e.relation, len(e.frames)) for e in report.exceptions] == [
        ("java.util.concurrent.ExecutionException", "primary", 1),
        ("org.junit.ComparisonFailure", "cause", 2),
    ]
    assert report.culprit is not None
    assert report.culprit.file == "Outbox.kt"


def test_a_message_without_a_trace_is_still_the_exception():
    report = report_of("""
        com.example.shop.CartTest > pays[Pixel_6(AVD) - 13] FAILED
        \tandroidx.test.espresso.PerformException: Error performing 'single click' on view
        \tAnimations or transitions are enabled on the target device.

        com.example.shop.CartTest > adds[Pixel_6(AVD) - 13] FAILED
        \tjava.lang.AssertionError
        \tat org.junit.Assert.fail(Assert.java:87)
        \tat com.example.shop.CartTest.adds(CartTest.kt:9)
        Tests on Pixel_6(AVD) - 13 failed: There was 2 failure(s).
    """)
    assert [(e.type, len(e.frames)) for e in report.exceptions] == [
        ("androidx.test.espresso.PerformException", 0),
        ("java.lang.AssertionError", 2),
    ]
    assert report.exceptions[0].message is not None
    assert report.exceptions[0].message.endswith("on the target device.")


def test_a_junit_report_with_its_escapes():
    report = report_of("""
        <testcase name="adds" classname="com.example.shop.MoneyTest" time="0.01">
          <failure message="expected:&lt;1&gt;" type="org.junit.ComparisonFailure">org.junit.ComparisonFailure: expected:&lt;1&gt;
        \tat com.example.shop.Money.&lt;init&gt;(Money.kt:3)
        \tat com.example.shop.MoneyTest.adds(MoneyTest.kt:14)
        </failure>
    """)
    assert [(e.type, e.message) for e in report.exceptions] == [
        ("org.junit.ComparisonFailure", "expected:<1>")
    ]
    assert [f.method for f in report.exceptions[0].frames] == ["<init>", "adds"]
