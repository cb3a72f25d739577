"""Numbers as source would have them."""

from __future__ import annotations

import struct

import pytest

from rca.jdwp.value_reader import shortest_float


@pytest.mark.parametrize("text", ["0.1", "-2.5", "16777216.0", "3.4028235e+38", "nan", "inf"])
def test_a_number_of_32_bits_is_as_short_as_it_can_be(text: str) -> None:
    (number,) = struct.unpack(">f", struct.pack(">f", float(text)))
    assert float(shortest_float(number)) == pytest.approx(float(text), nan_ok=True, rel=1e-12, abs=0)
    assert len(shortest_float(number)) <= len(text)
