"""Where the adb server listens, and which `adb` is run to start it."""

import os
import stat
import sys

import pytest

from rca.devices.adb_location import find_adb, server_address, start_server
from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_socket import ServerAddress
from rca.scheduling.deadline import Deadline

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the programs are shell scripts")


def sdk(folder, script="exit 0"):
    program = folder / "platform-tools" / "adb"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "127.0.0.1:5037"),
        ({"ANDROID_ADB_SERVER_PORT": "6000"}, "127.0.0.1:6000"),
        ({"ANDROID_ADB_SERVER_ADDRESS": "10.0.0.2", "ANDROID_ADB_SERVER_PORT": "x"}, "10.0.0.2:5037"),
        ({"ADB_SERVER_SOCKET": "tcp:5555", "ANDROID_ADB_SERVER_PORT": "6000"}, "127.0.0.1:5555"),
        ({"ADB_SERVER_SOCKET": "tcp:host.local:5555"}, "host.local:5555"),
    ],
)
def test_the_server_listens_where_adb_itself_would_look(environment, address):
    assert str(server_address(environment)) == address


@pytest.mark.parametrize("text", ["localfilesystem:/tmp/adb", "tcp:0", "tcp:99999"])
def test_an_address_that_is_not_understood_is_told(text):
    with pytest.raises(AdbProblem, match="ADB_SERVER_SOCKET"):
        server_address({"ADB_SERVER_SOCKET": text})


def test_adb_is_found_by_the_variables_then_the_path_then_the_project(tmp_path):
    home, root, path, local = (sdk(tmp_path / name) for name in ("home", "root", "path", "local sdk"))
    project = tmp_path / "project"
    project.mkdir()
    folder = str(local.parents[1]).replace(" ", "\\ ").replace(":", "\\:")
    (project / "local.properties").write_text(f"# made by hand\nsdk.dir={folder}\n")
    environment = {
        "ANDROID_HOME": str(home.parents[1]),
        "ANDROID_SDK_ROOT": str(root.parents[1]),
        "PATH": f"relative{os.pathsep}{path.parent}",
    }
    for expected, name in ((home, "ANDROID_HOME"), (root, "ANDROID_SDK_ROOT"), (path, "PATH")):
        assert find_adb(environment, [project]) == expected
        del environment[name]
    assert find_adb(environment, [project]) == local
    assert find_adb(environment) is None


def test_a_program_inside_the_workspace_is_never_run(tmp_path):
    project = tmp_path / "project"
    program = sdk(project / "sdk")
    (project / "local.properties").write_text(f"sdk.dir={program.parents[1]}\n")
    assert find_adb({"PATH": str(program.parent)}, [project]) is None


def test_the_server_is_started_by_running_adb_once(tmp_path):
    program = sdk(tmp_path / "sdk", f'echo "$@$ADB_SERVER_SOCKET" >> {tmp_path}/ran')
    environment = {"PATH": os.environ["PATH"], "ADB_SERVER_SOCKET": "tcp:127.0.0.1:5999"}
    start_server(program, server_address(environment), environment, Deadline(10))
    assert (tmp_path / "ran").read_text() == "-P 5999 start-server\n"


def test_a_server_of_another_machine_is_not_started_here(tmp_path):
    program = sdk(tmp_path / "sdk", f"touch {tmp_path}/ran")
    with pytest.raises(AdbProblem, match="on that machine"):
        start_server(program, ServerAddress("10.0.0.2"), {"PATH": os.environ["PATH"]}, Deadline(10))
    assert not (tmp_path / "ran").exists()


def test_a_server_that_does_not_start_is_told_with_its_words(tmp_path):
    program = sdk(tmp_path / "sdk", "echo 'cannot bind'; exit 1")
    with pytest.raises(AdbProblem, match="cannot bind"):
        start_server(program, ServerAddress(), {"PATH": os.environ["PATH"]}, Deadline(10))
