"""Positions are looked up in a thread; what tables of other programs say stands below our own."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from tests import syzygy_files
from tests.gui.windows import QUEEN_MATE, Visitor, visit

from millmate import settings
from millmate.games.catalogue import parse
from millmate.gui.shell.probe import probe_service
from millmate.gui.shell.probe.answer import Answer
from millmate.gui.shell.probe.probe_service import ProbeService
from millmate.tablebase.progress import never

ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
SYZYGY = "Syzygy: White wins (WDL), 17 plies to a capture, pawn move or mate (DTZ)"


@pytest.fixture(scope="module")
def syzygy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with Syzygy files in which every position is like QUEEN_MATE."""
    directory = tmp_path_factory.mktemp("syzygy")
    syzygy_files.write(directory, "Q", lambda board: (2, 17) if board.turn else (-2, 0))
    return directory


def shown(visitor: Visitor) -> str:
    label = visitor.window.table.others
    return "" if label.isHidden() else label.text()


def answered(visitor: Visitor) -> None:
    visitor.wait(lambda: visitor.window.probe.last is not None)


def test_what_they_say_stands_below_our_own(qtbot: QtBot, tables: Path, syzygy: Path) -> None:
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        answered(visitor)
        assert shown(visitor) == SYZYGY
        model = visitor.window.table.model
        assert [kind.name for kind in model.kinds] == ["Syzygy DTZ"]
        best = model.index_of(0)
        assert f"Syzygy DTZ: {model.moves[0].others[0]}" in best.data(Qt.ItemDataRole.ToolTipRole)
        assert model.moves[0].others[0] in best.data(Qt.ItemDataRole.AccessibleTextRole)
        assert model.moves[0].words.startswith("mate in ")  # ours are still there
        assert model.moves[0].others[0].startswith("win, ")
        visitor.do("worth")  # hidden while one plays without help
        assert shown(visitor) == ""


def test_where_we_have_no_table_moves_are_grouped_by_those_of_others(
    qtbot: QtBot, tmp_path: Path, syzygy: Path
) -> None:
    with visit(qtbot, tmp_path / "none", start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        answered(visitor)
        assert shown(visitor) == SYZYGY
        answer = visitor.window.probe.last
        assert not answer.covered
        assert [kind.name for kind in answer.kinds] == ["Syzygy DTZ"]
        model = visitor.window.table.model
        assert model.moves[0].wdl == 1
        wins = [move for move in model.moves if move.wdl == 1]
        assert model.rows[0].text == f"{len(wins)} winning moves"


def test_a_directory_is_chosen_and_remembered(
    qtbot: QtBot, tables: Path, syzygy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(syzygy))
    with visit(qtbot, tables, start_fen=QUEEN_MATE) as visitor:
        visitor.do("others")
        dialog = visitor.window.others.dialog
        assert dialog is not None
        dialog.choose["syzygy"].click()
        visitor.wait(lambda: shown(visitor) == SYZYGY)
        assert dialog.paths["syzygy"].text() == str(syzygy)
    assert settings.load().syzygy == str(syzygy)
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        answered(visitor)
        visitor.do("others")
        assert visitor.window.others.dialog is not None
        visitor.window.others.dialog.clear["syzygy"].click()
        visitor.wait(lambda: shown(visitor) == "")
    assert settings.load().syzygy == ""


@pytest.mark.thorough
def test_a_dialog_that_is_called_off_changes_nothing(
    qtbot: QtBot, tables: Path, syzygy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(syzygy)) as visitor:
        visitor.do("others")
        assert visitor.window.others.dialog is not None
        visitor.window.others.dialog.choose["syzygy"].click()
        assert visitor.window.store.current.syzygy == str(syzygy)


def test_what_is_wrong_with_a_directory_is_said_in_both_places(
    qtbot: QtBot, tables: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with visit(qtbot, tables, start_fen=QUEEN_MATE, gaviota=str(empty)) as visitor:
        answered(visitor)
        assert shown(visitor).startswith("Gaviota: no Gaviota tables")
        visitor.do("others")
        dialog = visitor.window.others.dialog
        assert dialog is not None
        visitor.wait(lambda: dialog.notes["gaviota"].text().startswith("No Gaviota tables"))


@pytest.mark.thorough
def test_a_damaged_file_is_told_in_words(
    qtbot: QtBot, tables: Path, syzygy: Path, tmp_path: Path
) -> None:
    damaged = shutil.copytree(syzygy, tmp_path / "damaged")
    (damaged / "KQvK.rtbw").write_bytes(b"\0" * 80)
    with visit(qtbot, tables, start_fen=QUEEN_MATE, syzygy=str(damaged)) as visitor:
        answered(visitor)
        assert shown(visitor).startswith("Syzygy: the Syzygy table for KQvK")
        assert "damaged" in shown(visitor)
        assert chess.Board(visitor.window.workspace.fen).is_valid()


@pytest.fixture
def probe(rook_tables: Path, qtbot: QtBot) -> Iterator[tuple[ProbeService, list[Answer]]]:
    """Return a service without a window, and the answers that it gives."""
    service, answers = ProbeService(rook_tables), []
    service.answered.connect(answers.append)
    yield service, answers
    service.close()
    qtbot.waitUntil(lambda: service._task.isFinished())


def test_an_answer_on_its_way_is_forgotten_with_those_before(qtbot: QtBot, probe) -> None:
    service, answers = probe
    service.ask(parse(ROOK))
    service.forget()  # nothing is emitted before the event loop runs
    service.ask(parse(ROOK))
    qtbot.waitUntil(lambda: service.last is not None)
    qtbot.wait(200)
    assert [answer.fen for answer in answers] == [ROOK]


def test_no_mate_is_promised_that_the_fifty_move_rule_forbids(qtbot: QtBot, probe) -> None:
    service, answers = probe
    # Mate in 9 without a clock: the pawn has to move on the way.
    service.ask(parse("5R2/k7/8/8/5K2/4P3/8/8 w - - 90 100"))
    qtbot.waitUntil(lambda: bool(answers) and not answers[-1].unsettled)
    assert {answer.headline for answer in answers} == {"White wins, mate in 10 at clock 90"}
    mates = {move.text: move.moves for move in answers[-1].moves if "mate in" in move.words}
    assert mates["e3e4"] == mates["f4e5"] == min(mates.values()) == 10
    assert "without the fifty-move rule: mate in 9" in answers[-1].remark
    answers.clear()
    service.ask(parse("8/3k4/4p3/8/1K3R2/8/8/8 b - - 90 100"))
    qtbot.waitUntil(lambda: bool(answers) and not answers[-1].unsettled)
    assert answers[0].headline == "White wins, or a draw"
    assert answers[0].remark.endswith("counting moves under the fifty-move rule…")
    assert answers[-1].headline == "Draw by the fifty-move rule at clock 90"
    assert "without the fifty-move rule: White wins, mate in 16" in answers[-1].remark
    assert [move.text for move in answers[-1].moves if move.wdl == 0] == ["d7d6"]


def test_counting_goes_on_after_another_question(
    qtbot: QtBot, probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, answers = probe
    asked: list[float] = []

    def answer(tables, position, seconds=0.0, stopped=never) -> Answer:
        asked.append(seconds)
        if len(asked) == 2:  # the long lookup, which ends when something else is asked
            service.ask_map(position, 0)
            assert stopped()
        return Answer(position.text, "KRvK", str(len(asked)), unsettled=len(asked) < 3)

    monkeypatch.setattr(probe_service._Tables, "answer", answer)
    service.ask(parse(ROOK))
    qtbot.waitUntil(lambda: bool(answers) and not answers[-1].unsettled)
    assert [each.headline for each in answers] == ["1", "3"]
    assert asked[0] == 0 < asked[1] == asked[2]
