"""The one place through which every call goes."""

import threading
import time
from dataclasses import replace

import pytest
from pydantic import Field

from models.error_codes import ErrorCode
from models.settings import Settings
from models.wire import Params, Wire
from rca.scheduling.deadline import Deadline
from rca.tool_failure import Failure
from rca.toolkit import tool as tool_module
from rca.toolkit.tool import Answer, ApprovalRequest, Tool, ToolContext, invoke, soft_deadline
from tests.tools.code_project import empty_snapshot


class EchoParams(Params):
    word: str = Field(min_length=1)
    times: int = 1


class Echo(Wire):
    said: str


def make(run, risk="read_only"):
    return Tool(name="echo", description="Say it.", params=EchoParams, result=Echo, run=run, risk=risk)


def context(tmp_path, **parts):
    snapshot = replace(empty_snapshot(tmp_path), revision=7)
    return ToolContext(snapshot=snapshot, knowledge=None, settings=Settings(), data_dir=tmp_path, **parts)


def say(_context, params):
    return Answer(Echo(said=params.word * params.times), completeness="complete", provenance=("memory",))


def test_an_answer_is_wrapped_with_what_it_saw(tmp_path):
    envelope = invoke(make(say), {"word": "a", "times": 3}, context(tmp_path)).model_dump(mode="json")
    assert envelope["success"] is True
    assert envelope["data"] == {"said": "aaa"}
    assert "error" not in envelope
    assert envelope["meta"]["revision"] == 7
    assert envelope["meta"]["executionTimeMs"] >= 0
    assert envelope["meta"]["completeness"] == "complete"
    assert envelope["meta"]["provenance"] == ["memory"]
    assert "next" not in envelope["meta"]


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        ({}, "'word' is missing"),
        ({"word": "a", "loud": True}, "no parameter 'loud'"),
        ({"word": 5}, "'word' should be a valid string, but 5 was given"),
        ([], "the parameters should be a JSON object, but [] was given"),
        ({"word": ""}, "'word' should have at least 1 character, but \"\" was given"),
        ({"word": "a", "times": "x" * 100}, "<102 bytes>"),
    ],
)
def test_bad_parameters_say_which_what_and_what_is_allowed(tmp_path, raw, says):
    envelope = invoke(make(say), raw, context(tmp_path))
    assert envelope.error.code is ErrorCode.INVALID_PARAMETERS
    assert says in envelope.error.message
    assert "word, times" in envelope.error.suggestion
    assert envelope.data is None


def test_a_crash_is_one_error_answer(tmp_path):
    def crash(_context, _params):
        raise ZeroDivisionError("by zero")

    envelope = invoke(make(crash), {"word": "a"}, context(tmp_path))
    assert envelope.error.code is ErrorCode.INTERNAL_ERROR
    assert "ZeroDivisionError: by zero" in envelope.error.message


@pytest.mark.parametrize("raised", [ValueError, lambda text: Failure(ErrorCode.NO_RESULTS, text, text)])
def test_an_error_keeps_the_beginning_and_the_end_of_a_long_message(tmp_path, raised):
    def fail(_context, _params):
        raise raised("begin" + "x" * 100_000 + "end")

    error = invoke(make(fail), {"word": "a"}, context(tmp_path)).error
    for text in (error.message, error.suggestion):
        assert len(text) < 2_100
    assert "begin" in error.message
    assert error.message.endswith("end")


def test_a_failure_keeps_its_code_and_advice(tmp_path):
    def fail(_context, _params):
        raise Failure(ErrorCode.NO_RESULTS, "nothing", "Try again.", {"below": 3})

    error = invoke(make(fail), {"word": "a"}, context(tmp_path)).model_dump(mode="json")["error"]
    assert error == {
        "code": "NO_RESULTS",
        "message": "nothing",
        "suggestion": "Try again.",
        "details": {"below": 3},
    }


def test_a_tool_that_does_not_end_is_cut_off_and_told(tmp_path):
    told, over = threading.Event(), threading.Event()

    def sleep(context, _params):
        while not context.deadline.expired:
            time.sleep(0.005)
        told.set()
        over.wait(60)
        return Answer(Echo(said="late"))

    # Time enough for a worker to begin on a busy machine: one that has not begun is not begun any more.
    envelope = invoke(make(sleep), {"word": "a"}, context(tmp_path, deadline=soft_deadline(3.0)))
    assert envelope.error.code is ErrorCode.TOOL_TIMEOUT
    assert told.wait(30)
    over.set()


def test_a_tool_that_watches_the_time_gives_its_best(tmp_path):
    def best(context, _params):
        while not context.deadline.expired:
            time.sleep(0.005)
        return Answer(Echo(said="part"), completeness="partial")

    envelope = invoke(make(best), {"word": "a"}, context(tmp_path, deadline=soft_deadline(3.0)))
    assert envelope.data == {"said": "part"}
    assert envelope.meta.completeness == "partial"


def test_a_late_tool_with_grace_hands_over_what_it_has(tmp_path):
    def late(context, _params):
        while not context.deadline.expired:
            time.sleep(0.005)
        time.sleep(1.0)  # past the hard limit, which comes 0.3 s later
        return Answer(Echo(said="part"), completeness="partial")

    tool = replace(make(late), grace_seconds=60.0)
    envelope = invoke(tool, {"word": "a"}, context(tmp_path, deadline=soft_deadline(3.0)))
    assert envelope.data == {"said": "part"}


def test_a_cancelled_call_stops(tmp_path):
    deadline = Deadline(5)
    deadline.cancel()

    def check(context, _params):
        context.deadline.checkpoint()

    assert (
        invoke(make(check), {"word": "a"}, context(tmp_path, deadline=deadline)).error.code
        is ErrorCode.TOOL_TIMEOUT
    )


def test_an_interrupt_while_the_call_is_handed_over_ends_it_too(tmp_path, monkeypatch):
    """The worker may have begun, and started a program, before the caller's thread runs on."""
    began, ended = threading.Event(), threading.Event()

    def run(context, _params):
        began.set()
        while not context.deadline.cancelled:
            time.sleep(0.001)
        ended.set()
        raise AssertionError

    submit = tool_module._workers.submit

    def interrupted(*work):
        submit(*work)
        assert began.wait(30)
        raise KeyboardInterrupt

    monkeypatch.setattr(tool_module._workers, "submit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        invoke(make(run), {"word": "a"}, context(tmp_path, deadline=Deadline(60)))
    assert ended.wait(30)


@pytest.mark.parametrize(
    ("decision", "code"), [("no", ErrorCode.APPROVAL_DENIED), ("nobody", ErrorCode.APPROVAL_REQUIRED)]
)
def test_without_a_yes_nothing_is_done(tmp_path, decision, code):
    done = []

    def write(_context, params):
        done.append(params)
        return Answer(Echo(said=""))

    envelope = invoke(
        make(write, "safe_write"), {"word": "a"}, context(tmp_path, approve=lambda _request: decision)
    )
    assert envelope.error.code is code
    assert done == []


def test_approval_is_asked_with_tool_risk_and_parameters_and_does_not_eat_the_time(tmp_path):
    asked = []

    def slow_yes(request):
        asked.append((request.tool, request.risk, request.parameters))
        time.sleep(1.1)
        return "yes"

    tool = make(say, "dangerous")
    envelope = invoke(tool, {"word": "a"}, context(tmp_path, approve=slow_yes, deadline=soft_deadline(1.0)))
    assert envelope.success
    assert asked == [("echo", "dangerous", {"word": "a"})]


def test_bad_parameters_are_refused_before_anybody_is_asked(tmp_path):
    def never(_request):
        raise AssertionError

    envelope = invoke(make(say, "dangerous"), {}, context(tmp_path, approve=never))
    assert envelope.error.code is ErrorCode.INVALID_PARAMETERS


def test_a_question_shows_what_would_run_whole_and_long_parameters_by_their_size():
    command = "./gradlew " + " ".join(f":module{number}:test" for number in range(20)) + "\n--offline"
    request = ApprovalRequest(
        "verify_solution", "dangerous", {"id": "a", "note": "é" * 61}, {"command": command}
    )
    assert request.text == (
        f"Allow verify_solution?\n  id: a\n  note: <122 bytes>\ncommand: {command}\nRisk level: dangerous"
    )
