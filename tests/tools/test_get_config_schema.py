"""`get_config_schema`: keys of every format, and the code that uses each."""

import pytest

from rca.scheduling.deadline import Deadline
from rca.tools.get_config_schema import TOOL
from rca.workspace import DocumentOpened
from tests.tools.configured_project import configured

YAML = "app/src/main/resources/application.yml"
MAIL = "app/src/main/kotlin/a/b/MailProperties.kt"
READER = "app/src/main/kotlin/a/b/Reader.kt"


@pytest.fixture
def project(tmp_path):
    made = configured(tmp_path)
    yield made
    made.close()


def keys(data):
    return {key["key"]: key for key in data["keys"]}


def uses(key):
    return [(one["filePath"].rpartition("/")[2], one["line"], one["how"]) for one in key["usedBy"]]


def test_keys_of_yaml_with_place_type_and_value(project):
    data = project.data_of(TOOL, filePath=YAML)
    assert (data["format"], data["totalKeys"]) == ("yaml", 10)
    found = keys(data)
    assert (found["server.port"]["line"], found["server.port"]["type"], found["server.port"]["value"]) == (
        2,
        "number",
        "8080",
    )
    assert found["mail"]["type"] == "section"
    assert found["mail.smtp-auth"]["type"] == "boolean"
    assert (found["features"]["type"], found["features"]["value"]) == ("list", "a, b")


def test_code_that_reads_a_key(project):
    found = keys(project.data_of(TOOL, filePath=YAML))
    (use,) = found["server.port"]["usedBy"]
    assert (use["filePath"], use["line"], use["how"], use["symbol"]) == (READER, 4, "read", "Reader.port")


def test_a_class_that_is_filled(project):
    found = keys(project.data_of(TOOL, filePath=YAML))
    (use,) = found["mail.smtp-auth"]["usedBy"]
    assert (use["filePath"], use["line"], use["how"], use["type"]) == (MAIL, 6, "bound", "Boolean")
    assert uses(found["mail.retry.max-attempts"]) == [("MailProperties.kt", 10, "bound")]
    assert uses(found["mail.host"]) == [("MailProperties.kt", 5, "bound"), ("Reader.kt", 3, "read")]


def test_a_java_class_that_is_filled(project):
    project.write(
        "app/src/main/java/a/b/Server.java",
        'package a.b;\n@ConfigurationProperties(prefix = "server")\npublic class Server {\n'
        "  private int port;\n  public void setPort(int port) { this.port = port; }\n}\n",
    )
    found = keys(project.data_of(TOOL, filePath=YAML))
    assert ("Server.java", 5, "bound") in uses(found["server.port"])


def test_what_nothing_uses(project):
    data = project.data_of(TOOL, filePath=YAML)
    assert keys(data)["mail.unused-thing"]["totalUses"] == 0
    assert data["unusedKeys"] == 3


def test_secrets_are_masked(project):
    assert "hunter2" not in str(project.data_of(TOOL, filePath=YAML))


def test_keys_that_code_asks_for_and_nobody_defines(project):
    data = project.data_of(TOOL, filePath=YAML)
    missing = {one["key"]: one["hasDefault"] for one in data["missing"]}
    assert missing == {"mail.sender": False, "server.lost": False, "server.name": True}


def test_a_key_of_another_file_is_not_missing(project):
    project.write("app/src/main/resources/application-prod.properties", "server.lost=1\nmail.sender=me\n")
    data = project.data_of(TOOL, filePath=YAML)
    assert [one["key"] for one in data["missing"]] == ["server.name"]


def test_properties_of_gradle(project):
    data = project.data_of(TOOL, filePath="gradle.properties")
    found = keys(data)
    assert found["org.gradle.jvmargs"]["note"] == "read by Gradle itself"
    assert uses(found["cacheSize"]) == [("build.gradle.kts", 9, "accessor")]
    assert "note" not in found["nobody.reads"]


def test_properties_as_java_writes_them(project):
    text = "# c\n! c\na.b = 1\nc\\:d:2\nlong = one \\\n  two\nempty\n"
    project.write("x.properties", text)
    data = project.data_of(TOOL, filePath="x.properties")
    assert [(key["key"], key["line"], key["value"]) for key in data["keys"]] == [
        ("a.b", 3, "1"),
        ("c:d", 4, "2"),
        ("long", 5, "one two"),
        ("empty", 7, ""),
    ]


def test_a_version_catalogue(project):
    data = project.data_of(TOOL, filePath="gradle/libs.versions.toml")
    found = keys(data)
    assert uses(found["libraries.ktor-core"]) == [
        ("build.gradle.kts", 10, "accessor"),
        ("libs.versions.toml", 10, "reference"),
    ]
    assert uses(found["versions.ktor"]) == [("libs.versions.toml", 6, "reference")]
    assert uses(found["plugins.kotlin-jvm"]) == [("build.gradle.kts", 1, "accessor")]
    unused = [name for name, key in found.items() if not key["totalUses"] and key["type"] != "section"]
    assert unused == ["versions.idle", "libraries.alone", "bundles.web"]


def test_a_build_script(project):
    found = keys(project.data_of(TOOL, filePath="app/build.gradle.kts"))
    assert uses(found["BuildConfig.API_URL"]) == [("Main.kt", 4, "accessor")]
    assert uses(found["res.string.flavor_name"]) == [("Main.kt", 5, "accessor")]
    assert uses(found["manifestPlaceholders.scheme"]) == [("AndroidManifest.xml", 4, "reference")]


def test_a_manifest(project):
    found = keys(project.data_of(TOOL, filePath="app/src/main/AndroidManifest.xml"))
    assert uses(found["activity/.Main"]) == [("Main.kt", 2, "class")]
    assert uses(found["meta-data/a.b.KEY"]) == [("Main.kt", 6, "read")]
    assert "permission/android.permission.INTERNET" in found


def test_hocon(project):
    project.write(
        "app/src/main/resources/application.conf",
        'ktor {\n  deployment { \n    port = 8080 // note\n    host: "0.0.0.0"\n  }\n}\nserver.port = ${PORT}\n',
    )
    found = keys(project.data_of(TOOL, filePath="app/src/main/resources/application.conf"))
    assert (found["ktor.deployment.port"]["value"], found["ktor.deployment.host"]["value"]) == (
        "8080",
        "0.0.0.0",
    )
    assert uses(found["server.port"]) == [("Reader.kt", 4, "read")]


def test_a_prefix_and_pages(project):
    data = project.data_of(TOOL, filePath=YAML, prefix="mail.")
    assert data["totalKeys"] == 6
    first = project.call(TOOL, filePath=YAML, limit=4)
    assert (len(first["data"]["keys"]), first["meta"]["next"]) == (4, "4")
    assert len(project.data_of(TOOL, filePath=YAML, limit=100, cursor=4)["keys"]) == 6


def test_unsaved_text_counts(project):
    project.workspace.apply(DocumentOpened(project.root / YAML, "fresh:\n  key: 1\n", 1))
    assert list(keys(project.data_of(TOOL, filePath=YAML))) == ["fresh", "fresh.key"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a:\n  b: 1\n c: [\n", {"a", "a.b"}),
        ("a: &x\n  b: *x\n", {"a", "a.b"}),
        ("a: &x {k: 1}\nb: *x\n", {"a", "a.k", "b", "b.k"}),
        ("one: 1\n---\ntwo: 2\n", {"one", "two"}),
        ("- just\n- a list\n", set()),
        ("", set()),
        ("\ta: 1\n", set()),
    ],
)
def test_yaml_that_is_broken_or_odd(project, text, wanted):
    project.write("odd.yaml", text)
    data = project.data_of(TOOL, filePath="odd.yaml")
    assert {key["key"] for key in data["keys"]} >= wanted


def test_aliases_that_multiply_are_bounded(project):
    lines = ["a0: &a0 {k: 1}"] + [
        f"a{n}: &a{n} {{x: *a{n - 1}, y: *a{n - 1}, z: *a{n - 1}}}" for n in range(1, 30)
    ]
    project.write("bomb.yaml", "\n".join(lines))
    data = project.data_of(TOOL, filePath="bomb.yaml", limit=1)
    assert data["totalKeys"] == 20_000
    assert "only the first" in data["problems"][0]


def test_time_that_runs_out_is_told(project):
    answer = project.call(TOOL, deadline=Deadline(0.0001), filePath=YAML)
    assert (answer["success"] and answer["meta"]["completeness"] == "partial") or answer["error"][
        "code"
    ] == "TOOL_TIMEOUT"


@pytest.mark.parametrize(
    ("path", "code"),
    [(READER, "INVALID_PARAMETERS"), ("gone.yml", "FILE_NOT_FOUND"), ("../../etc/x.yml", "INVALID_PATH")],
)
def test_what_is_no_configuration(project, path, code):
    assert project.error_of(TOOL, filePath=path)["code"] == code
