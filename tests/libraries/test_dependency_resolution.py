"""Which archives a project uses: its build files against caches laid out as Gradle and Maven do."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.libraries.coordinates import version_order
from rca.libraries.declared_dependencies import read_declared
from rca.libraries.dependency_resolution import find_dependencies
from rca.scheduling.deadline import Cancelled, Deadline
from tests.project_folder import write_file

PIECES = [
    *"\"'\n .:=<>/*$@{}()[]",
    'implementation("a.b:c:1.0")',
    "group: 'a', name: 'b', version: '1'",
    "libs.a.b",
    "[libraries]\n",
    'a-b = "a.b:c:1"\n',
    'x = { module = "a:b", version.ref = "v" }\n',
    "[versions]\n",
    "[plugins]\n",
    "$v",
    'kotlin("test")',
    "<project>",
    "</project>",
    "<dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId></dependency></dependencies>",
    "é",
    "compileSdk = 34",
]


class Machine:
    """A project beside a home folder with caches."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.home = folder / "home"
        self.project.mkdir()

    def write(self, path: str, text: str) -> None:
        write_file(self.project, path, text)

    def gradle(
        self, name: str, *, archive: str | None = ".jar", pom: str = "", module: object = None
    ) -> None:
        group, artifact, version = name.split(":")
        folder = self.home / ".gradle/caches/modules-2/files-2.1" / group / artifact / version
        if archive:
            self._put(folder / "aa" / f"{artifact}-{version}{archive}", "")
            self._put(folder / "ab" / f"{artifact}-{version}-sources.jar", "")
        if pom:
            self._put(folder / "bb" / f"{artifact}-{version}.pom", f"<project>{pom}</project>")
        if module is not None:
            self._put(folder / "cc" / f"{artifact}-{version}.module", json.dumps(module))

    def maven(self, name: str, pom: str = "", archive: str | None = ".jar") -> None:
        group, artifact, version = name.split(":")
        folder = self.home / ".m2/repository" / group.replace(".", "/") / artifact / version
        if archive:
            self._put(folder / f"{artifact}-{version}{archive}", "")
        self._put(
            folder / f"{artifact}-{version}.pom",
            f'<project xmlns="http://maven.apache.org/POM/4.0.0">{pom}</project>',
        )

    def _put(self, path: Path, text: str) -> None:
        write_file(path.parent, path.name, text)

    def find(self, **environment):
        return find_dependencies(self.project, environment, self.home)

    def origins(self, **environment) -> set[str]:
        return {one.origin for one in self.find(**environment).artifacts}


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)


def dependency(name: str, version: str = "", more: str = "") -> str:
    group, artifact = name.split(":")
    written = f"<version>{version}</version>" if version else ""
    return f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>{written}{more}</dependency>"


def test_scripts_name_artifacts_in_every_notation(machine):
    machine.write("gradle.properties", "roomVersion=2.6.1\n")
    machine.write(
        "app/build.gradle",
        """
        ext.moshi = '1.15.0'
        dependencies {
            implementation 'com.a:plain:1.0' // implementation 'com.a:comment:1.0'
            /* implementation 'com.a:comment:2.0' */ maven { url 'https://repo.example/maven' }
            implementation "com.a:variable:$moshi"
            implementation "com.a:property:${roomVersion}"
            api group: 'com.a', name: 'named', version: '3.0'
            testImplementation("junit:junit:4.13.2") { transitive = false }
            classpath "com.a:plugin:1.0"
            implementation project(':core:ui')
            tasks.named("check") { dependsOn(":lint:all") }
        }
        """,
    )
    machine.write(
        "lib/build.gradle.kts",
        'val okio = "3.9.0"\ndependencies { implementation("com.a:kts:$okio"); testImplementation(kotlin("test")) }',
    )
    found = {str(one) for one in read_declared(machine.project).coordinates}
    assert found == {
        "com.a:plain:1.0",
        "com.a:variable:1.15.0",
        "com.a:property:2.6.1",
        "com.a:named:3.0",
        "junit:junit:4.13.2",
        "com.a:kts:3.9.0",
        "org.jetbrains.kotlin:kotlin-test",
        "org.jetbrains.kotlin:kotlin-stdlib",
    }


def test_a_catalog_counts_where_a_script_names_its_entries(machine):
    machine.write(
        "gradle/libs.versions.toml",
        """
        [versions]
        kotlin = "2.1.0"
        ktor = { strictly = "3.0.0" }
        compileSdk = "35"
        [libraries]
        ktor-client-core = { module = "io.ktor:ktor-client-core", version.ref = "ktor" }
        room = { group = "androidx.room", name = "room-runtime", version = "2.6.1" }
        short = "com.a:short:1.1"
        bundled-one = "com.a:one:1.0"
        looked_up = "com.a:up:1.0"
        unused = "com.a:unused:1.0"
        [bundles]
        all = ["bundled-one"]
        [plugins]
        jvm = { id = "org.jetbrains.kotlin.jvm", version.ref = "kotlin" }
        """,
    )
    machine.write(
        "app/build.gradle.kts",
        "dependencies { implementation(libs.ktor.client.core); api(libs.room); implementation(libs.bundles.all); api(libs.short) }",
    )
    machine.write("build-logic/src/main/kotlin/Plugin.kt", 'libs.findLibrary("looked-up").get()')
    declared = read_declared(machine.project)
    assert {str(one) for one in declared.coordinates} == {
        "io.ktor:ktor-client-core:3.0.0",
        "androidx.room:room-runtime:2.6.1",
        "com.a:one:1.0",
        "com.a:short:1.1",
        "com.a:up:1.0",
        "org.jetbrains.kotlin:kotlin-stdlib:2.1.0",
    }
    assert declared.level == 35


def test_transitive_ones_come_by_pom_and_module_files(machine):
    machine.write("build.gradle", "apply plugin: 'kotlin'\ndependencies { implementation 'com.a:top:1.0' }")
    machine.gradle("org.jetbrains.kotlin:kotlin-stdlib:2.0.0")
    machine.gradle(
        "com.a:top:1.0",
        module={
            "variants": [
                {
                    "attributes": {"org.gradle.usage": "java-api"},
                    "dependencies": [{"group": "com.b", "module": "multi", "version": {"requires": "2.0"}}],
                },
                {
                    "attributes": {"org.jetbrains.kotlin.platform.type": "js"},
                    "dependencies": [{"group": "com.b", "module": "browser", "version": {"requires": "2.0"}}],
                },
            ]
        },
    )
    machine.gradle(
        "com.b:multi:2.0",
        archive=None,
        module={
            "variants": [
                {
                    "attributes": {
                        "org.jetbrains.kotlin.platform.type": "jvm",
                        "org.gradle.usage": "java-api",
                    },
                    "available-at": {"group": "com.b", "module": "multi-jvm", "version": "2.0"},
                }
            ]
        },
    )
    machine.gradle("com.b:browser:2.0")
    machine.gradle(
        "com.b:multi-jvm:2.0",
        pom="<properties><c>5.0</c></properties><dependencies>"
        + dependency("com.c:deep", "${c}")
        + dependency("com.c:test-only", "1.0", "<scope>test</scope>")
        + dependency("com.c:optional", "1.0", "<optional>true</optional>")
        + "</dependencies>",
    )
    for name in ("com.c:deep:5.0", "com.c:test-only:1.0", "com.c:optional:1.0"):
        machine.gradle(name)
    found = machine.find()
    assert {one.origin for one in found.artifacts} == {
        "com.a:top:1.0",
        "com.b:multi-jvm:2.0",
        "com.c:deep:5.0",
        "org.jetbrains.kotlin:kotlin-stdlib:2.0.0",
    }
    assert all("-sources" not in one.path.name for one in found.artifacts)
    assert found.missing == ()


def test_the_highest_version_asked_for_wins_and_a_lock_file_decides(machine):
    machine.write(
        "build.gradle", "dependencies { implementation 'com.a:x:1.0'; implementation 'com.a:y:1.0' }"
    )
    machine.gradle("com.a:y:1.0", pom=f"<dependencies>{dependency('com.a:x', '1.2')}</dependencies>")
    for version in ("1.0", "1.2", "1.10"):
        machine.gradle(f"com.a:x:{version}")
    assert machine.origins() == {"com.a:x:1.2", "com.a:y:1.0"}
    machine.write("gradle.lockfile", "com.a:x:1.10=runtimeClasspath\nempty=\n")
    assert "com.a:x:1.10" in machine.origins()


def test_what_is_missing_or_of_another_version_is_said(machine):
    machine.write(
        "build.gradle",
        "dependencies { implementation 'com.a:gone:1.0'; implementation 'com.a:x:3.0'; api 'com.a:any:+' }",
    )
    for version in ("1.9", "1.10"):
        machine.gradle(f"com.a:x:{version}", archive=".aar")
        machine.gradle(f"com.a:any:{version}")
    found = machine.find()
    assert {one.origin for one in found.artifacts} == {"com.a:x:1.10", "com.a:any:1.10"}
    assert found.missing == ("com.a:gone:1.0",)
    assert found.other_versions == (("com.a:x:3.0", "com.a:x:1.10"),)


def test_platforms_set_versions(machine):
    machine.write(
        "build.gradle.kts",
        'dependencies { implementation("com.a:x"); implementation(platform("com.a:things-bom:7")) }',
    )
    machine.gradle(
        "com.a:things-bom:7",
        archive=None,
        pom=f"<dependencyManagement><dependencies>{dependency('com.a:x', '1.0')}</dependencies></dependencyManagement>",
    )
    for version in ("1.0", "2.0"):
        machine.gradle(f"com.a:x:{version}")
    found = machine.find()
    assert {one.origin for one in found.artifacts} == {"com.a:x:1.0"}
    assert found.missing == ()


def test_maven_projects_with_parents_and_properties(machine):
    machine.write(
        "pom.xml",
        "<project><groupId>me</groupId><artifactId>all</artifactId><version>1</version>"
        "<properties><v>2.0</v></properties><dependencyManagement><dependencies>"
        + dependency("com.a:managed", "${v}")
        + "</dependencies></dependencyManagement></project>",
    )
    machine.write(
        "app/pom.xml",
        "<project><parent><groupId>me</groupId><artifactId>all</artifactId><version>1</version></parent>"
        "<artifactId>app</artifactId><dependencies>"
        + dependency("com.a:managed")
        + dependency("com.a:tests", "1.0", "<scope>test</scope>")
        + dependency("me:other", "${project.version}")
        + "</dependencies></project>",
    )
    machine.write(
        "other/pom.xml",
        "<project><groupId>me</groupId><artifactId>other</artifactId><version>1</version></project>",
    )
    machine.maven(
        "com.a:managed:2.0",
        f"<parent><groupId>com.a</groupId><artifactId>up</artifactId><version>9</version></parent><dependencies>{dependency('com.a:low')}</dependencies>",
    )
    machine.maven(
        "com.a:up:9",
        f"<dependencyManagement><dependencies>{dependency('com.a:low', '0.1')}</dependencies></dependencyManagement>",
        archive=None,
    )
    machine.maven("com.a:low:0.1")
    machine.maven("com.a:tests:1.0")
    found = machine.find()
    assert {one.origin for one in found.artifacts} == {
        "com.a:managed:2.0",
        "com.a:low:0.1",
        "com.a:tests:1.0",
    }
    assert found.missing == ()


def test_android_jar_of_the_level_that_is_compiled_against(machine, tmp_path):
    machine.write(
        "app/build.gradle.kts", 'plugins { id("com.android.application") }\nandroid { compileSdk = 34 }'
    )
    sdk = tmp_path / "sdk"
    for level in (34, 35):
        (sdk / f"platforms/android-{level}").mkdir(parents=True)
        (sdk / f"platforms/android-{level}/android.jar").write_bytes(b"")
    assert "android.jar (API level 34)" in machine.find().missing
    assert machine.origins(ANDROID_HOME=str(sdk)) == {"android:34"}
    machine.write("local.properties", f"sdk.dir={sdk}\n")
    assert machine.origins() == {"android:34"}


def test_archives_of_the_project_and_other_places_of_caches(machine, tmp_path):
    machine.write("app/libs/vendor.aar", "")
    machine.write("feature/libs/vendor.aar", "")
    machine.write("gradle/wrapper/gradle-wrapper.jar", "")
    machine.write("build.gradle", "dependencies { implementation 'com.a:x:1.0' }")
    machine.gradle("com.a:x:1.0")
    moved = tmp_path / "moved"
    (machine.home / ".gradle").rename(moved)
    assert machine.origins() == {"vendor", "vendor~2"}
    assert machine.origins(GRADLE_USER_HOME=str(moved)) == {"vendor", "vendor~2", "com.a:x:1.0"}


def test_broken_files_are_noted(machine):
    machine.write("gradle/libs.versions.toml", "[libraries\n")
    machine.write("pom.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><project>&b;</project>")
    machine.write(
        "build.gradle", "dependencies { implementation 'com.a:x:1.0'; implementation 'com.a:y:1.0' }"
    )
    machine.gradle("com.a:x:1.0", pom="<dependencies>")
    machine.gradle("com.a:y:1.0", module=[1, {"variants": 3}])
    found = machine.find()
    assert {one.origin for one in found.artifacts} == {"com.a:x:1.0", "com.a:y:1.0"}
    assert len(found.notes) == 3


def test_a_parent_in_the_folder_above_that_is_broken_is_noted(machine):
    machine.write("pom.xml", "<project><artifactId>all")
    machine.write(
        "app/pom.xml",
        "<project><parent><groupId>me</groupId><artifactId>all</artifactId><version>1</version></parent>"
        "<artifactId>app</artifactId></project>",
    )
    assert [note for note in machine.find().notes if note.startswith("the parent of app/pom.xml: ")]


@settings(max_examples=60, deadline=2000)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_script_is_read(script):
    with TemporaryDirectory() as folder:
        for name in (
            "build.gradle.kts",
            "gradle.lockfile",
            "gradle.properties",
            "libs.versions.toml",
            "pom.xml",
        ):
            Path(folder, name).write_text(script, encoding="utf-8")
        declared = read_declared(Path(folder))
        assert all(one.module.group and one.module.name for one in declared.coordinates)
        find_dependencies(Path(folder), {}, Path(folder))


def test_artifacts_that_need_each_other_end(machine):
    machine.write("build.gradle", "dependencies { implementation 'com.a:x:1.0' }")
    machine.gradle("com.a:x:1.0", pom=f"<dependencies>{dependency('com.a:y', '1.0')}</dependencies>")
    machine.gradle("com.a:y:1.0", pom=f"<dependencies>{dependency('com.a:x', '1.0')}</dependencies>")
    assert machine.origins() == {"com.a:x:1.0", "com.a:y:1.0"}
    deadline = Deadline()
    deadline.cancel()
    with pytest.raises(Cancelled):
        find_dependencies(machine.project, {}, machine.home, deadline)


def test_versions_are_ordered_as_gradle_does():
    ordered = ["1.0-alpha1", "1.0-beta2", "1.0-rc1", "1.0", "1.0.1", "1.2", "1.10", "2.0"]
    by_text = sorted(ordered)
    assert by_text != ordered
    assert sorted(by_text, key=version_order) == ordered
