"""All mutual zugzwangs of tables: as many as are published, and as deep as tables have them."""

import csv
from pathlib import Path

import chess
import pytest
from tests.endings import ENDINGS
from tests.tablebase.conftest import SMALL, USUAL
from tests.tiers import only

from millmate.games.chess.material import Material
from millmate.tablebase import store
from millmate.tablebase.explore import Explorer
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.query import Zug
from millmate.tablebase.zugzwangs import FoundZugzwang, counts, zugzwangs


def published(name: str) -> dict[Zug, int]:
    """Return the published numbers of an ending; the colours of equal sides are exchangeable."""
    text = (Path(__file__).parents[1] / "data" / "zugzwangs.csv").read_text()
    for row in csv.DictReader(text.splitlines()):
        if row["material"] == name:
            white, black = name.split("v")
            lost = 0 if white == black else int(row["black"])
            return {Zug.WHITE: int(row["white"]), Zug.BLACK: lost, Zug.FULL: int(row["full"])}
    return dict.fromkeys(Zug, 0)


def found_in(directory: Path, name: str) -> list[FoundZugzwang]:
    return zugzwangs(Explorer(store.opened(directory, Material.parse(name))))


@pytest.mark.parametrize("name", only(SMALL, *USUAL))
def test_there_are_as_many_as_are_published(more_tables: Path, name: str) -> None:
    assert counts(found_in(more_tables, name)) == published(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDINGS)
def test_all_tables_have_as_many_as_are_published(all5: Path, name: str) -> None:
    assert counts(found_in(all5, name)) == published(name)


@pytest.mark.parametrize("name", ["KNvKP", "KPvKP", "KRvKB"])
def test_depths_are_those_of_the_table_and_the_deepest_come_first(
    more_tables: Path, name: str
) -> None:
    found = found_in(more_tables, name)
    assert [each.depth for each in found] == sorted((e.depth for e in found), reverse=True)
    with Tablebase(more_tables) as tables:
        for each in found:
            board = chess.Board(each.fen)
            for lost, turn in ((each.white_lost, True), (each.black_lost, False)):
                board.turn = turn
                verdict = tables.probe(board)
                assert not board.is_check()
                assert (verdict.wdl, verdict.moves) == ((-1, lost) if lost else (0, None))


def test_the_trebuchet_is_listed_once(more_tables: Path) -> None:
    full = [each for each in found_in(more_tables, "KPvKP") if each.kind is Zug.FULL]
    boards = [chess.Board(each.fen) for each in full]
    trebuchet = chess.Board("8/8/8/3pK3/2kP4/8/8/8 w - - 0 1")
    images = {
        image.board_fen() for image in (trebuchet, trebuchet.transform(chess.flip_horizontal))
    }
    images |= {chess.Board(f"{image} w").mirror().board_fen() for image in images}
    assert sum(board.board_fen() in images for board in boards) == 1


def test_a_search_can_be_stopped(more_tables: Path) -> None:
    explorer = Explorer(store.opened(more_tables, Material.parse("KPvKP")))
    assert zugzwangs(explorer, stopped=lambda: True) == []
