"""The CRC within CityHash; the hash itself is checked by published checksums of Syzygy files."""

import numpy as np
import pytest

from millmate.kernels.city_hash import _crc

ALL = 0xFFFFFFFF


@pytest.mark.parametrize(
    ("data", "expected"),  # the examples of RFC 3720, appendix B.4
    [
        (bytes(32), 0x8A9136AA),
        (b"\xff" * 32, 0x62A8AB43),
        (bytes(range(32)), 0x46DD794E),
        (bytes(range(31, -1, -1)), 0x113FDB5C),
    ],
)
def test_crc_of_the_examples_of_its_standard(data: bytes, expected: int) -> None:
    crc = np.uint64(ALL)
    for word in np.frombuffer(data, "<u8"):
        crc = np.uint64(_crc(crc, word))
    assert int(crc) ^ ALL == expected
