"""`detect_patterns` (seed 002): what a directory does, counted with evidence."""

import pytest

from rca.scheduling.deadline import Deadline
from rca.tools.detect_patterns import TOOL
from tests.tools.code_project import CodeProject

VIEW_MODEL = """package shop.ui

import androidx.lifecycle.ViewModel
import androidx.lifecycle.viewModelScope
import dagger.hilt.android.lifecycle.HiltViewModel
import javax.inject.Inject
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow

@HiltViewModel
class {name}ViewModel @Inject constructor(private val repository: {name}Repository) : ViewModel() {{
    private val _state = MutableStateFlow<{name}State>({name}State.Loading)
    val state: StateFlow<{name}State> = _state

    fun load() {{
        viewModelScope.launch {{ _state.value = {name}State.Ready(repository.load()!!) }}
    }}
}}

sealed interface {name}State {{
    data object Loading : {name}State
    data class Ready(val text: String) : {name}State
}}
"""
REPOSITORY = """package shop.data

import retrofit2.Retrofit

interface {name}Repository {{
    suspend fun load(): String?
}}

class Default{name}Repository(private val retrofit: Retrofit) : {name}Repository {{
    override suspend fun load(): String? = runCatching {{ "a" }}.getOrNull()
}}

class Cached{name}Repository(private val behind: {name}Repository) : {name}Repository by behind
"""
TEST = """package shop.ui

import io.mockk.mockk
import kotlinx.coroutines.test.runTest
import org.junit.Test

class {name}ViewModelTest {{
    @Test
    fun `loads when it is opened`() = runTest {{ println("not counted: a test") }}

    @Test
    fun loads_when_opened() {{}}
}}

class Fake{name}Repository
"""
OLD = """package shop.old;

import androidx.annotation.Nullable;
import java.util.concurrent.Executors;

public class Downloads {
    private static Downloads instance;

    public static Downloads getInstance() {
        return instance;
    }

    @Nullable
    String load() {
        try {
            return "catch (Exception e) {}"; // catch (Exception e) {}
        } catch (Exception e) {
        }
        try {
            return "b";
        } catch (IllegalStateException ignored) {
        }
        return null;
    }
}
"""
NAMES = ("Cart", "Order", "User", "Home")


@pytest.fixture
def shop(tmp_path):
    made = CodeProject(tmp_path)
    for name in NAMES:
        made.write(f"app/src/main/kotlin/shop/ui/{name}ViewModel.kt", VIEW_MODEL.format(name=name))
        made.write(f"app/src/main/kotlin/shop/data/{name}Repository.kt", REPOSITORY.format(name=name))
        made.write(f"app/src/test/kotlin/shop/ui/{name}ViewModelTest.kt", TEST.format(name=name))
    made.write("app/src/main/java/shop/old/Downloads.java", OLD)
    made.write("README.md", "# Shop\n")
    made.workspace.index()
    return made


def found(made, **parameters):
    answer = made.call(TOOL, **parameters)
    assert answer["success"], answer
    return {(one["theme"], one["name"]): one for one in answer["data"]["patterns"]}


def test_architecture_is_counted_with_evidence(shop):
    patterns = found(shop)
    viewmodels = patterns["architecture", "MVVM view models"]
    assert (viewmodels["count"], viewmodels["files"], viewmodels["unit"]) == (4, 4, "classes")
    assert viewmodels["evidence"][0] == {
        "filePath": "app/src/main/kotlin/shop/ui/CartViewModel.kt",
        "line": 11,
        "symbol": "CartViewModel",
    }
    assert patterns["architecture", "repositories"]["count"] == 12
    assert patterns["layers", "`ui` in the package's name"]["count"] == 8


def test_designs_are_seen_by_structure(shop):
    patterns = found(shop)
    decorators = patterns["design", "decorators (given and being one interface)"]
    assert decorators["count"] == 4
    assert decorators["evidence"][0]["symbol"].startswith("Cached")
    assert patterns["design", "delegation of a class (`: Type by value`)"]["count"] == 4
    assert patterns["design", "sealed hierarchies"]["count"] == 4
    assert patterns["error handling", "sealed results and states"]["count"] == 4
    assert patterns["design", "singletons"]["evidence"][0]["symbol"] == "Downloads"


def test_libraries_of_a_theme_share_it(shop):
    patterns = found(shop, theme="dependency injection")
    hilt = patterns["dependency injection", "Hilt"]
    assert (hilt["count"], hilt["portion"]["of"], hilt["portion"]["share"]) == (4, 4, 1.0)
    assert patterns["dependency injection", "@Inject constructors"]["count"] == 4
    assert ("dependency injection", "Dagger") not in patterns  # what is Hilt's is not counted for Dagger
    assert {theme for theme, _ in patterns} == {"dependency injection"}


def test_coroutines_and_state(shop):
    patterns = found(shop)
    assert patterns["coroutines", "viewModelScope"]["count"] == 4
    assert patterns["coroutines", "suspending functions"]["count"] == 8
    assert patterns["state", "MutableStateFlow"]["count"] == 4
    assert patterns["streams of values", "Flow"]["portion"]["share"] == 1.0


def test_comments_and_strings_are_not_code(shop):
    patterns = found(shop)
    assert patterns["error handling", "catch blocks"]["count"] == 2
    swallowing = patterns["error handling", "catch blocks that swallow (empty)"]
    assert (swallowing["count"], swallowing["evidence"][0]["line"]) == (
        1,
        17,
    )  # `ignored` says that it is meant
    assert patterns["nulls", "`!!`"]["count"] == 4
    assert ("logging", "println") not in patterns  # tests may print


def test_tests_are_counted_apart(shop):
    patterns = found(shop)
    assert patterns["names of tests", "in backticks"]["count"] == 4
    assert patterns["names of tests", "with underscores"]["portion"] == {
        "of": 8,
        "among": "functions of this theme",
        "share": 0.5,
    }
    assert patterns["test doubles", "MockK"]["count"] == 4
    assert patterns["test doubles", "fakes and stubs by hand"]["count"] == 4
    assert patterns["test framework", "JUnit 4"]["count"] == 4
    assert patterns["test tools", "runTest"]["count"] == 4


def test_names_by_kind_and_of_all(shop):
    data = shop.call(TOOL)["data"]
    named = {one["name"]: one for one in data["patterns"] if one["theme"] == "naming"}
    assert named["MVVM view models end in ViewModel"]["portion"]["share"] == 1.0
    assert not any("repositories" in name for name in named)  # they are taken for such by their names
    assert {"name": "Repository", "count": 12} in data["nameEndings"]


def test_languages_and_files_are_counted(shop):
    data = shop.call(TOOL)["data"]
    assert (data["files"], data["filesRead"], data["testFiles"]) == (13, 13, 4)
    assert any(line.startswith("language: Kotlin (12 of 13), Java (1 of 13)") for line in data["summary"])


def test_a_folder_is_looked_at_alone(shop):
    data = shop.call(TOOL, directory="app/src/main/java")["data"]
    assert (data["path"], data["files"]) == ("app/src/main/java", 1)
    assert not any("Kotlin" in line for line in data["summary"])
    shop.write("app/src/main/javascript/App.kt", "class App\n")
    shop.workspace.index()
    assert shop.call(TOOL, path="app/src/main/java")["data"]["files"] == 1


def test_evidence_is_as_much_as_asked_for_each_in_another_file(shop):
    assert "evidence" not in found(shop, evidence=0)["nulls", "`!!`"]
    places = found(shop, evidence=3)["nulls", "`!!`"]["evidence"]
    assert len({one["filePath"] for one in places}) == 3


def test_a_theme_that_is_none_is_told(shop):
    answer = shop.call(TOOL, theme="astrology")
    assert answer["error"]["code"] == "INVALID_PARAMETERS"
    assert "architecture" in answer["error"]["suggestion"]


def test_a_folder_without_code_is_no_result(shop):
    shop.write("docs/a.md", "# A\n")
    answer = shop.call(TOOL, path="docs")
    assert answer["error"]["code"] == "NO_RESULTS"
    assert shop.call(TOOL, path="nowhere")["error"]["code"] == "DIRECTORY_NOT_FOUND"


def test_without_an_index_it_says_so(tmp_path):
    made = CodeProject(tmp_path)
    made.write("src/A.kt", "class A\n")
    assert "indexed yet" in made.call(TOOL)["error"]["message"]


def test_what_time_allows_is_a_part_and_says_so(shop):
    from rca.conventions.pattern_detection import detect

    deadline = Deadline(0.0)
    partly = detect(shop.workspace.snapshot, "", None, 2, deadline)
    assert (partly.result.files_read, partly.result.files) == (0, 13)
    assert "0 of 13 files" in partly.reasons[1]
    assert "before all tags" in partly.reasons[0]


def test_the_same_question_goes_on_where_time_was_up(shop, monkeypatch):
    from rca.conventions import pattern_detection as module

    deadline, opened = Deadline(), []

    def open_some(snapshot, path):
        opened.append(path)
        if len(opened) == 5:
            deadline._deadline = 0.0
        return open_file(snapshot, path)

    open_file = module.open_file
    monkeypatch.setattr(module, "open_file", open_some)
    first = module.detect(shop.workspace.snapshot, "", None, 2, deadline)
    assert (first.result.files_read, len(first.reasons)) == (5, 1)
    whole = module.detect(shop.workspace.snapshot, "", None, 2, Deadline())
    assert (whole.result.files_read, whole.reasons) == (13, ())
    assert sorted(opened) == sorted(set(opened))
    again = CodeProject.call(shop, TOOL)["data"]
    assert again["patterns"] == [one.model_dump(mode="json") for one in whole.result.patterns]
    shop.write("app/src/main/kotlin/shop/More.kt", "package shop\n\nfun more() = a!!\n")
    shop.workspace.index()
    assert found(shop)["nulls", "`!!`"]["count"] == 5  # a change begins anew


def test_unsaved_text_counts(shop):
    from rca.workspace import DocumentOpened

    path = "app/src/main/kotlin/shop/data/CartRepository.kt"
    shop.workspace.apply(
        DocumentOpened(shop.root / path, "package shop.data\n\nobject Single { val a = 1 }\n", 1)
    )
    patterns = found(shop, evidence=5)
    assert {one["symbol"] for one in patterns["design", "singletons"]["evidence"]} == {"Downloads", "Single"}
    assert patterns["architecture", "repositories"]["count"] == 9


def test_a_presenter_an_mvi_contract_and_a_builder(tmp_path):
    made = CodeProject(tmp_path)
    made.write(
        "src/main/kotlin/a/Screen.kt",
        "package a\n\ninterface Contract {\n    data class State(val a: Int)\n"
        "    sealed interface Event\n    sealed interface Effect\n}\n\n"
        "class ScreenPresenter\n\nclass UrlBuilder {\n    fun build() = 1\n}\n\n"
        "class PageVisitor { fun visitPage() {} }\n\nabstract class Step {\n"
        "    fun run() { act() }\n    protected abstract fun act()\n}\n\n"
        "class MyException : RuntimeException()\n\nclass StageBuilder\n",
    )
    made.workspace.index()
    patterns = found(made)
    assert (
        patterns["architecture", "MVI (a state, and sealed events or effects)"]["evidence"][0]["symbol"]
        == "Contract"
    )
    assert patterns["architecture", "MVP presenters"]["count"] == 1
    assert patterns["design", "builders"]["count"] == 1  # a name alone builds nothing
    assert patterns["design", "visitors"]["count"] == 1
    assert patterns["design", "template methods"]["count"] == 1
    assert patterns["error handling", "exception classes of its own"]["count"] == 1


def test_injected_dispatchers_field_injection_and_own_loggers(tmp_path):
    made = CodeProject(tmp_path)
    made.write(
        "src/main/kotlin/a/Sync.kt",
        "package a\n\nimport a.log.Logger\nimport kotlinx.coroutines.CoroutineDispatcher\n\n"
        "class Sync(private val io: CoroutineDispatcher, private val dao: MailDao) {\n"
        "    @Inject lateinit var clock: Clock\n    fun run() = withContext(Dispatchers.IO) { }\n"
        "    fun safe(): Result<Int> = TODO()\n}\n",
    )
    made.workspace.index()
    patterns = found(made)
    assert patterns["dispatchers", "given to constructors"]["count"] == 1
    assert patterns["dispatchers", "hard-coded (Dispatchers.IO, Default, Main)"]["count"] == 1
    assert patterns["dependency injection", "field injection"]["evidence"][0]["symbol"] == "clock"
    assert patterns["dependency injection", "constructors given collaborators, by hand"]["count"] == 1
    assert patterns["logging", "a logger of the project"]["count"] == 1
    assert patterns["error handling", "functions that return Result or Either"]["count"] == 1
