"""Real traces of many forms of code: the lines that compilers report fit the code that they were made from."""

import subprocess

import pytest

from rca.analysis.locating.frame_locator import locate
from rca.causes.moved_lines.moved_frames import follow_moved_lines
from rca.error_text import parse
from rca.scheduling.deadline import Deadline
from tests.causes.java_trace_forms import JAVA
from tests.causes.kotlin_trace_forms import KOTLIN
from tests.indexed_project import indexed
from tests.jdwp.jvm_program import compile_java, compile_kotlin


def traces(class_path, main):
    """Run a program and return the trace of each form by its name."""
    done = subprocess.run(
        ["java", "-cp", str(class_path), main], check=True, capture_output=True, text=True, timeout=300
    )
    parts = [part.partition("\n") for part in done.stdout.split("## ")[1:]]
    return {name: trace for name, _end, trace in parts}


def moved(root, path, code, found):
    """Return the frames that are taken for another revision's, by form."""
    snapshot = indexed(root, {path: code}).snapshot
    wrong = {}
    for name, trace in found.items():
        report = parse(trace, app_packages=("shop",))
        places = locate(report, snapshot)
        assert places, name
        followed = follow_moved_lines(report, places, snapshot, Deadline(20))
        stale = [(one.text, one.note) for one in followed if one.reported_line is not None]
        if stale:
            wrong[name] = stale
    return wrong


@pytest.fixture(scope="module")
def kotlin_traces(tmp_path_factory):
    return traces(compile_kotlin(tmp_path_factory.mktemp("kotlin"), KOTLIN), "shop.MainKt")


@pytest.fixture(scope="module")
def java_traces(tmp_path_factory):
    return traces(compile_java(tmp_path_factory.mktemp("java"), JAVA), "shop.Main")


def test_lines_of_compiled_kotlin_fit(tmp_path, kotlin_traces):
    assert len(kotlin_traces) > 70
    assert moved(tmp_path / "project", "src/main/kotlin/shop/Main.kt", KOTLIN, kotlin_traces) == {}


def test_lines_of_compiled_java_fit(tmp_path, java_traces):
    assert len(java_traces) > 35
    assert moved(tmp_path / "project", "src/main/java/shop/Main.java", JAVA, java_traces) == {}


def shifted(code, kept):
    """Return code with two lines more before the forms' class, as an edit would make it."""
    at = code.index(kept)
    return f"{code[:at]}// an edit\n\n\n{code[at:]}"


@pytest.mark.parametrize("language", ["kotlin", "java"])
def test_lines_of_an_edited_file_are_found(request, tmp_path, language):
    found = request.getfixturevalue(f"{language}_traces")
    path, code, kept = {
        "java": ("src/main/java/shop/Main.java", JAVA, "    static class Forms {"),
        "kotlin": ("src/main/kotlin/shop/Main.kt", KOTLIN, "class Forms("),
    }[language]
    snapshot = indexed(tmp_path / "project", {path: shifted(code, kept)}).snapshot
    right, wrong = [], []
    for name, trace in found.items():
        report = parse(trace, app_packages=("shop",))
        for one in follow_moved_lines(report, locate(report, snapshot), snapshot, Deadline(20)):
            if "Forms" in one.text and one.reported_line != one.line and one.note and "calls `" in one.note:
                # A call of several lines may be reported at any of them.
                is_near = abs(one.line - one.reported_line - 3) <= 2
                (right if is_near else wrong).append((name, one.note))
    assert wrong == []
    assert len(right) > len(found) / 3
