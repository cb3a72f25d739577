"""Compilers, processors of annotations, R8, AAPT2 and linkers."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

SHAPES = (
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
    *(
        Shape(
            f"javac alone, on a machine that speaks {language}",
            f"src/app/Main.java:12: {word}: {message}\n        foo.bar();\n        ^\n",
            "java_compile",
            problems=(f"src/app/Main.java:12: {message}",),
        )
        for language, word, message in (
            ("German", "Fehler", "Symbol nicht gefunden"),
            (
                "Japanese",
                "\u30a8\u30e9\u30fc",
                "\u30b7\u30f3\u30dc\u30eb\u3092\u898b\u3064\u3051\u3089\u308c\u307e\u305b\u3093",
            ),
            ("Chinese", "\u9519\u8bef", "\u627e\u4e0d\u5230\u7b26\u53f7"),
        )
    ),
)
