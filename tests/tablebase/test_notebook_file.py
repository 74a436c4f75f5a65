"""`.chessAI` files of an enemy: one clear message each, and nothing of theirs is run."""

import contextlib
import io
import os
import pickle
import pickletools
import random
import struct
import tracemalloc
import zipfile
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.counting import counted
from tests.tiers import first

from millmate.tablebase import notebook_file
from millmate.tablebase.notebook_file import NotebookError, PickleError, integers, men

MEN = [chess.Piece.from_symbol(symbol) for symbol in "KQk"]


def packed(members: dict[str, Any], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a ZIP of `members`; what is no bytes is pickled."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, member in members.items():
            archive.writestr(name, member if isinstance(member, bytes) else pickle.dumps(member, 4))
    return out.getvalue()


def sound(**changed: Any) -> dict[str, Any]:
    return {"piece_list": MEN, "S_0": {1, 2}, "S_1": set()} | changed


def read(directory: Path, content: bytes) -> list[list[int]]:
    """Return the sets of a file with this content."""
    path = directory / "sets.chessAI"
    path.write_bytes(content)
    file = notebook_file.read(path)
    return [file.positions(plies).tolist() for plies in range(file.sets)]


def refused(directory: Path, content: bytes) -> str:
    """Return what is said against a file, which is one line that names it."""
    with pytest.raises(NotebookError) as caught:
        read(directory, content)
    text = str(caught.value)
    assert text.startswith("sets.chessAI is not a readable .chessAI file: ")
    assert "\n" not in text
    assert len(text) < 300
    return text


# What notebooks write -----------------------------------------------------------------------------


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_may_stand_in_any_order_and_unpacked(tmp_path: Path, how: int) -> None:
    assert read(tmp_path, packed(dict(reversed(sound().items())), how)) == [[1, 2], []]


@given(st.lists(st.sets(st.integers(0, 2**29)), min_size=1, max_size=5))
def test_what_is_written_is_read_again(tmp_path_factory: Any, sets: list[set[int]]) -> None:
    path = tmp_path_factory.mktemp("written") / "sets.chessAI"
    with path.open("wb") as out:
        notebook_file.write(out, tuple(MEN), (np.array(sorted(s), np.int64) for s in sets))
    file = notebook_file.read(path)
    assert [set(file.positions(plies).tolist()) for plies in range(file.sets)] == sets
    with zipfile.ZipFile(path) as archive:  # and by Python's own means, as notebooks do
        assert pickle.loads(archive.read("piece_list")) == MEN
        assert pickle.loads(archive.read("S_0")) == sets[0]


@given(
    st.sets(st.integers(-(2**63), 2**63 - 1)) | st.integers(0, 5000).map(range).map(set),
    st.sampled_from([set, frozenset]),
    st.lists(st.sampled_from([MEN[1], *map(chess.Piece.from_symbol, "PNBRQpnbrq")])),
    st.integers(2, 5),
)
def test_what_python_writes_is_read(
    numbers: set[int], kind: type, pieces: list[chess.Piece], protocol: int
) -> None:
    assert integers(pickle.dumps(kind(numbers), protocol)).tolist() == sorted(numbers)
    assert men(pickle.dumps(pieces, protocol)) == pieces


# What enemies write -------------------------------------------------------------------------------


class Runs:
    """Pickled as a call."""

    def __init__(self, function: Any, *words: Any) -> None:
        self._call = function, words

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        return self._call


def hostile(mark: Path) -> dict[str, bytes]:
    """Return pickles that would make the file `mark`, or take all there is, if they were run."""
    code = f"__import__('pathlib').Path({str(mark)!r}).touch()"
    text = code.encode()
    long = struct.pack("<I", len(text)) + text
    deep = b"\x80\x04\x8f(" + b")" + b"\x94h\x00\x86" * 3000 + b"\x90."
    doubled = b"\x80\x04\x8f(K\x01" + b"2\x86" * 40 + b"\x90."
    return {
        "system": pickle.dumps(Runs(os.system, f"touch {mark}"), 4),
        "eval": pickle.dumps(Runs(eval, code), 2),
        "in the list": pickle.dumps([*MEN, Runs(eval, code)], 4),
        "getattr": pickle.dumps(Runs(getattr, chess.Piece, "__subclasses__"), 4),
        "a name with dots": b"\x80\x04\x8c\x08builtins\x8c\x0dset.__class__\x93.",
        "a class of the library": b"\x80\x02cchess\nBoard\n)\x81.",
        "the class itself": b"\x80\x02cchess\nPiece\n.",
        "the class altered": b"\x80\x02cchess\nPiece\nN}X\x06\x00\x00\x00symbolK\x01s\x86b.",
        "set of set": b"\x80\x02c__builtin__\nset\nc__builtin__\nset\n\x85R.",
        "inst": b"(S'" + text + b"'\nibuiltins\neval\n.",
        "newobj": b"\x80\x02cbuiltins\neval\nX" + long + b"\x85\x81.",
        "persistent": b"\x80\x02X\x01\x00\x00\x00aQ.",
        "extension": b"\x80\x02\x82\x01.",
        "many memos": b"\x80\x04]" + b"\x94" * 300 + b"q\x00.",
        "huge memo": b"\x80\x02]r\xff\xff\xff\x7f.",
        "huge text": b"\x80\x02X\xff\xff\xff\xff.",
        "huge number": b"\x80\x02\x8b\xff\xff\xff\x7f.",
        "huge frame": b"\x80\x04\x95" + b"\xff" * 7 + b"\x7f\x8f.",
        "many digits": b"I" + b"9" * 100_000 + b"\n.",
        "many lists": b"\x80\x04" + b"]" * 1_000_000 + b".",
        "many marks": b"\x80\x04" + b"(" * 1_000_000 + b".",
        "deep": deep,
        "doubled": doubled,
        "no end": b"\x80\x04\x8f",
        "more than an end": pickle.dumps({1}) + b"K\x01.",
        "nothing": b"",
        "protocol 99": b"\x80\x63\x8f.",
        "bytes": b"\x80\x05\x96" + b"\xff" * 7 + b"\x7f.",
    }  # fmt: skip


@pytest.mark.parametrize("name", list(hostile(Path("mark"))))
@pytest.mark.parametrize("member", ["S_0", "piece_list"])
def test_hostile_pickles_are_refused_and_nothing_is_run(
    tmp_path: Path, name: str, member: str
) -> None:
    mark = tmp_path / "mark"
    attributes = dict(vars(chess.Piece))
    content = packed(sound(**{member: hostile(mark)[name]}))
    tracemalloc.start()
    with counted() as work:
        refused(tmp_path, content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert work.calls < 200_000
    assert peak < 30_000_000
    assert not mark.exists()
    assert dict(vars(chess.Piece)) == attributes


def test_the_marks_would_be_made_if_the_pickles_were_run(tmp_path: Path) -> None:
    pickle.loads(hostile(tmp_path / "mark")["eval"])
    assert (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    "wrong",
    [[1, 2], (1, 2), {1: 2}, "text", 5, None, {"text"}, {1.5}, {(1, 2)}, {True}, {-1.0}, {2**70},
     {frozenset({1})}, b"\x80\x04N.", {2**64}],
)  # fmt: skip
def test_a_set_of_anything_but_integers_is_refused(tmp_path: Path, wrong: Any) -> None:
    assert "S_1" in refused(tmp_path, packed(sound(S_1=wrong)))


@pytest.mark.parametrize(
    "wrong",
    [[], MEN[:1], [*MEN, MEN[0]], MEN * 2, {1, 2}, ["K", "k"], [1], tuple(MEN), [*MEN, None],
     [MEN], [*MEN, *[MEN[1]] * 6], [MEN[0], MEN[1]], [*MEN, chess.Piece(7, True)],
     [*MEN, chess.Piece(True, True)], [*MEN, chess.Piece(2, 1)], [*MEN, chess.Piece(0, False)],
     [*MEN, chess.Move.null()], [*MEN, *[MEN[1]] * 1000]],
)  # fmt: skip
def test_a_piece_list_that_is_none_is_refused(tmp_path: Path, wrong: Any) -> None:
    assert "piece_list" in refused(tmp_path, packed(sound(piece_list=wrong)))


# The ZIP ------------------------------------------------------------------------------------------


def without(members: dict[str, Any], name: str) -> dict[str, Any]:
    return {other: member for other, member in members.items() if other != name}


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"piece_list": MEN},
        without(sound(), "piece_list"),
        sound(S_3=set()),
        sound(**{"../S_2": set()}),
        sound(**{"S_2/": set()}),
        sound(S_٢=set()),
        sound(**{"S_2\0x": set()}),
        sound(**{"notes.txt": set()}),
        sound(**{f"S_{n}": set() for n in range(2, 1001)}),
    ],
)
def test_other_members_than_a_list_and_sets_are_refused(
    tmp_path: Path, members: dict[str, Any]
) -> None:
    if "S_2\0x" in members:  # Python's writer ends such a name at its zero
        members["S_4"] = members.pop("S_2\0x")
    refused(tmp_path, packed(members))
    assert [path.name for path in tmp_path.iterdir()] == ["sets.chessAI"]


def test_a_member_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    out = io.BytesIO(packed(sound()))
    with zipfile.ZipFile(out, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("S_0", pickle.dumps({3}))
    assert "each once" in refused(tmp_path, out.getvalue())


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_packing_is_refused(tmp_path: Path, how: int) -> None:
    assert "unusual way" in refused(tmp_path, packed(sound(), how))


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    content = bytearray(packed(sound()))
    content[content.rfind(b"PK\x01\x02") + 8] |= 1
    assert "encrypted" in refused(tmp_path, bytes(content))


@pytest.mark.parametrize("member", ["S_0", "piece_list"])
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, member: str) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sound().items():
            with archive.open(name, "w", force_zip64=True) as file:
                file.write(pickle.dumps(content))
                for _ in range(60 * (name == member)):
                    file.write(b"\0" * 1_000_000)
    assert len(out.getvalue()) < 200_000
    tracemalloc.start()
    assert f"{member} is too large" in refused(tmp_path, out.getvalue())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 80_000_000


def test_a_crowd_of_members_is_refused_before_they_are_listed(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number in range(1100):
            archive.writestr(f"S_{number}", b"")
    assert "too many members" in refused(tmp_path, out.getvalue())
    huge = bytearray(packed(sound()))
    huge[-12:-8] = b"\xff\xff\xff\x7f"
    assert "too many members" in refused(tmp_path, bytes(huge))
    twice = packed(sound()) + huge[-22:]
    assert "unusual ZIP" in refused(tmp_path, twice)


@pytest.mark.parametrize("content", [b"", b"PK", b"text", b"\0" * 1000, pickle.dumps({1})])
def test_what_is_no_zip_is_refused(tmp_path: Path, content: bytes) -> None:
    assert "not a ZIP file" in refused(tmp_path, content)


def test_a_file_that_is_not_there_is_an_ordinary_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        notebook_file.read(tmp_path / "nowhere.chessAI")
    with pytest.raises(OSError, match="it is a folder"):
        notebook_file.read(tmp_path)


def damaged(content: bytes, chance: random.Random) -> Iterable[bytes]:
    for at in range(0, len(content), 7):
        yield content[:at]
    for _ in range(1500):
        altered = bytearray(content)
        for _ in range(chance.randint(1, 4)):
            altered[chance.randrange(len(content))] = chance.randrange(256)
        yield bytes(altered)


@pytest.mark.parametrize("how", first(1, [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED]))
def test_damage_anywhere_is_refused_or_harmless(tmp_path: Path, how: int) -> None:
    content = packed(sound(S_0=set(range(0, 4000, 7))), how)
    refusals = 0
    for altered in damaged(content, random.Random(3)):
        try:
            read(tmp_path, altered)
        except NotebookError:
            refusals += 1
    assert refusals > 1000


# The reader of pickles ----------------------------------------------------------------------------

INSTRUCTIONS = [
    b"", b"", b"\x8f", b"]", b"(", b"a", b"e", b"\x90", b"\x91", b"\x85", b"R", b"}", b")", b"\x81",
    b"\x94", b"q\x00", b"h\x00", b"h\x01", b"K\x01", b"K\x02M\x01\x02", b"J\xff\xff\xff\xff",
    b"\x93", b"\x8a\x01\x05", b"\x8a\x00", b"cchess\nPiece\n", b"c__builtin__\nset\n",
    b"\x8c\x03set", b"s", b"\x8c\x08builtins", b"X\x05\x00\x00\x00color", b"\x88",
    b"\x8c\npiece_type", b"u", b"b",
]  # fmt: skip
SOUND = [
    pickle.dumps(content, protocol)
    for content in (MEN, MEN[:1], MEN[:1] * 2, [], {1, 2, 300}, frozenset([5]), set())
    for protocol in (2, 4)
]


def changed(pickled: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    """Return a pickle with instructions taken away or put in."""
    starts = [at or 0 for _, _, at in pickletools.genops(pickled)]
    parts = [pickled[a:b] for a, b in pairwise([*starts, len(pickled)])]
    for place, taken, put in edits:
        at = 1 + place % (len(parts) - 1)
        parts[at : at + taken] = [put] if taken < 3 else [put, *parts[at : at + taken]]
    return b"".join(parts)


@given(
    st.sampled_from(SOUND),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 4), st.sampled_from(INSTRUCTIONS))),
)
def test_what_is_taken_is_what_python_makes_of_it(
    pickled: bytes, edits: list[tuple[int, int, bytes]]
) -> None:
    pickled = changed(pickled, edits[:3])
    for kind, read_pickle in ((set | frozenset, integers), (list, men)):
        try:
            found = list(read_pickle(pickled))
        except PickleError:
            continue
        # Protocol 4 has another name for sets; frozen ones cannot be added to.
        with contextlib.suppress(ModuleNotFoundError, AttributeError):
            right = pickle.loads(pickled)
            assert isinstance(right, kind)
            assert found == (right if kind is list else sorted(right))


@pytest.mark.parametrize(
    ("pickled", "words"),
    [
        (pickle.dumps({1}, 0), "is not a pickle of protocols 2 to 5"),
        (pickle.dumps({1}, 4)[:-3], "is truncated"),
        (pickle.dumps({1}, 4) + b"K\x01.", "has data after its end"),
        (pickle.dumps({1.5}, 4), "holds what it should not (instruction 0x47)"),
        (pickle.dumps(Runs(eval, "1"), 2), "has objects other than sets and chess pieces"),
        (pickle.dumps([*MEN], 4), "is not a set of integers written by Python"),
        (b"\x80\x04\x8f(" + b"K\x01" * 200_000 + b"\x90.", "holds integers more than once"),
        (b"\x80\x02](K\x01K\x02\x94" + b"h\x00" * 100 + b"e", "is truncated"),
    ],
)
def test_it_is_said_what_is_wrong(pickled: bytes, words: str) -> None:
    with pytest.raises(PickleError) as caught:
        integers(pickled)
    assert str(caught.value) == words
