"""What decoding says of bytes that an encoding does not have."""

import pytest

from rca.text.decoding import decode


@pytest.mark.parametrize(
    ("data", "encoding", "said"),
    [
        (
            'val gruß = 1\nval käse = "ß"'.encode(),
            "ascii",
            (
                "characters that ASCII does not have (ß ä) stand as U+FFFD, 3 in all, the first in line 1:"
                " encoding 'utf-8' shows them"
            ),
        ),
        (
            "one\nk\xe4se".encode("latin-1"),
            "ascii",
            "bytes that are no ASCII stand as U+FFFD in 1 place, the first in line 2 (e4 73 65)",
        ),
        (
            "// \ufffd is written\n".encode() + "k\xe4se und k\xf6ln".encode("latin-1"),
            "utf-8",
            "bytes that are no UTF-8 stand as U+FFFD in 2 places, the first in line 2 (e4 73 65 20)",
        ),
        (
            "fun main() {}\n".encode("utf-16") + b"x",
            "utf-16",
            "bytes that are no UTF-16-LE stand as U+FFFD in 1 place, the first in line 2 (78)",
        ),
    ],
)
def test_bytes_that_the_encoding_does_not_have_are_counted(data, encoding, said):
    assert decode(data, encoding).damage == said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_whole_text_has_no_damage(encoding):
    text = "val gruß = '\ufffd'\n"
    decoded = decode(text.encode(encoding), encoding)
    assert (decoded.text, decoded.damage) == (text, None)
