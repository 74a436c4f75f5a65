"""Syzygy and Gaviota tables beside our own: right where whole, one clear word where not."""

import os
import random
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import chess
import chess.gaviota
import pytest
from tests import syzygy_files

from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.value import Value
from millmate.tablebase import syzygy_file
from millmate.tablebase.external_tables import (
    ExternalDirectoryError,
    ExternalTableError,
    GaviotaTables,
    MissingExternalTableError,
    SyzygyTables,
    in_words,
    of_syzygy,
)
from millmate.tablebase.probe import Tablebase

GAVIOTA = Path(os.environ.get("MILLMATE_TEST_GAVIOTA", "/usr/share/gaviotatb/gtb4"))
QUEEN = chess.Board("8/8/8/3k4/8/8/8/KQ6 w - - 0 1")


def positions(name: str, count: int, seed: int = 1) -> list[chess.Board]:
    """Return random positions of a material, either colour the stronger, not yet at an end."""
    chance = random.Random(seed)
    boards = []
    while len(boards) < count:
        board = random_position(Material.parse(name), chance, chance.random() < 0.5)
        if any(board.legal_moves):
            boards.append(chance.choice([board, board.mirror()]))
    return boards


@pytest.fixture
def gaviota(tmp_path: Path) -> Path:
    if not GAVIOTA.is_dir():
        pytest.skip(f"no Gaviota tables in {GAVIOTA}: install Debian's package gaviotatb")
    return Path(shutil.copytree(GAVIOTA, tmp_path / "gtb4"))


@pytest.fixture(scope="module")
def syzygy_source(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with KQvK as Syzygy files, made of our own table.

    With three men and no pawn, the distances to a zeroing move and to mate are the same.
    """
    directory = tmp_path_factory.mktemp("syzygy")
    with Tablebase(tables) as own:

        def values(board: chess.Board) -> tuple[int, int]:
            verdict = own.probe(board)
            return 2 * verdict.wdl, verdict.plies or 0

        syzygy_files.write(directory, "Q", values)
    return directory


@pytest.fixture
def syzygy(syzygy_source: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(syzygy_source, tmp_path / "syzygy"))


# Right where whole --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"])
def test_gaviota_says_what_our_tables_say(gaviota: Path, more_tables: Path, name: str) -> None:
    with Tablebase(more_tables) as own, GaviotaTables(gaviota) as others:
        for board in positions(name, 500):
            assert others.probe(board) == own.probe(board), board.fen()


def test_syzygy_says_what_our_tables_say(syzygy: Path, tables: Path) -> None:
    with Tablebase(tables) as own, SyzygyTables(syzygy) as others:
        for board in positions("KQvK", 300):
            verdict = own.probe(board)
            dtz = verdict.wdl * (verdict.plies or 0)
            assert others.probe(board) == of_syzygy(2 * verdict.wdl, dtz), board.fen()


def test_a_mate_on_the_board_is_a_loss_in_no_plies(gaviota: Path) -> None:
    with GaviotaTables(gaviota) as others:
        assert others.probe(chess.Board("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")) == Value(-1, 0)
        assert others.probe(chess.Board("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")) == Value(0)


def test_an_en_passant_capture_that_is_the_only_move_is_no_stalemate(
    gaviota: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced = chess.Board("8/8/8/8/Pp6/1K6/1R6/k7 b - a3 0 1")

    def probe_dtm(self: object, board: chess.Board) -> int:  # four men, which are not at hand
        assert board.epd() == "8/8/8/8/8/pK6/1R6/k7 w - -"
        return 5

    monkeypatch.setattr(chess.gaviota.PythonTablebase, "probe_dtm", probe_dtm)
    with GaviotaTables(gaviota) as others:
        assert others.probe(forced) == Value(-1, 6)


def test_the_board_is_left_as_it_was(gaviota: Path, syzygy: Path) -> None:
    board = QUEEN.copy()
    with GaviotaTables(gaviota) as one, SyzygyTables(syzygy) as other:
        one.probe(board)
        other.probe(board)
    assert board == QUEEN
    assert board.move_stack == []


def test_tables_in_folders_of_the_directory_are_found(gaviota: Path, syzygy: Path) -> None:
    home = gaviota.parent
    (syzygy / "dtz").mkdir()
    (syzygy / "KQvK.rtbz").rename(syzygy / "dtz" / "KQvK.rtbz")
    with GaviotaTables(home) as one, SyzygyTables(syzygy) as other:
        assert one.probe(QUEEN) == Value(1, 17)
        assert other.probe(QUEEN) == of_syzygy(2, 17)


@pytest.mark.parametrize("case", [str.lower, str.upper, str.title])
def test_names_of_files_may_be_in_any_case(
    gaviota: Path, syzygy: Path, case: Callable[[str], str]
) -> None:
    for file in (gaviota / "kqk.gtb.cp4", syzygy / "KQvK.rtbw", syzygy / "KQvK.rtbz"):
        file.rename(file.with_name(case(file.name)))
    with GaviotaTables(gaviota) as one, SyzygyTables(syzygy) as other:
        assert one.probe(QUEEN) == Value(1, 17)
        assert other.probe(QUEEN) == of_syzygy(2, 17)


def test_without_a_dtz_file_wdl_alone_is_told(syzygy: Path) -> None:
    (syzygy / "KQvK.rtbz").unlink()
    with SyzygyTables(syzygy) as others:
        assert others.probe(QUEEN) == of_syzygy(2, None)


def test_files_that_may_only_be_read_are_read(gaviota: Path) -> None:
    for file in gaviota.iterdir():
        file.chmod(0o444)
    with GaviotaTables(gaviota) as others:
        others.probe(QUEEN)
        assert others._open is not None
        assert [stream.mode for stream in others._open.streams.values()] == ["rb"]


def test_many_threads_get_the_right_answers_while_one_closes(
    gaviota: Path, syzygy: Path, tables: Path
) -> None:
    boards = positions("KQvK", 60)
    with Tablebase(tables) as own:
        right = [own.probe(board) for board in boards]
    wrong: list[object] = []

    def ask(others: GaviotaTables | SyzygyTables) -> None:
        try:
            for board, verdict in zip(boards, right, strict=True):
                said = others.probe(board)
                if said.wdl != verdict.wdl:
                    wrong.append((board.fen(), said))
        except Exception as error:
            wrong.append(error)

    with GaviotaTables(gaviota) as one, SyzygyTables(syzygy) as other:
        threads = [threading.Thread(target=ask, args=(t,)) for t in (one, other) * 3]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            one.close()
            other.close()
            threads[0].join(0.01)
    assert not wrong


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (of_syzygy(0, 0), "draw (WDL)"),
        (of_syzygy(2, 1), "White wins (WDL), 1 ply to a capture, pawn move or mate (DTZ)"),
        (of_syzygy(-2, -3), "Black wins (WDL), 3 plies to a capture, pawn move or mate (DTZ)"),
        (of_syzygy(1, None), "White wins, but not under the fifty-move rule (WDL)"),
    ],
)
def test_words_name_metric_and_unit(value: Value, words: str) -> None:
    assert in_words(value, chess.WHITE) == words


# What is not covered ------------------------------------------------------------------------------


def test_what_no_table_covers_is_said(gaviota: Path, syzygy: Path) -> None:
    with GaviotaTables(gaviota) as one, SyzygyTables(syzygy) as other:
        castling = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        six = chess.Board("8/8/8/3k4/8/8/8/KQRBN3 w - - 0 1")
        for tables, board, words in (
            (one, castling, "Gaviota tables do not cover castling rights"),
            (other, castling, "Syzygy tables do not cover castling rights"),
            (one, six, "Gaviota tables have at most 5 pieces"),
            (other, chess.Board(), "Syzygy tables do not cover castling rights"),
            (one, chess.Board("8/8/8/3k4/8/8/8/KQR5 w - - 0 1"), "no Gaviota table for KQRvK"),
            (other, chess.Board("8/8/8/3k4/8/8/8/KR6 w - - 0 1"), "no Syzygy table for KRvK"),
        ):
            with pytest.raises(MissingExternalTableError, match=words):
                tables.probe(board)


def test_a_directory_that_is_none_or_holds_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kqk.gtb.cp3").write_bytes(b"an older compression")
    for kind in (GaviotaTables, SyzygyTables):
        with pytest.raises(ExternalDirectoryError, match=f"no {kind.kind} tables"):
            kind(tmp_path)
        with pytest.raises(ExternalDirectoryError, match="no directory"):
            kind(tmp_path / "nowhere")
        with pytest.raises(ExternalDirectoryError, match="no directory"):
            kind(tmp_path / "kqk.gtb.cp3")


# Damage -------------------------------------------------------------------------------------------


def damaged(content: bytes, chance: random.Random) -> bytes:
    """Return `content` cut short, with some bytes altered, or altered in its head."""
    how = chance.randrange(3)
    if how == 0:
        return content[: chance.randrange(len(content))]
    altered = bytearray(content)
    for _ in range(chance.randint(1, 20)):
        altered[chance.randrange(len(content) if how == 1 else 100)] = chance.randrange(256)
    return bytes(altered)


def asked(others: GaviotaTables | SyzygyTables, boards: list[chess.Board]) -> Iterator[str]:
    """Yield what is said against a damaged table, and see that what it answers can be."""
    for board in boards:
        try:
            assert -2 <= others.probe(board).wdl <= 2
        except ExternalTableError as error:
            yield str(error)


def clear(text: str) -> bool:
    return "KQvK" in text and "fetch it again" in text and "\n" not in text


@pytest.mark.parametrize(
    ("kind", "name"),
    [(SyzygyTables, "KQvK.rtbw"), (SyzygyTables, "KQvK.rtbz"), (GaviotaTables, "kqk.gtb.cp4")],
)
def test_damaged_files_give_a_verdict_or_one_word(
    request: pytest.FixtureRequest, kind: type[SyzygyTables | GaviotaTables], name: str
) -> None:
    chance = random.Random(7)
    directory: Path = request.getfixturevalue(kind.kind.lower())
    content, boards = (directory / name).read_bytes(), positions("KQvK", 10)
    texts: list[str] = []
    for _ in range(50):
        (directory / name).write_bytes(damaged(content, chance))
        with kind(directory) as others:
            texts += asked(others, boards)
    assert all(map(clear, texts))
    assert len(texts) > 100


@pytest.mark.parametrize(
    ("alter", "words"),
    [
        (lambda c: b"", "truncated"),
        (lambda c: c[: len(c) // 128 * 64 + 16], "it ends too early"),
        (lambda c: b"\0" * len(c), "not a Syzygy table"),
        (lambda c: c[:7] + b"\x44" + c[8:], "contents do not match its name"),
        (lambda c: c[:4] + b"\x03" + c[5:], "contents do not match its name"),
    ],
)
def test_what_is_wrong_with_a_syzygy_file_is_said(syzygy: Path, alter, words: str) -> None:
    file = syzygy / "KQvK.rtbw"
    file.write_bytes(alter(file.read_bytes()))
    with SyzygyTables(syzygy) as others:
        texts = list(asked(others, positions("KQvK", 300)))
    assert texts
    assert all(words in text and clear(text) for text in texts)


def test_the_other_material_under_a_name_is_refused_and_no_endless_search(
    syzygy: Path,
) -> None:
    for suffix in (".rtbw", ".rtbz"):
        (syzygy / f"KQvK{suffix}").rename(syzygy / f"KRvK{suffix}")
    with SyzygyTables(syzygy) as others, pytest.raises(ExternalTableError, match="KRvK"):
        others.probe(chess.Board("8/8/8/3k4/8/8/8/KR6 w - - 0 1"))


def test_a_truncated_gaviota_file_is_refused_and_closed(gaviota: Path) -> None:
    file = gaviota / "kqk.gtb.cp4"
    file.write_bytes(file.read_bytes()[:-1])
    with GaviotaTables(gaviota) as others:
        with pytest.raises(ExternalTableError, match="truncated or too long"):
            others.probe(QUEEN)
        file.unlink()
        with pytest.raises(ExternalTableError, match="No such file"):
            others.probe(QUEEN)


@pytest.mark.parametrize("suffix", [".rtbw", ".rtbz"])
def test_a_syzygy_file_that_gets_shorter_while_it_is_open_is_told(
    syzygy: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syzygy_file, "_MOST_PAGES", 1)  # else all of so small a file is kept
    boards = positions("KQvK", 200)
    with SyzygyTables(syzygy) as others:
        before = [others.probe(board) for board in boards]
        os.truncate(syzygy / f"KQvK{suffix}", 1000)
        told = list(asked(others, boards))
    assert any("it ends too early" in each for each in told)
    assert len(before) == 200
