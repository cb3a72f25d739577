"""A log over interruptions: each entry once, in order, and said if some may be missing."""

import pytest

from evaluation.devices.device_logs import SECOND, entry
from rca.devices.logcat_entry import EntryReader
from rca.devices.logcat_resume import ResumePoint
from rca.devices.logcat_stream import follow_log
from rca.scheduling.deadline import Cancelled, Deadline
from tests.devices.crash_list import START


def numbered(numbers, step=SECOND // 1000):
    return [entry(f"line {n}", at=START + n * step, tag="count") for n in numbers]


def follow(client, until, act=lambda _messages: None, **options):
    """Return messages and notes of a log up to a message; `act` is called with the messages after each batch."""
    (device,) = client.devices(Deadline(5))
    deadline, messages, notes = Deadline(60), [], []
    options.setdefault("buffers", ("main",))
    try:
        for batch in follow_log(client, device, deadline, retry_seconds=0.05, **options):
            messages += [one.message for one in batch.entries]
            notes += batch.notes
            act(messages)
            if until in messages:
                deadline.cancel()
    except Cancelled:
        pass
    return messages, notes


def lines(numbers):
    return [f"line {n}" for n in numbers]


def test_a_log_is_followed_as_it_grows(client, phone):
    phone.write(*numbered(range(3)))
    written = iter([numbered(range(3, 6))])

    def act(messages):
        if messages == lines(range(3)):
            phone.write(*next(written, ()))

    assert follow(client, "line 5", act) == (lines(range(6)), [])


@pytest.mark.parametrize("cut", [0, 1, 27, 28, 29, 500, 1999, 2000, 2001])
def test_a_connection_that_ends_in_the_middle_of_an_entry_loses_and_doubles_nothing(client, phone, cut):
    phone.write(*numbered(range(200)))
    phone.cut_after = cut
    messages, notes = follow(client, "line 199")
    assert messages == lines(range(200))
    assert len(notes) == 1
    assert notes[0].startswith("interrupted: ")
    assert ("-T 1" in phone.asked[-1]) == (cut >= 500)  # not all is asked for again


def test_many_interruptions_while_the_log_grows(adb, client, phone):
    phone.write(*numbered(range(50)))
    grown = [50]

    def act(messages):
        if len(messages) >= grown[0] and grown[0] < 1000:
            phone.write(*numbered(range(grown[0], grown[0] + 50)))
            grown[0] += 50
            if grown[0] % 100 == 0:
                phone.disconnect()

    assert follow(client, "line 999", act)[0] == lines(range(1000))


def test_entries_of_one_nanosecond_that_are_equal_are_kept_each(client, phone):
    phone.write(*[entry("same", at=START)] * 5, *numbered(range(1, 30)))
    phone.cut_after = 300
    messages, _ = follow(client, "line 29")
    assert messages == ["same"] * 5 + lines(range(1, 30))


def test_entries_whose_times_are_out_of_order_come_once(client, phone):
    log = numbered(range(100))
    for at in range(10, 90, 7):
        log[at], log[at + 3] = log[at + 3], log[at]
    phone.write(*log)
    phone.cut_after = 2500
    messages, _ = follow(client, "line 99")
    assert sorted(messages) == sorted(lines(range(100)))


def test_after_a_reboot_the_new_log_is_read_from_its_beginning(client, phone):
    phone.write(*numbered(range(5)))

    def act(messages):
        if messages == lines(range(5)):
            phone.reboot("0f2c1a5e-0000-4000-8000-000000000002")
            # Until a device has heard of the time, its clock is far behind.
            phone.write(*[entry(f"boot {n}", at=n, tag="boot") for n in range(3)])

    messages, notes = follow(client, "boot 2", act)
    assert messages == [*lines(range(5)), "boot 0", "boot 1", "boot 2"]
    assert "the device was started anew: its log begins again" in notes


def test_a_device_that_is_unplugged_comes_back_under_another_transport(adb, client, phone):
    phone.write(*numbered(range(5)))
    waited = []

    def act(messages):
        if len(messages) == 5 and not waited:
            adb.unplug(phone)
            waited.append(1)
        elif waited == [1]:
            phone.transport_id = 99
            phone.write(*numbered(range(5, 8)))
            adb.plug(phone)
            waited.append(2)

    assert follow(client, "line 7", act)[0] == lines(range(8))


def test_what_the_device_no_longer_holds_is_said_to_be_missing(client, phone):
    phone.capacity = 50
    phone.write(*numbered(range(20)))

    def act(messages):
        if len(messages) == 20:
            with phone.lock:  # nobody reads while the buffer runs over
                phone.generation += 1
                phone.write(*numbered(range(20, 200)))

    messages, notes = follow(client, "line 199", act)
    assert messages == lines([*range(20), *range(150, 200)])
    assert sum("may be missing" in note for note in notes) == 1


def test_an_interruption_that_loses_nothing_is_not_said_to(client, phone):
    phone.write(*numbered(range(20)))

    def act(messages):
        if len(messages) == 20:
            phone.disconnect()
            phone.write(*numbered(range(20, 25)))

    _, notes = follow(client, "line 24", act)
    assert not any("missing" in note for note in notes)


def test_garbage_on_a_connection_is_skipped_and_counted(client, phone):
    phone.garbage_after = 3
    phone.write(*numbered(range(10)))
    messages, notes = follow(client, "line 9")
    assert messages == lines(range(10))
    assert any("bytes of the log could not be read" in note for note in notes)


def test_a_slow_link_delays_and_changes_nothing(client, phone):
    phone.bytes_per_second = 2000
    phone.stall = (70, 1.0)
    phone.write(*numbered(range(40)))
    assert follow(client, "line 39") == (lines(range(40)), [])


def test_a_start_is_a_count_or_the_present(client, phone):
    phone.write(*numbered(range(10)))
    assert follow(client, "line 9", start="3")[0] == lines(range(7, 10))


def test_old_entries_are_recognized_up_to_a_number_of_them():
    point = ResumePoint()
    reader = EntryReader()
    log = reader.feed(b"".join(one.data for one in numbered(range(70_000), step=1000)))
    assert len(point.filter_new(log)[0]) == 70_000
    point.interrupt()
    seconds, _, nanos = point.since.partition(".")
    since = int(seconds) * SECOND + int(nanos)
    assert log[-1].stamp >= since > log[len(log) - 65_536 - 1].stamp
    again = [one for one in log if one.stamp >= since]
    assert point.filter_new(again) == ([], False)
