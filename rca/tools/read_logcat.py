"""`read_logcat`: what an Android device's log holds now."""

from __future__ import annotations

from models.error_codes import ErrorCode
from models.tools.read_logcat import LoggedCrash, ReadLogcatParams, ReadLogcatResult
from rca.devices.adb_location import server_address
from rca.devices.adb_problem import AdbProblem
from rca.devices.adb_server import AdbServer
from rca.devices.device_failure import as_failure
from rca.devices.device_info import device_info
from rca.devices.device_list import Device
from rca.devices.log_dump import dump_crashes, dump_log, seconds_ago
from rca.devices.logcat_filter import LogFilter
from rca.files.regex_engine import Invalid
from rca.redaction import redact
from rca.tool_failure import Failure
from rca.toolkit.tool import Answer, Tool, ToolContext


def run(context: ToolContext, params: ReadLogcatParams) -> Answer[ReadLogcatResult]:
    """Read the log, once, and return what fits."""
    wanted = LogFilter(
        package=params.package,
        process=params.process,
        level=params.level,
        tags=params.tags,
        text=params.text,
        pattern=params.pattern,
    )
    try:
        wanted.check()
    except Invalid as problem:
        raise Failure(
            ErrorCode.INVALID_PATTERN, f"'pattern' is no regular expression: {problem}", "Or use `text`."
        ) from None
    try:
        server = AdbServer(server_address(context.environment))
        device = server.find_device(params.device, context.deadline)
        read = _crashes if params.crashes_only else _entries
        return read(context, params, server, device, wanted)
    except AdbProblem as problem:
        raise as_failure(problem) from None


def _entries(
    context: ToolContext, params: ReadLogcatParams, server: AdbServer, device: Device, wanted: LogFilter
) -> Answer[ReadLogcatResult]:
    dumped = dump_log(
        server,
        device,
        wanted,
        context.deadline,
        start=seconds_ago(params.minutes * 60),
        limit=params.limit,
        buffers=params.buffers,
    )
    log = redact("\n".join(dumped.lines))
    notes = list(dumped.notes)
    if dumped.is_cut:
        notes.append(
            "the time was over before the log's end: its newest entries are missing, ask for fewer minutes"
        )
    if log.kinds:
        notes.append(f"Masked: {', '.join(log.kinds)}")
    return Answer(
        ReadLogcatResult(device=device_info(device), log=log.text, matched=dumped.fitting, read=dumped.read),
        truncated=dumped.fitting > params.limit,
        completeness="partial" if dumped.is_cut or dumped.notes else "complete",
        provenance=tuple(notes),
    )


def _crashes(
    context: ToolContext, params: ReadLogcatParams, server: AdbServer, device: Device, _wanted: LogFilter
) -> Answer[ReadLogcatResult]:
    found, is_cut = dump_crashes(
        server, device, params.package, context.deadline, start=seconds_ago(params.minutes * 60)
    )
    shown = found[-params.limit :]
    crashes = tuple(
        LoggedCrash(
            kind=one.crash.kind,
            process=one.crash.process,
            happened_at=one.crash.time_text,
            text=redact(one.crash.text).text,
            is_whole=one.crash.is_whole,
            activities=one.activities,
        )
        for one in shown
    )
    return Answer(
        ReadLogcatResult(
            device=device_info(device), log="", matched=len(found), read=len(found), crashes=crashes
        ),
        truncated=len(found) > len(shown),
        completeness="partial" if is_cut else "complete",
        provenance=("the time was over before the log's end: later crashes are missing",) if is_cut else (),
    )


TOOL = Tool(
    name="read_logcat",
    description=(
        "Read a connected Android device's log: its newest entries by package (across restarts), process, "
        "level, tag, text or regular expression; with `crashesOnly` its crashes, ANRs and native tombstones, "
        "each whole, as analyze_error takes them. Changes nothing. Secrets are masked. Log files: read_file."
    ),
    params=ReadLogcatParams,
    result=ReadLogcatResult,
    run=run,
)
