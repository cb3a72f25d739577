"""What is shown of a solution beside its words: versions that differ, what was tried, how it stands."""

from models.settings import KnowledgeSettings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.tools import analyze_error, confirm_solution
from tests.knowledge.projects import CART, PATH, TRACE


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


def test_a_groovy_build_with_variables_and_a_pom_state_their_versions(new_project):
    shop = new_project()
    (shop.root / "gradle/libs.versions.toml").unlink()
    shop.add("""
        // file: build.gradle
        buildscript {
          ext.kotlin_version = '1.8.0'
          dependencies {
            classpath 'com.android.tools.build:gradle:7.4.2'
            classpath "org.jetbrains.kotlin:kotlin-gradle-plugin:$kotlin_version"
          }
        }
        // file: pom.xml
        <project><modules><module>server</module></modules></project>
        // file: server/pom.xml
        <project>
          <properties><ktor.version>2.3.0</ktor.version></properties>
          <dependencies><dependency>
            <groupId>io.ktor</groupId><artifactId>ktor-server</artifactId><version>${ktor.version}</version>
          </dependency></dependencies>
        </project>
        """)
    id_ = shop.record()
    stored = shop.hit()["metadata"]["environment"]
    assert shop.hit()["id"] == id_
    assert (stored["kotlin"], stored["androidGradlePlugin"], stored["gradle"]) == ("1.8.0", "7.4.2", "8.5")
    assert stored["libraries"]["io.ktor:ktor-server"] == "2.3.0"


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


def test_a_ledger_that_cannot_be_written_is_searched_all_the_same(new_project, tmp_path, obeyed_permissions):
    shop = new_project()
    shop.solved()
    shop.store.close()
    shop.write(PATH, CART.replace("it.cents", "it.euros"))
    folder = tmp_path / "data/knowledge"
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o500 if path.is_dir() else 0o400)
    shop.store = KnowledgeStore(tmp_path / "data", KnowledgeSettings(starter=False))
    try:
        hit = shop.hit()
        assert (hit["state"], len(hit["standing"])) == ("stale", 1)
    finally:
        shop.store.close()
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o700)
