"""The first `analyze_error` of a session that begins with no index."""

import time

from lsp_server.background_index import BackgroundIndex
from lsp_server.user_session import Session
from models.settings import Settings
from rca.scheduling.deadline import Deadline
from rca.workspace import Workspace
from tests.project_folder import ProjectFolder

TRACE = "java.lang.IllegalStateException: x\n\tat com.example.m3.Part3x7.f1(Part3x7.kt:5)\n"
WORDS = "java.lang.IllegalStateException: cannot part3x7 the wind\n\tat lib.Sail.go(Sail.java:5)\n"


def project(tmp_path, modules, parts):
    root = ProjectFolder(tmp_path / "project")
    for module in range(modules):
        for number in range(parts):
            name = f"Part{module}x{number}"
            calls = "\n".join(f"    fun f{line}(): Int = f{line + 1}() + {line}" for line in range(40))
            root.write(
                f"m{module}/src/{name}.kt", f"package com.example.m{module}\n\nclass {name} {{\n{calls}\n}}\n"
            )
    return root.root


def first_answer(root, data, text, deadline=None):
    session = Session(
        [root], data, Settings.model_validate({"metrics": False, "knowledge": {"dense": False}})
    )
    try:
        session.start_indexing()
        return session.call("analyze_error", {"errorText": text}, deadline)
    finally:
        session.close()


def test_the_first_answer_waits_for_the_index(tmp_path):
    root = project(tmp_path, 10, 40)
    answer = first_answer(root, tmp_path / "data", TRACE)
    assert answer["data"]["culprit"]["filePath"] == "m3/src/Part3x7.kt"
    assert not any("index" in line for line in answer["meta"].get("provenance", ()))


def test_a_call_without_a_limit_gets_the_same_hypotheses_as_one_with_a_limit(tmp_path):
    root = project(tmp_path, 4, 40)
    limited = first_answer(root, tmp_path / "data", WORDS)
    unlimited = first_answer(root, tmp_path / "other", WORDS, Deadline())
    assert limited["data"]["hypotheses"]
    assert limited["data"]["hypotheses"] == unlimited["data"]["hypotheses"]


def test_the_wait_says_what_is_not_ready(tmp_path):
    workspace = Workspace([project(tmp_path, 1, 1)], tmp_path / "data")
    stop = Deadline()
    index = BackgroundIndex(workspace, tmp_path / "data", None, stop, lambda: None)
    assert index.wait_until_ready(0.05, Deadline()) == ("the index",)
    index.collect_words(keep=False)
    assert index.wait_until_ready(0.05, Deadline()) == ("the index", "the text index")
    index.start(lambda _done, _all: None, None)
    assert index.wait_until_ready(60, Deadline()) == ()
    stop.cancel()
    index.join()
    workspace.close()


def test_the_wait_ends_when_the_caller_cancels(tmp_path):
    workspace = Workspace([project(tmp_path, 1, 1)], tmp_path / "data")
    index = BackgroundIndex(workspace, tmp_path / "data", None, Deadline(), lambda: None)
    cancelled = Deadline()
    cancelled.cancel()
    started = time.monotonic()
    assert index.wait_until_ready(60, cancelled) == ("the index",)
    assert time.monotonic() - started < 30
    workspace.close()
