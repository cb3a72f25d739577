"""Test consoles and what tests fail with."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

SHAPES = (
    Shape(
        "JUnit console launcher",
        """\u2577
\u251c\u2500 JUnit Jupiter \u2714
\u2502  \u2514\u2500 LedgerTest \u2714
\u2502     \u251c\u2500 books twice() \u2718 expected: <4> but was: <2>
\u2514\u2500 JUnit Platform Suite \u2714

Failures (1):
  JUnit Jupiter:LedgerTest:books twice()
    MethodSource [className = 'app.ledger.LedgerTest', methodName = 'books twice', methodParameterTypes = '']
    => org.opentest4j.AssertionFailedError: expected: <4> but was: <2>
       org.junit.jupiter.api.AssertionFailureBuilder.build(AssertionFailureBuilder.java:151)
       org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:145)
       app.ledger.LedgerTest.books twice(LedgerTest.kt:33)
       [...]

Test run finished after 91 ms
[         1 tests failed          ]
""",
        "test_failure",
        types=("org.opentest4j.AssertionFailedError",),
        culprit="app.ledger.LedgerTest.books twice:33",
    ),
    Shape(
        "Kotest: soft assertions",
        """app.ledger.PostingSpec > Posting should balance FAILED
    io.kotest.assertions.MultiAssertionError: The following 2 assertions failed:
    1) expected:<10> but was:<9>
       at app.ledger.PostingSpec$1$1.invokeSuspend(PostingSpec.kt:15)
    2) expected:<"EUR"> but was:<"USD">
       at app.ledger.PostingSpec$1$1.invokeSuspend(PostingSpec.kt:16)
        at app.ledger.PostingSpec$1$1.invokeSuspend(PostingSpec.kt:14)
        at app.ledger.PostingSpec$1$1.invoke(PostingSpec.kt)
        at io.kotest.core.spec.style.scopes.RootScopeKt.test(RootScope.kt:20)
""",
        "test_failure",
        types=("io.kotest.assertions.MultiAssertionError",),
    ),
    Shape(
        "Robolectric cannot get its Android",
        """app.till.DrawerTest > opens FAILED
    java.lang.AssertionError: Failed to fetch maven artifact org.robolectric:android-all-instrumented:15-robolectric-12650502-i7
        at org.robolectric.internal.dependency.MavenArtifactFetcher.fetchArtifact(MavenArtifactFetcher.java:129)
        at org.robolectric.internal.dependency.MavenDependencyResolver.getLocalArtifactUrls(MavenDependencyResolver.java:90)

        Caused by:
        java.net.SocketTimeoutException: Connect timed out
            at java.base/sun.nio.ch.NioSocketImpl.timedFinishConnect(NioSocketImpl.java:546)
""",
        "test_failure",
        types=("java.lang.AssertionError", "java.net.SocketTimeoutException"),
        culprit=None,
    ),
    Shape(
        "Roborazzi: image changed",
        """app.ui.BadgeShotTest > dark FAILED
    java.lang.AssertionError: Roborazzi: /repo/ui/src/test/shots/BadgeShotTest.dark.png is changed.
    See compare image at /repo/ui/build/outputs/roborazzi/BadgeShotTest.dark_compare.png
        at com.github.takahirom.roborazzi.RoborazziKt.processOutputImageAndReport(Roborazzi.kt:650)
        at com.github.takahirom.roborazzi.RoborazziKt.captureRoboImage(Roborazzi.kt:267)
        at app.ui.BadgeShotTest.dark(BadgeShotTest.kt:44)
""",
        "test_failure",
        types=("java.lang.AssertionError",),
        culprit="app.ui.BadgeShotTest.dark:44",
    ),
    Shape(
        "Kotlin/JS test in a browser",
        """app.BasketTest.empty[js, browser, ChromeHeadless130.0.0.0, Linux0.0.0] FAILED
    AssertionError: Expected <0>, actual <1>.
        at <global>.captureStack(/tmp/_karma_webpack_41/commons.js:5112)
        at BasketTest.empty(/repo/src/jsTest/kotlin/app/BasketTest.kt:9)
""",
        "test_failure",
        types=("AssertionError",),
    ),
    Shape(
        "Gradle's short test failures with a nested class",
        """> Task :ledger:test

LedgerTest > When empty > has no total() FAILED
    java.lang.IllegalStateException at LedgerTest.kt:28
        Caused by: java.util.NoSuchElementException at Ledger.kt:14

12 tests completed, 1 failed

> Task :ledger:test FAILED
""",
        "test_failure",
        types=("java.lang.IllegalStateException", "java.util.NoSuchElementException"),
        tasks=(":ledger:test",),
    ),
    Shape(
        "kotlinx-coroutines-test: not finished",
        """kotlinx.coroutines.test.UncompletedCoroutinesError: After waiting for 1m, the test body did not run to completion
	at app//kotlinx.coroutines.test.TestBuildersKt__TestBuildersKt$runTest$2$1$2$1.invoke(TestBuilders.kt:354)
	at app//kotlinx.coroutines.test.TestBuildersKt.runTest(Unknown Source)
	at app//app.sync.QueueTest.takes(QueueTest.kt:19)
	at java.base@21.0.4/java.lang.reflect.Method.invoke(Method.java:580)
""",
        "jvm_exception",
        types=("kotlinx.coroutines.test.UncompletedCoroutinesError",),
        culprit="app.sync.QueueTest.takes:19",
    ),
    Shape(
        "surefire's summary",
        """[INFO] -------------------------------------------------------
[INFO]  T E S T S
[INFO] -------------------------------------------------------
[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.08 s <<< FAILURE! -- in app.ledger.LedgerTest
[ERROR] app.ledger.LedgerTest.adds -- Time elapsed: 0.01 s <<< FAILURE!
org.opentest4j.AssertionFailedError: expected: <3> but was: <2>
	at org.junit.jupiter.api.Assertions.assertEquals(Assertions.java:145)
	at app.ledger.LedgerTest.adds(LedgerTest.kt:21)

[INFO] Results:
[ERROR] Failures:
[ERROR]   LedgerTest.adds:21 expected: <3> but was: <2>
[INFO] BUILD FAILURE
""",
        "test_failure",
        types=("org.opentest4j.AssertionFailedError",),
        culprit="app.ledger.LedgerTest.adds:21",
    ),
    Shape(
        "Compose: a node that is not there",
        """app.ui.CartScreenTest > pays FAILED
    java.lang.AssertionError: Failed to perform a gesture.
    Reason: Expected exactly '1' node but could not find any node that satisfies: (Text + InputText + EditableText contains 'Pay' (ignoreCase: false))
        at androidx.compose.ui.test.SemanticsNodeInteraction.fetchOneOrThrow(SemanticsNodeInteraction.kt:175)
        at androidx.compose.ui.test.ActionsKt.performClick(Actions.kt:60)
        at app.ui.CartScreenTest.pays(CartScreenTest.kt:38)
""",
        "test_failure",
        types=("java.lang.AssertionError",),
        culprit="app.ui.CartScreenTest.pays:38",
    ),
    Shape(
        "MockK has no answer",
        """io.mockk.MockKException: no answer found for Rates(#2).of(EUR) among the configured answers: (Rates(#2).of(eq(USD)))

	at io.mockk.impl.stub.MockKStub.defaultAnswer(MockKStub.kt:93)
	at app.ledger.Rates.of(Rates.kt:8)
	at app.ledger.ConverterTest.converts(ConverterTest.kt:29)
""",
        "jvm_exception",
        types=("io.mockk.MockKException",),
        culprit="app.ledger.Rates.of:8",
    ),
    Shape(
        "Kotest in Gradle with a path of containers",
        """> Task :ledger:jvmTest

app.ledger.PostingSpec > Given a posting > When it is booked > Then it balances FAILED
    io.kotest.assertions.AssertionFailedError: expected:<0> but was:<5>
        at app.ledger.PostingSpec$1$1$1$1.invokeSuspend(PostingSpec.kt:24)
        at app.ledger.PostingSpec$1$1$1$1.invoke(PostingSpec.kt)
        at io.kotest.core.spec.style.scopes.GivenScope.Then(GivenScope.kt:30)

3 tests completed, 1 failed

> Task :ledger:jvmTest FAILED
""",
        "test_failure",
        types=("io.kotest.assertions.AssertionFailedError",),
        tasks=(":ledger:jvmTest",),
        culprit="app.ledger.PostingSpec$1$1$1$1.invokeSuspend:24",
    ),
    Shape(
        "a program prints places while its test runs",
        """> Task :app:test
src/main/kotlin/app/till/Drawer.kt:7:1 visited
src/main/kotlin/app/till/Till.kt:9:4 visited

DrawerTest > opens FAILED
    java.lang.IllegalStateException at DrawerTest.kt:12

> Task :app:test FAILED
""",
        "test_failure",
        types=("java.lang.IllegalStateException",),
        problems=(),
        tasks=(":app:test",),
    ),
)
