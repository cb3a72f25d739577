"""`check_conventions` where settings are broken: what is whole of them counts, the rest is named."""

import pytest

from rca.tools.check_conventions import TOOL
from tests.tools.code_project import CodeProject

CODE = (
    "package a\n\nimport java.util.*\n\nfun b(e: Exception) {\n    println(e!!)\n    e.printStackTrace()\n}\n"
)


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    made.write("src/main/kotlin/a/A.kt", CODE)
    return made


def checked(made):
    made.workspace.index()
    answer = made.call(TOOL, filePath="src/main/kotlin/a/A.kt", followed=200)
    assert answer["success"], answer
    return {one["rule"] for one in answer["data"]["deviations"]}, answer["meta"]


def test_a_block_of_detekt_that_is_no_yaml_costs_its_own_rules_alone(project):
    project.write(
        "detekt.yml",
        "# ours\nstyle:\n  WildcardImport:\n    active: true\n"
        "potential-bugs:\n  UnsafeCallOnNullableType:\n    active: true\n  Broken: ][\n"
        "exceptions:\n  PrintStackTrace:\n    active: true\n",
    )
    rules, meta = checked(project)
    assert {"star import", "printStackTrace"} <= rules
    assert "`!!`" not in rules
    assert meta["completeness"] == "partial"
    assert [
        one
        for one in meta["provenance"]
        if one.startswith("detekt.yml: line 8: ")
        and one.endswith("the rules of `potential-bugs` are not known")
    ]


def test_what_is_wrong_with_detekt_is_told_again_when_it_is_kept(project):
    project.write("detekt.yml", "style:\n  - ][\n")
    assert checked(project)[1]["provenance"] == checked(project)[1]["provenance"]


def test_settings_that_hold_no_rules_lack_nothing(project):
    project.add("""
        // file: detekt.yml
        # nothing yet
        // file: .editorconfig
        root = true

        [*.kt]
        indent_style = space
    """)
    assert checked(project)[1]["completeness"] == "complete"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[*.[z-a]]", "line 4: `[*.[z-a]]` is no pattern: its section is not known"),
        ("[*.{kt", "line 4: `[*.{kt` is no pattern: its section is not known"),
        ("max_line_length", "line 4: `max_line_length` is no `key = value`"),
    ],
)
def test_a_line_of_editorconfig_that_is_not_understood_is_named(project, line, said):
    project.write(".editorconfig", f"root = true\n[*.kt]\nmax_line_length = 20\n{line}\nindent_style = tab\n")
    rules, meta = checked(project)
    assert "line length" in rules  # what stands before it counts
    assert meta["completeness"] == "partial"
    assert f".editorconfig: {said}" in meta["provenance"]
    if line.startswith("["):
        assert "indentation" not in rules  # and is no part of the section before
