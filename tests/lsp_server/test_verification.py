"""A run of the project's own build, as an editor asks for it, shows it and cancels it."""

import asyncio
import sys
import time

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig

from tests.lsp_server.conftest import call, connect
from tests.rca_process import rca_command
from tests.verification.builds import is_alive, wrapper

ERROR = (
    "> Task :app:compileKotlin FAILED\ne: file:///w/Cart.kt:3:9 Unresolved reference 'total'.\n\n"
    "FAILURE: Build failed with an exception.\n\n* What went wrong:\n"
    "Execution failed for task ':app:compileKotlin'.\n> Compilation error. See log for more details\n"
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the wrappers are shell scripts")


async def until(holds, seconds=30.0):
    last = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < last
        await asyncio.sleep(0.05)


@pytest.fixture
async def editor(tmp_path, environment):
    """A plain editor that allows what it is asked."""
    root = tmp_path / "project"
    root.mkdir()
    config = ClientServerConfig(
        server_command=rca_command("serve"),
        server_env={
            **environment, "RCA_DATA_DIR": str(tmp_path / "data"), "RCA_KNOWLEDGE_STARTER": "off",
        },
    )  # fmt: skip
    client = await config.start()
    client.root, client.asked = root, []

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(_params):
        return None

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def ask(params: types.ShowMessageRequestParams):
        client.asked.append(params.message)
        return next(one for one in params.actions if one.title == "Allow")

    await connect(client, root)
    answer = await call(
        client, "record_solution", {"errorText": ERROR, "rootCause": "No total.", "solution": "Add it."}
    )
    assert answer["success"], answer["error"]
    client.solution = answer["data"]["id"]
    yield client
    await client.shutdown_session()


async def test_the_dialog_shows_the_whole_command(editor):
    script = wrapper(editor.root, "echo '> Task :app:compileKotlin'; echo '1 actionable task: 1 executed'\n")
    answer = await call(editor, "verify_solution", {"id": editor.solution})
    assert answer["data"]["state"] == "validated"
    assert (
        f"command: {script} --console=plain --no-daemon --rerun-tasks :app:compileKotlin" in editor.asked[-1]
    )
    assert f"directory: {editor.root}" in editor.asked[-1]


async def test_a_run_that_passes_resolves_the_error_in_the_list(editor):
    wrapper(editor.root, "echo '> Task :app:compileKotlin'; echo '1 actionable task: 1 executed'\n")
    failed = {"run": "1", "kind": "terminal", "name": "x", "text": ERROR, "ended": True, "exitCode": 1}
    editor.protocol.notify("rca/output", failed)
    await call(editor, "verify_solution", {"id": editor.solution})
    (event,) = (await editor.protocol.send_request_async("rca/errors", {})).events
    assert (event.state, event.resolvedBy) == ("resolved", "a receipt")


async def test_a_cancelled_request_ends_the_build(editor):
    wrapper(editor.root, "echo $$ > pid; exec sleep 60\n")
    asked = types.ExecuteCommandParams(command="rca.verify_solution", arguments=[{"id": editor.solution}])
    waiting = editor.protocol.send_request(types.WORKSPACE_EXECUTE_COMMAND, asked, msg_id="build")
    pid_file = editor.root / "pid"
    await until(lambda: pid_file.is_file() and pid_file.read_text().strip() != "")
    build = int(pid_file.read_text())
    assert is_alive(build)
    editor.cancel_request(types.CancelParams(id="build"))
    await until(lambda: not is_alive(build))
    with pytest.raises(JsonRpcException):
        await asyncio.wrap_future(waiting)
