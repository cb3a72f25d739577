"""`rca device` where it changes or captures something, and the real `adb` with the same server."""

import json
import os
import shutil
import signal
import subprocess
import sys
import zipfile

import pytest
from click.testing import CliRunner

from evaluation.devices.scripted_actions import film, picture
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from lsp_server.cli import cli
from tests.debian import needs_packages
from tests.rca_process import rca_command

needs_adb = needs_packages("adb", are_there=shutil.which("adb") is not None)


@pytest.fixture
def phone():
    phone = ScriptedDevice("R58M123", 7)
    phone.apps.installed.add("com.example.shop")
    return phone


@pytest.fixture
def adb(phone):
    with ScriptedAdbServer(phone) as server:
        yield server


@pytest.fixture
def variables(adb, tmp_path):
    return {
        "ANDROID_ADB_SERVER_PORT": str(adb.port),
        "ADB_SERVER_SOCKET": "",
        "RCA_DATA_DIR": str(tmp_path / "data"),
    }


@pytest.fixture
def rca(variables, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, **environment):
        return CliRunner().invoke(cli, ["device", *arguments], env={**variables, **environment})

    return run


@pytest.fixture
def apk(tmp_path):
    path = tmp_path / "shop.apk"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("AndroidManifest.xml", b"\x03\x00\x08\x00")
        archive.writestr("classes.dex", bytes(300_000))
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        ("install", "shop.apk"),
        ("clear-data", "com.example.shop"),
        ("force-stop", "com.example.shop"),
        ("pair", "192.168.1.5:37123", "123456"),
    ],
)
def test_nothing_is_changed_without_approval(rca, adb, phone, apk, arguments):
    adb.codes["192.168.1.5:37123"] = "123456"
    done = rca(*arguments)
    assert (done.exit_code, "APPROVAL_REQUIRED" in done.stderr) == (1, True)
    assert (phone.apps.received, phone.apps.cleared, phone.apps.stopped) == ([], [], [])
    assert adb.codes != {}
    approved = rca(*arguments, "--yes")
    assert approved.exit_code == 0, approved.stderr


def test_a_rule_approves_one_app_and_no_other(rca, phone):
    phone.apps.installed.add("com.example.other")
    rule = {"tool": "clear_app_data", "pattern": r'.*"package":"com\.example\.shop".*', "enabled": True}
    for package in ("com.example.shop", "com.example.other"):
        rca("clear-data", package, RCA_AUTO_APPROVE=json.dumps([rule]))
    assert phone.apps.cleared == ["com.example.shop"]


def test_an_app_is_installed_and_a_refusal_explained(rca, phone, apk):
    done = rca("install", "shop.apk", "--yes")
    assert done.stdout == "shop.apk is installed on Phone 7 (R58M123) (streamed)\n"
    phone.apps.refusal = "Failure [INSTALL_FAILED_UPDATE_INCOMPATIBLE: signatures do not match]\n"
    refused = json.loads(rca("install", "shop.apk", "--yes", "--json").stdout)
    assert refused["error"]["code"] == "COMMAND_FAILED"
    assert refused["error"]["details"] == {"reason": "INSTALL_FAILED_UPDATE_INCOMPATIBLE"}
    assert "another key" in refused["error"]["suggestion"]


def test_nobody_is_asked_about_what_cannot_be_done(rca, phone):
    assert "FILE_NOT_FOUND" in rca("install", "none.apk").stderr
    assert "INVALID_PARAMETERS" in rca("clear-data", "shop; reboot").stderr
    phone.state = "unauthorized"
    done = rca("force-stop", "com.example.shop")
    assert "PERMISSION_DENIED" in done.stderr
    assert "Allow USB debugging" in done.stderr
    assert phone.asked == []


def test_a_device_of_the_network_needs_no_approval(rca, adb):
    adb.reachable["192.168.1.5:41001"] = ScriptedDevice("192.168.1.5:41001", 9, port=None)
    assert rca("connect", "192.168.1.5:41001").stdout == "connected to 192.168.1.5:41001\n"
    assert rca("disconnect", "192.168.1.5:41001").exit_code == 0
    assert "no such device" in rca("disconnect", "192.168.1.5:41001").stderr


def test_a_wrong_code_is_told_and_not_shown(rca, adb):
    adb.codes["192.168.1.5:37123"] = "123456"
    done = rca("pair", "192.168.1.5:37123", "654321", "--yes")
    assert (done.exit_code, "Wrong password" in done.stderr, "654321" in done.stderr) == (1, True, False)


def test_the_screen_is_written_where_it_is_asked_for(rca, phone, tmp_path):
    phone.apps.screen = picture()
    assert rca("screenshot", "a.png").stdout.endswith(f"a.png ({len(picture()):,} bytes)\n")
    assert (tmp_path / "a.png").read_bytes() == picture()
    assert "ALREADY_EXISTS" in rca("screenshot", "a.png").stderr
    assert rca("screenshot").exit_code == 0
    assert len(list(tmp_path.glob("screenshot-*.png"))) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is a signal")
def test_ctrl_c_ends_a_recording_which_is_kept(variables, phone, tmp_path):
    phone.apps.recording = film()
    program = subprocess.Popen(
        rca_command("device", "record", str(tmp_path / "film.mp4")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **variables},
    )
    try:
        assert program.stderr.readline().startswith("Recording for up to 180 s")
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=60)
    finally:
        program.kill()
    assert (program.returncode, errors) == (0, "")
    assert f"film.mp4 ({len(film()):,} bytes)" in output
    assert (tmp_path / "film.mp4").read_bytes() == film()


def real_adb(adb, *arguments):
    environment = {**os.environ, "ADB_SERVER_SOCKET": f"tcp:127.0.0.1:{adb.port}"}
    return subprocess.run(["adb", *arguments], capture_output=True, timeout=60, env=environment, check=False)


@needs_adb
def test_the_real_client_installs_takes_pictures_and_connects(adb, phone, apk):
    done = real_adb(adb, "install", str(apk))
    assert (done.returncode, b"Success" in done.stdout) == (0, True), done
    assert phone.apps.received == [apk.read_bytes()]
    phone.apps.refusal = "Failure [INSTALL_FAILED_OLDER_SDK]\n"
    refused = real_adb(adb, "install", str(apk))
    assert (refused.returncode, b"INSTALL_FAILED_OLDER_SDK" in refused.stdout + refused.stderr) == (1, True)
    phone.apps.screen = picture()
    assert real_adb(adb, "exec-out", "screencap", "-p").stdout == picture()
    assert b"Success" in real_adb(adb, "shell", "pm", "clear", "com.example.shop").stdout
    assert real_adb(adb, "push", str(apk), "/data/local/tmp/a.apk").returncode == 0
    assert phone.files["/data/local/tmp/a.apk"] == apk.read_bytes()
    adb.reachable["192.168.1.5:41001"] = ScriptedDevice("192.168.1.5:41001", 9, port=None)
    assert real_adb(adb, "connect", "192.168.1.5:41001").stdout == b"connected to 192.168.1.5:41001\n"
    assert real_adb(adb, "disconnect", "192.168.1.5:41001").stdout == b"disconnected 192.168.1.5:41001\n"


@needs_adb
def test_the_real_client_pairs_where_it_can(adb):
    adb.codes["192.168.1.5:37123"] = "123456"
    if b"pair HOST" not in real_adb(adb, "help").stdout:
        pytest.skip("this adb is older than pairing")
    wrong = real_adb(adb, "pair", "192.168.1.5:37123", "654321")
    assert b"Wrong password" in wrong.stdout + wrong.stderr
    assert b"Successfully paired" in real_adb(adb, "pair", "192.168.1.5:37123", "123456").stdout


@needs_adb
def test_the_real_client_and_ours_install_by_the_same_service(adb, rca, phone, apk):
    def service(act):
        adb.requests.clear()
        act()
        asked = [one for one in adb.requests if one.startswith("exec:cmd package")]
        return [one.replace("'", "").split()[:3] + one.split()[-2:] for one in asked]

    ours = service(lambda: rca("install", str(apk), "--yes"))
    assert ours == service(lambda: real_adb(adb, "install", str(apk))) != []
