"""A device on a scripted adb server, and clients of it."""

import pytest

from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from rca.devices.adb_server import AdbServer
from rca.devices.adb_socket import ServerAddress


@pytest.fixture
def phone():
    return ScriptedDevice("R58M123", 7)


@pytest.fixture
def adb(phone):
    with ScriptedAdbServer(phone) as server:
        yield server


@pytest.fixture
def client(adb):
    return AdbServer(ServerAddress(port=adb.port))
