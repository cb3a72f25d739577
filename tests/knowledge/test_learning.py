"""How a solution's standing follows what happens in a project: words, recurrence, changed code, versions."""

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest

from models.settings import KnowledgeSettings, Settings
from rca.analysis.project import WorkspaceProject
from rca.cancellation import Watch
from rca.knowledge.history import histories
from rca.knowledge.ledger import Ledger
from rca.knowledge.store import KnowledgeStore
from rca.tool import ToolContext, invoke
from rca.tools import analyze_error, confirm_solution, record_solution, vector_search_db
from rca.workspace import Workspace
from rca.workspace.changes import DocumentClosed, DocumentOpened
from tests.verification.builds import commit, write

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
CATALOG = """[versions]
kotlin = "{kotlin}"
agp = "8.5.0"
okhttp = "{okhttp}"
[libraries]
okhttp = {{ module = "com.squareup.okhttp3:okhttp", version.ref = "okhttp" }}
room = {{ module = "androidx.room:room-runtime", version = "2.6.1" }}
[plugins]
kotlin = {{ id = "org.jetbrains.kotlin.android", version.ref = "kotlin" }}
"""


class Project:
    """A folder with code, and the tools called on it; several may share one store."""

    def __init__(self, root, store, data):
        self.root = root
        root.mkdir()
        write(root, PATH, CART)
        write(
            root,
            "app/build.gradle.kts",
            "dependencies { implementation(libs.okhttp); implementation(libs.room) }",
        )
        self.versions("1.9.22", "4.12.0")
        self.workspace = Workspace([root], data / root.name)
        self.store, self.data = store, data

    def versions(self, kotlin, okhttp, gradle="8.5"):
        write(self.root, "gradle/libs.versions.toml", CATALOG.format(kotlin=kotlin, okhttp=okhttp))
        write(
            self.root,
            "gradle/wrapper/gradle-wrapper.properties",
            f"distributionUrl=https\\://services.gradle.org/distributions/gradle-{gradle}-bin.zip\n",
        )

    def call(self, tool, **parameters):
        self.workspace.index()
        context = ToolContext(
            snapshot=self.workspace.snapshot,
            knowledge=self.store,
            settings=Settings(),
            data_dir=self.data,
            approve=lambda _request: "yes",
            watch=Watch(),
        )
        envelope = invoke(tool.TOOL, parameters, context).model_dump(mode="json")
        assert envelope["success"], envelope["error"]
        return envelope["data"]

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
def make(tmp_path):
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
def shop(make):
    return make()


# Recurrence


def test_an_error_that_comes_back_takes_the_validation_away(shop):
    id_ = shop.solved()
    hit = shop.analyse()
    assert (hit["id"], hit["state"], hit["userValidated"]) == (id_, "candidate", False)
    (told,) = hit["standing"]
    assert told.startswith("its error came back on 20")
    assert (hit["worked"], hit["failed"]) == (1, 0)


def test_asking_about_an_error_is_no_recurrence(shop):
    shop.solved()
    assert shop.hit()["state"] == "validated"


def test_it_counts_only_in_the_project_where_it_was_validated(make):
    shop, bank = make("shop"), make("bank")
    shop.solved()
    assert bank.analyse()["state"] == "validated"
    assert shop.analyse()["state"] == "candidate"


def test_clones_of_one_repository_are_one_project(make):
    shop, clone = make("shop"), make("clone")
    for one, address in ((shop, "git@host.example:team/shop.git"), (clone, "https://HOST.example/team/shop")):
        commit(one.root)
        subprocess.run(["git", "remote", "add", "origin", address], cwd=one.root, check=True)
    shop.solved()
    assert clone.analyse()["state"] == "candidate"


def test_the_log_that_was_solved_is_not_the_error_again_but_a_later_one_is(shop):
    shop.solved(LOGCAT)
    assert shop.analyse(LOGCAT)["state"] == "validated"
    assert shop.analyse(LOGCAT.replace("09:14:07", "10:02:55"))["state"] == "candidate"


def test_a_later_word_validates_again(shop):
    id_ = shop.solved()
    shop.analyse()
    shop.call(confirm_solution, id=id_, outcome="worked")
    assert shop.hit()["state"] == "validated"
    assert shop.analyse()["state"] == "candidate"


def test_each_demotion_is_an_event(shop, tmp_path):
    id_ = shop.solved()
    shop.analyse()
    shop.analyse()
    ledger = Ledger(tmp_path / "data/knowledge/ledger.db")
    history = histories(ledger, [id_])[id_]
    ledger.close()
    assert [one.by for one in history.validations] == ["word"]
    assert len(history.came_back) == 1


def test_a_project_keeps_its_name_where_time_is_up(shop, tmp_path, monkeypatch):
    for command in (["init", "-q"], ["remote", "add", "origin", "git@example.invalid:a/shop.git"]):
        subprocess.run(["git", *command], cwd=shop.root, check=True)
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(f'#!/bin/sh\nsleep 0.2\nexec {shutil.which("git")} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:/usr/bin:/bin")
    late = Watch(0.0)
    assert late.expired
    names = {WorkspaceProject(shop.workspace.snapshot, watch).id for watch in (Watch(), late)}
    assert len(names) == 1


def test_several_windows_at_once_take_it_back_once(shop, tmp_path):
    id_ = shop.solved()
    stores = [KnowledgeStore(tmp_path / "data", KnowledgeSettings(starter=False)) for _ in range(4)]
    project = WorkspaceProject(shop.workspace.snapshot, Watch())
    assert project.id
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda one: one.find(TRACE, project=project, occurrence=True), stores))
    for one in stores:
        one.close()
    assert {hit.state for each in found for hit in each.outcome.results} == {"candidate"}
    ledger = Ledger(tmp_path / "data/knowledge/ledger.db")
    assert len(histories(ledger, [id_])[id_].came_back) == 1
    ledger.close()


# Changed code


def test_a_changed_culprit_makes_it_stale_and_changing_it_back_fresh(shop):
    shop.solved()
    write(shop.root, PATH, CART.replace("sumOf { it.cents }", "sumOf { it.euros }"))
    hit = shop.hit()
    assert (hit["state"], hit["standing"]) == (
        "stale", [f"Cart.total in {PATH} has changed since it was validated"]
    )  # fmt: skip
    write(shop.root, PATH, CART)
    hit = shop.hit()
    assert (hit["state"], hit.get("standing")) == ("validated", None)


def events_of(tmp_path):
    ledger = Ledger(tmp_path / "data" / "knowledge" / "ledger.db")
    with ledger.database.reading() as db:
        (count,) = db.execute("SELECT count(*) FROM event").fetchone()
    ledger.close()
    return count


def test_clones_with_other_code_do_not_undo_each_other(make, tmp_path):
    shop, clone = make("shop"), make("clone")
    for one in (shop, clone):
        commit(one.root)
        subprocess.run(["git", "remote", "add", "origin", "git@host:team/shop"], cwd=one.root, check=True)
    id_ = shop.solved()
    write(clone.root, PATH, CART.replace("it.cents", "it.euros"))
    assert [one.hit()["state"] for one in (clone, shop)] == ["stale", "validated"]
    before = events_of(tmp_path)
    assert [one.hit()["state"] for one in (clone, shop) * 3] == ["stale", "validated"] * 3
    assert events_of(tmp_path) == before
    # Solved there as well, each has the code with which it was solved.
    clone.call(confirm_solution, id=id_, outcome="worked")
    assert [one.hit()["state"] for one in (clone, shop)] == ["validated", "validated"]
    write(shop.root, PATH, CART.replace("it.cents", "it.yen"))
    assert [one.hit()["state"] for one in (clone, shop)] == ["validated", "stale"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    // the sum\n", "    /* the sum\n of all */\n"),
        ("fun total(): Int = prices", "fun total(): Int =\n        prices"),
        ("prices.size", "prices.count()"),
        ("class Cart {", "class Cart {\n    val empty = true\n"),
    ],
    ids=["comment", "white space", "another function", "a line above"],
)
def test_other_changes_leave_it_as_it_is(shop, old, new):
    shop.solved()
    assert old in CART
    write(shop.root, PATH, CART.replace(old, new))
    assert shop.hit()["state"] == "validated"


def test_a_deleted_culprit_makes_it_stale(shop):
    shop.solved()
    write(shop.root, PATH, CART.replace("fun total(): Int = prices.sumOf { it.cents }", ""))
    hit = shop.hit()
    assert (hit["state"], hit["standing"]) == (
        "stale", [f"Cart.total in {PATH} is gone since it was validated"]
    )  # fmt: skip
    (shop.root / PATH).unlink()
    assert shop.hit()["state"] == "stale"


def test_a_culprit_that_moved_to_another_file_is_still_itself(shop):
    shop.solved()
    (shop.root / PATH).unlink()
    write(shop.root, "core/src/main/kotlin/a/b/Moved.kt", CART)
    assert shop.hit()["state"] == "validated"


def test_text_that_is_not_saved_counts(shop):
    shop.solved()
    uri = (shop.root / PATH).as_uri()
    shop.workspace.apply(DocumentOpened(uri, CART.replace("it.cents", "it.euros"), 1))
    assert shop.hit()["state"] == "stale"
    shop.workspace.apply(DocumentClosed(uri))
    assert shop.hit()["state"] == "validated"


def test_the_fix_itself_is_what_is_remembered(shop):
    id_ = shop.record()
    write(shop.root, PATH, CART.replace("prices.sumOf", "loaded().sumOf"))
    shop.call(confirm_solution, id=id_, outcome="worked")
    assert shop.hit()["state"] == "validated"


def test_a_stale_solution_is_validated_by_a_new_word(shop):
    id_ = shop.solved()
    write(shop.root, PATH, CART.replace("it.cents", "it.euros"))
    assert shop.hit()["state"] == "stale"
    shop.call(confirm_solution, id=id_, outcome="worked")
    assert shop.hit()["state"] == "validated"


def test_while_the_workspace_is_being_indexed_nothing_is_called_gone(make, tmp_path):
    shop = make()
    shop.solved()
    fresh = Workspace([shop.root], tmp_path / "other-index")
    old, shop.workspace = shop.workspace, fresh
    shop.workspace.index = lambda: None
    assert shop.hit()["state"] == "validated"
    shop.workspace = old
    fresh.close()


# Versions


def test_versions_that_differ_are_shown_with_the_hit(shop):
    shop.record(solution="Give OkHttp a timeout.")
    assert "environmentMismatches" not in shop.hit()
    shop.versions("2.1.0", "5.0.0", gradle="8.10")
    assert shop.hit()["environmentMismatches"] == [
        "recorded with Kotlin 1.9.22, this project has 2.1.0",
        "recorded with Gradle 8.5, this project has 8.10",
        "recorded with com.squareup.okhttp3:okhttp 4.12.0, this project has 5.0.0",
    ]


def test_libraries_that_the_record_is_not_about_are_not_shown(shop):
    shop.record()
    shop.versions("1.9.22", "5.0.0")
    assert "environmentMismatches" not in shop.hit()


def test_a_groovy_build_with_variables_and_a_pom_state_their_versions(make):
    shop = make()
    (shop.root / "gradle/libs.versions.toml").unlink()
    write(
        shop.root,
        "build.gradle",
        "buildscript {\n  ext.kotlin_version = '1.8.0'\n  dependencies {\n"
        "    classpath 'com.android.tools.build:gradle:7.4.2'\n"
        '    classpath "org.jetbrains.kotlin:kotlin-gradle-plugin:$kotlin_version"\n  }\n}\n',
    )
    write(shop.root, "pom.xml", "<project><modules><module>server</module></modules></project>")
    write(
        shop.root,
        "server/pom.xml",
        "<project><properties><ktor.version>2.3.0</ktor.version></properties><dependencies><dependency>"
        "<groupId>io.ktor</groupId><artifactId>ktor-server</artifactId><version>${ktor.version}</version>"
        "</dependency></dependencies></project>",
    )
    id_ = shop.record()
    stored = shop.hit()["metadata"]["environment"]
    assert shop.hit()["id"] == id_
    assert (stored["kotlin"], stored["androidGradlePlugin"], stored["gradle"]) == ("1.8.0", "7.4.2", "8.5")
    assert stored["libraries"]["io.ktor:ktor-server"] == "2.3.0"


# Attempts


def test_what_was_tried_comes_back_with_the_brief(shop):
    id_ = shop.record()
    shop.call(confirm_solution, id=id_, outcome="did_not_work", note="Still empty on a slow network.")
    shop.record(solution="Retry three times.", worked=False)
    found = shop.call(analyze_error, errorText=TRACE)
    assert [one["attempt"] for one in found["failedAttempts"]] == ["Retry three times.", "Load first."]
    assert "tried, did not work" in found["brief"]
    assert "Retry three times." in found["brief"]
    assert "Still empty on a slow network." in found["brief"]


def test_the_brief_says_how_a_solution_stands(shop):
    shop.solved()
    shop.versions("2.1.0", "4.12.0")
    brief = shop.call(analyze_error, errorText=TRACE)["brief"]
    assert "its error came back on" in brief
    assert "recorded with Kotlin 1.9.22, this project has 2.1.0" in brief


def test_a_ledger_that_cannot_be_written_is_searched_all_the_same(make, tmp_path, obeyed_permissions):
    shop = make()
    shop.solved()
    shop.store.close()
    write(shop.root, PATH, CART.replace("it.cents", "it.euros"))
    folder = tmp_path / "data/knowledge"
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o500 if path.is_dir() else 0o400)
    shop.store = KnowledgeStore(tmp_path / "data", KnowledgeSettings(starter=False))
    try:
        hit = shop.hit()
        assert (hit["state"], len(hit["standing"])) == ("validated", 1)
    finally:
        shop.store.close()
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o700)
