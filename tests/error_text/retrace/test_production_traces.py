"""Traces of an app that R8 made smaller: what R8's own retrace says of them is said here, down to the culprit.

`production/till` is a small app of our own. R8 (42ca987b1e, November 2023) compiled it in five ways, each build
crashed in 23 ways on a JVM, and R8's retrace told what the traces stand for: `production/builds/<build>/` has the
mapping (without classes that no trace touches) and the traces, each with R8's answer in the form of
`test_generated_mappings.py`. `unknown-source` are the same traces without lines, in `half-retraced` every other
frame is undone already.
"""

import shutil
from pathlib import Path

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.error_text import parse
from rca.error_text.retrace import read_mapping, retrace
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import ToolContext, invoke, soft_deadline
from rca.tools.analyze_error import TOOL
from rca.workspace import Workspace

FOLDER = Path(__file__).parent / "production"
APP = ("com.example.till",)
MAPPING = "build/outputs/mapping/{}/mapping.txt"


def read_crashes(path):
    for section in path.read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, rest = section.partition("\n")
        trace, _, answer = rest.partition("\n--- R8\n")
        yield pytest.param(
            path.parent.name, trace, answer.splitlines(), id=f"{path.parent.name}-{path.stem}-{name}"
        )


CRASHES = [
    crash
    for path in sorted(FOLDER.glob("builds/*/*.txt"))
    if path.stem != "mapping"
    for crash in read_crashes(path)
]


def test_there_are_many():
    assert len(CRASHES) == 8 * 23


@pytest.mark.parametrize(("build", "trace", "answer"), CRASHES)
def test_every_frame_is_the_one_of_r8(build, trace, answer):
    mapping = read_mapping((FOLDER / "builds" / build / "mapping.txt").read_text(encoding="utf-8"))
    report = retrace(parse(trace, APP), mapping, APP).report
    frames = [frame for exception in report.exceptions for frame in exception.frames]
    assert [" | ".join([written(frame), *map(written_group, frame.alternatives)]) for frame in frames] == [
        line for line in answer if line != "caused by"
    ]


def written(frame):
    return f"{frame.class_name}:{frame.method}:{frame.line}"


def written_group(frame):
    return " < ".join(map(written, (frame, *frame.inlined_into)))


@pytest.fixture(scope="module")
def analyze(tmp_path_factory):
    folder = tmp_path_factory.mktemp("till")
    shutil.copytree(FOLDER / "till", folder / "app")
    (folder / "app/build.gradle.kts").touch()
    for build in (FOLDER / "builds").iterdir():
        place = folder / "app" / MAPPING.format(build.name)
        place.parent.mkdir(parents=True)
        shutil.copy(build / "mapping.txt", place)
    workspace = Workspace([folder / "app"], folder / "data")
    workspace.index()
    store = KnowledgeStore(folder / "data", KnowledgeSettings(starter=False, dense=False))

    def run(trace, build):
        context = ToolContext(
            snapshot=workspace.snapshot,
            knowledge=store,
            settings=Settings(),
            data_dir=folder,
            editor=None,
            deadline=soft_deadline(None),
        )
        given = {} if build is None else {"mappingFile": MAPPING.format(build)}
        return invoke(TOOL, {"errorText": trace, "appPackages": APP, **given}, context).model_dump(
            mode="json"
        )

    yield run
    store.close()
    workspace.close()


def logged(trace):
    lines = ["FATAL EXCEPTION: main", "Process: com.example.till, PID: 4711", *trace.splitlines()]
    return "\n".join(f"11-23 10:00:00.000  4711  4711 E AndroidRuntime: {line}" for line in lines)


def first_app_frame(answer):
    causes = "\n".join(answer).split("caused by\n")
    found = (line for cause in reversed(causes) for line in cause.splitlines() if line.startswith(APP))
    return next(found).partition(" | ")[0].split(":")


@pytest.mark.parametrize(("build", "trace", "answer"), CRASHES)
def test_the_culprit_is_the_first_app_frame_of_r8(analyze, build, trace, answer):
    class_name, method, line = first_app_frame(answer)
    culprit = analyze(trace, None if "r8-map-id-" in trace else build)["data"]["culprit"]
    assert (culprit["className"], culprit["method"]) == (class_name, method)
    assert line in ("None", str(culprit["line"]))
    assert culprit["function"]["name"].rpartition(".")[2] == method.partition("$")[0]


@pytest.mark.parametrize(("build", "trace", "answer"), CRASHES[::8])
def test_logcat_changes_no_culprit(analyze, build, trace, answer):
    mapped = None if "r8-map-id-" in trace else build
    body = trace.removeprefix('Exception in thread "main" ')
    culprits = [analyze(text, mapped)["data"]["culprit"] for text in (trace, logged(body))]
    assert culprits[0] == culprits[1] is not None


@pytest.mark.parametrize("build", ["outlines", "inlined"])
def test_a_mapping_of_another_build_leads_to_no_culprit_of_its_own(analyze, build):
    (trace,) = (crash.values[1] for crash in CRASHES if crash.id == "map-id-crashes-closed")
    answered = analyze(trace.replace("r8-map-id-5", "r8-map-id-6"), build)
    frames = answered["data"]["error"]["exceptions"][0]["frames"]
    assert frames[0]["className"] == "d"
    assert answered["meta"]["completeness"] == "partial"
    assert any("is of another build" in line for line in answered["meta"]["provenance"])


def test_a_culprit_that_the_mapping_leaves_open_says_so(analyze):
    (trace,) = (crash.values[1] for crash in CRASHES if crash.id == "outlines-unknown-source-closed")
    culprit = analyze(trace, "outlines")["data"]["culprit"]
    assert "the mapping leaves open which function this is: also Basket." in culprit["note"]


def test_a_culprit_from_a_mapping_that_does_not_fit_is_not_certain(analyze):
    (trace,) = (crash.values[1] for crash in CRASHES if crash.id == "outlines-crashes-closed")
    fits = analyze(trace, "outlines")
    assert fits["data"]["culprit"].get("note") is None
    other = analyze(trace.replace(":295)", ":9295)"), "outlines")["data"]
    assert other["culprit"]["note"] == "the mapping may be of another build"
    assert "the mapping may be of another build" in other["brief"]
