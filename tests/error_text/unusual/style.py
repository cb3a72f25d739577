"""Style checkers and lint."""

from __future__ import annotations

from tests.error_text.unusual.shape import Shape

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
)
