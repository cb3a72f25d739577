"""Thread dumps of apps that did not respond: the drop box of the system, files of /data/anr, a bug report.

The drop box is what a device hands out without root (`dumpsys dropbox --print`); /data/anr can be read with
root, and is part of every bug report, which takes minutes.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.device_facts import DeviceFacts
from rca.devices.device_list import Device
from rca.devices.device_shell import open_shell
from rca.devices.file_pull import pull_file, read_file
from rca.scheduling.deadline import Deadline

_ENTRY = re.compile(r"^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (\w+) \([^\n)]*bytes\)$", re.MULTILINE)
_RULE = "=" * 40
_HEAD_LINE = re.compile(r"^(?P<name>Process|PID): (?P<value>\S+)", re.MULTILINE)
_THREADS_OF = re.compile(r"^----- pid (?P<pid>\d+) at ", re.MULTILINE)
_CMD_LINE = re.compile(r"^Cmd line: (?P<process>\S+)", re.MULTILINE)
_MOST_TRACE = 4 * 1024 * 1024
_MOST_FILES = 32
_IN_REPORT = "FS/data/anr/"
_REPORT_DONE = re.compile(r"^OK:(?P<path>/\S+\.zip)\s*$", re.MULTILINE)
_REPORT_FAILED = re.compile(r"^FAIL:(?P<reason>.*)$", re.MULTILINE)


def find_threads(  # noqa: PLR0913, PLR0917 - where, which process and how long
    server: AdbServer,
    device: Device,
    features: frozenset[str],
    facts: DeviceFacts,
    process: str,
    pid: int,
    folder: Path | None,
    deadline: Deadline,
) -> str | None:
    """Return the threads of a process that did not respond, from the first place that has them.

    Args:
        server: the adb server.
        device: the device.
        features: of the device.
        facts: asks the device.
        process: the process's name.
        pid: its id.
        folder: where a bug report is kept if it must be made; None: none is made.
        deadline: of all questions.
    """
    found = anr_in_dropbox(facts, process, pid, deadline) or anr_in_files(
        server, device, facts, pid, deadline
    )
    if found is not None or folder is None:
        return found
    report = make_bug_report(server, device, features, folder, deadline)
    for _, _, text in anrs_in_bug_report(report):
        if (threads := threads_of(text, pid)) is not None:
            return threads
    return None


def dropbox_entries(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield time, tag and content of each entry that `dumpsys dropbox --print` printed."""
    for head, start, end in _sections(_ENTRY, text):
        yield head[1], head[2], text[start:end].strip("\n").removesuffix(_RULE).strip("\n")


def anr_in_dropbox(facts: DeviceFacts, process: str, pid: int | None, deadline: Deadline) -> str | None:
    """Return the system's newest report, with thread dumps, of a process that did not respond."""
    for tag in ("data_app_anr", "system_app_anr"):
        text = facts.ask(f"dumpsys dropbox --print {tag}", deadline)
        for _, _, content in reversed(list(dropbox_entries(text))):
            said = {found["name"]: found["value"] for found in _HEAD_LINE.finditer(content[:4096])}
            # Before Android 11 the report does not name the process id.
            if said.get("Process") == process and (pid is None or said.get("PID", str(pid)) == str(pid)):
                return content
    return None


def anr_in_files(
    server: AdbServer, device: Device, facts: DeviceFacts, pid: int, deadline: Deadline
) -> str | None:
    """Return the dump of a process in /data/anr; None if there is none, or the shell may not read it."""
    listed = facts.ask("ls -t /data/anr 2>/dev/null", deadline).split()
    for name in listed[:_MOST_FILES]:
        if not name.startswith(("anr_", "trace")):
            continue
        try:
            content = read_file(server, device, f"/data/anr/{name}", _MOST_TRACE, deadline)
        except AdbProblem:
            return None  # what one file refuses, the others do: it needs root
        if (found := threads_of(content.decode("utf-8", "replace"), pid)) is not None:
            return found
    return None


def threads_of(text: str, pid: int) -> str | None:
    """Return the part of a trace file that is one process's; None if it has none."""
    for head, _, end in _sections(_THREADS_OF, text):
        if int(head["pid"]) == pid:
            return text[head.start() : end].rstrip()
    return None


def _sections(heading: re.Pattern[str], text: str) -> Iterator[tuple[re.Match[str], int, int]]:
    """Yield each heading with the start and end of what stands below it."""
    heads = list(heading.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(
        heads, ends, strict=False
    ):  # without a heading there is an end, and nothing above it
        yield head, head.end(), end


def make_bug_report(
    server: AdbServer, device: Device, features: frozenset[str], folder: Path, deadline: Deadline
) -> Path:
    """Have the device write a bug report, and copy it to a folder. Takes minutes.

    Raises:
        AdbProblem: the device does not make one.
        Failure: the deadline expired.
    """
    output = ""
    with open_shell(server, device, "bugreportz", features, deadline) as stream:
        while (part := stream.read_within(0.25)) != b"":
            deadline.checkpoint()
            output = (output + (part or b"").decode("utf-8", "replace"))[-64 * 1024 :]
    done, failed = _REPORT_DONE.search(output), _REPORT_FAILED.search(output)
    if done is None:
        raise AdbProblem(
            f"the device made no bug report: {failed['reason'] if failed else output.strip()[-200:]}"
        )
    target = folder / done["path"].rpartition("/")[2]
    pull_file(server, device, done["path"], target, deadline)
    return target


def anrs_in_bug_report(report: Path) -> Iterator[tuple[str, str | None, str]]:
    """Yield name, process and text of each ANR trace in a bug report, newest first.

    Raises:
        AdbProblem: it is no bug report.
    """
    try:
        with zipfile.ZipFile(report) as archive:
            names = [
                one for one in archive.infolist() if one.filename.startswith(_IN_REPORT) and not one.is_dir()
            ]
            for one in sorted(names, key=lambda info: info.date_time, reverse=True)[:_MOST_FILES]:
                with archive.open(one) as file:
                    text = file.read(_MOST_TRACE).decode("utf-8", "replace")
                process = _CMD_LINE.search(text)
                yield one.filename.removeprefix(_IN_REPORT), process["process"] if process else None, text
    except (zipfile.BadZipFile, OSError) as problem:
        raise AdbProblem(f"{report} is no bug report that can be read: {problem}") from None
