"""Damaged class files: an error in words or an answer, and always at once."""

import contextlib
import io
import random
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rca.libraries.classfile import decode_text, read_class
from rca.libraries.jar import entries, read_classes, read_jar

FORMS = Path(__file__).parent / "samples" / "forms.jar"
SECONDS = 20.0

with FORMS.open("rb") as _stream:
    ENTRIES = list(entries(_stream))


@st.composite
def damaged_entries(draw):
    name, data = draw(st.sampled_from(ENTRIES))
    raw = bytearray(data)
    for place, value in draw(
        st.lists(st.tuples(st.integers(0, len(raw) - 1), st.integers(0, 255)), max_size=12)
    ):
        raw[place] = value
    cut = draw(st.one_of(st.none(), st.integers(0, len(raw))))
    return name, bytes(raw[:cut])


@settings(max_examples=200, deadline=None)
@given(damaged_entries())
def test_damage_is_a_value_error_and_never_a_hang(entry):
    started = time.monotonic()
    with contextlib.suppress(ValueError):
        read_class(entry[1])
    read_classes([entry])
    assert time.monotonic() - started < SECONDS


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300))
def test_arbitrary_bytes_after_the_magic_number(rest):
    with pytest.raises(ValueError, match=r"."):
        read_class(b"\xca\xfe\xba\xbe\x00\x00\x00\x41" + rest[:1] + b"\xff" + rest)


def test_every_shorter_class_file_is_refused():
    _, data = min(ENTRIES, key=lambda one: len(one[1]))
    for length in range(len(data)):
        with pytest.raises(ValueError, match=r"."):
            read_class(data[:length])
    assert read_class(data).name


def test_damaged_archives(tmp_path):
    chance = random.Random(7)
    raw = FORMS.read_bytes()
    path = tmp_path / "damaged.jar"
    for _ in range(60):
        changed = bytearray(raw)
        for _ in range(20):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        path.write_bytes(changed[: chance.choice((None, chance.randrange(len(changed))))])
        with contextlib.suppress(ValueError):
            read_jar(path)


def test_one_damaged_class_does_not_lose_the_others(tmp_path):
    path = tmp_path / "some.jar"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in ENTRIES:
            archive.writestr(name, data[:40] if name.endswith("/Point.class") else data)
    read = read_jar(path)
    assert len(read.problems) == 1
    assert "Point" in read.problems[0]
    assert "sample.every.Base" in dict(read.files)


def test_an_aar_holds_its_classes_in_an_archive(tmp_path):
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("classes.jar", b"an archive in an archive in an archive is not looked into")
        for name, data in ENTRIES:
            archive.writestr(name, data)
    path = tmp_path / "some.aar"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("AndroidManifest.xml", "<manifest/>")
        archive.writestr("classes.jar", inner.getvalue())
    assert read_jar(path).files == read_jar(FORMS).files


@given(st.text())
def test_modified_utf8(text):
    units = text.encode("utf-16-be", "surrogatepass")
    raw = b"".join(
        b"\xc0\x80"
        if unit == b"\0\0"
        else unit.decode("utf-16-be", "surrogatepass").encode("utf-8", "surrogatepass")
        for unit in (units[at : at + 2] for at in range(0, len(units), 2))
    )
    assert decode_text(raw) == text
