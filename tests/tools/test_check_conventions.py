"""`check_conventions` (seed 002): where a file does not do as its own project does."""

import os

import pytest
import yaml

from rca.conventions import detekt, observation_cache
from rca.conventions.code_file import open_file
from rca.scheduling.deadline import Deadline
from rca.tools.check_conventions import TOOL
from tests.tools.code_project import CodeProject

NAMES = ("Cart", "Order", "User", "Home", "Help", "Login")
VIEW_MODEL = """package shop.ui

import androidx.lifecycle.ViewModel
import dagger.hilt.android.lifecycle.HiltViewModel
import javax.inject.Inject
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow

@HiltViewModel
class {name}ViewModel @Inject constructor(private val source: Source) : ViewModel() {{
    private val _state = MutableStateFlow("")
    val state: StateFlow<String> = _state

    fun load() {{
        source.load()
    }}
}}
"""
STRANGE = """package shop.ui

import androidx.lifecycle.LiveData
import androidx.lifecycle.ViewModel
import kotlinx.coroutines.flow.MutableStateFlow

class PaymentHolder constructor(val source: Source) : ViewModel() {
    val state = MutableStateFlow("")
    val shown: LiveData<String> = TODO()

    fun load() {
        source.load()!!
    }
}
"""
TEST = """package shop.ui

import org.junit.Test

class {name}ViewModelTest {{
    @Test
    fun `loads once`() {{}}

    @Test
    fun `loads twice`() {{}}
}}
"""
MAIN = "app/src/main/kotlin/shop/ui"
TESTS = "app/src/test/kotlin/shop/ui"


@pytest.fixture
def shop(tmp_path):
    made = CodeProject(tmp_path)
    made.write("app/build.gradle.kts", "plugins { }\n")
    for name in NAMES:
        made.write(f"{MAIN}/{name}ViewModel.kt", VIEW_MODEL.format(name=name))
        made.write(f"{TESTS}/{name}ViewModelTest.kt", TEST.format(name=name))
    return made


def check(made, path, text=None, **parameters):
    if text is not None:
        made.write(path, text)
    made.workspace.index()
    answer = made.call(TOOL, filePath=path, **parameters)
    assert answer["success"], answer
    return answer["data"]


def deviations(data):
    return {one["rule"]: one for one in data["deviations"]}


def test_a_file_that_does_as_the_others_has_no_deviation(shop):
    data = check(shop, f"{MAIN}/CartViewModel.kt")
    assert data["deviations"] == []
    assert data["totalFollowed"] > 10
    statements = {
        one["statement"]: one for one in check(shop, f"{MAIN}/CartViewModel.kt", followed=100)["followed"]
    }
    ending = statements["MVVM view models end in ViewModel"]
    assert (ending["holds"], ending["of"], ending["scope"]) == (5, 5, "module :app")


def test_names_annotations_and_constructors_of_its_kind(shop):
    data = check(shop, f"{MAIN}/PaymentHolder.kt", STRANGE)
    found = deviations(data)
    ending = found["name ending"]
    assert (ending["found"], ending["expected"], ending["holds"], ending["of"]) == (
        "Holder",
        "ViewModel",
        6,
        6,
    )
    assert (
        ending["message"]
        == "PaymentHolder: 6 of 6 MVVM view models of this module end in ViewModel; here: Holder"
    )
    assert (ending["line"], ending["symbol"], ending["severity"]) == (7, "PaymentHolder", "info")
    assert ending["examples"][0]["filePath"].startswith(MAIN)
    assert found["annotation"]["expected"] == "HiltViewModel"
    assert found["annotation"]["severity"] == "warning"
    assert found["constructor annotation"]["expected"] == "Inject"


def test_state_is_private_and_shown_as_the_others_show_it(shop):
    found = deviations(check(shop, f"{MAIN}/PaymentHolder.kt", STRANGE))
    assert (found["state holder"]["found"], found["state holder"]["expected"]) == ("LiveData", "StateFlow")
    assert (found["mutable state"]["line"], found["mutable state"]["symbol"]) == (8, "PaymentHolder.state")
    assert found["`!!`"]["line"] == 12
    assert found["test"]["found"] == "missing"


def test_gravest_first_and_the_rest_is_told(shop):
    whole = check(shop, f"{MAIN}/PaymentHolder.kt", STRANGE)
    severities = [one["severity"] for one in whole["deviations"]]
    assert severities == sorted(severities, key=["warning", "info", "style"].index)
    shop.workspace.index()
    answer = shop.call(TOOL, path=f"{MAIN}/PaymentHolder.kt", limit=2)
    assert len(answer["data"]["deviations"]) == 2
    assert answer["meta"]["truncated"]
    assert answer["meta"]["next"] == f"limit={whole['totalDeviations']}"


def test_names_of_tests(shop):
    text = (
        TEST.format(name="Pay").replace("`loads once`", "loadsOnce").replace("`loads twice`", "loads_twice")
    )
    found = deviations(check(shop, f"{TESTS}/PayViewModelTest.kt", text))
    assert found["name of a test"]["expected"] == "in backticks"
    data = check(shop, f"{TESTS}/PayViewModelTest.kt")
    assert {one["found"] for one in data["deviations"]} >= {"in camel case", "with underscores"}


def test_too_few_of_a_kind_are_not_judged(shop):
    shop.write("app/src/main/kotlin/shop/api/OneMapper.kt", "package shop.api\n\nclass OneMapper : Mapper\n")
    data = check(
        shop,
        "app/src/main/kotlin/shop/api/Other.kt",
        "package shop.api\n\ninternal data class Other(val a: Int) : Mapper\n",
    )
    assert {"what": "classes that extend Mapper", "cases": 1} in data["notJudged"]
    assert not any("Mapper" in one["statement"] for one in data["deviations"])


def test_what_one_file_does_over_and_over_is_no_convention(shop):
    many = "".join(f"class M{n} : Mapped\n" for n in range(9))
    shop.write("app/src/main/kotlin/shop/api/Many.kt", f"package shop.api\n\n{many}")
    data = check(
        shop,
        "app/src/main/kotlin/shop/api/Strange.kt",
        "package shop.api\n\nprivate class Strange : Mapped\n",
    )
    assert not any("Mapped" in one["statement"] for one in data["deviations"])


def test_the_module_wins_over_the_project(shop):
    shop.write("core/build.gradle.kts", "plugins { }\n")
    for name in NAMES:
        text = VIEW_MODEL.format(name=name).replace("@HiltViewModel\n", "").replace("shop.ui", "shop.core")
        shop.write(f"core/src/main/kotlin/shop/core/{name}ViewModel.kt", text)
    data = check(shop, "core/src/main/kotlin/shop/core/CartViewModel.kt")
    assert "annotation" not in deviations(data)
    assert data["module"] == ":core"
    assert data["comparedFiles"] > data["moduleFiles"] >= 5


def test_the_project_counts_where_the_module_has_too_few(shop):
    shop.write("pay/build.gradle.kts", "plugins { }\n")
    text = VIEW_MODEL.format(name="Pay").replace("@HiltViewModel\n", "")
    found = deviations(check(shop, "pay/src/main/kotlin/shop/ui/PayViewModel.kt", text))
    assert found["annotation"]["scope"] == "project"


def test_folder_file_name_and_imports(shop):
    text = "package shop.elsewhere\n\nimport java.util.*\n\nclass Other(val date: Date)\n"
    found = deviations(check(shop, f"{MAIN}/Something.kt", text))
    assert found["package and folder"]["severity"] == "warning"
    assert (found["star import"]["line"], found["star import"]["found"]) == (3, "have")
    assert found["file name"]["symbol"] == "Other"


def test_dispatchers_are_given_where_the_others_are_given_them(tmp_path):
    made = CodeProject(tmp_path)
    for name in NAMES:
        made.write(
            f"src/main/kotlin/a/{name}Sync.kt",
            f"package a\n\nclass {name}Sync(private val io: CoroutineDispatcher) {{\n"
            "    suspend fun run() = withContext(io) { }\n}\n",
        )
    text = "package a\n\nclass MailSync {\n    suspend fun run() = withContext(Dispatchers.IO) { }\n}\n"
    found = deviations(check(made, "src/main/kotlin/a/MailSync.kt", text))
    assert (found["dispatcher"]["line"], found["dispatcher"]["severity"]) == (4, "warning")


def test_composables_take_a_modifier_and_texts_come_from_resources(tmp_path):
    made = CodeProject(tmp_path)
    body = (
        "package a\n\nimport androidx.compose.runtime.Composable\n\n@Composable\n"
        "fun {name}Card(title: String, modifier: Modifier = Modifier) {{\n"
        "    Text(stringResource(R.string.title))\n}}\n\n@Preview\n@Composable\n"
        'private fun {name}Preview() {{\n    Text("Only shown in a preview")\n}}\n'
    )
    for name in NAMES:
        made.write(f"src/main/kotlin/a/{name}Card.kt", body.format(name=name))
    strange = (
        "package a\n\nimport androidx.compose.runtime.Composable\n\n@Composable\n"
        'fun PayCard(title: String) {\n    Text("Pay now")\n    Text("$title")\n}\n\n'
        '@Preview\n@Composable\nfun PayPreview() {\n    PayCard("a")\n}\n'
    )
    found = deviations(check(made, "src/main/kotlin/a/PayCard.kt", strange))
    assert found["modifier parameter"]["symbol"] == "PayCard"
    assert (found["text"]["line"], found["text"]["places"]) == (7, 1)
    assert (found["preview"]["found"], found["preview"]["expected"]) == ("public", "private")


def test_written_settings_win_over_counted_ones(shop):
    shop.write(".editorconfig", "root = true\n[*.{kt,kts}]\nmax_line_length = 60\nindent_style = tab\n")
    data = check(shop, f"{MAIN}/CartViewModel.kt", followed=200)
    found = deviations(data)
    length = found["line length"]
    assert (length["source"], length["line"]) == (".editorconfig", 10)
    assert length["expected"] == "lines have at most 60 characters"
    assert found["indentation"]["source"] == ".editorconfig"
    assert "holds" not in length
    assert not any(
        one["rule"] == "indentation" for one in data["followed"]
    )  # that all others indent by spaces


def test_settings_that_an_editor_of_windows_wrote_are_read(shop):
    shop.write(".editorconfig", b"\xef\xbb\xbf[*.kt]\r\nindent_style = tab\r\n")
    found = deviations(check(shop, f"{MAIN}/CartViewModel.kt"))
    assert found["indentation"]["source"] == ".editorconfig"


def test_strings_of_several_lines_are_as_long_as_they_are(shop):
    shop.write(".editorconfig", "[*]\nmax_line_length = 40\ntrim_trailing_whitespace = true\n")
    text = 'package shop.ui\n\nval query = """\n    SELECT a, b, c, d, e, f, g FROM somewhere   \n"""\nval a = 1 \n'
    found = deviations(check(shop, f"{MAIN}/Query.kt", text))
    assert "line length" not in found
    assert (found["trailing blanks"]["line"], found["trailing blanks"]["places"]) == (6, 1)


@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
def test_rules_of_detekt_that_are_on(shop, monkeypatch, loader):
    if loader == "SafeLoader":  # PyYAML that was built where there is no libyaml
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    detekt._read.cache_clear()
    shop.write(
        "config/detekt/detekt.yml",
        "style:\n  WildcardImport:\n    active: true\n    excludeImports: ['java.util.*']\n"
        "  ForbiddenImport:\n    active: true\n    imports: ['java.io.*', {value: 'a.b.C', reason: 'old'}]\n"
        "  ForbiddenMethodCall:\n    active: true\n    methods: ['kotlin.io.println']\n"
        "  MaxLineLength:\n    active: false\n"
        "potential-bugs:\n  UnsafeCallOnNullableType:\n    active: true\n    excludes: ['**/test/**']\n"
        "exceptions:\n  PrintStackTrace:\n    active: true\n"
        "empty-blocks:\n  active: false\n  EmptyCatchBlock:\n    active: true\n"
        "coroutines:\n  InjectDispatcher:\n    active: true\n  GlobalCoroutineUsage:\n    active: true\n",
    )
    text = (
        "package shop.ui\n\nimport java.io.File\nimport java.util.*\nimport kotlin.math.*\n\n"
        "class Odd(val io: Any = Dispatchers.IO) {\n    fun a(b: Int?) { println(b!!); GlobalScope.launch { } }\n"
        "    fun c() { withContext(Dispatchers.Default) { } } // Dispatchers.IO\n"
        "    fun d(e: Exception) { e.printStackTrace() }\n}\n"
    )
    data = check(shop, f"{MAIN}/Odd.kt", text, followed=200)
    said = {one["rule"]: one for one in data["deviations"] if one["source"] == "config/detekt/detekt.yml"}
    assert {rule: (one["line"], one["places"]) for rule, one in said.items()} == {
        "star import": (5, 1),
        "forbidden import": (3, 1),
        "forbidden call": (8, 1),
        "`!!`": (8, 1),
        "GlobalScope": (8, 1),
        "dispatcher": (9, 1),
        "printStackTrace": (10, 1),
    }
    assert not any(one["rule"] in ("line length", "empty catch") for one in data["deviations"])
    in_tests = check(shop, f"{TESTS}/OddTest.kt", text)
    assert not any(one["rule"] == "`!!`" for one in in_tests["deviations"])
    quiet = text.replace("class Odd", '@Suppress("UnsafeCallOnNullableType")\nclass Odd')
    assert "`!!`" not in {
        one["rule"]
        for one in check(shop, f"{MAIN}/Odd.kt", quiet)["deviations"]
        if one["source"] != "counted"
    }


def test_settings_that_cannot_be_read_say_nothing(shop):
    shop.write("detekt.yml", "style: [unclosed\n  :::")
    shop.write(".editorconfig", b"\xff\xfe\x00[*\nmax_line_length = no number\n[[[{\nindent_style = tab\n")
    assert check(shop, f"{MAIN}/CartViewModel.kt")["deviations"] == []


def test_what_is_no_code_and_what_is_not_there(shop):
    shop.write("README.md", "# Shop\n")
    shop.workspace.index()
    answer = shop.call(TOOL, filePath="README.md")
    assert answer["error"]["code"] == "INVALID_PARAMETERS"
    assert shop.call(TOOL, filePath=f"{MAIN}/Nothing.kt")["error"]["code"] == "FILE_NOT_FOUND"


def test_without_an_index_it_says_so(shop):
    assert "not indexed yet" in shop.call(TOOL, filePath=f"{MAIN}/CartViewModel.kt")["error"]["message"]


def test_generated_code_teaches_nothing_and_says_so(shop):
    for number in range(20):
        shop.write(
            f"{MAIN}/gen/G{number}ViewModel.kt",
            f"// Code generated by a tool. Do not edit.\npackage shop.ui.gen\n\nclass G{number}Model : androidx.lifecycle.ViewModel()\n",
        )
    data = check(shop, f"{MAIN}/CartViewModel.kt")
    assert (data["deviations"], data["comparedFiles"]) == ([], 5)
    answer = shop.call(TOOL, filePath=f"{MAIN}/gen/G1ViewModel.kt")
    assert answer["meta"]["completeness"] == "partial"
    assert "generated" in answer["meta"]["provenance"][0]


def test_what_time_allows_is_told(shop):
    from rca.conventions.code_file import open_file
    from rca.conventions.convention_check import check as compare

    shop.workspace.index()
    snapshot = shop.workspace.snapshot
    file = open_file(snapshot, f"{MAIN}/CartViewModel.kt")
    checked = compare(snapshot, file, 30, 10, Deadline(0.0))
    assert checked.result.compared_files == 0
    assert "time was up" in checked.reasons[0]
    assert checked.result.not_judged


def test_java_is_compared_with_java(tmp_path):
    made = CodeProject(tmp_path)
    for name in NAMES:
        made.write(
            f"src/main/java/a/{name}Task.java",
            f"package a;\n\nimport b.Task;\n\npublic class {name}Task extends Task {{\n    void run() {{ }}\n}}\n",
        )
    text = "package a;\n\nimport b.Task;\nimport java.util.*;\n\nclass Sending extends Task {\n\tvoid run() { }\n}\n"
    found = deviations(check(made, "src/main/java/a/Sending.java", text))
    assert found["name ending"]["expected"] == "Task"
    assert "visibility" not in found  # what is seen by fewer disturbs nobody
    assert found["indentation"]["found"] == "tabs"
    assert found["star import"]["line"] == 4


def test_what_others_do_is_kept_until_they_change(shop, monkeypatch):
    path = f"{MAIN}/PaymentHolder.kt"
    for file in shop.root.rglob("*.kt"):
        os.utime(file, (10**9, 10**9))
    first = check(shop, path, STRANGE)
    opened = []
    monkeypatch.setattr(
        observation_cache, "open_file", lambda snapshot, one: opened.append(one) or open_file(snapshot, one)
    )
    assert check(shop, path) == first
    assert [one for one in opened if one != path] == []
    changed = VIEW_MODEL.format(name="Home").replace("private val _state", "val _state")
    for name in NAMES[:4]:
        shop.write(f"{MAIN}/{name}ViewModel.kt", changed.replace("Home", name))
    second = check(shop, path)
    assert sorted(opened) == sorted(f"{MAIN}/{name}ViewModel.kt" for name in NAMES[:4])
    assert ["mutable state" in deviations(data) for data in (first, second)] == [True, False]


def test_a_test_that_goes_counts_at_once(shop):
    path = f"{MAIN}/PaymentHolder.kt"
    for file in shop.root.rglob("*.kt"):
        os.utime(file, (10**9, 10**9))
    first = check(shop, path, STRANGE)
    for name in NAMES[:3]:
        (shop.root / f"{TESTS}/{name}ViewModelTest.kt").unlink()
    second = check(shop, path)
    assert ["test" in deviations(data) for data in (first, second)] == [True, False]
