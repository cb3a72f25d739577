"""Which mapping file undoes a trace: the one of its build, or none."""

import json
import os

import pytest

from evaluation.project_text import project_files
from rca.analysis.locating.deobfuscation import deobfuscate
from rca.error_text import parse
from tests.indexed_project import indexed

SCRIPT = project_files("""
// file: settings.gradle.kts
include(":app")
// file: app/build.gradle.kts
plugins {}
""")
BUILT = "app/build/outputs/mapping/{}/mapping.txt"
CLASS = "com.example.till.Basket -> a.b:\n    1:3:void {}():20:22 -> c\n"


def mapping(method, map_id=None):
    return (f"# pg_map_id: {map_id}\n" if map_id else "") + CLASS.format(method)


def metadata(code, variant="release", application="com.example.till"):
    elements = [{"versionCode": one} for one in (code if isinstance(code, list) else [code])]
    return json.dumps({"applicationId": application, "variantName": variant, "elements": elements})


def trace(file="SourceFile", head=""):
    return f"{head}java.lang.IllegalStateException: x\n\tat a.b.c({file}:2)\n\tat a.b.c({file}:1)\n"


@pytest.fixture
def undo(tmp_path):
    opened = []

    def run(files, text, given=None):
        workspace = indexed(tmp_path / "app", SCRIPT | {".gitignore": "build/\n"} | files)
        opened.append(workspace)
        return deobfuscate(parse(text, ()), text, workspace.snapshot, given, ("com.example.till",))

    yield run
    for workspace in opened:
        workspace.close()


def method_of(undone):
    return undone.report.exceptions[0].frames[0].method


VARIANTS = {
    BUILT.format("release"): mapping("pay", "0fa3c1d"),
    BUILT.format("beta"): mapping("close", "77aa00b"),
}


@pytest.mark.parametrize(("map_id", "method"), [("0fa3c1d2e3", "pay"), ("77aa00b", "close")])
def test_the_map_id_chooses_among_the_files_of_a_workspace(undo, map_id, method):
    undone = undo(VARIANTS, trace(f"r8-map-id-{map_id}"))
    assert method_of(undone) == method
    assert undone.report.culprit.method == method
    assert undone.gaps == ()
    assert map_id[:7] in undone.used[0]


def test_a_project_of_one_module_is_looked_through(undo):
    files = {"build.gradle": "", BUILT.removeprefix("app/").format("release"): mapping("pay", "0fa3c1d")}
    undone = undo(files, trace("r8-map-id-0fa3c1d"))
    assert (method_of(undone), undone.gaps) == ("pay", ())
    assert "names are undone with build/outputs/mapping/release/mapping.txt" in undone.used[0]


def test_a_map_id_that_no_file_has_leaves_the_names_and_is_said(undo):
    undone = undo(VARIANTS, trace("r8-map-id-555555"))
    assert (method_of(undone), undone.report.culprit) == ("c", None)
    assert "None of the workspace is known to be of map id 555555" in undone.gaps[0]
    assert "map id 77aa00b" in undone.gaps[0]


def test_a_given_file_of_another_build_is_replaced_by_the_right_one(undo):
    undone = undo(VARIANTS, trace("r8-map-id-77aa00b"), given=BUILT.format("release"))
    assert method_of(undone) == "close"
    assert (
        "app/build/outputs/mapping/release/mapping.txt (map id 0fa3c1d) is of another build" in undone.used[0]
    )


def test_a_given_file_of_another_build_is_not_used(undo):
    files = {"kept/mapping.txt": mapping("pay", "0fa3c1d")}
    undone = undo(files, trace("r8-map-id-77aa00b"), given="kept/mapping.txt")
    assert (method_of(undone), undone.report.culprit) == ("c", None)
    assert "kept/mapping.txt (map id 0fa3c1d) is of another build" in undone.gaps[0]


def test_a_given_file_without_an_id_may_be_anothers(undo):
    undone = undo({"kept/mapping.txt": mapping("pay")}, trace("r8-map-id-77aa00b"), given="kept/mapping.txt")
    assert method_of(undone) == "pay"
    assert "names no map id" in undone.gaps[0]
    assert undone.doubt == "the mapping may be of another build"


VERSIONED = {
    BUILT.format("release"): mapping("pay"),
    "app/build/outputs/apk/release/output-metadata.json": metadata([41, 1041]),
    "mappings/42/mapping.txt": mapping("close"),
    "mappings/42/output-metadata.json": metadata(42),
}
HEADS = {
    41: "# Application: com.example.till\n# Version: 1.4 (41)\n",
    1041: "Package: com.example.till v1041 (1.4)\n",
    42: "versionCode=42\n",
}


@pytest.mark.parametrize(("code", "method"), [(41, "pay"), (1041, "pay"), (42, "close")])
def test_the_version_code_chooses_where_there_is_no_id(undo, code, method):
    undone = undo(VERSIONED, trace(head=HEADS[code]))
    assert (method_of(undone), undone.gaps) == (method, ())
    assert f"the trace is of version code {code}" in undone.used[0]


def test_a_given_file_of_another_version_is_not_used(undo):
    undone = undo(VERSIONED, trace(head="versionCode=43\n"), given=BUILT.format("release"))
    assert method_of(undone) == "c"
    assert "(version code 41, 1041) is of another build, the trace is of version code 43" in undone.gaps[0]


def test_a_given_file_of_another_application_is_not_used(undo):
    head = "# Application: com.example.desk\n"
    undone = undo(VERSIONED, trace(head=head), given=BUILT.format("release"))
    assert method_of(undone) == "c"
    assert "the trace is of application com.example.desk" in undone.gaps[0]


def test_metadata_of_an_earlier_build_says_nothing(undo, tmp_path):
    undo(VERSIONED, trace())
    os.utime(tmp_path / "app/app/build/outputs/apk/release/output-metadata.json", (1, 1))
    undone = undo({}, trace(head=HEADS[41]))
    assert method_of(undone) == "c"
    assert "None of the workspace is known to be of version code 41" in undone.gaps[0]


def test_two_files_of_one_version_are_left_to_the_user(undo):
    files = VERSIONED | {
        "mappings/41/mapping.txt": mapping("open"),
        "mappings/41/output-metadata.json": metadata(41),
    }
    undone = undo(files, trace(head=HEADS[41]))
    assert method_of(undone) == "c"
    assert "Several of the workspace are of version code 41" in undone.gaps[0]


def test_the_map_id_is_surer_than_the_version(undo):
    files = VARIANTS | {"app/build/outputs/apk/release/output-metadata.json": metadata(41)}
    undone = undo(files, trace("r8-map-id-0fa3c1d", head="versionCode=40\n"))
    assert method_of(undone) == "pay"


def test_a_trace_that_names_no_build_gets_the_files_to_choose_from(undo):
    undone = undo(VARIANTS, trace())
    assert method_of(undone) == "c"
    assert "does not say of which build" in undone.gaps[0]
    assert BUILT.format("release") in undone.gaps[0]


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"elements": 3}', '{"elements": [7, {"versionCode": "41"}]}', "\0"]
)
def test_damaged_metadata_says_nothing(undo, text):
    files = {
        BUILT.format("release"): mapping("pay"),
        "app/build/outputs/apk/release/output-metadata.json": text,
    }
    assert method_of(undo(files, trace(head="versionCode=41\n"), given=BUILT.format("release"))) == "pay"


def test_further_errors_of_another_build_stay_and_are_told(undo):
    text = trace("r8-map-id-77aa00b") + "\n" + trace("r8-map-id-0fa3c1d").replace(": x", ": y")
    undone = undo(VARIANTS, text)
    (other,) = undone.report.others
    assert [method_of(undone), other.exceptions[0].frames[0].method] == ["close", "c"]
    assert "the trace needs map id 0fa3c1d, this file is 77aa00b" in undone.gaps[0]


@pytest.mark.parametrize(
    "text",
    [
        "e: file:///a/app/src/Basket.kt:3:5 Unresolved reference 'x'\n",
        "Process: com.example.till.debug, PID: 7\njava.lang.Error: x\n\tat com.example.till.Basket.pay(Basket.kt:3)\n",
    ],
)
def test_where_nothing_is_renamed_a_mapping_is_not_missed(undo, text):
    undone = undo(VERSIONED, text, given=BUILT.format("release"))
    assert (undone.gaps, undone.doubt) == ((), None)


@pytest.mark.parametrize(
    ("folder", "named"),
    [
        ("app/build/outputs/mapping", "app/build/outputs/mapping"),
        ("app/build/outputs/mapping/release", BUILT.format("release")),
        (BUILT.format("release"), BUILT.format("release")),
    ],
)
def test_mappings_that_may_not_be_read_are_named(undo, tmp_path, obeyed_permissions, folder, named):
    undo(VARIANTS, trace())
    place = tmp_path / "app" / folder
    place.chmod(0)
    undone = undo({}, trace("r8-map-id-0fa3c1d"))
    place.chmod(0o700)
    assert method_of(undone) == "c"
    assert f"'{named}' cannot be read: Permission denied" in undone.gaps
