"""Positions agree with Python's own view of the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rca.text.decoding import NotText, decode
from rca.text.line_index import ByteOffsets, Lines

TEXTS = st.text(alphabet=st.sampled_from("ab\r\n é😀\t"), max_size=60)


@given(TEXTS)
def test_lines_join_to_the_text(text: str) -> None:
    lines = Lines(text)
    assert "".join(lines.slice(n, n) for n in range(1, len(lines.starts) + 1)) == text


@given(TEXTS, st.data())
def test_position_and_utf16_column_lead_back(text: str, data: st.DataObject) -> None:
    lines = Lines(text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = lines.position(offset)
    assert lines.start_of(line) + column - 1 == offset
    if lines.start_of(line) + len(lines.line(line)) >= offset:
        assert lines.utf16_offset(line, lines.utf16_column(offset)) == offset


@given(TEXTS)
def test_byte_offsets_of_every_character(text: str) -> None:
    encoded = text.encode()
    offsets = ByteOffsets(text, encoded)
    for index in range(len(text) + 1):
        assert offsets.character(len(text[:index].encode())) == index


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), ("a\r\nb\rc", 3)]
)
def test_count_is_what_a_person_counts(text: str, count: int) -> None:
    assert Lines(text).count == count


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_decoding_finds_marks_and_utf16(encoding: str) -> None:
    text = "package a\r\nfun grüße() = 1\r\n"
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert decoded.newline == "\r\n"
    assert decoded.bom == (encoding in ("utf-8-sig", "utf-16"))


def test_a_stray_byte_is_shown_and_binary_refused() -> None:
    assert decode(b"caf\xe9").text == "caf�"
    with pytest.raises(NotText):
        decode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")


@given(st.binary(max_size=200))
def test_decoding_never_fails_otherwise(data: bytes) -> None:
    try:
        decode(data)
    except NotText:
        assert any(byte < 32 for byte in data)
