"""`rca device` with a scripted adb server, and the real `adb` with the same server."""

import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluation.devices.device_logs import SECOND, crash, entry, exception_lines, joined, not_responding
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from lsp_server.cli import cli
from rca.devices.adb_location import start_server
from rca.devices.adb_problem import RequestRefused
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import ServerAddress
from rca.devices.device_facts import PROPERTIES_COMMAND
from rca.devices.device_list import Device
from rca.scheduling.deadline import Deadline
from tests.debian import needs_packages
from tests.devices.crash_list import START, wait_for_log
from tests.rca_process import rca_command

THREADS = """----- pid 4242 at 2023-11-14 22:13:20.1+0000 -----
Cmd line: shop.app
"main" prio=5 tid=1 Blocked
----- end 4242 -----"""


@pytest.fixture
def phone():
    properties = "Maker\nPhone 7\n14\n34\narm64-v8a\nmaker/phone:14/UP1A/1:user\n"
    return ScriptedDevice("R58M123", 7, commands={PROPERTIES_COMMAND: properties})


@pytest.fixture
def adb(phone):
    with ScriptedAdbServer(phone) as server:
        yield server


@pytest.fixture
def rca(adb, tmp_path):
    def run(*arguments, **environment):
        variables = {"ANDROID_ADB_SERVER_PORT": str(adb.port), "ADB_SERVER_SOCKET": "", **environment}
        return CliRunner().invoke(cli, ["device", *arguments], env=variables)

    return run


def test_devices_are_listed(rca, adb):
    adb.devices.append(ScriptedDevice("T1", 8, state="unauthorized"))
    lines = rca("list").stdout.splitlines()
    assert lines == [
        "R58M123  Phone 7  Android 14 (API 34)  usb  transport:7",
        "T1  ?  unauthorized  usb  transport:8",
    ]
    assert json.loads(rca("list", "--json").stdout)[0]["abi"] == "arm64-v8a"


def test_a_command_has_its_streams_and_its_exit_status(rca, phone):
    phone.commands["ls /data"] = ("a\n", "ls: denied\n", 7)
    done = rca("shell", "ls", "/data")
    assert (done.stdout, done.stderr, done.exit_code) == ("a\n", "ls: denied\n", 7)


def test_a_file_is_pulled_and_never_overwrites_one(rca, phone, tmp_path):
    phone.files["/sdcard/a.txt"] = b"text"
    assert rca("pull", "/sdcard/a.txt", str(tmp_path)).exit_code == 0
    assert (tmp_path / "a.txt").read_bytes() == b"text"
    again = rca("pull", "/sdcard/a.txt", str(tmp_path))
    assert (again.exit_code, "File exists" in again.stderr) == (1, True)
    missing = rca("pull", "/sdcard/b.txt", str(tmp_path))
    assert (missing.exit_code, "No such file" in missing.stderr) == (1, True)


def test_a_port_is_forwarded_and_taken_back(rca):
    port = rca("forward", "jdwp:4242").stdout.strip()
    assert rca("forward", "--remove", port).exit_code == 0
    assert rca("forward", "--remove", port).exit_code == 1


def test_of_several_devices_one_must_be_named(rca, adb, phone):
    phone.commands["id"] = "first\n"
    adb.devices.append(ScriptedDevice("R58M123", 8, commands={"id": "second\n"}))
    assert "several devices fit" in rca("shell", "id").stderr
    assert rca("shell", "-d", "transport:8", "id").stdout == "second\n"


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a shell script")
def test_without_a_server_adb_is_run_once(tmp_path):
    program = tmp_path / "sdk/platform-tools/adb"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\necho $3 >> {tmp_path}/ran\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    variables = {
        "ANDROID_ADB_SERVER_PORT": "1",
        "ADB_SERVER_SOCKET": "",
        "ANDROID_HOME": str(tmp_path / "sdk"),
    }
    done = CliRunner().invoke(cli, ["device", "list"], env=variables)
    assert (tmp_path / "ran").read_text() == "start-server\n"
    assert (done.exit_code, "no adb server answers" in done.stderr) == (1, True)


def test_without_a_server_and_adb_it_says_what_is_missing(tmp_path, monkeypatch):
    for name in ("ANDROID_HOME", "ANDROID_SDK_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(cli, ["device", "list"], env={"ANDROID_ADB_SERVER_PORT": "1", "PATH": ""})
    assert (done.exit_code, "set ANDROID_HOME" in done.stderr) == (1, True)


def following(adb, *arguments):
    environment = {**os.environ, "ANDROID_ADB_SERVER_PORT": str(adb.port), "TZ": "UTC"}
    return subprocess.Popen(
        rca_command("device", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


def test_a_log_is_followed_with_its_filters(adb, phone):
    program = following(adb, "log", "--level", "w", "--tag", "Net*", "--text", "Timeout")
    try:
        wait_for_log(phone)
        phone.write(
            entry("timeout", at=START, tag="NetCache", level="I"),
            entry("timeout 1", at=START, tag="NetCache", level="E"),
            entry("timeout 2", at=START, tag="Db", level="E"),
        )
        assert program.stdout.readline().endswith("E NetCache: timeout 1\n")
        phone.disconnect()
        wait_for_log(phone, 2)
        phone.write(entry("timeout 3", at=START + SECOND, tag="Net", level="W"))
        assert (
            program.stdout.readline() == "2023-11-14 22:13:21.000 +0000  4242  4242 W Net     : timeout 3\n"
        )
        assert program.stderr.readline().startswith("note: interrupted: ")
    finally:
        program.kill()
        program.communicate()


def test_errors_are_reported_as_they_come(adb, phone):
    phone.commands["dumpsys package shop.app"] = "    versionCode=45 minSdk=24\n    versionName=1.2\n"
    program = following(adb, "errors", "--json", "--package", "shop.app")
    try:
        wait_for_log(phone)
        phone.write(*crash(1, at=START, process="other.app"), *crash(2, at=START + SECOND))
        told = json.loads(program.stdout.readline())
    finally:
        program.kill()
        program.communicate()
    first, second, *rest = exception_lines(2)
    assert told["text"].splitlines() == [first, second, "Package: shop.app v45 (1.2)", *rest]
    assert (told["kind"], told["context"]["versionCode"], told["context"]["android"]) == (
        "exception",
        45,
        "14",
    )


def test_threads_are_found_in_a_file_that_the_shell_may_read(rca, phone):
    phone.commands["ls -t /data/anr 2>/dev/null"] = "anr_1\n"
    phone.files["/data/anr/anr_1"] = THREADS.encode()
    assert '"main" prio=5' in rca("threads", "4242", "shop.app").stdout
    assert rca("threads", "4243", "shop.app").exit_code == 1


def test_threads_are_found_in_a_bug_report(rca, phone, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    report = tmp_path / "made.zip"
    with zipfile.ZipFile(report, "w") as archive:
        archive.writestr("FS/data/anr/anr_2023", THREADS)
        archive.writestr("main_entry.txt", "bugreport.txt")
    phone.files["/bugreports/bugreport-phone.zip"] = report.read_bytes()
    phone.commands["bugreportz"] = "OK:/bugreports/bugreport-phone.zip\n"
    assert '"main" prio=5' in rca("threads", "4242", "shop.app", "--bugreport").stdout
    assert (tmp_path / "bugreport-phone.zip").is_file()
    phone.commands["bugreportz"] = "FAIL:no space left\n"
    assert "no space left" in rca("threads", "4242", "shop.app", "--bugreport").stderr


needs_adb = needs_packages("adb", are_there=shutil.which("adb") is not None)


def real_adb(adb, *arguments):
    environment = {**os.environ, "ADB_SERVER_SOCKET": f"tcp:127.0.0.1:{adb.port}"}
    return subprocess.run(["adb", *arguments], capture_output=True, timeout=60, env=environment, check=False)


@needs_adb
def test_the_real_client_sees_the_scripted_devices(adb, phone, tmp_path):
    phone.commands["check"] = ("out\n", "problem\n", 3)
    phone.files["/data/a"] = bytes(range(256)) * 1000
    phone.write(*crash(1, at=START), *not_responding(at=START + SECOND))
    listed = real_adb(adb, "devices", "-l").stdout.decode()
    assert "R58M123" in listed
    assert "transport_id:7" in listed
    done = real_adb(adb, "-t", "7", "shell", "check")
    assert (done.stdout, done.stderr, done.returncode) == (b"out\n", b"problem\n", 3)
    assert real_adb(adb, "pull", "/data/a", str(tmp_path / "a")).returncode == 0
    assert (tmp_path / "a").read_bytes() == phone.files["/data/a"]
    port = real_adb(adb, "forward", "tcp:0", "jdwp:4242").stdout.decode().strip()
    assert port in real_adb(adb, "forward", "--list").stdout.decode()
    raw = real_adb(adb, "exec-out", "logcat", "-B", "-b", "crash", "-d").stdout
    assert raw == joined(one for one in phone.log if one.buffer == 4)


@needs_adb
def test_the_real_client_and_ours_ask_for_the_same_services(adb, rca):
    def services(act):
        adb.requests.clear()
        act()
        return {one.replace("TERM=dumb,", "").replace("TERM=xterm,", "") for one in adb.requests}

    wanted = {"host:version", "host-serial:R58M123:features", "shell,v2,raw:id"}
    assert wanted <= services(lambda: real_adb(adb, "-s", "R58M123", "shell", "id"))
    assert {"host:version", "host-transport-id:7:features", "shell,v2,raw:id"} <= services(
        lambda: rca("shell", "-d", "R58M123", "id")
    )
    for forward in (
        lambda: real_adb(adb, "forward", "tcp:0", "jdwp:1"),
        lambda: rca("forward", "-d", "R58M123", "jdwp:1"),
    ):
        assert any(one.endswith(":forward:tcp:0;jdwp:1") for one in services(forward))


@needs_adb
def test_the_real_server_answers_our_client(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "HOME": str(tmp_path)}
    address = ServerAddress(port=port)
    start_server(Path(shutil.which("adb")), address, environment, Deadline(60))
    try:
        client = AdbServer(address)
        assert client.version(Deadline(10)) == 41
        assert next(client.track_devices(Deadline(10))) == client.devices(Deadline(10))
        with pytest.raises(RequestRefused, match="not found"):
            client.open(Device("NONE", "device"), "shell:id", Deadline(10))
        with pytest.raises(RequestRefused, match="no device with transport id"):
            client.features(Device("NONE", "device", 4242), Deadline(10))
    finally:
        subprocess.run(["adb", "-P", str(port), "kill-server"], timeout=60, env=environment, check=True)
