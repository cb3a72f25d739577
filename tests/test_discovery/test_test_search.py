"""Which classes and functions are tests, by framework; on a project with an index."""

import pytest

from rca.scheduling.deadline import Deadline
from rca.test_discovery.outline_store import OutlineStore
from rca.test_discovery.test_details import find_tests_in_file
from rca.test_discovery.test_search import TestSearch
from rca.workspace import DocumentChanged
from tests.indexed_project import indexed

JUNIT5 = "import org.junit.jupiter.api.*\nimport org.junit.jupiter.params.ParameterizedTest\n"
TESTS = "src/test/kotlin/demo"


@pytest.fixture
def find(tmp_path):
    opened = []

    def found(files):
        workspace = indexed(tmp_path / "project", files)
        opened.append(workspace)
        return listed(workspace)

    yield found
    for one in opened:
        one.close()


def listed(workspace, search=None):
    """Return each class with its tests, disabled ones marked."""
    snapshot = workspace.snapshot
    classes = (search or TestSearch()).find(snapshot, Deadline())
    paths = dict.fromkeys(one.wire.file_path for one in classes)
    names = {one.wire.id: one.wire.class_name for one in classes}
    found = {}
    for path in paths:
        for one in find_tests_in_file(path, classes, snapshot).classes:
            found[names[one.id]] = [
                " > ".join(test.path) + (" (off)" if test.is_disabled else "")
                for test in one.tests
                if test.kind != "context"
            ]
    return found


def test_junit5(find):
    assert find(
        {
            f"{TESTS}/SumTest.kt": f"""package demo
{JUNIT5}
class SumTest {{
    @Test fun adds() {{}}
    @Test fun `two words`() {{}}
    @ParameterizedTest fun many(one: Int) {{}}
    @RepeatedTest(3) fun again() {{}}
    @TestFactory fun made() = listOf<DynamicTest>()
    @Disabled("later") @Test fun off() {{}}
    @Test private fun hidden() {{}}
    @BeforeEach fun prepare() {{}}
    fun helper() {{}}
    @Nested inner class WhenEmpty {{ @Test fun gives() {{}} }}
    class Plain {{ fun nothing() {{}} }}
}}
"""
        }
    ) == {
        "demo.SumTest": ["adds", "two words", "many", "again", "made", "off (off)"],
        "demo.SumTest$WhenEmpty": ["gives"],
    }


def test_tests_of_abstract_bases_run_in_each_class_below_them_across_files_and_languages(find):
    assert find(
        {
            "src/test/java/demo/Contract.java": """package demo;
import org.junit.Test;
public abstract class Contract<T> {
    @Test public void holds() {}
    @Test public void isOverridden() {}
    @org.junit.Ignore @Test public void off() {}
}
""",
            f"{TESTS}/Middle.kt": "package demo\nabstract class Middle : Contract<String>()\n",
            f"{TESTS}/ListTest.kt": """package other
import demo.Middle
class ListTest : Middle() {
    override fun isOverridden() {}
    @org.junit.Test fun own() {}
}
""",
            "src/test/java/demo/SetTest.java": "package demo;\npublic class SetTest extends Contract<Integer> {}\n",
        }
    ) == {
        "other.ListTest": ["own", "holds", "isOverridden", "off (off)"],
        "demo.SetTest": ["holds", "isOverridden", "off (off)"],
    }


def test_an_override_without_the_annotation_hides_a_test_of_junit5(find):
    assert find(
        {
            f"{TESTS}/BaseTest.kt": f"package demo\n{JUNIT5}\nabstract class BaseTest {{ @Test open fun one() {{}}\n@Test open fun two() {{}} }}\n",
            f"{TESTS}/OneTest.kt": "package demo\nclass OneTest : BaseTest() { override fun one() {} }\n",
        }
    ) == {"demo.OneTest": ["two"]}


def test_nested_classes_of_an_abstract_base(find):
    assert find(
        {
            f"{TESTS}/BaseTest.kt": f"package demo\n{JUNIT5}\nabstract class BaseTest {{ @Nested inner class Within {{ @Test fun one() {{}} }}\n@Test fun two() {{}} }}\n",
            f"{TESTS}/OneTest.kt": "package demo\nclass OneTest : BaseTest()\n",
        }
    ) == {"demo.BaseTest$Within": ["one"], "demo.OneTest": ["two"]}


def test_junit3_counts_public_functions_named_test(find):
    assert find(
        {
            "src/test/java/demo/OldTest.java": """package demo;
public class OldTest extends junit.framework.TestCase {
    public void testOne() {}
    void testTwo() {}
    public void testThree(int with) {}
    public int testFour() { return 1; }
}
"""
        }
    ) == {"demo.OldTest": ["testOne"]}


def test_testng_by_the_class_and_by_function(find):
    assert find(
        {
            "src/test/java/demo/WholeTest.java": """package demo;
import org.testng.annotations.*;
@Test public class WholeTest {
    public void one() {}
    @BeforeMethod public void prepare() {}
    void two() {}
    @Test(enabled = false) public void off() {}
}
"""
        }
    ) == {"demo.WholeTest": ["one", "off (off)"]}


def test_kotlin_test_in_source_sets_of_several_targets(find, tmp_path):
    files = {
        "src/commonTest/kotlin/demo/A.kt": "package demo\nimport kotlin.test.*\nclass ATest { @Test fun a() {}\n@Ignore @Test fun b() {} }\n",
        "src/jvmTest/kotlin/demo/B.kt": "package demo\nimport kotlin.test.Test as Check\nclass BTest { @Check fun c() {} }\n",
    }
    assert find(files) == {"demo.ATest": ["a", "b (off)"], "demo.BTest": ["c"]}


def test_annotations_of_the_project_that_are_tests(find):
    assert find(
        {
            f"{TESTS}/Marks.kt": f"package demo\n{JUNIT5}\n@Test annotation class Fast\n@Fast annotation class Faster\ntypealias Check = org.junit.Test\n",
            f"{TESTS}/UseTest.kt": 'package demo\nclass UseTest { @Faster fun one() {}\n@Check fun two() {}\n@Deprecated("") fun three() {} }\n',
        }
    ) == {"demo.UseTest": ["one", "two"]}


def test_an_annotation_of_the_package_comes_before_a_star_import(find):
    assert (
        find(
            {
                f"{TESTS}/Test.kt": "package demo\nannotation class Test\n",
                f"{TESTS}/UseTest.kt": "package demo\nimport kotlin.test.*\nclass UseTest { @Test fun one() {} }\n",
            }
        )
        == {}
    )


SPECS = {
    "StringSpec": (
        '"one" { }; "two".config(enabled = true) { }; "!three" { }',
        ["one", "two", "three (off)"],
    ),
    "FunSpec": (
        'context("c") { test("one") { check("x") { } }; xtest("two") { } }; test("t${1 + 1}") { }',
        ["c > one", "c > two (off)", "t${1 + 1}"],
    ),
    "DescribeSpec": (
        'describe("d") { it("one") { }; describe("e") { it("two") { } } }',
        ["d > one", "d > e > two"],
    ),
    "BehaviorSpec": (
        'given("g") { `when`("w") { then("one") { } } }; Given("h") { When("v") { Then("two") { } } }',
        ["g > w > one", "h > v > two"],
    ),
    "ShouldSpec": ('should("one") { }; xcontext("c") { should("two") { } }', ["one", "c > two (off)"]),
    "FreeSpec": ('"c" - { "one" { }; "d" - { "two".config() { } } }', ["c > one", "c > d > two"]),
    "WordSpec": (
        '"a" should { "one" { } }; "b" When { "c" should { "two" { } } }',
        ["a > one", "b > c > two"],
    ),
    "FeatureSpec": ('feature("f") { scenario("one") { } }', ["f > one"]),
    "ExpectSpec": ('context("c") { expect("one") { } }', ["c > one"]),
}


@pytest.mark.parametrize("style", SPECS)
def test_kotest(find, style):
    code, tests = SPECS[style]
    source = f"package demo\nimport io.kotest.core.spec.style.{style}\nclass S : {style}({{ {code} }})\n"
    assert find({f"{TESTS}/S.kt": source}) == {"demo.S": tests}


def test_kotest_with_init_and_as_annotations(find):
    assert find(
        {
            f"{TESTS}/S.kt": 'package demo\nimport io.kotest.core.spec.style.*\nclass S : FunSpec() { init { listOf(1).forEach { test("one") { } } } }\n'
            "class A : AnnotationSpec() { @Test fun two() {}\n@Ignore @Test fun three() {} }\n"
        }
    ) == {"demo.S": ["one"], "demo.A": ["two", "three (off)"]}


def test_spek(find):
    assert find(
        {
            f"{TESTS}/S.kt": 'package demo\nimport org.spekframework.spek2.Spek\nobject S : Spek({ describe("d") { it("one") { } } })\n'
        }
    ) == {"demo.S": ["d > one"]}


def test_what_no_build_compiles_as_a_test_is_none(find):
    test = "package demo\nclass ATest { @org.junit.Test fun one() {} }\n"
    assert (
        find(
            {
                "src/main/kotlin/demo/ATest.kt": test,
                "src/main/java/demo/test/BTest.kt": test,
                "src/testFixtures/kotlin/demo/ATest.kt": test,
                "src/test/resources/demo/ATest.kt": test,
            }
        )
        == {}
    )


def test_modules_source_sets_devices_and_labels(tmp_path):
    workspace = indexed(
        tmp_path / "project",
        {
            "app/build.gradle": "",
            "app/src/androidTest/java/demo/ScreenTest.kt": "package demo\nclass ScreenTest { @org.junit.Test fun shows() {} }\n",
            "core/build.gradle.kts": "",
            "core/src/test/java/demo/CoreTest.java": 'package demo;\nimport org.junit.jupiter.api.*;\n@DisplayName("The \\"core\\"") class CoreTest {\n  @Test\n  @DisplayName("works")\n  void one() {\n  }\n}\n',
        },
    )
    classes = TestSearch().find(workspace.snapshot, Deadline())
    assert [(one.wire.module, one.wire.source_set, one.wire.needs_device) for one in classes] == [
        (":app", "androidTest", True),
        (":core", "test", False),
    ]
    (core,) = find_tests_in_file("core/src/test/java/demo/CoreTest.java", classes, workspace.snapshot).classes
    assert core.label == 'The "core"'
    assert [(one.label, one.line, one.end_line) for one in core.tests] == [("works", 6, 7)]
    workspace.close()


def test_maven_runs_classes_by_their_names(tmp_path):
    code = "package demo;\npublic class {0} {{ @org.junit.Test public void one() {{}} }}\n"
    files = {
        f"src/test/java/demo/{name}.java": code.format(name)
        for name in ("ATest", "TestB", "CTests", "DTestCase", "Checks", "EIT")
    }

    def running(pom):
        workspace = indexed(tmp_path / "project", {**files, "pom.xml": pom})
        found = TestSearch().find(workspace.snapshot, Deadline())
        workspace.close()
        return {one.wire.name for one in found if one.wire.runs_by_default}

    assert running("<project/>") == {"ATest", "TestB", "CTests", "DTestCase"}
    plugin = "<project><build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>{}</configuration></plugin></plugins></build></project>"
    assert running(plugin.format("<includes><include>**/Checks.java</include></includes>")) == {"Checks"}
    assert running(plugin.format("<excludes><exclude>demo/*Test.java</exclude></excludes>")) == {
        "TestB",
        "CTests",
        "DTestCase",
    }


def test_unsaved_text_counts(tmp_path):
    root = tmp_path / "project"
    workspace = indexed(root, {f"{TESTS}/ATest.kt": "package demo\nclass ATest\n"})
    search = TestSearch()
    assert listed(workspace, search) == {}
    path = root / TESTS / "ATest.kt"
    workspace.apply(DocumentChanged(path, "package demo\nclass ATest { @org.junit.Test fun one() {} }\n", 1))
    assert listed(workspace, search) == {"demo.ATest": ["one"]}
    workspace.close()


def test_outlines_are_kept_and_follow_the_files(tmp_path):
    files = {
        f"{TESTS}/T{number}Test.kt": f"package demo\nclass T{number}Test {{ @org.junit.Test fun one() {{}} }}\n"
        for number in range(60)
    }
    root = tmp_path / "project"
    workspace = indexed(root, files)
    before = listed(workspace, TestSearch(OutlineStore(tmp_path, [root])))
    workspace.close()
    assert OutlineStore(tmp_path, [root]).load().keys() == files.keys()
    changed = {f"{TESTS}/T7Test.kt": "package demo\nclass T7Test { @org.junit.Test fun two() {} }\n"}
    workspace = indexed(root, changed)
    after = listed(workspace, TestSearch(OutlineStore(tmp_path, [root])))
    assert after == before | {"demo.T7Test": ["two"]}
    workspace.close()


def test_a_damaged_store_is_made_anew(tmp_path):
    store = OutlineStore(tmp_path, [tmp_path])
    store.save({})
    next((tmp_path / "tests").iterdir()).write_bytes(b"\xc1 no message pack")
    assert store.load() == {}
