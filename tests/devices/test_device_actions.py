"""Actions on devices: over the adb protocol of a scripted server, with the faults of real ones."""

import io
import threading
import time
import zipfile

import pytest

from evaluation.devices.scripted_actions import film, picture
from evaluation.devices.scripted_device import ScriptedDevice
from models.error_codes import ErrorCode
from rca.devices.adb_problem import AdbProblem
from rca.devices.app_install import install_app
from rca.devices.app_state import clear_app_data, stop_app
from rca.devices.connected_device import connect
from rca.devices.device_failure import as_failure
from rca.devices.install_failures import advice_on
from rca.devices.screen_recording import record_screen
from rca.devices.screenshot import take_screenshot
from rca.devices.wireless_debugging import connect_device, disconnect_device, pair_device
from rca.scheduling.deadline import Cancelled, Deadline
from rca.tool_failure import Failure

PAIRING, CONNECTION = "192.168.1.5:37123", "192.168.1.5:41001"


@pytest.fixture
def device(client):
    return connect(client, None, Deadline(5))


@pytest.fixture
def apk(tmp_path):
    return write_apk(tmp_path / "shop.apk")


def write_apk(path, size=700_000):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("AndroidManifest.xml", b"\x03\x00\x08\x00")
        archive.writestr("classes.dex", bytes(size))
    path.write_bytes(data.getvalue())
    return path


def failure_of(act, *arguments, **named):
    with pytest.raises(Failure) as caught:
        act(*arguments, **named)
    error = caught.value.error
    assert error.suggestion, f"{error.message}: what to do next?"
    return error


# --- over the network --------------------------------------------------------------------------


def test_a_device_is_paired_by_its_code_once(client, adb):
    adb.codes[PAIRING] = "123456"
    assert "adb-R58M-x1y2z3" in pair_device(client, PAIRING, "123456", Deadline(5))
    assert adb.requests[-1] == f"host:pair:123456:{PAIRING}"
    again = failure_of(pair_device, client, PAIRING, "123456", Deadline(5))
    assert "Unable to start pairing client" in again.message


def test_a_wrong_code_is_told_and_not_repeated(client, adb):
    adb.codes[PAIRING] = "123456"
    error = failure_of(pair_device, client, PAIRING, "654321", Deadline(5))
    assert (error.code, "Wrong password" in error.message) == (ErrorCode.COMMAND_FAILED, True)
    assert "654321" not in error.message + error.suggestion
    assert "new each time" in error.suggestion


def test_a_server_that_cannot_pair_is_named_as_too_old(client, adb):
    adb.is_old = True
    assert "Platform Tools" in failure_of(pair_device, client, PAIRING, "123456", Deadline(5)).suggestion


@pytest.mark.parametrize("code", ["12345", "1234567", "12345:", "12 456", ""])
def test_a_code_that_is_none_is_not_sent(client, adb, code):
    assert failure_of(pair_device, client, PAIRING, code, Deadline(5)).code is ErrorCode.INVALID_PARAMETERS
    assert adb.requests == []


@pytest.mark.parametrize(
    "address",
    ["", "phone", "phone:0", "phone:70000", "a b:1", "a;reboot:5555", "host:1:2", "-x:5555", "a:1\n"],
)
def test_an_address_that_is_none_is_not_sent(client, adb, address):
    for act in (connect_device, disconnect_device):
        assert failure_of(act, client, address, Deadline(5)).code is ErrorCode.INVALID_PARAMETERS
    assert adb.requests == []


def test_a_device_of_the_network_is_connected_and_disconnected(client, adb):
    adb.reachable[CONNECTION] = ScriptedDevice(CONNECTION, 9, port=None)
    assert connect_device(client, CONNECTION, Deadline(5)) == f"connected to {CONNECTION}"
    assert [one.serial for one in client.devices(Deadline(5))] == ["R58M123", CONNECTION]
    assert connect_device(client, CONNECTION, Deadline(5)) == f"already connected to {CONNECTION}"
    assert disconnect_device(client, CONNECTION, Deadline(5)) == f"disconnected {CONNECTION}"
    assert "no such device" in failure_of(disconnect_device, client, CONNECTION, Deadline(5)).message


def test_a_device_that_does_not_answer_or_does_not_know_us(client, adb):
    assert "Connection refused" in failure_of(connect_device, client, CONNECTION, Deadline(5)).message
    adb.reachable[CONNECTION] = ScriptedDevice(CONNECTION, 9, port=None, state="unauthorized")
    error = failure_of(connect_device, client, CONNECTION, Deadline(5))
    assert (error.code, "Pair" in error.suggestion) == (ErrorCode.PERMISSION_DENIED, True)


# --- apps ----------------------------------------------------------------------------------------


def test_an_apk_is_streamed_whole(device, adb, phone, apk):
    assert install_app(device, apk, Deadline(20)) == "streamed"
    assert phone.apps.received == [apk.read_bytes()]
    assert f"exec:cmd package install -r -t -S {apk.stat().st_size}" in adb.requests
    install_app(device, apk, Deadline(20), downgrade=True)
    assert "-d" in phone.apps.options[-1]


def test_without_cmd_an_apk_is_pushed_and_removed(client, adb, phone, apk):
    phone.features = "shell_v2"
    assert install_app(connect(client, None, Deadline(5)), apk, Deadline(20)) == "pushed"
    assert phone.apps.received == [apk.read_bytes()]
    assert phone.files == {}


@pytest.mark.parametrize("features", ["shell_v2,cmd", "shell_v2", ""])
def test_why_an_app_was_refused_is_told_with_what_to_do(client, phone, apk, features):
    phone.features = features
    phone.apps.refusal = "Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: 3 is older than 4]\n"
    error = failure_of(install_app, connect(client, None, Deadline(5)), apk, Deadline(20))
    assert error.details == {"reason": "INSTALL_FAILED_VERSION_DOWNGRADE"}
    assert "Downgrade detected: 3 is older than 4" in error.message
    assert "--downgrade" in error.suggestion
    assert phone.files == {}


def test_a_refusal_in_the_middle_is_read(device, phone, tmp_path):
    apk = write_apk(tmp_path / "large.apk", 30_000_000)
    phone.apps.refusal = "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE]\n"
    phone.apps.refuses_after = 64 * 1024
    error = failure_of(install_app, device, apk, Deadline(30))
    assert error.details == {"reason": "INSTALL_FAILED_INSUFFICIENT_STORAGE"}


def test_a_reason_that_is_not_known_is_told_as_it_is(device, phone, apk):
    phone.apps.refusal = "Failure [INSTALL_FAILED_SOMETHING_NEW: odd]\n"
    error = failure_of(install_app, device, apk, Deadline(20))
    assert error.suggestion == advice_on(None)
    assert "INSTALL_FAILED_SOMETHING_NEW: odd" in error.message


def test_a_device_that_goes_while_an_app_is_installed(device, phone, tmp_path):
    apk = write_apk(tmp_path / "large.apk", 5_000_000)
    phone.apps.cut_after = 512 * 1024
    error = failure_of(install_app, device, apk, Deadline(20))
    assert (error.code, phone.apps.received) == (ErrorCode.COMMAND_FAILED, [])
    assert "ended while large.apk was installed" in error.message


def test_what_is_no_apk_is_not_sent(device, adb, tmp_path):
    adb.requests.clear()
    cut = tmp_path / "cut.apk"
    cut.write_bytes(write_apk(tmp_path / "whole.apk").read_bytes()[:1000])
    with zipfile.ZipFile(tmp_path / "other.apk", "w") as archive:
        archive.writestr("a.txt", "text")
    (tmp_path / "app.aab").write_bytes(b"PK")
    codes = {
        name: failure_of(install_app, device, tmp_path / name, Deadline(5)).code
        for name in ("none.apk", "cut.apk", "other.apk", "app.aab")
    }
    assert codes.pop("none.apk") is ErrorCode.FILE_NOT_FOUND
    assert set(codes.values()) == {ErrorCode.INVALID_PARAMETERS}
    assert adb.requests == []


def test_data_is_cleared_and_an_app_is_stopped(device, phone):
    phone.apps.installed.add("com.example.shop")
    clear_app_data(device, "com.example.shop", Deadline(5))
    stop_app(device, "com.example.shop", Deadline(5))
    assert (phone.apps.cleared, phone.apps.stopped) == (["com.example.shop"], ["com.example.shop"])


def test_an_app_that_is_not_there_is_neither_cleared_nor_stopped(device, phone):
    for act in (clear_app_data, stop_app):
        assert "is not installed" in failure_of(act, device, "com.example.other", Deadline(5)).message
    assert (phone.apps.cleared, phone.apps.stopped) == ([], [])


def test_a_device_that_forbids_it_is_quoted(device, phone):
    phone.apps.installed.add("a.b")
    phone.apps.clear_refusal = (
        "Exception occurred while executing 'clear':\njava.lang.SecurityException: PID 1\n"
    )
    assert "Exception occurred" in failure_of(clear_app_data, device, "a.b", Deadline(5)).message


@pytest.mark.parametrize(
    "package",
    ["", "shop", "a.b; reboot", "a.b && rm -rf /", "a.b\nreboot", "$(reboot).x", "a..b", "a.b'", "a.b|c"],
)
def test_a_name_that_is_no_package_reaches_no_shell(device, adb, phone, package):
    for act in (clear_app_data, stop_app):
        assert failure_of(act, device, package, Deadline(5)).code is ErrorCode.INVALID_PARAMETERS
    assert phone.asked == []


# --- the screen ------------------------------------------------------------------------------------


def test_the_screen_is_written_whole_or_not_at_all(device, phone, tmp_path):
    phone.apps.screen = picture()
    target = tmp_path / "screen.png"
    assert take_screenshot(device, target, Deadline(5)) == len(picture())
    assert target.read_bytes() == picture()
    assert failure_of(take_screenshot, device, target, Deadline(5)).code is ErrorCode.ALREADY_EXISTS
    phone.apps.screen = picture(10, 10)
    take_screenshot(device, target, Deadline(5), overwrite=True)
    assert target.read_bytes() == picture(10, 10)
    phone.apps.screen = picture()[:-20]
    assert "is cut" in failure_of(take_screenshot, device, target, Deadline(5), overwrite=True).message
    assert target.read_bytes() == picture(10, 10)
    assert [path.name for path in tmp_path.iterdir()] == ["screen.png"]


@pytest.mark.parametrize("features", ["shell_v2,cmd", ""])
def test_a_warning_before_the_picture_is_no_part_of_it(client, phone, tmp_path, features):
    phone.features = features
    warning = "[Warning] Multiple displays were found, but no display id was specified!\n"
    phone.commands["screencap -p"] = (picture(), warning, 0) if features else warning.encode() + picture()
    take_screenshot(connect(client, None, Deadline(5)), tmp_path / "a.png", Deadline(5))
    assert (tmp_path / "a.png").read_bytes() == picture()


def test_a_screen_that_gives_nothing_or_an_error(device, phone, tmp_path):
    assert "0 bytes" in failure_of(take_screenshot, device, tmp_path / "a.png", Deadline(5)).message
    phone.commands["screencap -p"] = ("", "Error opening file: (Read-only file system)\n", 1)
    assert "Read-only" in failure_of(take_screenshot, device, tmp_path / "a.png", Deadline(5)).message
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_none(device, phone, tmp_path):
    phone.apps.screen = picture()
    for place, code in (
        (tmp_path / "none/a.png", ErrorCode.DIRECTORY_NOT_FOUND),
        (tmp_path, ErrorCode.INVALID_PATH),
    ):
        with pytest.raises(Failure) as caught:
            take_screenshot(device, place, Deadline(5))
        assert caught.value.error.code is code


def test_a_recording_ends_by_itself(device, phone, tmp_path):
    phone.apps.recording = film()
    target = tmp_path / "film.mp4"
    size = record_screen(device, target, threading.Event(), Deadline(30), seconds=1)
    assert (size, target.read_bytes()) == (len(film()), film())
    assert phone.files == {}, "nothing is left on the device"


def test_a_recording_that_is_stopped_is_kept(device, phone, tmp_path):
    phone.apps.recording = film()
    stop = threading.Event()
    threading.Thread(target=lambda: (wait_for(lambda: phone.apps.running), stop.set())).start()
    record_screen(device, tmp_path / "film.mp4", stop, Deadline(60))
    assert (tmp_path / "film.mp4").read_bytes() == film()
    assert f"kill -2 {next(iter(phone.apps.running))}" in phone.asked


def test_a_recording_that_is_cancelled_is_thrown_away(device, phone, tmp_path):
    phone.apps.recording = film()
    deadline = Deadline(60)
    threading.Thread(target=lambda: (wait_for(lambda: phone.apps.running), deadline.cancel())).start()
    with pytest.raises(Cancelled):
        record_screen(device, tmp_path / "film.mp4", threading.Event(), deadline)
    assert (list(tmp_path.iterdir()), phone.files) == ([], {})


def test_a_recording_that_breaks_off_is_told_with_where_its_rest_lies(device, phone, tmp_path):
    phone.apps.recording, phone.apps.recording_is_lost = film(), True
    error = failure_of(record_screen, device, tmp_path / "film.mp4", threading.Event(), Deadline(30))
    (left,) = phone.files
    assert f"rca device pull {left}" in error.suggestion
    assert list(tmp_path.iterdir()) == []


def test_a_recording_that_cannot_be_played_is_not_kept(device, phone, tmp_path):
    phone.apps.recording = film(has_end=False)
    error = failure_of(record_screen, device, tmp_path / "a.mp4", threading.Event(), Deadline(30), seconds=1)
    assert "cannot be played" in error.message
    phone.apps.recording_problem = "Unable to get output buffers (err=-38)\n"
    error = failure_of(record_screen, device, tmp_path / "a.mp4", threading.Event(), Deadline(30), seconds=1)
    assert "Unable to get output buffers" in error.message
    assert (list(tmp_path.iterdir()), phone.files) == ([], {})


# --- a device that may not be used ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "code", "advice"),
    [
        ("unauthorized", ErrorCode.PERMISSION_DENIED, "Allow USB debugging"),
        ("offline", ErrorCode.COMMAND_FAILED, "plug it in again"),
    ],
)
def test_a_device_that_is_not_ready_is_told_with_what_to_do(client, phone, state, code, advice):
    device = connect(client, None, Deadline(5))
    phone.state = state
    for act in (lambda: connect(client, None, Deadline(5)), lambda: stop_app(device, "a.b", Deadline(5))):
        with pytest.raises(AdbProblem) as caught:
            act()
        error = as_failure(caught.value).error
        assert (error.code, advice in error.suggestion) == (code, True)


def wait_for(holds):
    until = time.monotonic() + 30
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)
