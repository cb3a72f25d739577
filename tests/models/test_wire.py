"""Parameters: strict, with the seeds' spellings, and never a silent choice between two."""

import pytest
from pydantic import ValidationError

from models.tools.find_callers_of_function import FindCallersParams
from models.tools.read_file import ReadFileParams
from models.tools.web_search_wiki import WebSearchParams


@pytest.mark.parametrize(
    "spelling",
    [
        {"filePath": "A.kt", "lineStart": 2, "lineEnd": 3},
        {"path": "A.kt", "start_line": 2, "end_line": 3},
        {"file_path": "A.kt", "line_start": 2, "line_end": 3},
    ],
)
def test_the_spellings_of_the_seeds_mean_the_same(spelling):
    params = ReadFileParams.model_validate(spelling)
    assert (params.file_path, params.line_start, params.line_end) == ("A.kt", 2, 3)


def test_an_alias_stands_only_for_a_field_that_the_tool_has():
    assert WebSearchParams.model_validate({"query": "room", "max_results": 3}).max_results == 3
    found = FindCallersParams.model_validate({"functionName": "f", "path": "A.kt", "max_results": 3})
    assert found.limit == 3


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"filePath": 123},
        {"filePath": "A.kt", "lineStart": "2"},
        {"filePath": "A.kt", "lineStart": 0},
        {"filePath": "A.kt", "lineStart": 1.5},
        {"filePath": "A.kt", "lineStart": True},
        {"filePath": "A.kt", "colour": "red"},
        {"filePath": "A.kt", "path": "B.kt"},
        {"filePath": "A.kt", "encoding": "latin-1"},
        {"filePath": "A.kt", "maxBytes": 10 * 1024 * 1024 + 1},
        [],
        "A.kt",
    ],
)
def test_anything_else_is_refused(wrong):
    with pytest.raises(ValidationError):
        ReadFileParams.model_validate(wrong)


def test_half_a_surrogate_pair_does_no_harm():
    assert ReadFileParams.model_validate({"filePath": "a\ud83d\ude00b\ud800c"}).file_path == "a😀b\ufffdc"


def test_json_numbers_without_a_fraction_are_integers():
    assert ReadFileParams.model_validate({"filePath": "A.kt", "lineStart": 2.0}).line_start == 2
