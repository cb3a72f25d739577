"""Kotlin/Native, Apple and native images."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

SHAPES = (
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
        "Kotlin/Native: a test that Gradle ran in a simulator",
        "app.notes.NoteTest.titleIsTrimmed[iosSimulatorArm64] FAILED\n"
        "    kotlin.AssertionError: Expected <Hello>, actual <Hello >.\n"
        "        at kotlin.Error#<init>(/opt/build/kotlin/libraries/stdlib/src/kotlin/Exceptions.kt:25)\n"
        "        at app.notes.helper#internal(/build/shared/src/commonTest/kotlin/app/notes/NoteTest.kt:30)\n"
        "        at app.notes.NoteTest#titleIsTrimmed"
        "(/build/shared/src/commonTest/kotlin/app/notes/NoteTest.kt:14)\n\n"
        "1 test completed, 1 failed\n\n"
        "> Task :shared:iosSimulatorArm64Test FAILED\n\n"
        "FAILURE: Build failed with an exception.\n\n"
        "* What went wrong:\n"
        "Execution failed for task ':shared:iosSimulatorArm64Test'.\n"
        "> There were failing tests. See the report at: file:///build/reports/index.html\n",
        "test_failure",
        types=("kotlin.AssertionError",),
        culprit="app.notes.helper:30",
        tasks=(":shared:iosSimulatorArm64Test",),
    ),
)
