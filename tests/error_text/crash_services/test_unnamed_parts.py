"""Parts of a report without the record around them, names that the text assigns, and fields spelled otherwise."""

from __future__ import annotations

import pytest

from rca.error_text import parse

_APPLE = """
let frames = [
    Frame(address: 0x4000, binaryName: "Kiosk", offsetIntoBinaryTextSegment: 0x40, subFrames: [
        Frame(address: 0x5000, binaryName: "UIKitCore", offsetIntoBinaryTextSegment: 0x50)
    ])
]
"""
_RUST = """
json!({"call_stacks": [{"thread_attributed": true, "call_stack_root_frames": [
    {"binary_name": "Kiosk", "offset_into_binary_text_segment": 64}
]}]})
"""
_PAIRS = """
const stack = {callStacks: [[["threadAttributed", true], ["callStackRootFrames", [
    [["binaryName", "Kiosk"], ["offsetIntoBinaryTextSegment", 64]]
]]]]}
"""
_ONE_FRAME = """
expect(frame).toEqual({ package: "kiosk.so", function: "open_till", in_app: true, instruction_addr: "0x40" })
"""


def test_frames_alone_are_a_call_stack() -> None:
    report = parse(_APPLE)
    assert [(one.pc, one.library) for one in report.native_frames] == [
        ("4000", "Kiosk"),
        ("5000", "UIKitCore"),
    ]


@pytest.mark.parametrize("text", [_RUST, _PAIRS], ids=["other spelling", "pairs"])
def test_fields_are_told_by_their_letters(text: str) -> None:
    report = parse(text)
    assert [(one.pc, one.library) for one in report.native_frames] == [("40", "Kiosk")]


def test_one_frame_of_native_code() -> None:
    report = parse(_ONE_FRAME)
    assert [(one.pc, one.library, one.function) for one in report.native_frames] == [
        ("40", "kiosk.so", "open_till")
    ]


def test_sentrys_entries_cut_on_both_sides() -> None:
    text = """
  "entries": [
    {
      "type": "exception",
      "data": {
        "values": [
          {
            "stacktrace": {
              "frames": [
                {
                  "function": "pay",
                  "module": "shop.Till",
                  "filename": "Till.kt",
                  "lineNo": 7,
                  "inApp": true
                },
                {
                  "function": "open",
                  "module": "shop.Till",
                  "filename": "Till.kt",
                  "lineNo": 9,
    """
    report = parse(text)
    frames = report.exceptions[0].frames
    assert [(one.class_name, one.method, one.line) for one in frames] == [
        ("shop.Till", "open", 9),
        ("shop.Till", "pay", 7),
    ]


_NAMED = """
it('keeps frames', () => {
  const frames = [{ filename: 'till.ts', function: 'pay', lineno: 7 }];
  const event = { exception: { values: [{ type: 'TillError', value: 'empty', stacktrace: { frames } }] } };
"""


def test_names_of_the_text_are_followed() -> None:
    report = parse(_NAMED)
    assert report.exceptions[0].type == "TillError"
    assert [(one.file, one.line) for one in report.exceptions[0].frames] == [("till.ts", 7)]


@pytest.mark.parametrize(
    "text",
    [
        _NAMED.replace("const event", "frames = load();\n  const event"),
        _NAMED.replace("it('", "it('a', () => { x(); })\nit('").replace(
            "  const event", "})\nit('b', () => {\n const event"
        ),
    ],
    ids=["assigned again", "another block"],
)
def test_a_name_that_may_stand_for_something_else_is_left_out(text: str) -> None:
    report = parse(text)
    assert [one.frames for one in report.exceptions if one.type == "TillError"] in ([()], [])


@pytest.mark.parametrize(
    "text",
    [
        '{"frames": [{"function": "pay", "filename": "till.ts", "lineno": 7}], "samples": [0], "stacks": [[0]]}',
        'owners = [{"file": "till.ts", "line": 3, "owner": "shop"}]\nthreads: 3\nexceptions: 4',
        'logs = [{"function": "pay", "lineno": 7}]\nthreads = 3',
    ],
    ids=["profile", "owners", "log"],
)
def test_other_objects_are_no_parts(text: str) -> None:
    report = parse(text)
    assert (report.exceptions, report.native_frames) == ((), ())


@pytest.mark.parametrize("lead", ["7. ", "trace: `", "#2. "])
def test_the_crashed_thread_behind_a_number_or_a_name(lead: str) -> None:
    report = parse(
        f"{lead}Crashed: com.shop.till\n0  Kiosk  0x1028785ec openTill + 20\n1  Kiosk  0x1028789d4 main + 8\n"
    )
    assert report.thread == "com.shop.till"
    assert [one.function for one in report.native_frames] == ["openTill", "main"]


def test_an_entry_whose_type_is_no_name_is_no_part() -> None:
    assert parse('x = {"entries": [{"type": {}, "data": {}}], "threads": 3, "contexts": 4}').exceptions == ()
