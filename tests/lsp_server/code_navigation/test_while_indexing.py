"""Questions about code while the project is read: another process has the turn to read it, as long as a test wants."""

import asyncio
import os
import sys
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from lsp_server.index_wait import STILL_INDEXING
from rca.index.index_lock import turn
from rca.index.storage.index_store import IndexStore
from rca.scheduling.deadline import Deadline
from tests.lsp_server.code_navigation.shop import USE, definition, find, hover, outline, references, symbols
from tests.lsp_server.editors import editor, ready, write

pytestmark = pytest.mark.asyncio(loop_scope="session")

IMPATIENT = """
import sys
import lsp_server.index_wait
from lsp_server.__main__ import main
lsp_server.index_wait.INDEX_SECONDS = 0.3
main()
"""


@contextmanager
def turn_to_read(root, environment):
    """Hold what lets one process at a time read a folder into the index."""
    store = IndexStore(root, Path(environment["RCA_DATA_DIR"]))
    try:
        with turn(store.lock, Deadline()):
            yield
    finally:
        store.close()


@asynccontextmanager
async def waiting_editor(root, environment, **more):
    """Start a server that cannot read the project; gives the editor, and what lets the server do so."""
    with ExitStack() as held:
        held.enter_context(turn_to_read(root, environment))
        async with editor(environment, [root], indexed=False, **more) as made:
            yield made, held.close


async def state(made):
    return (await made.client.protocol.send_request_async("rca/status", None)).index.state


async def test_questions_wait_for_the_index_and_are_answered_from_all_of_it(shop, environment):
    async with waiting_editor(shop, environment) as (made, release):
        waiting = [
            asyncio.ensure_future(one)
            for one in (
                definition(made, "use/Till.kt", ".emp<|>ty()"),
                references(made, "store/Store.kt", "fun Line.la<|>bel"),
                find(made, "Recei"),
                hover(made, "use/Till.kt", "return Rec<|>eipt.empty"),
            )
        ]
        assert "  Method sell" in outline(await symbols(made, "use/Till.kt"))
        assert await state(made) == "indexing"
        assert [one.done() for one in waiting] == [False] * 4
        release()
        places, uses, names, shown = await asyncio.wait_for(asyncio.gather(*waiting), 60)
        assert places == ["Store.kt:24 empty"]
        assert "Till.kt:10 label" in uses
        assert names[0] == "Receipt"
        assert "class Receipt" in shown.contents.value
        assert made.client.messages == []


async def test_the_outline_of_unsaved_text_needs_no_index(shop, environment):
    async with waiting_editor(shop, environment) as (made, _release):
        made.open("use/Till.kt", f"{USE}\nfun unsaved() = 1\n")
        assert "Function unsaved" in outline(await symbols(made, "use/Till.kt"))


async def test_a_question_that_waits_can_be_cancelled(shop, environment):
    async with waiting_editor(shop, environment) as (made, _release):
        params = types.DefinitionParams(**made.at("use/Till.kt", ".emp<|>ty()"))
        protocol = made.client.protocol
        asked = asyncio.ensure_future(
            protocol.send_request_async(types.TEXT_DOCUMENT_DEFINITION, params, msg_id="ours")
        )
        await state(made)
        made.client.cancel_request(types.CancelParams("ours"))
        with pytest.raises(JsonRpcException, match="canceled"):
            await asyncio.wait_for(asked, 60)


async def test_a_question_about_a_place_is_refused_where_its_text_changed_meanwhile(shop, environment):
    async with waiting_editor(shop, environment) as (made, release):
        made.open("use/Till.kt")
        asked = asyncio.ensure_future(definition(made, "use/Till.kt", ".emp<|>ty()"))
        await state(made)
        made.replace("use/Till.kt", 2, "\n\n" + USE)
        found = asyncio.ensure_future(find(made, "Recei"))
        await state(made)
        release()
        with pytest.raises(JsonRpcException, match="Content Modified"):
            await asyncio.wait_for(asked, 60)
        assert (await found)[0] == "Receipt"


async def test_what_is_answered_before_the_index_is_ready_says_so_once(shop, environment):
    async with waiting_editor(shop, environment, command=[sys.executable, "-c", IMPATIENT, "serve"]) as (
        made,
        release,
    ):
        for _ in range(2):
            assert await find(made, "Recei") == []
        release()
        assert [one.message for one in made.client.messages] == [STILL_INDEXING]
        assert [one.message for one in made.client.log_messages] == [STILL_INDEXING]
        await ready(made.client)
        assert (await find(made, "Recei"))[0] == "Receipt"


async def test_a_project_that_takes_a_while_is_read_before_questions_are_answered(tmp_path, environment):
    """Nothing is held here: the definition that is asked for is in the file that is read last."""
    members = "\n".join(f"    fun member{number}(it: Int) = it + {number}" for number in range(60))
    files = {
        f"part/Part{number}.kt": f"package part\nclass Part{number} {{\n{members}\n}}\n"
        for number in range(400)
    }
    files["Last.kt"] = "package last\nclass Last\nfun make(): Last = Last()\n"
    root = write(tmp_path / "large", files)
    environment = {**environment, "RCA_DATA_DIR": os.fspath(tmp_path / "data")}
    async with editor(environment, [root], indexed=False) as made:
        asked = asyncio.ensure_future(find(made, "Last"))
        assert await state(made) == "indexing"
        assert (await asked)[0] == "Last"
