"""Tests found in the code, as an editor is told of them; and the results of a run while it goes on."""

import asyncio

import pytest
from lsprotocol import types

from tests.lsp_server.conftest import server
from tests.project_folder import write_file

TEST = "src/test/kotlin/demo/SumTest.kt"
CODE = """package demo

class SumTest : Base() {
    @org.junit.Test fun adds() {}
}
"""
REPORT = """<testsuite tests="2" failures="1">
<testcase classname="demo.SumTest" name="adds" time="0.25"><failure message="expected:&lt;4&gt; but was:&lt;5&gt;" \
type="java.lang.AssertionError">java.lang.AssertionError: expected:&lt;4&gt; but was:&lt;5&gt;
\tat org.junit.Assert.fail(Assert.java:89)
\tat demo.SumTest.adds(SumTest.kt:4)
</failure></testcase>
<testcase classname="demo.SumTest" name="holds" time="0.001"/></testsuite>"""
WRAPPER = f"""#!/bin/sh
echo '> Task :test'
mkdir -p build/test-results/test
cat > build/test-results/test/TEST-demo.SumTest.xml <<'END'
{REPORT}
END
for argument in "$@"; do [ "$argument" = --debug-jvm ] && echo 'Listening for transport dt_socket at address: 5005'; done
until [ -e goes-on ]; do sleep 0.1; done
exit 1
"""


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "shop"
    write_file(folder, "settings.gradle", "")
    write_file(folder, "build.gradle", "apply plugin: 'java'\n")
    write_file(folder, TEST, CODE)
    write_file(
        folder,
        "src/test/kotlin/demo/Base.kt",
        "package demo\n\nabstract class Base {\n    @org.junit.Test fun holds() {}\n}\n",
    )
    write_file(folder, "gradlew", WRAPPER).chmod(0o755)
    return folder


@pytest.fixture
async def editor(root, environment, tmp_path):
    async with server(root, {**environment, "RCA_DATA_DIR": str(tmp_path / "data")}) as client:
        client.changes, client.news = asyncio.Queue(), asyncio.Queue()

        @client.feature("rca/testsChanged")
        def changed(told):
            client.changes.put_nowait(told)

        @client.feature("rca/testResults")
        def ran(told):
            client.news.put_nowait(told)

        yield client


async def ask(editor, method, params):
    return plain(await editor.protocol.send_request_async(method, params))


def plain(value):
    """Return what pygls gives for JSON of unknown messages as it was sent."""
    if hasattr(value, "_asdict"):
        return {key: plain(one) for key, one in value._asdict().items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


async def following(queue, fits):
    async with asyncio.timeout(60):
        while not fits(told := plain(await queue.get())):
            pass
        return told


async def known(editor):
    answer = await ask(editor, "rca/testClasses", {})
    while not answer["isComplete"]:
        await asyncio.sleep(0.1)
        answer = await ask(editor, "rca/testClasses", {})
    return answer["classes"]


@pytest.mark.asyncio
async def test_classes_and_their_tests(editor):
    (found,) = await known(editor)
    assert (found["className"], found["module"], found["sourceSet"], found["tests"]) == (
        "demo.SumTest",
        ":",
        "test",
        2,
    )
    (tests,) = (await ask(editor, "rca/testsIn", {"filePath": TEST}))["classes"]
    assert tests["id"] == found["id"]
    assert [(one["label"], one["filePath"], one["line"]) for one in tests["tests"]] == [
        ("adds", TEST, 4),
        ("holds", "src/test/kotlin/demo/Base.kt", 4),
    ]


@pytest.mark.asyncio
async def test_changes_of_unsaved_text_are_told_once_somebody_asked(editor, root):
    (before,) = await known(editor)
    uri = (root / TEST).as_uri()
    more = CODE.replace("{}", "{}\n    @org.junit.Test fun more() {}")
    editor.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "kotlin", 1, more))
    )
    told = await following(editor.changes, lambda one: one["changed"])
    assert [(one["id"], one["tests"]) for one in told["changed"]] == [(before["id"], 3)]
    assert told["files"] == [TEST]
    change = types.TextDocumentContentChangeWholeDocument(text="package demo\n")
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), [change])
    )
    told = await following(editor.changes, lambda one: one["removed"])
    assert told["removed"] == [before["id"]]


@pytest.mark.asyncio
@pytest.mark.skipif("sys.platform == 'win32'")
async def test_results_come_while_the_tests_run(editor, root):
    await known(editor)
    editor.choice = "Allow"
    params = types.ExecuteCommandParams(
        command="rca.run_tests",
        arguments=[{"tests": ["demo.SumTest#adds"], "debug": True}, {"testRun": "run 1"}],
    )
    running = asyncio.ensure_future(editor.workspace_execute_command_async(params))
    waiting = await following(editor.news, lambda one: one["waitsForDebugger"])
    assert waiting["run"] == "run 1"
    told = await following(editor.news, lambda one: one["results"])
    assert not running.done()
    failed, passed = told["results"]
    assert (failed["method"], failed["status"], failed["seconds"]) == ("adds", "failed", 0.25)
    assert (failed["expected"], failed["actual"]) == ("4", "5")
    assert (failed["filePath"], failed["line"]) == (TEST, 4)
    assert (passed["method"], passed["status"], passed["text"]) == ("holds", "passed", "")
    write_file(root, "goes-on", "")
    answer = plain(await running)
    assert answer["data"]["counts"]["failed"] == 1
    command = " ".join(answer["data"]["run"]["command"])
    assert command.endswith(":test --tests demo.SumTest.adds --debug-jvm")
