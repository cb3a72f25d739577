"""`list_devices` through the one place that every call goes through, with a scripted adb server."""

import socket
import threading
import time
from dataclasses import replace

import pytest

from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from rca.devices.device_facts import PROPERTIES_COMMAND
from rca.toolkit.tool import soft_deadline
from rca.tools.list_devices import TOOL
from tests.tools.file_project import FileProject

PHONE = "Maker\nPhone 7\n14\n34\narm64-v8a\nmaker/phone:14/UP1A/1:user\n"


class Connected(FileProject):
    """A project on a machine with an adb server."""

    port = 1

    def context(self, tool):
        environment = {"ANDROID_ADB_SERVER_PORT": str(self.port)}
        return replace(super().context(tool), environment=environment, deadline=soft_deadline(tool.seconds))


@pytest.fixture
def project(tmp_path):
    return Connected(tmp_path)


def test_devices_say_what_they_are(project):
    phone = ScriptedDevice("R58M123", 7, commands={PROPERTIES_COMMAND: PHONE})
    waiting = ScriptedDevice("T1", 8, state="unauthorized")
    emulator = ScriptedDevice("emulator-5554", 9, port=None, commands={PROPERTIES_COMMAND: PHONE})
    with ScriptedAdbServer(phone, waiting, emulator) as adb:
        project.port = adb.port
        answer = project.call(TOOL)
    first, second, third = answer["data"]["devices"]
    assert answer["data"]["server"] == f"127.0.0.1:{adb.port}, adb 1.0.41"
    assert (first["model"], first["android"], first["apiLevel"], first["connection"]) == (
        "Phone 7",
        "14",
        34,
        "usb",
    )
    assert (second["state"], second["model"], "android" in second) == ("unauthorized", None, False)
    assert third["connection"] == "emulator"
    assert answer["meta"]["completeness"] == "complete"


def test_a_device_that_does_not_answer_is_listed_and_named(project):
    stuck = ScriptedDevice("S1", 7, commands={PROPERTIES_COMMAND: lambda: time.sleep(60) or ""})
    with ScriptedAdbServer(stuck) as adb:
        project.port = adb.port
        answer = project.call(TOOL)
    assert [one["serial"] for one in answer["data"]["devices"]] == ["S1"]
    assert answer["meta"]["completeness"] == "partial"
    assert "S1" in str(answer["meta"]["provenance"])
    assert answer["meta"]["executionTimeMs"] < 20_000


def test_no_device_is_an_empty_list(project):
    with ScriptedAdbServer() as adb:
        project.port = adb.port
        assert project.call(TOOL)["data"]["devices"] == []


def test_without_a_server_it_starts_none(project):
    error = project.refused(TOOL)
    assert error["code"] == "COMMAND_FAILED"
    assert "no adb server answers at 127.0.0.1:1" in error["message"]
    assert "rca device list" in error["suggestion"]


@pytest.mark.parametrize(
    ("serial", "port", "connection"),
    [
        ("R58M123", "1-1", "usb"),
        ("emulator-5554", None, "emulator"),
        ("192.168.1.5:37115", None, "wifi"),
        ("adb-R58M-x1._adb-tls-connect._tcp", None, "wifi"),
    ],
)
def test_how_a_device_is_connected(project, serial, port, connection):
    with ScriptedAdbServer(ScriptedDevice(serial, 7, port=port, commands={PROPERTIES_COMMAND: PHONE})) as adb:
        project.port = adb.port
        (device,) = project.call(TOOL)["data"]["devices"]
    assert device["connection"] == connection


def test_two_devices_with_one_serial_are_told_apart(project):
    twins = [ScriptedDevice("R58M123", id_, commands={PROPERTIES_COMMAND: PHONE}) for id_ in (7, 8)]
    with ScriptedAdbServer(*twins) as adb:
        project.port = adb.port
        assert [one["transportId"] for one in project.call(TOOL)["data"]["devices"]] == [7, 8]


def test_what_is_no_adb_server_is_told(project):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        project.port = listener.getsockname()[1]
        threading.Thread(
            target=lambda: listener.accept()[0].sendall(b"HTTP/1.1 400\r\n"), daemon=True
        ).start()
        error = project.refused(TOOL)
    assert "no adb server" in error["message"]


def test_it_takes_nothing(project):
    assert project.refused(TOOL, device="R58M123")["code"] == "INVALID_PARAMETERS"
