"""The form of small projects: files, places and ranges out of one text."""

import pytest

from evaluation.project_text import Mark, parse_project, split_cursor, write_project


def test_a_text_without_a_header_is_one_file():
    assert parse_project("fun a() = 1\n").files == {"Main.kt": "fun a() = 1\n"}


def test_a_header_begins_a_file_of_any_language():
    text = "// file: a/A.kt\nclass A\n// file: gradle/libs.versions.toml\n[versions]\n\n// file: empty.txt\n"
    assert parse_project(text).files == {
        "a/A.kt": "class A\n",
        "gradle/libs.versions.toml": "[versions]\n\n",
        "empty.txt": "",
    }


def test_what_stands_before_the_first_header_is_a_file_too():
    assert parse_project("class A\n// file: B.kt\nclass B\n").files == {
        "Main.kt": "class A\n",
        "B.kt": "class B\n",
    }


def test_a_text_may_be_indented_as_the_code_around_it():
    text = """
        // file: A.kt
        class A {
            val b = 1
        }
    """
    assert parse_project(text).files == {"A.kt": "class A {\n    val b = 1\n}\n"}


def test_a_comment_that_only_speaks_of_a_file_is_text():
    assert parse_project("val a = 1 // file: B.kt\n").files == {"Main.kt": "val a = 1 // file: B.kt\n"}


def test_the_cursor_is_a_place_without_its_mark():
    project = parse_project("// file: A.kt\nfun a() = 1\n// file: B.kt\nval b = <|>a()\n")
    assert project.cursor == Mark("B.kt", 8, 8)
    assert project.files["B.kt"] == "val b = a()\n"


def test_ranges_keep_their_text_and_may_have_names():
    project = parse_project("fun <|f:load|>() { <|load|>() }\nval a = <||>1\n")
    text = project.files["Main.kt"]
    assert text == "fun load() { load() }\nval a = 1\n"
    assert [(mark.name, text[mark.start : mark.end]) for mark in project.marks] == [
        ("f", "load"),
        (None, "load"),
        (None, ""),
    ]
    assert project.named("f") == Mark("Main.kt", 4, 8, "f")


def test_an_operator_can_be_marked():
    project = parse_project("val c = a <|less:<|> b <|or:|||> d\n")
    assert project.files == {"Main.kt": "val c = a < b || d\n"}
    assert (project.named("less").start, project.named("or").end) == (10, 16)


def test_operators_of_kotlin_are_no_marks():
    text = "val a = b || c\nval d: List<() -> Unit>? = x <b> y\n"
    assert parse_project(text).files == {"Main.kt": text}


@pytest.mark.parametrize(
    "text",
    [
        "// file: A.kt\n// file: A.kt\n",
        "val <|a:b|> = 1\nval <|a:c|> = 2\n",
        "val <|a = 1\n",
        "val a|> = 1\n",
        "val <|a <|b|>|> = 1\n",
    ],
)
def test_what_cannot_be_meant_is_refused(text):
    with pytest.raises(ValueError, match=r"twice|does not end"):
        parse_project(text)


@pytest.mark.parametrize("text", ["val a = 1\n", "val <|>a = <|>1\n"])
def test_a_test_that_asks_for_the_cursor_has_exactly_one(text):
    with pytest.raises(ValueError, match="values to unpack"):
        _ = parse_project(text).cursor


def test_files_are_written_as_they_are_with_their_line_ends(tmp_path):
    write_project(tmp_path, "// file: a/b/C.kt\nclass C\r\n")
    assert (tmp_path / "a/b/C.kt").read_bytes() == b"class C\r\n"


def test_a_piece_of_text_is_split_at_its_cursor():
    assert split_cursor("cart.<|>total()") == ("cart.", "total()")
