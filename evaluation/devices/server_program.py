"""The scripted adb server as a program: `python -m evaluation.devices.server_program`.

Prints one line of JSON with the ports of the server and of its control, then serves until its standard input
ends. The control takes JSON by POST: `log`, `flood`, `started`, `ended` and `set` change the phone, `told`
gives what was done with it.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from evaluation.devices.device_logs import APP_UID, CRASH, MAIN, ProcessDied, ProcessStarted, entry, event
from evaluation.devices.scripted_actions import film, picture
from evaluation.devices.scripted_adb_server import ScriptedAdbServer
from evaluation.devices.scripted_device import ScriptedDevice
from rca.devices.app_processes import INSTALLED_COMMAND, PACKAGES_COMMAND
from rca.devices.device_facts import PROPERTIES_COMMAND

APP = "com.example.larder"
PAIRING, CONNECTION = "192.168.1.5:37123", "192.168.1.5:41001"


def make_phone() -> ScriptedDevice:
    """Return a phone with an app, a screen and a recording."""
    phone = ScriptedDevice("R58M123", 7, model="Phone_7")
    phone.commands[PROPERTIES_COMMAND] = "Maker\nPhone 7\n14\n34\narm64-v8a\nmaker/phone:14/UP1A/1:user\n"
    phone.commands[INSTALLED_COMMAND] = f"package:{APP}\npackage:com.example.other\n"
    phone.commands[PACKAGES_COMMAND] = f"package:{APP} uid:{APP_UID}\npackage:com.example.other uid:10300\n"
    phone.apps.installed |= {APP, "com.example.other"}
    phone.apps.screen, phone.apps.recording = picture(), film()
    return phone


class Control:
    """Commands of the controlling test to the server and its phone."""

    def __init__(self, server: ScriptedAdbServer, phone: ScriptedDevice) -> None:
        self.server, self.phone = server, phone
        server.codes[PAIRING] = "123456"
        server.reachable[CONNECTION] = ScriptedDevice(CONNECTION, 9, port=None, model="Tablet_9")

    def act(self, wanted: dict[str, Any]) -> object:
        """Do what is wanted and return what is to be told."""
        now = time.time_ns()
        match wanted:
            case {"act": "log", "entries": entries}:
                self.phone.write(*[_entry(one, now + 1000 * at) for at, one in enumerate(entries)])
            case {"act": "flood", "count": count}:
                lines = ({"message": f"line {number} of a flood"} for number in range(count))
                self.phone.write(*[_entry(one, now + 1000 * at) for at, one in enumerate(lines)])
            case {"act": "started", "pid": pid}:
                self.phone.write(event(ProcessStarted, 0, pid, APP_UID, APP, "", "", at=now))
            case {"act": "ended", "pid": pid}:
                self.phone.write(event(ProcessDied, 0, pid, APP, 0, 2, at=now))
            case {"act": "set", **fields}:
                for name, value in fields.items():
                    if name != "act":
                        setattr(self.phone.apps, name, value)
            case {"act": "told"}:
                apps = self.phone.apps
                return {
                    "received": [len(one) for one in apps.received],
                    "cleared": apps.cleared,
                    "stopped": apps.stopped,
                    "recordings": len(apps.running),
                    "codes": self.server.codes,
                }
        return {}


def _entry(one: dict[str, Any], at: int) -> Any:  # noqa: ANN401 - an entry of the log
    return entry(
        one["message"],
        at=at,
        tag=one.get("tag", "Larder"),
        level=one.get("level", "I"),
        pid=one.get("pid", 4242),
        uid=one.get("uid", APP_UID),
        buffer=CRASH if one.get("crash") else MAIN,
    )


def main() -> None:
    """Serve until standard input ends."""
    phone = make_phone()
    with ScriptedAdbServer(phone) as server:
        control = Control(server, phone)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                wanted = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                told = json.dumps(control.act(wanted)).encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(told)

            def log_message(self, *_: object) -> None:
                pass

        http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=http.serve_forever, daemon=True).start()
        sys.stdout.write(json.dumps({"adb": server.port, "control": http.server_port}) + "\n")
        sys.stdout.flush()
        sys.stdin.read()
        http.shutdown()


if __name__ == "__main__":
    main()
