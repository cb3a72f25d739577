"""Projects in which solutions are learnt: code, the versions of a build, and the tools called on both."""

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.knowledge.observation_recorder import ObservationRecorder
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import ToolContext, invoke
from rca.tools import analyze_error, confirm_solution, record_solution, vector_search_db
from rca.workspace import Workspace
from tests.project_folder import ProjectFolder

CART = """package a.b

class Cart {
    // the sum
    fun total(): Int = prices.sumOf { it.cents }

    fun size() = prices.size
}
"""
PATH = "app/src/main/kotlin/a/b/Cart.kt"
TRACE = (
    "java.lang.IllegalStateException: prices not loaded\n"
    "\tat a.b.Cart.total(Cart.kt:5)\n"
    "\tat a.b.CartScreen.show(CartScreen.kt:9)\n"
)
LOGCAT = "".join(f"11-21 09:14:07.{n:03} 411 411 E AndroidRuntime: {line}\n" for n, line in enumerate(
    ["FATAL EXCEPTION: main", "Process: a.b, PID: 411", *TRACE.splitlines()]
))  # fmt: skip
PROJECT = f"""
// file: {PATH}
{CART}
// file: app/build.gradle.kts
dependencies {{ implementation(libs.okhttp); implementation(libs.room) }}
"""
VERSIONS = """
// file: gradle/libs.versions.toml
[versions]
kotlin = "{kotlin}"
agp = "8.5.0"
okhttp = "{okhttp}"
[libraries]
okhttp = {{ module = "com.squareup.okhttp3:okhttp", version.ref = "okhttp" }}
room = {{ module = "androidx.room:room-runtime", version = "2.6.1" }}
[plugins]
kotlin = {{ id = "org.jetbrains.kotlin.android", version.ref = "kotlin" }}
// file: gradle/wrapper/gradle-wrapper.properties
distributionUrl=https\\://services.gradle.org/distributions/gradle-{gradle}-bin.zip
"""


class Project(ProjectFolder):
    """A folder with code, and the tools called on it; several may share one store."""

    def __init__(self, root, store, data):
        super().__init__(root)
        self.add(PROJECT)
        self.versions("1.9.22", "4.12.0")
        self.workspace = Workspace([root], data / root.name)
        self.store, self.data = store, data

    def versions(self, kotlin, okhttp, gradle="8.5"):
        self.add(VERSIONS.format(kotlin=kotlin, okhttp=okhttp, gradle=gradle))

    def envelope(self, tool, **parameters):
        """Return the answer of a call, as a session makes it."""
        self.workspace.index()
        recorder = ObservationRecorder(self.store.record_observation)
        context = ToolContext(
            snapshot=self.workspace.snapshot,
            knowledge=self.store,
            observe=recorder.note,
            settings=Settings(),
            data_dir=self.data,
            approve=lambda _request: "yes",
            deadline=Deadline(),
        )
        envelope = invoke(tool.TOOL, parameters, context).model_dump(mode="json")
        recorder.record()
        assert envelope["success"], envelope["error"]
        return envelope

    def call(self, tool, **parameters):
        return self.envelope(tool, **parameters)["data"]

    def record(self, text=TRACE, **more):
        given = {"rootCause": "Asked before loading.", "solution": "Load first."} | more
        return self.call(record_solution, errorText=text, **given)["id"]

    def solved(self, text=TRACE):
        id_ = self.record(text)
        assert self.call(confirm_solution, id=id_, outcome="worked")["state"] == "validated"
        return id_

    def hit(self):
        (found,) = self.call(vector_search_db, query=TRACE, minConfidence=0)["results"]
        return found

    def analyse(self, text=TRACE):
        (found,) = self.call(analyze_error, errorText=text)["similarSolutions"]
        return found


@pytest.fixture
def new_project(tmp_path):
    store = KnowledgeStore(tmp_path / "data", KnowledgeSettings(starter=False))
    made = []

    def project(name="shop"):
        made.append(Project(tmp_path / name, store, tmp_path / "data"))
        return made[-1]

    yield project
    store.close()
    for one in made:
        one.workspace.close()


@pytest.fixture
def shop(new_project):
    return new_project()
