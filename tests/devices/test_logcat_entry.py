"""Binary logcat, in pieces of every size and with what does not belong there."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from evaluation.devices.device_logs import CRASH, EVENTS, Crashed, entry, event, joined, packed
from rca.devices.event_values import decode_event, parse_event_names
from rca.devices.logcat_entry import EntryReader
from tests.devices.crash_list import START

LOG = [
    entry("first line\nsecond: line", at=START + 5, tag="a tag: with colon", level="W", tid=4243),
    entry("", at=START + 6, tag="", level="V"),
    entry("grüße", at=START + 7, level="F", buffer=CRASH),
]


def read(*parts):
    reader = EntryReader()
    return [one for part in parts for one in reader.feed(part)], reader


def test_an_entry_keeps_what_every_printed_format_drops():
    (first, empty, last), _ = read(joined(LOG))
    assert (first.tag, first.message, first.level) == ("a tag: with colon", "first line\nsecond: line", "W")
    assert (first.pid, first.tid, first.uid, first.stamp) == (4242, 4243, 10234, START + 5)
    assert (empty.tag, empty.message) == ("", "")
    assert (last.message, last.buffer) == ("grüße", CRASH)
    assert first.time_text() == "2023-11-14T22:13:20.000000Z"


@given(st.lists(st.integers(1, 40), min_size=1, max_size=60))
def test_the_pieces_in_which_it_arrives_do_not_matter(sizes):
    data, parts, at = joined(LOG * 4), [], 0
    while at < len(data):
        size = sizes[len(parts) % len(sizes)]
        parts.append(data[at : at + size])
        at += size
    entries, reader = read(*parts)
    assert [one.message for one in entries] == ["first line\nsecond: line", "", "grüße"] * 4
    assert reader.skipped == 0


@given(st.binary(max_size=80), st.integers(1, 30))
def test_after_garbage_the_next_entries_are_read(garbage, size):
    good = [entry(f"message {n}", at=START + n) for n in range(20)]
    data = joined(good[:5]) + garbage + joined(good[5:])
    entries, _ = read(*(data[at : at + size] for at in range(0, len(data), size)))
    messages = [one.message for one in entries]
    # Garbage can look like the header of an entry, and then takes those that follow for its payload.
    assert messages[:5] == [f"message {n}" for n in range(5)]
    assert sum(f"message {n}" in messages for n in range(20)) >= 5
    if not garbage:
        assert len(messages) == 20


def test_text_between_entries_is_counted_and_skipped():
    said = b"read: unexpected EOF!\n"
    entries, reader = read(joined(LOG[:1]) + said + joined(LOG[1:]))
    assert [one.pid for one in entries] == [4242] * 3
    assert reader.skipped == len(said)


def test_older_headers_are_read_without_what_they_lack():
    payload = b"\6tag\0old\0"
    times = (START // 1_000_000_000, 7)
    second = struct.pack("<HHiiII", len(payload), 0, 42, 43, *times) + payload
    third = struct.pack("<HHiiIII", len(payload), 24, 42, 43, *times, CRASH) + payload
    entries, _ = read(second + third + joined(LOG[:1]))
    assert [(one.message, one.uid) for one in entries[:2]] == [("old", None), ("old", None)]
    assert entries[1].buffer == CRASH
    assert entries[2].uid == 10234


def test_events_have_values_and_the_device_names_them():
    ((logged,), _) = read(event(Crashed, 0, 4242, "shop.app", -1, at=START).data)
    assert decode_event(logged.payload) == (Crashed, (0, 4242, "shop.app", -1))
    assert logged.buffer == EVENTS
    assert (logged.tag, logged.message, logged.level) == ("", "", "I")
    names = parse_event_names("# a comment\n30039 am_crash (User|1|5),(PID|1|5)\n7 short\nnone\n")
    assert names == {30039: "am_crash", 7: "short"}


@given(st.binary(max_size=60))
def test_any_payload_of_an_event_is_read_or_refused(payload):
    decoded = decode_event(payload)
    assert decoded is None or isinstance(decoded[1], tuple)


@given(st.binary(max_size=300))
def test_any_bytes_are_read(data):
    entries, _ = read(data, joined(LOG))
    for one in entries:
        assert isinstance(one.tag + one.message + one.level, str)


def test_half_an_entry_is_none():
    whole = packed(b"\4tag\0text\0", at=START, pid=1, tid=1, uid=0, buffer=0).data
    assert read(whole[:-1])[0] == []
