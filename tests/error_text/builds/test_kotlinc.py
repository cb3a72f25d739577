import pytest

from tests.error_text.builds.build_reports import first_error, places, report_of


def test_k1_messages_of_several_lines_and_paths_with_blanks():
    report = report_of("""
        > Task :app:compileDebugKotlin FAILED
        e: /src/shop/CartScreen.kt: (12, 5): Unresolved reference: viewModel
        e: /src/shop/CartScreen.kt: (20, 9): None of the following functions can be called with these arguments:\u0020
        public open fun put(x: Int): Unit defined in com.example.shop.Cart
        public open fun put(x: String): Unit defined in com.example.shop.Cart
        w: /src/shop/Old.kt: (3, 8): 'Basket' is deprecated. Use Cart
        e: /src/shop/My Cart.kt: (31, 22): Type mismatch: inferred type is Int but String was expected

        FAILURE: Build failed with an exception.

        * What went wrong:
        Execution failed for task ':app:compileDebugKotlin'.
        > A failure occurred while executing org.jetbrains.kotlin.compilerRunner.GradleKotlinCompilerWorkAction
           > Compilation error. See log for more details

        * Try:
        > Run with --stacktrace option to get the stack trace.
    """)
    assert (report.kind, report.language) == ("kotlin_compile", "kotlin")
    assert places(report) == [
        ("error", "/src/shop/CartScreen.kt", 12, 5),
        ("error", "/src/shop/CartScreen.kt", 20, 9),
        ("warning", "/src/shop/Old.kt", 3, 8),
        ("error", "/src/shop/My Cart.kt", 31, 22),
    ]
    assert report.diagnostics[1].message.splitlines()[1:] == [
        "public open fun put(x: Int): Unit defined in com.example.shop.Cart",
        "public open fun put(x: String): Unit defined in com.example.shop.Cart",
    ]
    assert report.failed_tasks == (":app:compileDebugKotlin",)
    assert report.what_went_wrong is not None
    assert report.what_went_wrong.endswith("   > Compilation error. See log for more details")


def test_k2_candidates_stand_after_blank_lines():
    report = report_of("""
        w: file:///D:/code/My%20Shop/Repo.kt:7:12 Parameter 'x' is never used
        e: file:///D:/code/My%20Shop/Repo.kt:18:20 None of the following candidates is applicable:

        fun add(item: Item): Unit:
          Argument type mismatch: actual type is 'String', but 'Item' was expected.

        fun add(item: Item, count: Int): Unit:
          No value passed for parameter 'count'.

        e: file:///home/ci/shop/Main.kt:30:1 Class 'Item' was compiled with an incompatible version of Kotlin.
        The class is loaded from /libs/items.jar!/Item.class

        Some words of the person who asks.
    """)
    assert places(report) == [
        ("warning", "D:/code/My Shop/Repo.kt", 7, 12),
        ("error", "D:/code/My Shop/Repo.kt", 18, 20),
        ("error", "/home/ci/shop/Main.kt", 30, 1),
    ]
    assert "No value passed for parameter 'count'." in report.diagnostics[1].message
    assert report.diagnostics[2].message.endswith("The class is loaded from /libs/items.jar!/Item.class")


def test_old_gradle_glues_the_task_to_the_message():
    report = report_of("""
        :app:compileDebugKotline: C:\\shop\\A.kt: (3, 7): Unresolved reference: foo
         FAILED
    """)
    assert places(report) == [("error", "C:\\shop\\A.kt", 3, 7)]
    assert first_error(report).message == "Unresolved reference: foo"


def test_command_line_compiler_quotes_the_source():
    report = report_of("""
        Cart.kt:12:5: error: unresolved reference 'total'.
            total()
            ^^^^^
        Cart.kt:14:9: warning: variable 'x' is never used
            val x = 1
                ^
    """)
    assert [(d.line, d.column, d.message) for d in report.diagnostics] == [
        (12, 5, "unresolved reference 'total'."),
        (14, 9, "variable 'x' is never used"),
    ]


def test_the_name_of_a_diagnostic_becomes_its_code():
    report = report_of("e: file:///src/A.kt:1:2 [UNRESOLVED_REFERENCE] Unresolved reference 'cart'.")
    assert (first_error(report).code, first_error(report).message) == (
        "UNRESOLVED_REFERENCE",
        "Unresolved reference 'cart'.",
    )


@pytest.mark.parametrize("end", ["", "\nBUILD SUCCESSFUL in 3s\n4 actionable tasks: 1 executed"])
def test_warnings_alone_are_no_failure(end):
    report = report_of(
        "> Task :app:compileKotlin\nw: file:///src/A.kt:3:7 'foo' is deprecated. Use bar\n" + end
    )
    assert report.kind == "kotlin_warnings_only"
    assert places(report) == [("warning", "/src/A.kt", 3, 7)]


def test_warnings_beside_another_failure_do_not_make_the_kind():
    report = report_of("""
        w: file:///src/A.kt:3:7 'foo' is deprecated. Use bar

        FAILURE: Build failed with an exception.

        * What went wrong:
        Could not determine the dependencies of task ':app:compileDebugJavaWithJavac'.
        > SDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable.
    """)
    assert report.kind == "gradle_build"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (
            """
            e: org.jetbrains.kotlin.backend.common.BackendException: Backend Internal error: Exception during IR lowering
            File being compiled: /src/shop/Chip.kt
            The root cause java.lang.RuntimeException was thrown at: a.B.c(B.kt:4)
            \tat a.B.c(B.kt:4)
            """,
            ("/src/shop/Chip.kt", None, None),
        ),
        (
            """
            exception: org.jetbrains.kotlin.codegen.CompilationException: Back-end (JVM) Internal error: wrong code
            File being compiled at position: (12,5) in C:/src/Chip.kt
            \tat a.B.c(B.kt:4)
            """,
            ("C:/src/Chip.kt", 12, 5),
        ),
        (
            """
            e: org.jetbrains.kotlin.util.FileAnalysisException: While analysing /src/Chip.kt:7:9: java.lang.Error
            \tat a.B.c(B.kt:4)
            """,
            ("/src/Chip.kt", 7, 9),
        ),
        (
            """
            org.jetbrains.kotlin.backend.common.CompilationException: Back-end: Please report this problem
            C:/src/Chip.kt:-1:-1
            Details: Internal error in file lowering
            \tat a.B.c(B.kt:4)
            """,
            ("C:/src/Chip.kt", None, None),
        ),
    ],
)
def test_a_crash_of_the_compiler_names_the_file_it_worked_on(text, place):
    report = report_of(text)
    assert report.kind == "compiler_crash"
    error = first_error(report)
    assert (error.file, error.line, error.column) == place
    assert report.frame_count == 1
    assert report.exceptions[0].type.startswith("org.jetbrains.kotlin.")


def test_compose_and_kotlin_versions_that_do_not_fit():
    report = report_of("""
        e: This version (1.3.2) of the Compose Compiler requires Kotlin version 1.7.20 but you appear to be using 1.8.0
    """)
    assert report.kind == "kotlin_compile"
    assert first_error(report).file is None


@pytest.mark.parametrize(
    "head", ["e: file:///libs/a.jar!/META-INF/a.kotlin_module ", "e: /libs/a.jar!/META-INF/a.kotlin_module: "]
)
def test_a_file_without_a_position(head):
    report = report_of(
        f"> Task :app:compileDebugKotlin FAILED\n{head}Module was compiled with an incompatible version.\n"
    )
    assert places(report) == [("error", "/libs/a.jar!/META-INF/a.kotlin_module", None, None)]
    assert first_error(report).message == "Module was compiled with an incompatible version."
    assert report.language == "kotlin"
