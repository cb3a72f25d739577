"""Errors in forms that are seldom pasted, each with what a careful person reads in it.

The forms are those of real tools, the words and names are made up.
"""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """A text and what is right about it; what is not stated is not judged.

    `types` are those of the exceptions, in order; `culprit` is `Class.method:line`; `problems` are
    `file:line: beginning of the message` of the diagnostics that are errors.
    """

    name: str
    text: str
    kind: str
    types: tuple[str, ...] | None = None
    culprit: str | None = ""
    problems: tuple[str, ...] | None = None
    tasks: tuple[str, ...] | None = None
    signal: str | None = ""
    thread: str | None = ""
    tool: str | None = ""


SHAPES = (
    Shape(
        "detekt 1.x in Gradle",
        """> Task :ledger:detekt FAILED
/home/u/shop/ledger/src/main/kotlin/app/ledger/Posting.kt:41:9: The function book is too long (77). The maximum length is 60. [LongMethod]
/home/u/shop/ledger/src/main/kotlin/app/ledger/Money.kt:12:20: This expression contains a magic number. Consider defining it to a well named constant. [MagicNumber]

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':ledger:detekt'.
> Analysis failed with 2 weighted issues.

BUILD FAILED in 4s
""",
        "lint",
        problems=(
            "/home/u/shop/ledger/src/main/kotlin/app/ledger/Posting.kt:41: The function book is too long (77).",
            "/home/u/shop/ledger/src/main/kotlin/app/ledger/Money.kt:12: This expression contains a magic number.",
        ),
        tasks=(":ledger:detekt",),
        tool="detekt",
    ),
    Shape(
        "detekt 2 with severities",
        """> Task :feature:cart:detektMain FAILED
e: file:///repo/feature/cart/src/main/kotlin/app/cart/CartScreen.kt:88:5 The function CartScreen(state, onPay) has too many parameters. [LongParameterList]

* What went wrong:
Execution failed for task ':feature:cart:detektMain'.
> Analysis failed with 1 issues.
""",
        "lint",
        problems=("/repo/feature/cart/src/main/kotlin/app/cart/CartScreen.kt:88: The function CartScreen",),
        tasks=(":feature:cart:detektMain",),
    ),
    Shape(
        "ktlint of the Gradle plugin",
        """> Task :app:ktlintMainSourceSetCheck FAILED
/Users/u/till/app/src/main/kotlin/app/till/Drawer.kt:7:1 Unused import (cannot be auto-corrected)
/Users/u/till/app/src/main/kotlin/app/till/Drawer.kt:30:14 Missing spacing before "{"

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:ktlintMainSourceSetCheck'.
> A failure occurred while executing org.jlleitschuh.gradle.ktlint.worker.ConsoleReportWorkAction
   > KtLint found code style violations. Please see the following reports:
     - /Users/u/till/app/build/reports/ktlint/ktlintMainSourceSetCheck/ktlintMainSourceSetCheck.txt
""",
        "lint",
        problems=(
            "/Users/u/till/app/src/main/kotlin/app/till/Drawer.kt:7: Unused import",
            "/Users/u/till/app/src/main/kotlin/app/till/Drawer.kt:30: Missing spacing before",
        ),
        tasks=(":app:ktlintMainSourceSetCheck",),
        tool="ktlint",
    ),
    Shape(
        "ktlint on the command line",
        """src/main/kotlin/app/till/Receipt.kt:3:1: Imports must be ordered in lexicographic order (standard:import-ordering)
src/main/kotlin/app/till/Receipt.kt:19:40: Trailing space(s) (standard:no-trailing-spaces)

Summary error count (descending) by rule:
  standard:import-ordering: 1
  standard:no-trailing-spaces: 1
""",
        "lint",
        problems=(
            "src/main/kotlin/app/till/Receipt.kt:3: Imports must be ordered",
            "src/main/kotlin/app/till/Receipt.kt:19: Trailing space(s)",
        ),
        tool="ktlint",
    ),
    Shape(
        "Spotless with ktlint",
        """> Task :core:spotlessKotlinCheck FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':core:spotlessKotlinCheck'.
> The following files had format violations:
      src/main/kotlin/app/core/Clock.kt
          @@ -3,4 +3,3 @@
           import\xb7java.time.Instant
          -import\xb7java.time.Duration
  Run './gradlew :core:spotlessApply' to fix these violations.
""",
        "gradle_build",
        tasks=(":core:spotlessKotlinCheck",),
    ),
    Shape(
        "K2 with names of diagnostics",
        """> Task :app:compileKotlin FAILED
e: file:///repo/app/src/main/kotlin/app/Basket.kt:17:22 [ARGUMENT_TYPE_MISMATCH] Argument type mismatch: actual type is 'kotlin.String', but 'kotlin.Int' was expected.
e: file:///repo/app/src/main/kotlin/app/Basket.kt:25:9 [UNRESOLVED_REFERENCE] Unresolved reference 'discount'.
""",
        "kotlin_compile",
        problems=(
            "/repo/app/src/main/kotlin/app/Basket.kt:17: Argument type mismatch: actual type is",
            "/repo/app/src/main/kotlin/app/Basket.kt:25: Unresolved reference 'discount'.",
        ),
        tasks=(":app:compileKotlin",),
    ),
    Shape(
        "K2 with candidates below the message",
        """e: file:///repo/app/src/main/kotlin/app/Till.kt:52:13 None of the following candidates is applicable:

fun ring(amount: Int): Unit:
  Argument type mismatch: actual type is 'String', but 'Int' was expected.

fun ring(amount: Money, label: String): Unit:
  No value passed for parameter 'label'.

e: file:///repo/app/src/main/kotlin/app/Till.kt:60:5 'when' expression must be exhaustive. Add the 'is Refund' branch or an 'else' branch.
""",
        "kotlin_compile",
        problems=(
            "/repo/app/src/main/kotlin/app/Till.kt:52: None of the following candidates is applicable:",
            "/repo/app/src/main/kotlin/app/Till.kt:60: 'when' expression must be exhaustive.",
        ),
    ),
    Shape(
        "kotlinc on the command line with the line of code",
        """src/Main.kt:9:17: error: null cannot be a value of a non-null type 'String'.
    val label: String = null
                        ^^^^
src/Main.kt:14:5: warning: variable 'x' is never used
    val x = 1
        ^
""",
        "kotlin_compile",
        problems=("src/Main.kt:9: null cannot be a value of a non-null type 'String'.",),
    ),
    Shape(
        "Kotlin build tools API: daemon gave up",
        """> Task :shared:compileKotlinMetadata FAILED
e: Daemon compilation failed: null
java.lang.Exception
	at org.jetbrains.kotlin.daemon.common.CompileService$CallResult$Error.get(CompileService.kt:69)
	at org.jetbrains.kotlin.compilerRunner.GradleKotlinCompilerWork.compileWithDaemon(GradleKotlinCompilerWork.kt:240)
Caused by: java.lang.AssertionError: java.lang.Exception: Could not close incremental caches in /repo/shared/build/kotlin: class-fq-name-to-source.tab
	at org.jetbrains.kotlin.com.google.common.io.Closer.close(Closer.java:236)
""",
        "compiler_crash",
        tasks=(":shared:compileKotlinMetadata",),
        culprit=None,
    ),
    Shape(
        "KSP2: missing type",
        """> Task :data:kspDebugKotlin FAILED
e: [ksp] [MissingType]: Element 'app.data.LedgerDatabase' references a type that is not present

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':data:kspDebugKotlin'.
> A failure occurred while executing com.google.devtools.ksp.gradle.KspAAWorkerAction
   > KSP failed with exit code: PROCESSING_ERROR
""",
        "annotation_processing",
        problems=("None:None: [MissingType]: Element 'app.data.LedgerDatabase' references",),
        tasks=(":data:kspDebugKotlin",),
    ),
    Shape(
        "KSP2: message with a place and a trace of the processor",
        """e: [ksp] /repo/data/src/main/kotlin/app/data/Rows.kt:23: Entities and POJOs must have a usable public constructor.
e: [ksp] java.lang.IllegalStateException: unexpected nullability
	at app.weave.WeaveProcessor.process(WeaveProcessor.kt:61)
	at com.google.devtools.ksp.impl.KotlinSymbolProcessing.execute(KotlinSymbolProcessing.kt:620)
> Task :data:kspKotlin FAILED
""",
        "annotation_processing",
        problems=(
            "/repo/data/src/main/kotlin/app/data/Rows.kt:23: Entities and POJOs must have",
            "None:None: java.lang.IllegalStateException: unexpected nullability",
        ),
        types=("java.lang.IllegalStateException",),
        tasks=(":data:kspKotlin",),
    ),
    Shape(
        "Compose compiler in the wrong place",
        """e: file:///repo/ui/src/main/java/app/ui/Badge.kt:31:9 @Composable invocations can only happen from the context of a @Composable function
e: file:///repo/ui/src/main/java/app/ui/Badge.kt:33:21 Try catch is not supported around composable function invocations.
> Task :ui:compileDebugKotlin FAILED
""",
        "kotlin_compile",
        problems=(
            "/repo/ui/src/main/java/app/ui/Badge.kt:31: @Composable invocations can only happen",
            "/repo/ui/src/main/java/app/ui/Badge.kt:33: Try catch is not supported",
        ),
    ),
    Shape(
        "R8 names rules for missing classes",
        """> Task :app:minifyReleaseWithR8 FAILED
ERROR: Missing classes detected while running R8. Please add the missing classes or apply additional keep rules that are generated in /repo/app/build/outputs/mapping/release/missing_rules.txt.

ERROR: R8: Missing class org.slf4j.impl.StaticLoggerBinder (referenced from: void org.slf4j.LoggerFactory.bind() and 3 other contexts)
Missing class javax.naming.InitialContext (referenced from: boolean app.db.Pool.lookup())
""",
        "r8",
        problems=(
            "None:None: Missing class org.slf4j.impl.StaticLoggerBinder",
            "None:None: Missing class javax.naming.InitialContext",
        ),
        tasks=(":app:minifyReleaseWithR8",),
    ),
    Shape(
        "AAPT2 of a merged values file",
        """> Task :app:processDebugResources FAILED

* What went wrong:
Execution failed for task ':app:processDebugResources'.
> A failure occurred while executing com.android.build.gradle.internal.res.LinkApplicationAndroidResourcesTask$TaskAction
   > Android resource linking failed
     app.till.app-mergeDebugResources-41:/values/values.xml:212: error: resource attr/chipTint (aka app.till:attr/chipTint) not found.
     error: failed linking references.
""",
        "resource_linking",
        tasks=(":app:processDebugResources",),
        problems=("app.till.app-mergeDebugResources-41:/values/values.xml:212: resource attr/chipTint",),
    ),
    Shape(
        "Android lint as text",
        """> Task :app:lintDebug FAILED
/repo/app/src/main/java/app/till/Vault.kt:18: Error: Call requires API level 26 (current min is 24): java.time.Instant#now [NewApi]
        val now = Instant.now()
                          ~~~

   Explanation for issues of type "NewApi":
   This check scans through all the Android API calls in the application and
   warns about any calls that are not available.

1 errors, 0 warnings
""",
        "lint",
        problems=("/repo/app/src/main/java/app/till/Vault.kt:18: Call requires API level 26",),
        tasks=(":app:lintDebug",),
    ),
    Shape(
        "Gradle 9: a script that does not compile",
        """Calculating task graph as no cached configuration is available for tasks: assemble

[Incubating] Problems report is available at: file:///repo/build/reports/problems/problems-report.html

FAILURE: Build failed with an exception.

* Where:
Build file '/repo/app/build.gradle.kts' line: 14

* What went wrong:
Script compilation error:

  Line 14:     jvmToolchian(21)
               ^ Unresolved reference 'jvmToolchian'.

1 error

* Try:
> Run with --stacktrace option to get the stack trace.

BUILD FAILED in 2s
Configuration cache entry discarded with 1 problem.
""",
        "gradle_build",
        problems=("/repo/app/build.gradle.kts:14: Unresolved reference 'jvmToolchian'.",),
    ),
    Shape(
        "configuration cache problems",
        """1 problem was found storing the configuration cache.
- Task `:app:stampVersion` of type `app.build.StampTask`: invocation of 'Task.project' at execution time is unsupported with the configuration cache.
  See https://docs.gradle.org/9.2.0/userguide/configuration_cache_requirements.html

FAILURE: Build failed with an exception.

* What went wrong:
Configuration cache problems found in this build.

BUILD FAILED in 1s
""",
        "gradle_build",
    ),
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
        "Kotlin/Native: uncaught, new form of frames",
        """Uncaught Kotlin exception: kotlin.IllegalStateException: no session
    at 0   till.kexe                           0x1024a1f0b        kfun:kotlin.Throwable#<init>(kotlin.String?){} + 99 (/opt/buildAgent/repo/kotlin/Throwable.kt:28:37)
    at 1   till.kexe                           0x10249bc77        kfun:kotlin.IllegalStateException#<init>(kotlin.String?){} + 99 (/opt/buildAgent/repo/kotlin/Exceptions.kt:70:44)
    at 2   till.kexe                           0x102482ac3        kfun:app.till.Session#open(kotlin.Int){} + 303 (/repo/till/src/nativeMain/kotlin/Session.kt:21:15)
    at 3   till.kexe                           0x102482f9b        kfun:#main(){} + 83 (/repo/till/src/nativeMain/kotlin/Main.kt:4:5)
""",
        "native_crash",
        types=("kotlin.IllegalStateException",),
    ),
    Shape(
        "Apple's crash report of a Kotlin framework",
        """Exception Type:  EXC_CRASH (SIGABRT)
Exception Codes: 0x0000000000000000, 0x0000000000000000
Termination Reason: SIGNAL 6 Abort trap: 6
Triggered by Thread:  0

Thread 0 name:   Dispatch queue: com.apple.main-thread
Thread 0 Crashed:
0   libsystem_kernel.dylib        	0x00000001e3a0a1dc __pthread_kill + 8
1   libsystem_pthread.dylib       	0x000000021bb6ec60 pthread_kill + 268
2   libsystem_c.dylib             	0x00000001a3c70b90 abort + 124
3   Shared                        	0x0000000104a8b2f4 konan::abort() + 12
4   Shared                        	0x00000001049c3d10 kfun:app.shared.Till#ring(kotlin.Int){} + 220
""",
        "native_crash",
        signal="SIGABRT",
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
        "coroutine dump of the debug agent",
        """Coroutines dump 2026/04/02 11:20:41

Coroutine "sync#4":StandaloneCoroutine{Active}@5e2de80c, state: SUSPENDED
	at app.sync.Queue.take(Queue.kt:40)
	at app.sync.Worker$run$2.invokeSuspend(Worker.kt:23)
	(Coroutine creation stacktrace)
	at kotlinx.coroutines.BuildersKt.launch$default(Builders.common.kt:48)
	at app.sync.Worker.start(Worker.kt:17)

Coroutine BlockingCoroutine{Active}@1d251891, state: RUNNING
	at app.MainKt.main(Main.kt:8)
""",
        "jvm_exception",
        culprit="app.sync.Queue.take:40",
    ),
    Shape(
        "Spring Boot's log before its failure analysis",
        """2026-03-02T09:12:44.310Z ERROR 7 --- [billing] [           main] o.s.boot.SpringApplication               : Application run failed

org.springframework.beans.factory.BeanCreationException: Error creating bean with name 'invoices' defined in file [/app/InvoiceService.class]: Failed to instantiate
	at org.springframework.beans.factory.support.ConstructorResolver.instantiate(ConstructorResolver.java:328) ~[spring-beans-6.2.1.jar!/:6.2.1]
	at app.billing.BillingApplicationKt.main(BillingApplication.kt:13) ~[!/:0.0.1]
Caused by: java.lang.IllegalArgumentException: rate must be positive
	at app.billing.InvoiceService.<init>(InvoiceService.kt:20) ~[!/:0.0.1]
	... 31 common frames omitted
""",
        "jvm_exception",
        types=(
            "org.springframework.beans.factory.BeanCreationException",
            "java.lang.IllegalArgumentException",
        ),
        culprit="app.billing.InvoiceService.<init>:20",
    ),
    Shape(
        "Ktor with Logback",
        """2026-02-11 18:03:20.904 [eventLoopGroupProxy-4-2] ERROR io.ktor.server.Application - Unhandled: GET - /orders/7
java.util.NoSuchElementException: order 7
	at app.orders.Orders.find(Orders.kt:52)
	at app.orders.RoutesKt$routes$1$1.invokeSuspend(Routes.kt:18)
	at io.ktor.server.routing.RoutingNode$buildPipeline$1.invokeSuspend(RoutingNode.kt:112)
""",
        "jvm_exception",
        types=("java.util.NoSuchElementException",),
        culprit="app.orders.Orders.find:52",
    ),
    Shape(
        "native-image refuses an object in its heap",
        """> Task :cli:nativeCompile FAILED
[2/8] Performing analysis...  [*****]                                                                   (9.1s @ 1.20GB)

Fatal error: com.oracle.graal.pointsto.constraints.UnsupportedFeatureException: An object of type 'app.cli.Terminal' was found in the image heap. This type, however, is marked for initialization at image run time.
This is not allowed for correctness reasons: All objects that are stored in the image heap must be initialized at build time.
	at org.graalvm.nativeimage.builder/com.oracle.svm.hosted.classinitialization.ClassInitializationFeature.checkImageHeapInstance(ClassInitializationFeature.java:132)
	at org.graalvm.nativeimage.pointsto/com.oracle.graal.pointsto.meta.AnalysisUniverse.replaceObject(AnalysisUniverse.java:588)

* What went wrong:
Execution failed for task ':cli:nativeCompile'.
> Process 'command '/opt/graalvm/bin/native-image'' finished with non-zero exit value 1
""",
        "gradle_build",
        types=("com.oracle.graal.pointsto.constraints.UnsupportedFeatureException",),
        tasks=(":cli:nativeCompile",),
    ),
    Shape(
        "native image: a class that was not registered",
        """Exception in thread "main" org.graalvm.nativeimage.MissingReflectionRegistrationError: The program tried to reflectively access

   app.cli.Options.<init>()

without it being registered for runtime reflection. Add it to the reflection metadata to solve this problem.
        at org.graalvm.nativeimage.builder/com.oracle.svm.core.reflect.MissingReflectionRegistrationUtils.forQueriedOnlyExecutable(MissingReflectionRegistrationUtils.java:97)
        at java.base@25/java.lang.Class.getConstructor(DynamicHub.java:1123)
        at app.cli.MainKt.main(Main.kt:11)
""",
        "jvm_exception",
        types=("org.graalvm.nativeimage.MissingReflectionRegistrationError",),
        culprit="app.cli.MainKt.main:11",
        thread="main",
    ),
    Shape(
        "Logcat of Android Studio, copied from the new window",
        """---------------------------- PROCESS STARTED (9121) for package app.till ----------------------------
2026-05-04 14:01:07.552  9121-9121  AndroidRuntime          app.till                             E  FATAL EXCEPTION: main
                                                                                                    Process: app.till, PID: 9121
                                                                                                    java.lang.NullPointerException: drawer is closed
                                                                                                    \tat app.till.Drawer.count(Drawer.kt:27)
                                                                                                    \tat android.os.Handler.dispatchMessage(Handler.java:106)
---------------------------- PROCESS ENDED (9121) for package app.till ----------------------------
""",
        "jvm_exception",
        types=("java.lang.NullPointerException",),
        culprit="app.till.Drawer.count:27",
        thread="main",
    ),
    Shape(
        "Play Console's crash",
        """Exception java.lang.IllegalStateException: closed
  at app.till.Drawer.open (Drawer.kt:31)
  at app.till.DrawerFragment.onResume (DrawerFragment.kt:58)
  at android.app.Activity.performResume (Activity.java:8531)
  at java.lang.reflect.Method.invoke (Method.java)
""",
        "jvm_exception",
        types=("java.lang.IllegalStateException",),
        culprit="app.till.Drawer.open:31",
    ),
    Shape(
        "Crashlytics' text",
        """# Crashlytics - Stack trace
# Application: app.till
# Platform: android
# Version: 4.2 (420)

Fatal Exception: java.lang.ArithmeticException: divide by zero
       at app.till.Share.split(Share.kt:16)
       at app.till.ShareViewModel$split$1.invokeSuspend(ShareViewModel.kt:40)
       at kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:33)

main:
       at android.os.MessageQueue.nativePollOnce(MessageQueue.java)
""",
        "jvm_exception",
        types=("java.lang.ArithmeticException",),
        culprit="app.till.Share.split:16",
    ),
    Shape(
        "Bugsnag in an issue",
        """**java.lang.RuntimeException** in **DrawerActivity**
no drawer

## Stacktrace

    Drawer.kt:44 - app.till.Drawer.open
    DrawerActivity.kt:19 - app.till.DrawerActivity$onCreate$1.invoke
    Unknown:2 - app.till.DrawerActivity$sam$android_view_View_OnClickListener$0.onClick
""",
        "jvm_exception",
        types=("java.lang.RuntimeException",),
        culprit="app.till.Drawer.open:44",
    ),
    Shape(
        "Sentry's stack, copied as text",
        """java.lang.IllegalArgumentException: negative amount
    at app.till.Money.<init>(Money.kt:9)
    at app.till.Till.ring(Till.kt:61)
  In App
    at androidx.compose.foundation.ClickableNode$clickPointerInput$3.invoke(Clickable.kt:639)
""",
        "jvm_exception",
        types=("java.lang.IllegalArgumentException",),
        culprit="app.till.Money.<init>:9",
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
        "strict mode",
        """D/StrictMode: StrictMode policy violation; ~duration=41 ms: android.os.strictmode.DiskReadViolation
        at android.os.StrictMode$AndroidBlockGuardPolicy.onReadFromDisk(StrictMode.java:1659)
        at libcore.io.BlockGuardOs.open(BlockGuardOs.java:252)
        at app.till.Prefs.load(Prefs.kt:22)
""",
        "jvm_exception",
        types=("android.os.strictmode.DiskReadViolation",),
        culprit="app.till.Prefs.load:22",
    ),
    Shape(
        "Hilt through KSP",
        """e: [ksp] /repo/app/build/generated/ksp/debug/java/app/till/TillApp_HiltComponents.java:141: [Dagger/MissingBinding] app.till.Printer cannot be provided without an @Inject constructor or an @Provides-annotated method.

      app.till.Printer is injected at
          [app.till.TillApp_HiltComponents.SingletonC] app.till.Drawer(printer)
> Task :app:hiltJavaCompileDebug FAILED
""",
        "annotation_processing",
        tasks=(":app:hiltJavaCompileDebug",),
    ),
    Shape(
        "coroutine context as a suppressed exception",
        """Exception in thread "DefaultDispatcher-worker-3" java.lang.IllegalStateException: feed is stale
	at app.feed.Feed.refresh(Feed.kt:73)
	at app.feed.FeedKt$poll$1.invokeSuspend(Feed.kt:101)
	at kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith(ContinuationImpl.kt:34)
	at kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(CoroutineScheduler.kt:704)
	Suppressed: kotlinx.coroutines.internal.DiagnosticCoroutineContextException: [CoroutineName(poll), StandaloneCoroutine{Cancelling}@4a5f3b1, Dispatchers.Default]
""",
        "jvm_exception",
        types=(
            "java.lang.IllegalStateException",
            "kotlinx.coroutines.internal.DiagnosticCoroutineContextException",
        ),
        culprit="app.feed.Feed.refresh:73",
        thread="DefaultDispatcher-worker-3",
    ),
    Shape(
        "the handler of uncaught exceptions fails",
        """Exception: java.lang.OutOfMemoryError thrown from the UncaughtExceptionHandler in thread "http-7"
""",
        "jvm_exception",
        types=("java.lang.OutOfMemoryError",),
        thread="http-7",
    ),
    Shape(
        "lint's first failure in Gradle's words",
        """> Task :app:lintVitalRelease FAILED

* What went wrong:
Execution failed for task ':app:lintVitalRelease'.
> Lint found 2 errors, 9 warnings. First failure:

  /repo/app/src/main/AndroidManifest.xml:19: Error: Class referenced in the manifest, app.till.OldActivity, was not found in the project or the libraries [MissingClass]
          android:name=".OldActivity"
          ~~~~~~~~~~~~~~~~~~~~~~~~~~~
""",
        "lint",
        problems=("/repo/app/src/main/AndroidManifest.xml:19: Class referenced in the manifest",),
        tasks=(":app:lintVitalRelease",),
    ),
    Shape(
        "Room: a migration that forgot a column",
        """java.lang.IllegalStateException: Migration didn't properly handle: postings(app.data.Posting).
 Expected:
TableInfo {
    name = 'postings',
    columns = { id, amount, currency }
}
 Found:
TableInfo {
    name = 'postings',
    columns = { id, amount }
}
	at androidx.room.RoomOpenHelper.onUpgrade(RoomOpenHelper.kt:92)
	at app.data.Ledger.open(Ledger.kt:40)
""",
        "jvm_exception",
        types=("java.lang.IllegalStateException",),
        culprit="app.data.Ledger.open:40",
    ),
    Shape(
        "Kover's rule",
        """> Task :core:koverVerify FAILED

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':core:koverVerify'.
> Rule violated: lines covered percentage is 41.200000, but expected minimum is 60
""",
        "gradle_build",
        tasks=(":core:koverVerify",),
    ),
    Shape(
        "binary compatibility of an API",
        """> Task :core:apiCheck FAILED

* What went wrong:
Execution failed for task ':core:apiCheck'.
> API check failed for project core.
  --- /repo/core/api/core.api
  +++ /repo/core/build/api/core.api
  @@ -3,4 +3,4 @@
  -	public final fun total ()I
  +	public final fun total ()J

  You can run :core:apiDump task to overwrite API declarations
""",
        "gradle_build",
        tasks=(":core:apiCheck",),
    ),
    Shape(
        "two JVM targets",
        """> Task :app:compileDebugKotlin FAILED

* What went wrong:
Execution failed for task ':app:compileDebugKotlin'.
> Inconsistent JVM Target Compatibility Between Java and Kotlin Tasks
    Inconsistent JVM-target compatibility detected for tasks 'compileDebugJavaWithJavac' (11) and 'compileDebugKotlin' (21).
""",
        "gradle_build",
        tasks=(":app:compileDebugKotlin",),
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
        "Koin cannot make an instance",
        """org.koin.core.error.InstanceCreationException: Could not create instance for '[Singleton: 'app.till.Printer']'
	at org.koin.core.instance.InstanceFactory.create(InstanceFactory.kt:59)
	at app.till.TillApp.onCreate(TillApp.kt:22)
Caused by: org.koin.core.error.NoDefinitionFoundException: No definition found for type 'app.till.Port' on scope '['_root_']'. Check your Modules configuration and add missing type and/or qualifier!
	at org.koin.core.scope.Scope.throwDefinitionNotFound(Scope.kt:303)
	at app.till.ModulesKt.till$lambda$0(Modules.kt:14)
	... 12 more
""",
        "jvm_exception",
        types=(
            "org.koin.core.error.InstanceCreationException",
            "org.koin.core.error.NoDefinitionFoundException",
        ),
        culprit="app.till.ModulesKt.till$lambda$0:14",
    ),
    Shape(
        "Kotlin/Native: the linker misses a framework",
        """> Task :shared:linkDebugFrameworkIosSimulatorArm64 FAILED
e: /Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/ld invocation reported errors

The /Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/bin/ld command returned non-zero exit code: 1.
output:
ld: framework 'Ledger' not found
""",
        "native_link",
        tasks=(":shared:linkDebugFrameworkIosSimulatorArm64",),
    ),
    Shape(
        "Swift's fatal error above Kotlin's",
        """Function doesn't have or inherit @Throws annotation and thus exception isn't propagated from Kotlin to Objective-C/Swift as NSError.
It is considered unexpected and unhandled instead. Program will be terminated.
Uncaught Kotlin exception: kotlin.IllegalArgumentException: bad amount
    at 0   Shared                              0x104f86e3b        kfun:kotlin.Throwable#<init>(kotlin.String?){} + 119
    at 1   Shared                              0x104f7ff47        kfun:kotlin.IllegalArgumentException#<init>(kotlin.String?){} + 115
    at 2   Shared                              0x104ed1c63        kfun:app.shared.Money#of(kotlin.Int){}app.shared.Money + 211
    at 3   Till                                0x1024d0d30        $s4Till8DrawerVMC4ringyyF + 88
""",
        "native_crash",
        types=("kotlin.IllegalArgumentException",),
        culprit="app.shared.Money.of:None",
    ),
    Shape(
        "Bazel's kotlinc",
        """ERROR: /repo/ledger/BUILD.bazel:3:15: KotlinCompile //ledger:lib { kt: 4, java: 0, srcjars: 0 } for k8 failed: (Exit 1): build failed: error executing KotlinCompile command
ledger/src/app/ledger/Posting.kt:19:13: error: unresolved reference 'amout'.
    return amout
           ^^^^^
Target //ledger:lib failed to build
""",
        "kotlin_compile",
        problems=("ledger/src/app/ledger/Posting.kt:19: unresolved reference 'amout'.",),
    ),
    Shape(
        "logcat of a process that the system killed and restarted",
        """05-04 14:02:00.001  9121  9140 E AndroidRuntime: FATAL EXCEPTION: OkHttp Dispatcher
05-04 14:02:00.001  9121  9140 E AndroidRuntime: Process: app.till, PID: 9121
05-04 14:02:00.001  9121  9140 E AndroidRuntime: java.net.UnknownServiceException: CLEARTEXT communication to till.test not permitted by network security policy
05-04 14:02:00.001  9121  9140 E AndroidRuntime: \tat okhttp3.internal.connection.RealConnection.connect(RealConnection.kt:188)
05-04 14:02:00.001  9121  9140 E AndroidRuntime: \tat app.till.net.Client.call(Client.kt:51)
05-04 14:02:00.230  1523  1801 I ActivityManager: Process app.till (pid 9121) has died: fg  TOP
""",
        "jvm_exception",
        types=("java.net.UnknownServiceException",),
        culprit="app.till.net.Client.call:51",
        thread="OkHttp Dispatcher",
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
