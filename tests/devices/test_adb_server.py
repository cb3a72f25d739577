"""Requests of the adb server's protocol, answered by a scripted server."""

import socket
import threading

import pytest

from evaluation.devices.scripted_device import ScriptedDevice
from rca.devices.adb_problem import (
    AdbProblem,
    AnswerTooSlow,
    ConnectionLost,
    RequestRefused,
    ServerUnreachable,
)
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import ServerAddress
from rca.devices.device_list import parse_device_list
from rca.devices.device_shell import run_shell
from rca.devices.file_pull import file_mode, pull_file, read_file
from rca.scheduling.deadline import Deadline

SHELL = frozenset({"shell_v2"})


def test_the_version_and_the_devices(client, phone):
    assert client.version(Deadline(5)) == 41
    (device,) = client.devices(Deadline(5))
    assert (device.serial, device.transport_id, device.port, device.model) == ("R58M123", 7, "1-1", "Phone_7")
    assert device.is_ready
    assert device.label == "Phone 7 (R58M123)"
    assert "shell_v2" in client.features(device, Deadline(5))


@pytest.mark.parametrize(
    ("line", "state", "connection"),
    [
        ("R58M123  device usb:1-1 product:p model:M device:d transport_id:1", "device", "usb"),
        ("emulator-5554          device product:sdk model:sdk_gphone transport_id:2", "device", "emulator"),
        ("192.168.1.5:37115      offline transport_id:3", "offline", "wifi"),
        ("adb-R58M-x1._adb-tls-connect._tcp. device transport_id:4", "device", "wifi"),
        ("R58M123  unauthorized usb:1-2 transport_id:5", "unauthorized", "usb"),
        (
            "????????????  no permissions (user in plugdev group); see [http://a/] usb:1-3 transport_id:6",
            "no permissions",
            "usb",
        ),
        ("R58M123\tdevice", "device", "usb"),
        ("R58M123\trecovery", "recovery", "usb"),
    ],
)
def test_a_line_of_the_list_of_devices(line, state, connection):
    (device,) = parse_device_list(f"{line}\n\n* daemon started successfully\n")
    assert (device.state, device.connection) == (state, connection)


def test_two_devices_with_one_serial_are_told_apart_by_transport(adb, client, phone):
    phone.commands["whoami"] = "first\n"
    adb.plug(ScriptedDevice("R58M123", 8, port="1-2", commands={"whoami": "second\n"}))
    with pytest.raises(AdbProblem, match="several devices fit"):
        client.find_device("R58M123", Deadline(5))
    said = [
        run_shell(
            client, client.find_device(f"transport:{id_}", Deadline(5)), "whoami", SHELL, Deadline(5)
        ).text
        for id_ in (7, 8)
    ]
    assert said == ["first\n", "second\n"]


def test_a_device_is_named_by_serial_or_model_and_the_refusal_names_those_that_are_there(client):
    assert client.find_device("phone 7", Deadline(5)).serial == "R58M123"
    with pytest.raises(AdbProblem, match=r"no device 'X'; there are Phone 7 \(R58M123\)"):
        client.find_device("X", Deadline(5))


def test_devices_are_tracked_as_they_come_and_go(adb, client, phone):
    tablet = ScriptedDevice("T1", 9, state="unauthorized")
    changes = (one for one in client.track_devices(Deadline(20)) if one is not None)
    assert [one.serial for one in next(changes)] == ["R58M123"]
    adb.plug(tablet)
    assert [one.state for one in next(changes)] == ["device", "unauthorized"]
    adb.unplug(phone)
    assert [one.serial for one in next(changes)] == ["T1"]


def test_an_old_server_is_tracked_too(adb, client, phone):
    adb.is_old = True
    changes = (one for one in client.track_devices(Deadline(20)) if one is not None)
    (device,) = next(changes)
    assert device.transport_id is None
    assert (
        run_shell(client, device, "cat /proc/sys/kernel/random/boot_id", SHELL, Deadline(5)).exit_status == 0
    )


def test_the_end_of_the_server_ends_the_tracking(adb, client):
    changes = client.track_devices(Deadline(20))
    next(changes)
    adb.close()
    with pytest.raises(AdbProblem):
        for _ in changes:
            pass
    with pytest.raises(ServerUnreachable, match="no adb server answers"):
        client.version(Deadline(2))


def test_a_command_has_two_streams_and_an_exit_status(client, phone):
    phone.commands["check"] = ("out\n" * 50_000, b"problem\n", 3)
    (device,) = client.devices(Deadline(5))
    done = run_shell(client, device, "check", SHELL, Deadline(5))
    assert (len(done.output), done.errors, done.exit_status) == (200_000, b"problem\n", 3)
    cut = run_shell(client, device, "check", SHELL, Deadline(5), most=1000)
    assert (len(cut.output), cut.is_cut, cut.exit_status) == (1000, True, None)


def test_a_device_without_the_second_shell_protocol_has_output_and_no_status(client, phone):
    phone.features, phone.commands["check"] = "cmd", ("out\n", b"", 3)
    (device,) = client.devices(Deadline(5))
    done = run_shell(client, device, "check", frozenset(), Deadline(5))
    assert (done.text, done.exit_status) == ("out\n", None)


def test_files_are_pulled_whole_or_not_at_all(client, phone, tmp_path):
    content = bytes(range(256)) * 1000
    phone.files["/data/anr/anr_1"] = content
    (device,) = client.devices(Deadline(5))
    assert read_file(client, device, "/data/anr/anr_1", 1 << 20, Deadline(5)) == content
    assert file_mode(client, device, "/data/anr/anr_1", Deadline(5)) == 0o100644
    assert file_mode(client, device, "/none", Deadline(5)) is None
    assert pull_file(client, device, "/data/anr/anr_1", tmp_path / "a", Deadline(5)) == len(content)
    assert (tmp_path / "a").read_bytes() == content
    with pytest.raises(RequestRefused, match="No such file"):
        pull_file(client, device, "/none", tmp_path / "b", Deadline(5))
    with pytest.raises(AdbProblem, match="more than 1000 bytes"):
        read_file(client, device, "/data/anr/anr_1", 1000, Deadline(5))
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    with pytest.raises(FileExistsError):
        pull_file(client, device, "/data/anr/anr_1", tmp_path / "a", Deadline(5))


def test_a_port_is_forwarded_and_taken_back(adb, client):
    (device,) = client.devices(Deadline(5))
    port = client.forward(device, "jdwp:4242", Deadline(5))
    assert port > 1024
    assert "host-transport-id:7:forward:tcp:0;jdwp:4242" in adb.requests
    client.stop_forwarding(device, port, Deadline(5))
    with pytest.raises(RequestRefused, match="not found"):
        client.stop_forwarding(device, port, Deadline(5))


@pytest.mark.parametrize("said", [b"HTTP/1.1 400 Bad Request\r\n", b"OKAYzzzz", b""])
def test_what_is_no_adb_server_is_refused(said):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=_answer_once, args=(listener, said), daemon=True).start()
        client = AdbServer(ServerAddress(port=listener.getsockname()[1]))
        with pytest.raises(AdbProblem):
            client.version(Deadline(5))


def test_a_server_that_does_not_answer_is_left_in_time():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = AdbServer(ServerAddress(port=listener.getsockname()[1]))
        with pytest.raises(AnswerTooSlow):
            client.version(Deadline(0.3))


def test_a_connection_that_breaks_in_a_command_is_no_end_of_it(adb, client, phone):
    (device,) = client.devices(Deadline(5))
    phone.cut_after = 0
    phone.write()
    from evaluation.devices.device_logs import entry

    phone.write(entry("one", at=1))
    with pytest.raises(ConnectionLost):
        run_shell(client, device, "logcat -B -d", SHELL, Deadline(5))


def _answer_once(listener, said):
    connection, _ = listener.accept()
    with connection:
        connection.recv(100)
        connection.sendall(said)
