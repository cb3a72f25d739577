"""What Gradle and its plugins say."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

SHAPES = (
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
        "Gradle started by Ant",
        """     [exec] FAILURE: Build failed with an exception.
     [exec]
     [exec] * Where:
     [exec] Build file '/repo/links/build.gradle.kts' line: 22
     [exec]
     [exec] * What went wrong:
     [exec] An exception occurred applying plugin request [id: 'com.android.library']
     [exec] > Failed to apply plugin 'com.android.internal.library'.
     [exec]    > The 'org.jetbrains.kotlin.android' plugin is no longer required for Kotlin support since AGP 9.0.
     [exec]      Solution:
     [exec]        - Migrate this project to built-in Kotlin.
""",
        "gradle_build",
        problems=(
            "/repo/links/build.gradle.kts:22: The 'org.jetbrains.kotlin.android' plugin is no longer required",
        ),
    ),
)
