"""Six men are solved with what is found on disk; here the same is done with three."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import google_crc32c
import numpy as np
import pytest
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.tablebase import estimates, out_of_core, store
from millmate.tablebase.codec import UnsoundError
from millmate.tablebase.layer_file import LayeredSlice, LayerFile, checksum
from millmate.tablebase.layout import Layout
from millmate.tablebase.more import in_order
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.solve import Found, Solution, Values, solve, solve_large
from millmate.tablebase.verify import verify

KQVKR = Layout(Material.parse("KQvKR"))
NOTHING: Found = lambda winner, ply, positions: None  # noqa: E731 - a name for what does nothing


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """Somebody stopped the search."""


def same(values: LayeredSlice, in_memory: Solution) -> bool:
    """Tell whether two searches found the same."""
    return all(
        np.array_equal(np.concatenate(list(values.codes(turn))), in_memory.values[side, 0])
        for side, turn in enumerate((True, False))
    )


def draws(material: Material, number: int, turn: bool) -> Values:
    """Stand in for the tables that captures lead to: here nobody wins after one."""
    return np.zeros((Layout(material).words, 64), np.uint8)


@pytest.fixture(scope="module")
def in_memory() -> Solution:
    return solve(KQVKR, [0], draws)


@pytest.mark.parametrize("name", ["KQQvKR", "KRRvK"])
def test_a_search_with_like_pieces_goes_on_as_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setattr(out_of_core, "_SAVE", 0.0)
    layout, told = Layout(Material.parse(name)), [0]

    def found(winner: bool, ply: int, positions: int) -> None:
        told[0] += 1
        if told[0] in (6, 13):
            raise Stopped

    for _ in range(2):
        with pytest.raises(Stopped):
            solve_large(layout, 0, draws, found, tmp_path / "work")
    values, facts = solve_large(layout, 0, draws, found, tmp_path / "work")
    whole, other = solve_large(layout, 0, draws, NOTHING, tmp_path / "other")
    assert facts == other
    for turn in (True, False):
        assert all(map(np.array_equal, values.codes(turn), whole.codes(turn)))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_search_on_disk_finds_what_one_in_memory_finds(
    in_memory: Solution, tmp_path: Path, threads: int
) -> None:
    values, facts = solve_large(KQVKR, 0, draws, NOTHING, tmp_path / "work", threads=threads)
    assert same(values, in_memory)
    assert facts == in_memory.facts


@pytest.mark.parametrize("save", [0.0, 1e9], ids=["checkpoints", "no checkpoint"])
def test_a_search_goes_on_after_every_stop(
    in_memory: Solution,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    save: float,
) -> None:
    monkeypatch.setattr(out_of_core, "_SAVE", save)
    told = 0

    def found(winner: bool, ply: int, positions: int) -> None:
        nonlocal told
        told += 1
        if told in (3, 9, 15):
            raise Stopped

    stops = 0
    while True:
        try:
            values, facts = solve_large(KQVKR, 0, draws, found, tmp_path / "work")
            break
        except Stopped:
            stops += 1
    assert stops == 3
    assert same(values, in_memory)
    assert facts["counts"] == in_memory.facts["counts"]


def test_a_file_of_layers_forgets_what_came_after_a_checkpoint(tmp_path: Path) -> None:
    file = LayerFile(tmp_path / "sets", KQVKR)
    words = np.array([1, 2, 4, 0], np.uint64)
    file.add(7, np.array([2, 0], np.int32), words)
    checkpoint = list(file.layers), dict(file.checksums)
    file.add(9, np.array([1], np.int32), words)
    file = LayerFile(tmp_path / "sets", KQVKR, *checkpoint)
    file.add(12, np.array([1], np.int32), words)
    found = [(plies, index.tolist(), word.tolist()) for plies, index, word in file.sets()]
    assert found == [(7, [0, 2], [1, 4]), (12, [1], [2])]


@pytest.mark.parametrize("ascending", [True, False])
def test_a_file_of_layers_has_like_pieces_in_one_order(tmp_path: Path, ascending: bool) -> None:
    layout = Layout(Material.parse("KRNNNvK"))
    rng = np.random.default_rng(3)
    listed = rng.choice(1 << 20, 5000, replace=False).astype(np.int32)
    if ascending:
        listed.sort()
    words = np.arange(1, (1 << 20) + 1, dtype=np.uint64)
    file = LayerFile(tmp_path / "sets", layout)
    file.add(1, listed, words)
    ((_, index, word),) = file.sets()
    right = np.sort(listed[in_order(layout, listed)])
    assert 0 < right.size < listed.size
    assert np.array_equal(index, right)
    assert np.array_equal(word, words[right])


@pytest.mark.parametrize("damage", first(1, ["flipped", "truncated", "gone"]))
@pytest.mark.parametrize("kind", ["layers", "*.masks", "*.indices"])
def test_a_damaged_checkpoint_is_begun_anew(
    stopped: Path, in_memory: Solution, kind: str, damage: str
) -> None:
    path = max(stopped.glob(kind), key=lambda path: path.stat().st_size)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content if damage == "flipped" else content[: len(content) // 2])
    if damage == "gone":
        path.unlink()
    values, facts = solve_large(KQVKR, 0, draws, NOTHING, stopped)
    assert same(values, in_memory)
    assert facts == in_memory.facts


FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "unknown": lambda told: told.update(unknown=1),
    "no object": lambda told: told.update(twice=[]),
    "too far": lambda told: told["state"]["True"].__setitem__(0, 10**6),
    "negative": lambda told: told["twice"]["True"][1].__setitem__(5, -1),
    "short": lambda told: told["state"]["True"].pop(),
    "a third side": lambda told: told["done"].append("None"),
    "done, but nothing is known of it": lambda told: told["done"].append("False"),
    "no distance of a table": lambda told: told["layers"]["True True"].__setitem__(0, [765, 1]),
    "of an older version": lambda told: told.update(sets=told.pop("layers")),
}


@pytest.mark.parametrize("name", first(3, FORGED))
def test_a_forged_checkpoint_is_begun_anew(stopped: Path, in_memory: Solution, name: str) -> None:
    told = json.loads((stopped / "layers").read_bytes().partition(b"\n")[2])
    FORGED[name](told)
    seal(stopped, told)
    assert not went_on(stopped)
    values, facts = solve_large(KQVKR, 0, draws, NOTHING, stopped)
    assert same(values, in_memory)
    assert facts == in_memory.facts


@pytest.mark.parametrize("index", [-1, 2**31 - 1])
def test_nothing_is_written_where_a_forged_ledger_says(
    stopped: Path, in_memory: Solution, index: int
) -> None:
    path = stopped / "white-wins-white-to-move.indices"
    indices = np.fromfile(path, np.int32)
    indices[0] = index
    indices.tofile(path)
    told = json.loads((stopped / "layers").read_bytes().partition(b"\n")[2])
    told["checksums"]["True True"]["indices"] = checksum(indices)
    seal(stopped, told)
    assert same(solve_large(KQVKR, 0, draws, NOTHING, stopped)[0], in_memory)


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Stop a search just after a checkpoint of the first side; return its files."""
    monkeypatch.setattr(out_of_core, "_SAVE", 0.0)

    def found(winner: bool, ply: int, positions: int) -> None:
        if (tmp_path / "layers").exists():
            raise Stopped

    with pytest.raises(Stopped):
        solve_large(KQVKR, 0, draws, found, tmp_path)
    assert went_on(tmp_path)
    return tmp_path


def seal(work: Path, told: object) -> None:
    content = json.dumps(told).encode()
    (work / "layers").write_bytes(b"%08x\n" % google_crc32c.value(content) + content)


def went_on(work: Path) -> bool:
    """Tell whether what a search has left is taken for sound."""
    try:
        out_of_core._progress(work / "layers")
    except UnsoundError:
        return False
    return True


def test_a_table_is_verified_with_its_values_on_disk(
    monkeypatch: pytest.MonkeyPatch, tables: Path
) -> None:
    material = Material.parse("KBNvK")
    right = verify(tables, material)
    before = set(tables.iterdir())
    monkeypatch.setattr(estimates, "large", lambda of: of == material)
    assert verify(tables, material) == right
    assert set(tables.iterdir()) == before


# Plies of the longest mates with White to move and winning, and with Black, 0 where there is none.
# The first five are the endings without pawns with mates of more than 127 moves. KNNNvKP and
# KNNPPvK have pawns and need those before them. Source: longest_mates.csv of
# markus7800/prophet_tb_gen_and_probe.
LONGEST = {
    "KQNvKRR": (347, 85),
    "KRBvKNN": (475, 9),
    "KRNvKBB": (303, 159),
    "KRNvKBN": (417, 213),
    "KRNvKNN": (523, 13),
    "KRBvKRN": (135, 73),
    "KRNvKRN": (103, 103),
    "KNNNvKB": (191, 1),
    "KNNNvKN": (179, 1),
    "KNNNvKQ": (47, 161),
    "KNNNvKR": (49, 81),
    "KNNNvKP": (217, 163),
    "KBBNNvK": (49, 0),
    "KBNNNvK": (43, 0),
    "KNNNNvK": (35, 0),
    "KQBNNvK": (13, 0),
    "KQNNNvK": (15, 0),
    "KQQNNvK": (7, 0),
    "KQRNNvK": (11, 0),
    "KRBNNvK": (41, 0),
    "KRNNNvK": (31, 0),
    "KRRNNvK": (19, 0),
    "KBNNPvK": (57, 0),
    "KNNNPvK": (49, 0),
    "KQNNPvK": (15, 0),
    "KRNNPvK": (35, 0),
    "KNNPPvK": (63, 0),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_mates_of_six_men_are_those_published(six_men: Path, name: str) -> None:
    if not store.exists(six_men, Material.parse(name)):
        pytest.skip(f"{name} is not in {six_men}")
    info = store.opened(six_men, name).info
    assert info.verified
    with Tablebase(six_men) as tables:
        for side, plies in zip(("white", "black"), LONGEST[name], strict=True):
            assert max(0, 2 * info.longest[side] - 1) == plies
            if plies:
                assert tables.probe(chess.Board(info.longest_fens[side])).plies == plies
