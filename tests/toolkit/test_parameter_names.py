"""Near misses of parameter names are understood and said; what can mean several is refused."""

from __future__ import annotations

import pytest

from models.tools.find_callers_of_function import FindCallersParams
from models.tools.find_references import FindReferencesParams
from models.tools.get_code_context import GetCodeContextParams
from models.tools.grep_search import GrepSearchParams
from models.tools.read_file import ReadFileParams
from models.tools.replace_string_in_file import ReplaceStringParams
from models.tools.search_config import SearchConfigParams
from rca.tool_failure import Failure
from rca.toolkit.parameter_names import understand_names
from rca.tools.grep_search import TOOL
from tests.tools.file_project import FileProject


@pytest.mark.parametrize(
    ("params", "given", "taken"),
    [
        (GrepSearchParams, "searchTerm", "query"),
        (GrepSearchParams, "glob", "filePattern"),
        (GrepSearchParams, "case_insensitive", "ignoreCase"),
        (GrepSearchParams, "word", "wholeWord"),
        (FindReferencesParams, "query", "symbol"),
        (FindReferencesParams, "pattern", "symbol"),
        (SearchConfigParams, "query", "pathPattern"),
        (GetCodeContextParams, "lineNumber", "line"),
        (ReadFileParams, "uri", "filePath"),
        (ReadFileParams, "offset", "lineStart"),
        (GrepSearchParams, "querry", "query"),
    ],
)
def test_a_near_miss_is_taken_and_said(params, given, taken):
    assert understand_names("tool", params, {given: 1}) == (
        {taken: 1},
        (f"'{given}' was taken as '{taken}'",),
    )


@pytest.mark.parametrize("given", ["pattern", "path", "max_results", "query", "isRegex"])
def test_other_spellings_of_a_parameter_pass_silently(given):
    assert understand_names("grep_search", GrepSearchParams, {given: 1}) == ({given: 1}, ())


def test_a_parameter_that_is_given_is_not_given_twice():
    raw = {"query": "a", "searchTerm": "b"}
    assert understand_names("grep_search", GrepSearchParams, raw) == (raw, ())


def test_what_can_mean_several_is_refused():
    with pytest.raises(Failure) as refused:
        understand_names("replace_string_in_file", ReplaceStringParams, {"string": "a"})
    assert refused.value.error.code == "INVALID_PARAMETERS"
    assert "it may mean 'newString' or 'oldString'" in refused.value.error.message


def test_what_means_nothing_stays_for_the_validation():
    raw = {"functionName": "f", "zzz": 1}
    assert understand_names("find_callers_of_function", FindCallersParams, raw) == (raw, ())


def test_the_answer_says_what_was_understood(tmp_path):
    project = FileProject(tmp_path)
    project.write("a.txt", "one\n")
    answer = project.call(TOOL, searchTerm="one")
    assert answer["data"]["totalMatches"] == 1
    assert answer["meta"]["understood"] == ["'searchTerm' was taken as 'query'"]
