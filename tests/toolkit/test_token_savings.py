"""What an answer costs a model beside the files that it would read instead (seed 002: half)."""

import pytest

from rca.text.llm_token_count import estimate_tokens
from rca.toolkit.answer_rendering import as_text
from rca.tools import find_callers_of_function, get_code_context
from tests.tools.code_project import CodeProject

MEMBERS = 60


def source(number):
    """A class of some 300 lines, each of whose functions calls the one of the next file."""
    functions = "\n".join(
        f"    fun step{member}(given: Int): Int {{\n"
        f"        val first = given * {member}\n"
        f"        val second = first + {number}\n"
        f"        return Part{number + 1}().step{member}(second)\n"
        "    }"
        for member in range(MEMBERS)
    )
    return f"package parts\n\nclass Part{number} {{\n{functions}\n}}\n"


@pytest.fixture
def project(tmp_path):
    made = CodeProject(tmp_path)
    for number in range(4):
        made.write(f"src/Part{number}.kt", source(number))
    made.workspace.index()
    yield made
    made.workspace.close()


def test_an_answer_takes_less_than_half_of_the_files_that_hold_it(project):
    tools = (
        (get_code_context.TOOL, {"filePath": "src/Part2.kt", "line": 101, "contextLines": 10}),
        (
            find_callers_of_function.TOOL,
            {"functionName": "step19", "filePath": "src/Part2.kt", "maxDepth": 2},
        ),
    )
    answers = [project.call(tool, **parameters) for tool, parameters in tools]
    texts = [as_text(tool, answer) for (tool, _), answer in zip(tools, answers, strict=True)]
    assert "step19" in texts[0]
    assert [caller["filePath"] for caller in answers[1]["data"]["callers"]] == [
        "src/Part1.kt",
        "src/Part0.kt",
    ]
    files = sum(estimate_tokens(source(number)) for number in range(3))
    assert sum(map(estimate_tokens, texts)) < files / 2
