"""Actions on devices as an editor asks for them: approval in its dialog, errors, the end of a recording."""

import asyncio
import zipfile

import pytest

from evaluation.devices.scripted_actions import film, picture
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice


@pytest.fixture
def phone():
    phone = ScriptedDevice("R58M123", 7)
    phone.apps.installed.add("com.example.shop")
    phone.commands["cmd package list packages -3 2>/dev/null"] = "package:com.b\npackage:com.a\n"
    return phone


@pytest.fixture
def adb(phone):
    with ScriptedAdbServer(phone) as server:
        yield server


@pytest.fixture
def environment(environment, adb):
    return {**environment, "ANDROID_ADB_SERVER_PORT": str(adb.port), "ADB_SERVER_SOCKET": ""}


async def act(client, action, run=None, **parameters):
    wanted = {"action": action, "parameters": parameters, "run": run}
    return await asyncio.wait_for(client.protocol.send_request_async("rca/deviceAction", wanted), 60)


async def test_what_changes_a_device_is_asked_about_in_the_editor(client, phone):
    client.choice = "Deny"
    denied = await act(client, "clear_app_data", package="com.example.shop")
    assert (denied.error.code, phone.apps.cleared) == ("APPROVAL_DENIED", [])
    assert "On: Phone 7 (R58M123)" in client.asked[0]
    assert "deletes all data" in client.asked[0]
    client.choice = "Allow"
    done = await act(client, "clear_app_data", package="com.example.shop")
    assert (done.success, phone.apps.cleared) == (True, ["com.example.shop"])


async def test_an_app_that_is_allowed_always_is_not_asked_about_again(client, phone, tmp_path):
    apk = tmp_path / "shop.apk"
    with zipfile.ZipFile(apk, "w") as archive:
        archive.writestr("AndroidManifest.xml", b"")
    client.choice = "Allow this call always"
    for _ in range(2):
        done = await act(client, "install_app", apkPath=str(apk), device="transport:7")
        assert done.success
    assert (len(client.asked), len(phone.apps.received)) == (1, 2)


async def test_pictures_and_lists_need_no_approval(client, phone, tmp_path):
    phone.apps.screen = picture()
    done = await act(client, "take_screenshot", filePath=str(tmp_path / "a.png"))
    assert (done.data.sizeBytes, (tmp_path / "a.png").read_bytes()) == (len(picture()), picture())
    assert (await act(client, "list_apps")).data.apps == ["com.a", "com.b"]
    assert client.asked == []


async def test_a_recording_ends_when_its_end_is_told(client, phone, tmp_path):
    phone.apps.recording = film()
    recording = asyncio.create_task(act(client, "record_screen", "film", filePath=str(tmp_path / "a.mp4")))
    async with asyncio.timeout(30):
        while not phone.apps.running:  # noqa: ASYNC110 - another thread sets it
            await asyncio.sleep(0.02)
    client.protocol.notify("rca/stopRecording", {"run": "another"})
    client.protocol.notify("rca/stopRecording", {"run": "film"})
    assert (await recording).success
    assert (tmp_path / "a.mp4").read_bytes() == film()


async def test_an_action_that_is_none_is_an_error_of_the_protocol(client):
    with pytest.raises(Exception, match="format_device"):
        await act(client, "format_device")
    assert (await act(client, "stop_app", package="a.b", more=1)).error.code == "INVALID_PARAMETERS"
