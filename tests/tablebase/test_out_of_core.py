"""Six men are solved with what is found on disk; here the same is done with three."""

from pathlib import Path

import chess
import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tiers import first

from millmate.games.chess.material import Material
from millmate.kernels.chess_layers import MOST_ABOVE
from millmate.tablebase import estimates, store
from millmate.tablebase.build import build
from millmate.tablebase.layer_file import LayeredSlice, LayerFile, checksum
from millmate.tablebase.layout import Layout
from millmate.tablebase.more import in_order
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.solve import Found, Solution, TooLongError, Values, solve, solve_large
from millmate.tablebase.verify import verify

KQVKR = Layout(Material.parse("KQvKR"))
NUMBER, HEAD = 2, 7  # in the head of a layer, where its number of words is, and the head's length
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
def test_a_search_with_like_pieces_goes_on_as_well(tmp_path: Path, name: str) -> None:
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


def test_distances_too_great_for_codes_are_told(tmp_path: Path) -> None:
    layout = Layout(Material.parse("KRvK"))  # up to 16 moves
    with pytest.raises(TooLongError, match="KRvK has distances above 9"):
        solve_large(layout, 0, draws, NOTHING, tmp_path / "work", most=9 - MOST_ABOVE)


def test_a_search_goes_on_after_every_stop(in_memory: Solution, tmp_path: Path) -> None:
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
    assert facts == in_memory.facts


def test_a_file_of_layers_resumes_after_the_last_one_with_the_loser_to_move(
    tmp_path: Path,
) -> None:
    file = LayerFile(tmp_path / "sets", KQVKR)
    words = np.array([1, 2, 4, 0], np.uint64)
    every = np.array([2, 0], np.int32), np.array([1], np.int32), np.array([], np.int32)
    for listed in (*every, every[0]):
        file.add(listed, words, (2, 3, 4, 5), last=False)
    file = LayerFile(tmp_path / "sets", KQVKR)
    assert [layer.number for layer in file.layers] == [2, 1, 0]
    file.add(every[1], words, (6, 7, 8, 9), last=True)
    file = LayerFile(tmp_path / "sets", KQVKR)
    assert file.done
    found = [
        (plies, index.tolist(), word.tolist())
        for won in (False, True)
        for plies, index, word in file.sets(won)
    ]
    assert found == [(0, [0, 2], [1, 4]), (2, [], []), (1, [1], [2]), (3, [1], [2])]
    assert [file.twice[ply % 2, ply] for ply in range(5)] == [2, 2, 2, 6, 0]
    assert file.state.tolist() == [3, 0, 0, 7, 8, 9]


@pytest.mark.parametrize("ascending", [True, False])
def test_a_file_of_layers_has_like_pieces_in_one_order(tmp_path: Path, ascending: bool) -> None:
    layout = Layout(Material.parse("KRNNNvK"))
    rng = np.random.default_rng(3)
    listed = rng.choice(1 << 20, 5000, replace=False).astype(np.int32)
    if ascending:
        listed.sort()
    words = np.arange(1, (1 << 20) + 1, dtype=np.uint64)
    file = LayerFile(tmp_path / "sets", layout)
    file.add(listed, words, (0, 0, 0, 0), last=False)
    ((_, index, word),) = file.sets(False)
    right = np.sort(listed[in_order(layout, listed)])
    assert 0 < right.size < listed.size
    assert np.array_equal(index, right)
    assert np.array_equal(word, words[right])


@pytest.mark.parametrize("damage", ["flipped", "truncated", "gone"])
@pytest.mark.parametrize("at", first(2, [0.5, 0.0, 0.99]))
def test_a_search_resumes_before_the_first_damaged_layer(
    stopped: Path, in_memory: Solution, at: float, damage: str
) -> None:
    path = stopped / "white-wins"
    content = bytearray(path.read_bytes())
    place = int(at * len(content))
    content[place] ^= 1
    path.write_bytes(content if damage == "flipped" else content[:place])
    if damage == "gone":
        path.unlink()
    elif at > 0.1:
        assert 0 < len(LayerFile(path, KQVKR).layers) < 12
    values, facts = solve_large(KQVKR, 0, draws, NOTHING, stopped)
    assert same(values, in_memory)
    assert facts == in_memory.facts


@pytest.mark.parametrize("number", first(1, [2**62, -1, 10**6]))
def test_a_forged_number_of_words_is_begun_anew(
    stopped: Path, in_memory: Solution, number: int
) -> None:
    content = np.fromfile(stopped / "white-wins", np.int64)
    content[NUMBER] = number
    seal(stopped, content)
    assert not LayerFile(stopped / "white-wins", KQVKR).layers
    assert same(solve_large(KQVKR, 0, draws, NOTHING, stopped)[0], in_memory)


@pytest.mark.parametrize("index", [-1, 2**31 - 1])
def test_nothing_is_written_where_a_forged_layer_says(
    stopped: Path, in_memory: Solution, index: int
) -> None:
    content = np.fromfile(stopped / "white-wins", np.int64)
    number = int(content[NUMBER])
    content[HEAD + number :].view(np.int32)[number - 1 if index > 0 else 0] = index
    seal(stopped, content)
    assert not LayerFile(stopped / "white-wins", KQVKR).layers
    assert same(solve_large(KQVKR, 0, draws, NOTHING, stopped)[0], in_memory)


@pytest.fixture
def stopped(tmp_path: Path) -> Path:
    """Stop the search of the first side after S_11; return its files."""

    def found(winner: bool, ply: int, positions: int) -> None:
        if ply == 11:
            raise Stopped

    with pytest.raises(Stopped):
        solve_large(KQVKR, 0, draws, found, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["white-wins"]
    return tmp_path


def seal(work: Path, content: NDArray[np.int64]) -> None:
    """Write the layers, with the checksum of the first that fits what it holds."""
    end = HEAD + content[NUMBER] + (content[NUMBER] + 1) // 2
    content[0] = checksum(content[1:end])
    content.tofile(work / "white-wins")


def test_a_table_is_built_and_verified_with_its_values_on_disk(
    monkeypatch: pytest.MonkeyPatch, tables: Path, tmp_path: Path
) -> None:
    material = Material.parse("KBNvK")
    right, info = verify(tables, material), store.opened(tables, material).info
    monkeypatch.setattr(estimates, "large", lambda of: of == material)
    (found,) = build([material], tmp_path)
    assert (found.checksum, found.counts) == (info.checksum, info.counts)
    assert found.longest_fens == info.longest_fens
    before = set(tmp_path.iterdir())
    assert verify(tmp_path, material) == right
    assert set(tmp_path.iterdir()) == before


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
