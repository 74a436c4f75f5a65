"""`.chessAI` files of an enemy: one clear message each, and nothing of theirs is run."""

import io
import os
import pickle
import random
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from millmate.tablebase import notebook_file
from millmate.tablebase.notebook_file import NotebookError

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
    assert text.startswith("sets.chessAI is no .chessAI file that can be read: ")
    assert "\n" not in text
    assert len(text) < 300
    return text


# What notebooks write -----------------------------------------------------------------------------


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", [set, frozenset])
def test_what_python_writes_is_read(tmp_path: Path, protocol: int, kind: type) -> None:
    chance = random.Random(protocol)
    numbers = kind(chance.randrange(2**29) for _ in range(5000)) | {0, 1, 300, 2**22}
    content = {
        "piece_list": pickle.dumps(MEN, protocol),
        "S_0": pickle.dumps(numbers, protocol),
        "S_1": pickle.dumps(kind(), protocol),
        "S_2": pickle.dumps(kind([5]), protocol),
        "S_3": pickle.dumps(kind([2**57 - 1]), protocol),
    }
    assert read(tmp_path, packed(content)) == [sorted(numbers), [], [5], [2**57 - 1]]
    assert list(notebook_file.read(tmp_path / "sets.chessAI").men) == MEN


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
        "system, protocol 0": pickle.dumps(Runs(os.system, f"touch {mark}"), 0),
        "eval": pickle.dumps(Runs(eval, code), 2),
        "exec": pickle.dumps(Runs(exec, code), 4),
        "in a set": pickle.dumps([{1}, Runs(eval, code)], 4),
        "in the list": pickle.dumps([*MEN, Runs(eval, code)], 4),
        "getattr": pickle.dumps(Runs(getattr, chess.Piece, "__subclasses__"), 4),
        "a name with dots": b"\x80\x04\x8c\x08builtins\x8c\x0dset.__class__\x93.",
        "a name with dots, old": b"\x80\x02cchess\nPiece.__init__.__globals__\n.",
        "a class of the library": b"\x80\x02cchess\nBoard\n)\x81.",
        "the class itself": b"\x80\x02cchess\nPiece\n.",
        "the class altered": b"\x80\x02cchess\nPiece\nN}X\x06\x00\x00\x00symbolK\x01s\x86b.",
        "the class altered, too": b"\x80\x02cchess\nPiece\n}X\x06\x00\x00\x00symbolK\x01sb.",
        "set of set": b"\x80\x02c__builtin__\nset\nc__builtin__\nset\n\x85R.",
        "int of text": b"\x80\x02c__builtin__\nint\nX\x01\x00\x00\x009\x85R.",
        "inst": b"(S'" + text + b"'\nibuiltins\neval\n.",
        "obj": b"\x80\x02(cbuiltins\neval\nX" + long + b"o.",
        "newobj": b"\x80\x02cbuiltins\neval\nX" + long + b"\x85\x81.",
        "persistent": b"\x80\x02X\x01\x00\x00\x00aQ.",
        "persistent, old": b"Pa\n.",
        "extension": b"\x80\x02\x82\x01.",
        "huge memo": b"\x80\x02]r\xff\xff\xff\x7f.",
        "huge text": b"\x80\x02X\xff\xff\xff\xff.",
        "huge text, longer": b"\x80\x04\x8d" + b"\xff" * 8 + b".",
        "huge number": b"\x80\x02\x8b\xff\xff\xff\x7f.",
        "huge frame": b"\x80\x04\x95" + b"\xff" * 7 + b"\x7f\x8f.",
        "many digits": b"I" + b"9" * 100_000 + b"\n.",
        "many lists": b"\x80\x04" + b"]" * 1_000_000 + b".",
        "many sets": b"\x80\x04\x8f(" + b"\x91(" * 1_000_000 + b".",
        "many marks": b"\x80\x04" + b"(" * 1_000_000 + b".",
        "many memories": b"\x80\x04]" + b"\x94" * 1_000_000 + b".",
        "deep": deep,
        "doubled": doubled,
        "nested": b"\x80\x04\x8f(K\x01" + b"\x85" * 100_000 + b"\x90.",
        "no end": b"\x80\x04\x8f",
        "more than an end": pickle.dumps({1}) + b"K\x01.",
        "nothing": b"",
        "only an end": b".",
        "protocol 99": b"\x80\x63\x8f.",
        "bytes": b"\x80\x05\x96" + b"\xff" * 7 + b"\x7f.",
        "buffer": b"\x80\x05\x97.",
    }  # fmt: skip


@pytest.mark.parametrize("name", list(hostile(Path("mark"))))
@pytest.mark.parametrize("member", ["S_0", "piece_list"])
def test_hostile_pickles_are_refused_and_nothing_is_run(
    tmp_path: Path, name: str, member: str
) -> None:
    mark = tmp_path / "mark"
    attributes = dict(vars(chess.Piece))
    began = time.monotonic()
    tracemalloc.start()
    refused(tmp_path, packed(sound(**{member: hostile(mark)[name]})))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert time.monotonic() - began < 60
    assert peak < 30_000_000
    assert not mark.exists()
    assert dict(vars(chess.Piece)) == attributes


@pytest.mark.parametrize("name", ["system", "eval", "exec", "getattr", "a name with dots", "obj"])
def test_the_unpickler_alone_would_refuse_them_too(tmp_path: Path, name: str) -> None:
    mark = tmp_path / "mark"
    with pytest.raises(NotebookError, match="asks for something else"):
        notebook_file._Unpickler(io.BytesIO(hostile(mark)[name])).load()
    assert not mark.exists()


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
        without(sound(), "S_0"),
        sound(S_3=set()),
        sound(**{"../S_2": set()}),
        sound(**{"/etc/passwd": set()}),
        sound(**{"S_2/": set()}),
        sound(S_02=set()),
        sound(S_٢=set()),
        sound(s_2=set()),
        sound(**{"S_-1": set()}),
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
    assert "no ZIP" in refused(tmp_path, content)


def test_a_file_that_is_not_there_is_an_ordinary_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        notebook_file.read(tmp_path / "nowhere.chessAI")
    with pytest.raises(OSError, match="directory"):
        notebook_file.read(tmp_path)


def damaged(content: bytes, chance: random.Random) -> Iterable[bytes]:
    for at in range(0, len(content), 7):
        yield content[:at]
    for _ in range(1500):
        altered = bytearray(content)
        for _ in range(chance.randint(1, 4)):
            altered[chance.randrange(len(content))] = chance.randrange(256)
        yield bytes(altered)


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_damage_anywhere_is_refused_or_harmless(tmp_path: Path, how: int) -> None:
    content = packed(sound(S_0=set(range(0, 4000, 7))), how)
    refusals = 0
    for altered in damaged(content, random.Random(3)):
        try:
            read(tmp_path, altered)
        except NotebookError:
            refusals += 1
    assert refusals > 1000


@given(st.data())
def test_no_pickle_that_passes_the_grammar_is_more_than_a_set(data: Any) -> None:
    opcodes = [b"\x80\x04", b"\x8f", b"]", b"(", b"a", b"e", b"\x90", b"\x91", b"\x85", b"R", b".",
               b"\x94", b"q\x00", b"K\x01", b"M\x01\x02", b"J\x01\x02\x03\x04", b"\x8a\x01\x05",
               b"cchess\nPiece\n", b"c__builtin__\nset\n", b"\x8c\x03set", b"\x93",
               b"\x8c\x08builtins"]  # fmt: skip
    pickled = b"".join(data.draw(st.lists(st.sampled_from(opcodes), max_size=14))) + b"."
    if notebook_file._SET.fault(pickled):
        return
    try:
        found = notebook_file._Unpickler(io.BytesIO(pickled)).load()
    except Exception:
        return
    assert found is None or isinstance(
        found, (int, str, list, tuple, set, frozenset, type, notebook_file._Man)
    )
