"""What fuzzing has found stays mended: the smallest input of each fault, and what is said now."""

from __future__ import annotations

import io
import json
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Sequence

import google_crc32c
import numpy as np
import pytest
from tests import gaviota_files
from tests.fuzz import containers, keeping, tables
from tests.fuzz.containers import Parts
from tests.fuzz.targets import TARGETS

from millmate.errors import MillMateError
from millmate.games.morris.positions import board_from_text
from millmate.play.sealed_jsonl import unseal
from millmate.play.tournament import plan_file
from millmate.players.spec import PlayerSpec
from millmate.records import session_file
from millmate.records.notes import parse_comment
from millmate.tablebase import codec
from millmate.tablebase.codec import UnsoundError
from millmate.tablebase.morris.names import MorrisTarget

DIGITS = b"9" * 5000


def refused(work: Callable[[], object]) -> str:
    with pytest.raises(MillMateError) as caught:
        work()
    return str(caught.value)


# Texts --------------------------------------------------------------------------------------------


def test_a_count_with_two_signs_in_a_text_of_sanmill_s_is_no_number() -> None:
    said = refused(lambda: board_from_text("********/********/******** w p p --5 9 0 9 0 1"))
    assert "Sanmill's counts of stones and moves are numbers" in said


@pytest.mark.parametrize(
    ("target", "data"),
    [
        ("tournament", b"seed = " + DIGITS),
        ("names", b"morris:" + DIGITS + b"-4"),
        ("names", b"morris:ply" + DIGITS + b"-9-8"),
        ("engine-lines", b"info depth 1 score cp 1 nodes " + DIGITS),
        ("engine-lines", b"info depth 1 score cp 1 nodes 1 time 1" + b"0" * 400),
        ("engine-lines", b"info depth 1 score mate " + DIGITS),
        ("uci-orders", b"go depth 99999999999999999999 nodes 99999999999999999999"),
    ],
)
def test_numbers_and_names_beyond_all_measure_are_no_faults(target: str, data: bytes) -> None:
    TARGETS[target].try_(data)


@pytest.mark.parametrize(
    ("target", "data"),
    [
        ("fen", b"K7/8/8/8/8/3k~4/2R5/8 w - - 0 1"),  # a king marked as promoted is a king
        ("engine-talk", b"uciok\nreadyok\nreadyok\nbestmove e2e4"),  # it says nothing else
    ],
)
def test_what_is_odd_but_right_is_taken(target: str, data: bytes) -> None:
    assert TARGETS[target].try_(data)


def test_a_recipe_with_a_number_of_many_digits_is_refused_by_name() -> None:
    number = "0" * 19 + "1" + "9" * 5000
    assert "nodes=" in refused(lambda: PlayerSpec.parse(f"uci:engine,nodes={number[:3000]}"))
    assert "too long for a player" in refused(lambda: PlayerSpec.parse(f"uci:e,nodes={number}"))


@pytest.mark.parametrize(
    "changed", [{"hints": float("inf")}, {"ended": "2127-03-04T00:00:00+00:00"}]
)
def test_an_infinite_number_is_damage_and_days_to_come_can_be_written(changed: dict) -> None:
    line = json.loads(TARGETS["training-journal"].seeds[0].splitlines()[0])
    del line["crc32c"]
    keeping.read_training_journal(keeping.sealed_again([line | changed], chained=False))


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (PlayerSpec.parse, "x" * 4000),
        (PlayerSpec.parse, "minimax:" + "x" * 3900),
        (PlayerSpec.parse, "uci:e," + "x" * 3900),
        (plan_file.parse, "a" * 5000 + " = 1"),
        (plan_file.parse, f'[[players]]\nplayer = "random"\nname = "{"x" * 5000}"'),
        (MorrisTarget.parse, "morris:" + "x" * 10_000),
    ],
    ids=lambda value: str(value)[:12],
)
def test_what_is_unknown_is_quoted_in_part(read: Callable[[str], object], text: str) -> None:
    assert len(refused(lambda: read(text))) < 500


def test_a_command_in_a_comment_is_taken_out_with_the_space_around_it() -> None:
    notes = parse_comment("good  [%clk 0:01:02] [%eval 0.3]  move [%broken")
    assert notes.comment == "good  move [%broken"
    assert notes.commands == (("clk", "0:01:02"), ("eval", "0.3"))


def test_a_network_whose_head_is_all_its_content_is_refused_in_a_sentence() -> None:
    seed = TARGETS["network"].seeds[0]
    with zipfile.ZipFile(io.BytesIO(seed)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    weights = bytearray(members["weights.npy"])
    weights[8:10] = b"\xff\x2f"  # the length of the head
    zipped = tables.zipped(members | {"weights.npy": bytes(weights)})
    assert len(refused(lambda: tables.read_weights(zipped))) < 300


# Journals: a checksum is no signature, anybody can make one ---------------------------------------


def journal(**changed: object) -> bytes:
    """Return the journal of a tournament with something else in its first game."""
    lines = [json.loads(line) for line in TARGETS["tournament-journal"].seeds[0].splitlines()]
    for line in lines:
        del line["crc32c"]
    lines[1] |= changed
    return keeping.sealed_again(lines, chained=True)


def judged(entry: int = 2, value: int = 1, slip: Sequence[object] = (2, "e2e4", 1, 0)) -> object:
    """Return what tables say of a game, a move of White's that gave a win away among it."""
    found = dict(zip(("ply", "move", "before", "after"), slip, strict=True))
    return {"entry": entry, "value": value, "white": {"slips": [found]}, "black": {}}


def test_a_journal_sealed_again_is_read() -> None:
    keeping.read_tournament_directory(journal())
    keeping.read_tournament_directory(journal(judged=judged()))


@pytest.mark.parametrize(
    "changed",
    [
        {"number": "1"}, {"number": 0}, {"number": {}}, {"result": []}, {"result": "2-0"},
        {"termination": True}, {"started": 5}, {"moves": [[]]}, {"opening": None}, {"game": False},
        {"game": "morris"}, {"white": {"participant": 7, "name": "x", "player": "random"}},
        {"judged": {"entry": 0, "value": {}, "white": {}, "black": {}}}, {"unknown": 1},
        {"start_fen": "\ud800"}, {"seconds": float("nan")}, {"thought": [1]},
        {"judged": judged(value=2)}, {"judged": judged(entry=-1)},
        {"judged": judged(slip=[2, "e2e4", 1, 2])}, {"judged": judged(slip=[2, "e2e4", -2, 0])},
        {"judged": judged(slip=[-1, "e2e4", 1, 0])},
    ],
)  # fmt: skip
def test_a_journal_with_a_sound_checksum_and_other_contents_is_refused(changed: dict) -> None:
    said = refused(lambda: keeping.read_tournament_directory(journal(**changed)))
    assert "line 2" in said


def test_a_journal_without_what_its_head_tells_is_refused() -> None:
    head = {"millmate": "tournament", "version": 2, "openings": []}
    resealed = keeping.sealed_again([head], chained=True)
    assert "line 1" in refused(lambda: keeping.read_tournament_directory(resealed))


@pytest.mark.parametrize("text", [b'{"a":1,}', b'{"a":"\xff"}', b'{"a":' + b"[" * 100_000 + b"}"])
def test_a_line_that_is_no_json_is_not_as_it_was_written(text: bytes) -> None:
    check = google_crc32c.value(text)
    assert unseal(b'%s,"crc32c":"%08x"}' % (text[:-1], check)) is None


def test_settings_that_no_file_system_could_mean_are_left_out() -> None:
    keeping.read_settings(b'{"tables": "a\\u0000b", "games_folders": ["\\ud800"], "syzygy": "/x"}')
    keeping.read_settings(b'{"tables": "%s", "games_folders": ["%s"]}' % (b"a" * 300, b"a/" * 3000))


# Tables -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("offset", "length"), [(0, 2**40), (2**63, 100), (0, 2**64 - 1), (2**64 - 20, 30)]
)
def test_an_index_of_morris_that_tells_of_terabytes_makes_room_for_none(
    offset: int, length: int
) -> None:
    parts = TARGETS["old-morris-table"].seeds[0].split(tables.BETWEEN)
    entries = struct.pack("<QQ", offset, length)
    parts[1] = parts[1][:-20] + entries + struct.pack("<I", google_crc32c.value(entries))
    document = json.loads(parts[0])
    tables.fit(document, parts)
    data = tables.BETWEEN.join([json.dumps(document).encode(), *parts[1:]])
    assert "is damaged (shard 0" in refused_in_little_memory(
        lambda: tables.read_old_morris_table(data)
    )


@pytest.mark.parametrize(
    ("offset", "length"), [(100, 2**32 - 1), (2**40, 100), (2**63, 100), (2**64 - 20, 30)]
)
def test_an_index_that_tells_of_gigabytes_makes_room_for_none(offset: int, length: int) -> None:
    parts = Parts.of(TARGETS["table"].seeds[0])
    parts.set_entry(0, offset, length)
    said = refused_in_little_memory(lambda: containers.read_table(parts.content))
    assert "is damaged (its metadata are corrupted)" in said


def refused_in_little_memory(work: Callable[[], object]) -> str:
    tracemalloc.start()
    said = refused(work)
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()
    return said


@pytest.mark.parametrize("size", [1, 4095, 65_535, 65_537, 200_000])
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_block_of_another_size_is_refused_or_filled_with_zeros(seed: int, size: int) -> None:
    parts = Parts.of(TARGETS["table"].seeds[seed])
    parts.set_frame(0, codec.compressed(np.zeros(size, np.uint8), 1))
    if seed == 2 and size <= 65_536:
        containers.read_table(parts.content)
    else:
        said = refused(lambda: containers.read_table(parts.content))
        assert "is damaged (a frame has the wrong size)" in said


@pytest.mark.parametrize("size", [999, 1001, 100_000])
def test_a_frame_of_another_size_than_its_chunk_is_refused(size: int) -> None:
    out = np.full(1000, 7, np.uint8)
    frame = codec.pack(np.zeros(size, np.uint8), size)
    with pytest.raises(UnsoundError, match="wrong size"):
        codec.unpack(frame.packed, out)
    assert (out == 7).all(), "no memory of others comes into the values"


def test_a_frame_that_does_not_tell_its_size_is_refused() -> None:
    block = struct.pack("<I", 1 | 1 << 1 | 1000 << 3)[:3] + b"\0"  # a thousand zeros
    with pytest.raises(UnsoundError):
        codec.unpack(b"\x28\xb5\x2f\xfd\x00\x38" + block, np.empty(1000, np.uint8))


@pytest.mark.parametrize(
    "changed",
    [
        {"longest": {"white": []}}, {"longest": {"white": 1}},
        {"longest": {"white": -9, "black": 0}},
        {"counts": {"white": {}}}, {"verified": 1}, {"material": "KQK"}, {"cpu_seconds": "x"},
        {"checksum": None},
    ],
)  # fmt: skip
def test_metadata_with_a_sound_checksum_and_other_contents_are_refused(changed: dict) -> None:
    parts = Parts.of(TARGETS["table"].seeds[0])
    parts.metadata = json.dumps({**json.loads(parts.metadata), **changed}).encode()
    assert "KQvK.table is incomplete" in refused(lambda: containers.read_table(parts.content))


def test_a_gaviota_block_unpacks_to_no_more_than_a_block_holds() -> None:
    sound = gaviota_files.file(9, 29_568)
    start = struct.unpack("<I", sound[40:44])[0]
    head, rest = sound[: start + 7], sound[start + 15 :]
    bomb = head + struct.pack("<q", 2**40) + rest
    for content in (bomb, head[:-4] + struct.pack("<I", 2**31) + sound[start + 7 :]):
        tables.read_gaviota(b"kqk\n" + content)  # which takes a refusal for an answer


@pytest.mark.parametrize("shape", ["(2**40,)", f"({10**9},)", "(-1,)"])
def test_an_array_that_tells_of_gigabytes_makes_room_for_none(shape: str) -> None:
    numbers = shape.replace("2**40", str(2**40))
    head = f"{{'descr': '<i2', 'fortran_order': False, 'shape': {numbers}, }}\n".encode()
    array = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + b"\0" * 100
    zipped = tables.zipped({"weights.npy": array, "sha256.npy": array})
    assert "network" in refused(lambda: tables.read_weights(zipped))


@pytest.mark.parametrize(
    "changed",
    [
        {"panel": 2**63},
        {"panel": -2},
        {"place": [-1]},
        {"tab": -1},
        {"others": [{"place": [-1]}]},
    ],
)
def test_a_number_of_a_tab_that_no_window_can_have_is_damage(changed: dict) -> None:
    assert session_file.from_json(json.dumps(changed)) is None
