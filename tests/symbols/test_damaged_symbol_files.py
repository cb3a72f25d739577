"""Symbol files of anybody: damaged, cut, hostile. Nothing raises but what is said, nothing takes the memory."""

import contextlib
import io
import os
import random
import resource
import struct
import time
import zipfile

import pytest

from rca.scheduling.deadline import Deadline
from rca.symbols.file_readers import FileReader, read_objects
from rca.symbols.object_file import MalformedObject
from rca.symbols.symbol_index import SymbolFile, SymbolIndex
from rca.symbols.symbolizer import NotSymbolized, Symbolizer
from tests.symbols.native_library import breakpad_file, build_dsym, needs_dsymutil, needs_gcc


@pytest.fixture(scope="module")
def samples(library, source, tmp_path_factory):
    folder = tmp_path_factory.mktemp("samples")
    _library, symbols = build_dsym(source, folder)
    return [library.read_bytes(), symbols.read_bytes(), breakpad_file(library, folder / "x.sym").read_bytes()]


def damaged(data, chance):
    """Return a file with some bytes changed, most of them in its head, perhaps cut or with a part twice."""
    made = bytearray(data)
    for _ in range(chance.choice([1, 3, 20, 200])):
        end = chance.choice([64, 1024, len(made)])
        made[chance.randrange(min(end, len(made)))] = chance.choice(
            [0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)]
        )
    if chance.random() < 0.3:
        del made[chance.randrange(len(made)) :]
    if made and chance.random() < 0.1:
        at = chance.randrange(len(made))
        made[at:at] = made[at : at + 500]
    return bytes(made)


@needs_gcc
@needs_dsymutil
def test_heads_of_damaged_files(samples):
    chance = random.Random(20)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(3000):
        data = damaged(chance.choice(samples), chance)
        with contextlib.suppress(MalformedObject):
            for one in read_objects(FileReader(io.BytesIO(data))):
                assert one.contents in {"debug", "symbols", "nothing"}
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


@needs_gcc
@needs_dsymutil
@pytest.mark.parametrize("seed", range(16))
def test_looking_up_in_a_damaged_file(samples, tmp_path, seed):
    chance = random.Random(seed)
    sample = samples[seed % 3]
    path = tmp_path / ("x.sym" if seed % 3 == 2 else "libx.so")
    path.write_bytes(sample)
    (known,) = SymbolIndex(tmp_path / "index").read([path], Deadline(), [])
    path.write_bytes(damaged(sample, chance))
    made = Symbolizer(tmp_path / "kept", os.environ, Deadline(60), has_library=True)
    offsets = {0x1000, 0x1100, 2**40}
    with contextlib.suppress(NotSymbolized):
        assert set(made.look_up(known, sorted(offsets))) == offsets


def test_tables_of_impossible_size():
    head = bytearray(64)
    head[:6] = b"\x7fELF\x02\x01"
    struct.pack_into("<HHIQQQIHHHHHH", head, 16, 3, 62, 1, 0, 64, 2**63, 0, 64, 56, 65535, 64, 65535, 1)
    with pytest.raises(MalformedObject):
        read_objects(FileReader(io.BytesIO(bytes(head))))
    fat = b"\xca\xfe\xba\xbe" + (65535).to_bytes(4, "big")
    with pytest.raises(MalformedObject):
        read_objects(FileReader(io.BytesIO(fat)))


@pytest.mark.parametrize(
    "content", [b"", b"\x7fELF", b"MODULE ", b"MODULE Linux x86_64 zz lib.so\n", b"PK\x03\x04"]
)
def test_no_symbol_file(content):
    with pytest.raises(MalformedObject):
        read_objects(FileReader(io.BytesIO(content)))


@needs_gcc
def test_a_zip_bomb_is_not_unpacked(library, tmp_path):
    archive = tmp_path / "symbols.zip"
    with (
        zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as written,
        written.open("libx.so.dbg", "w", force_zip64=True) as member,
    ):
        member.write(library.read_bytes())
        for _ in range(40):
            member.write(bytes(8 * 1024 * 1024))
    # The entry says 3 GB, whatever the data is.
    data = bytearray(archive.read_bytes())
    with zipfile.ZipFile(archive) as read:
        size = read.infolist()[0].file_size
    for form in ("<I", "<Q"):
        data = data.replace(struct.pack(form, size), struct.pack(form, 3 * 1024**3))
    archive.write_bytes(data)
    started = time.monotonic()
    found = SymbolIndex(tmp_path / "index").read([archive], Deadline(), [])
    assert time.monotonic() - started < 20
    (file,) = found
    with pytest.raises(NotSymbolized, match="larger than 2 GB"):
        Symbolizer(tmp_path / "kept", os.environ, Deadline(30), has_library=True).look_up(file, [0x1000])
    assert not any(path.suffix != ".symcache" for path in (tmp_path / "kept").iterdir())


@needs_gcc
def test_a_member_that_is_gone(library, tmp_path):
    archive = tmp_path / "symbols.zip"
    with zipfile.ZipFile(archive, "w") as written:
        written.write(library, "libcart.so.dbg")
    (known,) = SymbolIndex(tmp_path / "index").read([archive], Deadline(), [])
    archive.write_bytes(b"PK nothing")
    with pytest.raises(NotSymbolized, match="archive"):
        Symbolizer(tmp_path / "kept", os.environ, Deadline(30), has_library=True).look_up(known, [0])


@needs_gcc
def test_the_deadline_ends_the_reading(library, tmp_path):
    (known,) = SymbolIndex(tmp_path / "index").read([library], Deadline(), [])
    assert isinstance(known, SymbolFile)
    with pytest.raises(NotSymbolized, match="in time"):
        Symbolizer(tmp_path / "kept", os.environ, Deadline(0.0), has_library=True).look_up(known, [0x1000])
