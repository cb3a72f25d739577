"""Other Kotlin servers of the editor, asked through the client: what they say is merged, never waited for long."""

import asyncio
import contextlib
import time

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError

from tests.lsp_server.conftest import call
from tests.lsp_server.editors import editor, write

FILES = """\
// file: app/Api.kt
package app

class Api {
    fun load(id: Int) = id
}
fun top() = 1
// file: app/Use.kt
package app

import app.top
fun sure(api: Api) = api.load(1)
fun unsure(any: Unknown) = any.thing().load(2)
fun hidden() = generated { load(3) }
fun typed(api: Api): Int = 1
"""
FIND = {"functionName": "load", "filePath": "app/Api.kt", "maxDepth": 1}

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Other:
    """The editor's other server: `answers` is what it says, or what it does."""

    def __init__(self):
        self.asked = []
        self.answers = {"servers": [], "calls": []}
        self.delay = 0.0
        self.fails = False

    def says(self, made, *places, servers=("other.kotlin",)):
        calls = []
        for path, marked, source in places:
            where = made.at(path, marked)["position"]
            position = {"line": where.line + 1, "character": where.character + 1}
            calls.append({"uri": made.uri(path), "position": position, "source": source})
        self.answers = {"servers": list(servers), "calls": calls}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def made(tmp_path_factory, environment):
    root = write(tmp_path_factory.mktemp("callers") / "app", FILES)
    async with editor(environment, [root], settings={"rca": {}, "editorCallers": True}) as started:
        started.other = None
        closing = asyncio.Event()

        @started.client.feature("rca/editorCallers")
        async def answer(params):
            started.other.asked.append(params)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(closing.wait(), started.other.delay or 0.001)
            if started.other.fails:
                raise JsonRpcInternalError("the other server is broken")
            return started.other.answers

        yield started
        # The client cannot stop while it still answers the question of the last, slow, test.
        closing.set()
        await asyncio.sleep(0.1)


@pytest.fixture
def other(made):
    made.other = Other()
    return made.other


def rows(answer):
    return {one["callerName"]: (one["evidence"], one["confidence"]) for one in answer["data"]["callers"]}


async def alone(made, other):
    other.answers = {"servers": [], "calls": []}
    answer = await call(made.client, "find_callers_of_function", FIND)
    return rows(answer), answer["meta"]


async def test_the_question_names_the_declaration(made, other):
    await alone(made, other)
    (asked,) = other.asked
    assert asked.uri == made.uri("app/Api.kt")
    assert (asked.position.line, asked.position.character) == (4, 9)
    assert asked.kind == "function"


async def test_where_there_is_no_other_server_nothing_is_said_of_it(made, other):
    found, meta = await alone(made, other)
    assert found["sure"][0] == "receiver_type"
    assert not any("editor" in line for line in meta.get("provenance", []))


async def test_what_both_know_is_surer_and_what_only_others_know_is_added(made, other):
    before, _ = await alone(made, other)
    assert "hidden" not in before or before["hidden"][1] < 0.9
    other.says(
        made,
        ("app/Use.kt", "api.lo<|>ad(1)", "call_hierarchy"),
        ("app/Use.kt", "thing().lo<|>ad(2)", "call_hierarchy"),
        ("app/Use.kt", "{ lo<|>ad(3)", "references"),
    )
    answer = await call(made.client, "find_callers_of_function", FIND)
    found = rows(answer)
    assert found["sure"] == ("receiver_type", 0.98)
    assert found["unsure"] == ("editor", 0.9)
    assert found["hidden"][0] == "editor"
    assert answer["data"]["totalCallers"] == len(answer["data"]["callers"]) == 3
    assert any("other.kotlin in the editor: knows" in line for line in answer["meta"]["provenance"])


async def test_silence_deletes_nothing(made, other):
    before, _ = await alone(made, other)
    other.says(made)
    answer = await call(made.client, "find_callers_of_function", FIND)
    assert rows(answer) == before
    assert any("knows 0 of" in line for line in answer["meta"]["provenance"])


async def test_references_that_are_no_calls_are_left_out(made, other):
    other.says(
        made,
        ("app/Api.kt", "fun lo<|>ad", "references"),
        ("app/Use.kt", "import app.to<|>p", "references"),
        ("app/Use.kt", "typed(api: Ap<|>i): Int", "references"),
    )
    answer = await call(made.client, "find_callers_of_function", FIND)
    assert "typed" not in rows(answer)
    assert all(one["line"] != 3 for one in answer["data"]["callers"])


async def test_places_outside_the_project_are_left_out(made, other, tmp_path):
    outside = tmp_path / "Out.kt"
    outside.write_text("fun out() = load(1)\n")
    call_there = {
        "uri": outside.as_uri(),
        "position": {"line": 1, "character": 13},
        "source": "call_hierarchy",
    }
    other.answers = {"servers": ["other.kotlin"], "calls": [call_there]}
    answer = await call(made.client, "find_callers_of_function", FIND)
    assert "out" not in rows(answer)


async def test_a_slow_server_is_not_waited_for(made, other):
    other.delay = 60.0
    started = time.monotonic()
    answer = await call(made.client, "find_callers_of_function", FIND)
    assert time.monotonic() - started < 20
    assert rows(answer)["sure"][0] == "receiver_type"
    assert any("did not answer in time" in line for line in answer["meta"]["provenance"])


@pytest.mark.parametrize("wrong", [{"calls": "no list"}, "text", None, 7])
async def test_an_answer_of_another_form_does_no_harm(made, other, wrong):
    other.answers = wrong
    answer = await call(made.client, "find_callers_of_function", FIND)
    assert rows(answer)["sure"][0] == "receiver_type"
    assert any("could not answer" in line for line in answer["meta"]["provenance"])


async def test_a_server_that_fails_does_no_harm(made, other):
    other.fails = True
    answer = await call(made.client, "find_callers_of_function", FIND)
    assert rows(answer)["sure"][0] == "receiver_type"
    assert any("could not answer" in line for line in answer["meta"]["provenance"])


async def test_an_editor_that_did_not_offer_it_is_never_asked(tmp_path, environment):
    root = write(tmp_path / "app", FILES)
    async with editor(environment, [root]) as plain:
        asked = []

        @plain.client.feature("rca/editorCallers")
        def answer(params):
            asked.append(params)

        found = await call(plain.client, "find_callers_of_function", FIND)
        assert rows(found)["sure"][0] == "receiver_type"
        assert asked == []


async def test_a_method_named_twice_is_asked_for_each_declaration(made, other):
    made.client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(
                made.uri("app/Two.kt"),
                "kotlin",
                1,
                "package app\nfun twin(a: Int) = a\nfun twin(a: String) = a\n",
            )
        )
    )
    await call(made.client, "find_callers_of_function", {"functionName": "twin", "filePath": "app/Two.kt"})
    assert sorted(asked.position.line for asked in other.asked) == [2, 3]
