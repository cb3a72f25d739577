"""Numbers that shrinkers and the runtime put in frames are told from lines, and never compared with them."""

from __future__ import annotations

import pytest

from models.error_report import Frame, OuterFrame
from rca.analysis.locating.frame_locator import locate
from rca.analysis.locating.frame_positions import alternatives_note
from rca.error_text import parse
from tests.indexed_project import indexed

SCREEN = """package a.b

class Screen {

    fun show(id: Int) {
        draw(id)
    }

    fun show(id: Int, title: String) {
        draw(title)
    }

    fun hide() = Unit
}
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    opened = indexed(tmp_path_factory.mktemp("screen") / "app", {"src/a/b/Screen.kt": SCREEN})
    yield opened
    opened.close()


def place(workspace, frame):
    report = parse(f"java.lang.NullPointerException: x\n\tat a.b.Screen.{frame}", ("a.b",))
    (found,) = locate(report, workspace.snapshot)
    return found


@pytest.mark.parametrize(
    ("printed", "says"),
    [
        ("r8-map-id-1234:6", "r8-map-id-1234"),
        ("r8-map-id-2d8bb2e8:900", "mapping.txt"),
        ("SourceFile:13", "'SourceFile' stands for the file"),
        ("PG:1", "mapping.txt"),
        ("Proguard:1", "mapping.txt"),
        ("ProGuard:900", "mapping.txt"),
        ("D8$$SyntheticClass:6", "D8 or R8 made"),
        ("R8$$SyntheticClass:0", None),
        ("Unknown Source:6", "counts bytecode"),
        ("Unknown Source:900", "counts bytecode"),
    ],
)
def test_the_number_of_a_shrunk_build_is_no_line(workspace, printed, says):
    found = place(workspace, f"hide({printed})")
    assert (found.line, found.function.name) == (13, "Screen.hide")
    assert (found.note is None) == (says is None)
    assert says is None or (says in found.note and "changed" not in found.note)


@pytest.mark.parametrize("printed", ["r8-map-id-1234:10", "Unknown Source:10", "SourceFile:10", "Screen.kt"])
def test_without_a_line_every_overload_is_said(workspace, printed):
    found = place(workspace, f"show({printed})")
    assert (found.line, found.function.name) == (5, "Screen.show")
    assert "2 functions have this name" in found.note
    assert "line 9" in found.note


def test_a_renamed_method_of_a_kept_class_is_said_to_be_missing(workspace):
    found = place(workspace, "a(SourceFile:10)")
    assert (found.line, found.function) == (3, None)
    assert "no function 'a'" in found.note


def test_a_line_of_the_source_is_still_compared(workspace):
    assert place(workspace, "show(Screen.kt:10)").line == 10
    assert "changed" in place(workspace, "show(Screen.kt:13)").note


def test_other_originals_of_a_frame_are_whole_groups():
    outer = OuterFrame(class_name="a.b.Screen", method="show", file=None, line=6)
    other = frame_of("draw", 9).model_copy(update={"inlined_into": (outer,)})
    frame = frame_of("hide", 13).model_copy(update={"alternatives": (other,)})
    assert alternatives_note(frame) == (
        "the mapping leaves open which function this is: also Screen.draw:9 inlined into Screen.show:6"
    )
    several = frame.model_copy(update={"alternatives": (frame_of("draw", 9),) * 5})
    assert alternatives_note(several).endswith("Screen.draw:9 and 2 more")
    assert alternatives_note(frame_of("hide", 13)) is None


def frame_of(method, line):
    text = f"at a.b.Screen.{method}(Screen.kt:{line})"
    return Frame(class_name="a.b.Screen", method=method, file="Screen.kt", line=line, origin="app", text=text)
