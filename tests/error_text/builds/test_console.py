"""Consoles and tools around Gradle: what they put before, between and inside its lines."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.error_text import parse
from rca.error_text.console_output import without_console

BUILD = dedent("""\
    > Task :cart:compileDebugKotlin FAILED
    e: file:///home/dev/shop/cart/src/main/kotlin/com/example/cart/Basket.kt:41:17 Unresolved reference 'total'.

    FAILURE: Build failed with an exception.

    * What went wrong:
    Execution failed for task ':cart:compileDebugKotlin'.
    > A failure occurred while executing org.jetbrains.kotlin.compilerRunner.GradleKotlinCompilerWorkAction
       > Compilation error. See log for more details

    BUILD FAILED in 9s
""")


def _marked(mark: str) -> str:
    return "\n".join(f"{mark}{line}" for line in BUILD.splitlines())


@pytest.mark.parametrize("mark", ["[        ] ", "[  +12 ms] ", "> [   +3 ms] ", "[RUN_GRADLEW] "])
def test_a_mark_before_each_line_changes_nothing(mark):
    assert parse(_marked(mark)) == parse(BUILD)


def test_one_mark_is_text():
    assert without_console("[RUN_ALL] begins\nand ends") == "[RUN_ALL] begins\nand ends"


def _powershell(text: str, width: int) -> str:
    """Write as PowerShell does when it redirects what a command says on the error stream."""
    command, record = ".\\gradlew.bat : ", []
    first, *rest = [line for line in text.splitlines() if line.startswith("e: ")]
    record += _wrapped(command + first, width)
    record += ["At line:1 char:1", *_wrapped("+ .\\gradlew.bat assembleDebug > out.txt 2>&1", width)]
    record += [f"    + CategoryInfo          : NotSpec{'.' * (width - 38)} ", "   [], RemoteException"]
    record += ["    + FullyQualifiedErrorId : NativeCommandError", " "]
    after = text[text.index("FAILURE:") :].splitlines()
    task = next(line for line in text.splitlines() if line.endswith("FAILED"))
    return "\n".join([task, *record, *(part for line in rest + after for part in _wrapped(line, width))])


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    parts, current = [], ""
    for word in line.split(" "):
        if current and len(current) + len(word) > width - 1 and len(current) <= width:
            parts.append(current)
            current = ""
        current += word
        while len(current) > width:
            parts.append(current[:width])
            current = current[width:]
        current += " "
    return [*parts, current[:-1]]


@settings(max_examples=60, deadline=None)
@given(width=st.integers(min_value=56, max_value=200))
def test_lines_that_powershell_broke_are_one_again(width):
    report = parse(_powershell(BUILD, width))
    assert [(d.file, d.line, d.column, d.message) for d in report.diagnostics] == [
        (d.file, d.line, d.column, d.message) for d in parse(BUILD).diagnostics
    ]
    assert (report.kind, report.failed_tasks, report.what_went_wrong) == (
        "kotlin_compile",
        (":cart:compileDebugKotlin",),
        parse(BUILD).what_went_wrong,
    )


def test_a_build_folded_into_one_line_is_read():
    folded = " ".join(line.strip() for line in BUILD.splitlines() if line.strip())
    report = parse(f"error Failed to install the app. Command failed with exit code 1: gradlew {folded}")
    assert report.kind == "kotlin_compile"
    assert report.failed_tasks == (":cart:compileDebugKotlin",)
    assert (report.diagnostics[0].line, report.diagnostics[0].column) == (41, 17)
    assert (report.what_went_wrong or "").startswith("Execution failed for task ':cart:compileDebugKotlin'.")


def test_a_compiler_said_as_an_exception_is_read():
    report = parse(
        dedent("""\
        > Task :cart:kspDebugKotlin FAILED

        exception: build/generated/ksp/debug/kotlin/CartDao_Impl.kt:12:4: error: type expected
        exception:     private val entries: Map<,
        exception:                              ^
        exception: build/generated/ksp/debug/kotlin/CartDao_Impl.kt:14:1: error: expecting a declaration
    """)
    )
    assert report.kind == "annotation_processing"
    assert [(d.line, d.message) for d in report.diagnostics] == [
        (12, "type expected"),
        (14, "expecting a declaration"),
    ]


def test_a_caret_that_lost_its_line_end_hides_no_error():
    report = parse(
        dedent("""\
        C:\\dev\\app\\src\\main\\java\\com\\example\\CartModule.java:25: error: incompatible types
            Cart cart = 3;
                        ^C:\\dev\\app\\src\\main\\java\\com\\example\\CartPart.java:6: error: cannot find symbol
                CartModule.class
                ^
    """)
    )
    assert [(d.file.rpartition("\\")[2], d.line) for d in report.diagnostics if d.file] == [
        ("CartModule.java", 25),
        ("CartPart.java", 6),
    ]
