"""Where a model may be asked: on this machine alone, found where such servers usually listen."""

import json
import threading

import pytest

from rca.agent import llm_client
from rca.agent.llm_client import Reply, ToolCall, check_local, find
from rca.agent.tool_calls import actions_of
from rca.tool_failure import Failure
from tests.agent.scripted_endpoint import Script, said, serving


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/v1", "http://localhost:8080", "http://[::1]:1/v1", "https://127.9.9.9"]
)
def test_this_machine(url):
    check_local(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://192.168.1.5:11434/v1",
        "https://api.example.com/v1",
        "http://127.0.0.1.example.com/v1",
        "http://localhost@10.0.0.1/v1",
        "http://0.0.0.0:8080/v1",
        "http://2130706433.example/v1",
    ],
)
def test_another_machine_is_refused(url):
    with pytest.raises(Failure) as failure:
        find(url, None, 1.0)
    assert failure.value.error.code == "NETWORK_DISABLED"


@pytest.mark.parametrize(
    "url", ["", "ftp://127.0.0.1", "127.0.0.1:11434", "http://", "http://[::1", "http://127.0.0.1:x"]
)
def test_what_is_no_address(url):
    with pytest.raises(Failure) as failure:
        check_local(url)
    assert failure.value.error.code == "INVALID_URL"


def test_the_first_model_is_taken():
    with serving(Script(said(""), models=("a", "b"))) as script:
        assert find(script.url, None, 1.0).model == "a"
        assert find(script.url, "b", 1.0).model == "b"


def test_a_model_that_is_not_there():
    with serving(Script(said(""), models=("a", "b"))) as script, pytest.raises(Failure) as failure:
        find(script.url, "c", 1.0)
    assert failure.value.error.suggestion == "It has a, b."


def test_no_model_at_all():
    with serving(Script(said(""), models=())) as script, pytest.raises(Failure) as failure:
        find(script.url, None, 1.0)
    assert "has no model" in failure.value.error.message


def test_the_usual_places_are_looked_at(monkeypatch):
    with serving(Script(said(""))) as script:
        monkeypatch.setattr(llm_client, "USUAL", ("http://127.0.0.1:9/v1", script.url))
        assert find(None, None, 1.0).url == script.url


def test_nothing_answers(monkeypatch):
    monkeypatch.setattr(llm_client, "USUAL", ("http://127.0.0.1:9/v1",))
    with pytest.raises(Failure) as failure:
        find(None, None, 1.0)
    assert "Start Ollama" in failure.value.error.suggestion


def test_a_proxy_of_the_environment_is_not_used(monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving(Script(said("hello"))) as script:
        assert find(script.url, None, 5.0).ask([{"role": "user", "content": "hi"}]).content == "hello"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"tool": "read_file", "parameters": {"a": 1}}', [("read_file", {"a": 1})]),
        ('{"name": "read_file", "arguments": {"a": 1}}', [("read_file", {"a": 1})]),
        ('{"name": "read_file", "arguments": "{\\"a\\": 1}"}', [("read_file", {"a": 1})]),
        ('{"tool": "read_file"}', [("read_file", {})]),
        ('{"tool": "read_file", "parameters": [1]}', [("read_file", None)]),
        ('First {"tool": "a"} then {"tool": "b"}', [("a", {}), ("b", {})]),
        ('{"verdict": "root_cause"}', [("final_answer", {"verdict": "root_cause"})]),
        ("no call", []),
        ("[1, 2]", []),
        ('{"tool": 5}', []),
    ],
)
def test_calls_in_words(text, wanted):
    assert [(one.tool, one.parameters) for one in actions_of(Reply(text, (), None, False))] == wanted


def test_five_calls_at_most():
    calls = tuple(ToolCall(str(number), "a", "{}") for number in range(9))
    assert len(actions_of(Reply("", calls, None, False))) == 5


@pytest.mark.parametrize(
    "body",
    [
        "no JSON",
        "[]",
        "{}",
        '{"choices": []}',
        '{"choices": [{}]}',
        '{"choices": [{"message": "text"}]}',
        '{"choices": [{"message": {"tool_calls": {"function": 1}}}]}',
        '{"choices": [{"message": {"tool_calls": [{"function": {"arguments": "{}"}}]}}]}',
        '{"choices": [{"message": {"content": "x"}}], "usage": 5}',
    ],
)
def test_an_answer_of_another_shape_is_no_answer(body):
    with pytest.raises(Failure, match="did not answer as an OpenAI-compatible endpoint"):
        llm_client._reply("http://127.0.0.1:1/v1", body)


def test_an_answer_is_read_whatever_else_it_holds():
    call = {"function": {"name": "read_file", "arguments": {"a": 1}}}
    body = {"choices": [{"message": {"content": None, "tool_calls": [call]}, "finish_reason": "length"}]}
    reply = llm_client._reply("url", json.dumps({**body, "usage": {"total_tokens": 7}, "system": None}))
    assert reply == Reply("", (ToolCall("call-0", "read_file", '{"a": 1}'),), 7, cut=True)


def test_a_defect_in_reading_an_answer_is_no_fault_of_the_endpoint(monkeypatch):
    def broken(_number, _given):
        raise AttributeError("a defect")

    monkeypatch.setattr(llm_client, "_call", broken)
    body = {"choices": [{"message": {"tool_calls": [{"function": {"name": "a"}}]}}]}
    with pytest.raises(AttributeError):
        llm_client._reply("url", json.dumps(body))


def test_a_model_that_takes_too_long_is_a_timeout():
    over = threading.Event()

    def never(_request):
        over.wait(30)

    with serving(Script(never)) as script:
        asked = llm_client.LlmClient(script.url, "tiny", 0.2)
        with pytest.raises(Failure) as failure:
            asked.ask([{"role": "user", "content": "why?"}])
        over.set()
        asked.close()
    assert failure.value.error.code == "TIMEOUT"
    assert "--turn-timeout" in failure.value.error.suggestion
