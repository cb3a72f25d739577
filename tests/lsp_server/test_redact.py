"""A text that the user is about to show somebody comes back without its secrets."""

import pytest
import pytest_asyncio

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def client(shared_client):
    return shared_client


async def masked(client, parameters):
    return await client.protocol.send_request_async("rca/redact", parameters)


async def test_tokens_and_home_folders_are_masked_and_named(client):
    text = "Authorization: Bearer abcdef0123456789abcdef0123456789\nat com.example.Main.run(Main.kt:3)\n/home/dev/app/x.kt"
    answer = await masked(client, {"text": text})
    assert "abcdef0123456789" not in answer.text
    assert "/home/dev" not in answer.text
    assert "at com.example.Main.run(Main.kt:3)" in answer.text
    assert "home_folder" in answer.kinds


async def test_what_is_no_text_gives_nothing(client):
    assert (await masked(client, {"text": 3})).text == ""
    assert (await masked(client, {})).text == ""
