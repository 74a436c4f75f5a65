"""The review of endings in the window: chosen, run, listed, opened, trained, saved."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from tests.gui.apart import done_here
from tests.gui.sharing import visit
from tests.gui.windows import Visitor

from millmate import paths
from millmate.gui.features.findings.tree import Group
from millmate.gui.kit.dialogs import TextDialog
from millmate.gui.shell.frame.navigation import Page
from millmate.gui.shell.window import status
from millmate.play.trainer.drill import Goal
from millmate.play.trainer.journal import TrainingJournal
from millmate.settings import Settings
from millmate.tablebase.plan import Plan

SIXTH_RANK = "8/k7/2K5/1P6/8/8/8/8 w - - 0 1"  # only Kc7 wins
QUEEN = "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"
UNKNOWN = "8/8/8/3k4/8/8/6R1/KN5b w - - 0 1"


def game(fen: str, moves: str, result: str = "*", **tags: str) -> str:
    whole = {"White": "Ann", "Black": "Bob", "Result": result, "SetUp": "1", "FEN": fen, **tags}
    head = "\n".join(f'[{name} "{value}"]' for name, value in whole.items())
    return f"{head}\n\n{moves} {result}\n\n"


BOTH_ERR = game(SIXTH_RANK, "1. b6+ {[%clk 0:00:04]} Kb8 {[%clk 0:02:00]}")
STALEMATE = game(QUEEN, "1. Qg6", "1/2-1/2", White="Cleo", Black="Dan")


class Reviewer(Visitor):
    """Someone who has games reviewed."""

    @property
    def endings(self):
        return self.window.reviewing_endings

    @property
    def page(self):
        return self.endings.page

    def review(self, text: str | Path, player: str = "") -> None:
        """Write games into a file, review it, and wait for what is found."""
        place = text
        if isinstance(text, str):
            place = paths.data_dir() / "to review" / "games.pgn"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        self.do("review_endings")
        self.endings.review_of((place,))
        self.page.player.setText(player)
        self.page.start.click()
        self.settle()

    def settle(self) -> None:
        self.wait(lambda: not self.endings.running and not self.endings._arranging.running)

    @property
    def groups(self) -> dict[str, list[str]]:
        """The moves that are listed, by the titles of their groups."""
        model, found = self.page.model, {}
        for row in range(model.rowCount()):
            group = model.index(row, 0)
            moves = [model.index(at, 0, group).data() for at in range(model.rowCount(group))]
            found[group.data()] = moves
        return found


@contextmanager
def reviewer(qtbot, tables: Path, **settings: object) -> Iterator[Reviewer]:
    with visit(qtbot, tables, **settings) as v:
        found = Reviewer(qtbot, v.window)
        yield found
        found.page.own.setChecked(False)
        found.page.choose_groups(Settings().review_groups)
        found.settle()


@pytest.fixture
def apart(qtbot, rook_tables: Path) -> Iterator[Reviewer]:
    """Whose games a child process reviews, as the program does it."""
    with reviewer(qtbot, rook_tables) as found:
        yield found


@pytest.fixture
def v(apart: Reviewer, monkeypatch: pytest.MonkeyPatch) -> Reviewer:
    done_here(monkeypatch, "play.endgame_review.review")
    return apart


def test_half_points_are_listed_by_kind_of_mistake_and_otherwise(v: Reviewer) -> None:
    v.review(BOTH_ERR + STALEMATE)
    v.page.tree.expandAll()
    v.page.tree.selectAll()
    assert sorted(map(id, v.page.tree.chosen)) == sorted(map(id, v.page.shown))  # each once
    assert v.groups == {
        "Stalemate overlooked · 1": ["1. Qg6"],
        "Wrong king move in pawn endings · 1": ["1… Kb8"],
        "Wrong pawn move in pawn endings · 1": ["1. b6+"],
    }
    v.page.choice.setCurrentIndex(v.page.choice.findData("ending"))
    v.settle()
    assert next(iter(v.groups)) == "King and pawn against king (KPvK) · 2"
    v.page.choice.setCurrentIndex(v.page.choice.findData("clock"))
    v.settle()
    assert list(v.groups) == [
        "Less than 10 seconds · 1",
        "1 to 5 minutes · 1",
        "No clock in the game · 1",
    ]
    assert v.page.status.sentence.text().startswith("2 games read")


def test_only_the_player_and_only_his_mistakes(v: Reviewer) -> None:
    v.review(BOTH_ERR + STALEMATE, "bob")
    assert sum(map(len, v.groups.values())) == 2
    v.page.own.setChecked(True)
    v.settle()
    assert list(v.groups) == ["Wrong king move in pawn endings · 1"]
    assert v.window.store.current.review_player == "bob"


def test_a_row_says_what_a_half_point_is_and_opens_its_game_at_the_move(v: Reviewer) -> None:
    v.review(BOTH_ERR, "bob")
    model = v.page.model
    row = model.index(0, 0, model.index(1, 0))
    cells = [row.siblingAtColumn(column).data() for column in range(model.columnCount())]
    assert cells == ["1. b6+", "win → draw", "Kc7", "1 of 6 · mate in 16", "0:04.0", "Ann – Bob"]
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == ", ".join(cells)
    assert "threw the win away" in row.data(Qt.ItemDataRole.ToolTipRole)
    v.page.own.setChecked(True)
    v.settle()
    v.wait(lambda: v.page.preview.title.text() == "Ann – Bob")
    assert v.page.remark.text().startswith("Better: ")
    v.page.tree.setFocus()
    QTest.keyClick(v.page.tree, Qt.Key.Key_Return)
    v.wait(lambda: v.window.navigation.page is Page.BOARD)
    assert len(v.game.line.played) == 2


def test_a_row_opens_in_a_tab_of_its_own(v: Reviewer) -> None:
    v.review(BOTH_ERR)
    v.page.open_aside.trigger()
    v.wait(lambda: v.window.navigation.page is Page.BOARD)
    assert len(v.window.services.tabs.tabs) == 2


def test_a_file_that_has_changed_is_told_and_the_position_shown(v: Reviewer) -> None:
    v.review(BOTH_ERR)
    (paths.data_dir() / "to review" / "games.pgn").write_text(STALEMATE)
    v.page.tree.opened.emit(v.page.shown[0])
    v.wait(lambda: v.window.navigation.page is Page.BOARD)
    assert v.window.workspace.fen.split()[0] == v.page.shown[0].fen.split()[0]


def test_drills_are_made_once_and_are_due(v: Reviewer) -> None:
    v.review(BOTH_ERR)
    v.page.drills_of_all.click()
    v.wait(lambda: v.offer == "2 positions were added to your drills and are due now.")
    results = TrainingJournal(paths.training_dir()).read().results
    assert sorted(result.drill.goal.value for result in results) == [
        Goal.HOLD.value,
        Goal.WIN.value,
    ]
    v.page.drills_of_all.click()
    v.wait(lambda: v.offer == "These positions are among your drills already.")
    assert len(TrainingJournal(paths.training_dir()).read().results) == 2


def test_missing_tables_are_told_and_can_be_built(v: Reviewer) -> None:
    v.review(game(UNKNOWN, "1. Re2 Kd4") + BOTH_ERR)
    v.wait(v.page.status.lack.build.isVisible)
    assert v.page.status.lack.plan.words.text().startswith("3 positions of 1 ending have no table.")
    assert "to build" in v.page.status.lack.plan.words.text()
    v.page.status.lack.build.click()
    v.wait(lambda: v.window.navigation.page is Page.TABLES)
    tables = v.window.tables
    v.wait(lambda: [ending.name for ending in tables.page.endings] == ["KRNvKB"])


def test_after_their_build_a_new_review_is_offered(v: Reviewer) -> None:
    v.review(game(UNKNOWN, "1. Re2 Kd4"))
    v.wait(v.page.status.lack.build.isVisible)
    v.page.status.lack.show_plan(Plan(()))
    assert v.page.status.lack.plan.words.text() == "The missing tables are available now."
    assert not v.page.status.lack.build.isVisible()
    assert v.page.status.lack.again.isVisible()


def test_what_is_listed_is_saved(
    v: Reviewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(status, "MESSAGE_MS", 0)  # a message stays until another takes its place
    v.review(BOTH_ERR)
    for kind, part in (("page", "<svg"), ("games", "threw the win away"), ("table", "KPvK")):
        v.endings.export(kind, tmp_path / kind)
        v.wait(lambda kind=kind: v.offer.endswith(kind))
        assert part in (tmp_path / kind).read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_told_beside_the_list(
    v: Reviewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    v.review(BOTH_ERR)
    name = str(tmp_path / "gone" / "review.html")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *asked: (name, ""))
    v.page.export_wanted.emit("page")
    v.wait(lambda: "gone" in v.page.status.sentence.text())
    assert v.groups


WRONG = [
    (BOTH_ERR, "Anne", "“Anne” did not play in this game. Did you mean “Ann”?"),
    (
        BOTH_ERR * 2,
        "Zoe",
        "“Zoe” did not play in any of these 2 games. Check how the name is",
    ),
    ("", "", "There are no games in these files."),
    ("\0\1\2" * 99, "", "This is not text, so not PGN either."),
    (
        game(SIXTH_RANK, "1. b6+", Variant="Atomic"),
        "",
        "The variant 'Atomic' is not played here.",
    ),
    ("1. e4 e5 *", "", "1 game read; no ending with few pieces was reached."),
    (
        game(SIXTH_RANK, "1. Kc7"),
        "",
        "1 game read; 1 of them reached an ending with few pieces; no mistakes were found.",
    ),
    (Path("/gone/games"), "", "There is no file or folder /gone/games."),
]


def test_what_is_wrong_is_said_in_a_sentence(v: Reviewer) -> None:
    for text, player, said in WRONG:
        v.review(text, player)
        assert v.page.status.sentence.text().startswith(said)
        assert v.page.start.isEnabled()


def test_games_that_cannot_be_read_are_counted_and_listed(v: Reviewer) -> None:
    v.review(BOTH_ERR + game(SIXTH_RANK, "1. b6+", Variant="Atomic"))
    assert v.page.status.unread.text() == "1 game could not be read…"
    v.page.status.unread.click()
    dialog = v.window.findChild(TextDialog)
    assert "the variant 'Atomic' is not played here" in dialog.field.toPlainText()
    dialog.close()


def test_a_review_that_is_stopped_keeps_what_it_has(apart: Reviewer) -> None:
    apart.do("review_endings")
    place = paths.data_dir() / "many"
    place.mkdir(parents=True)
    (place / "games.pgn").write_text(BOTH_ERR * 20_000)
    apart.endings.review_of((place,))
    apart.page.start.click()
    apart.wait(lambda: len(apart.groups) == 2)
    assert apart.endings.running
    (title, moves), *_ = apart.groups.items()
    assert title.endswith(f"· {len(moves)}")
    apart.page.tree.setCurrentIndex(apart.page.model.index(0, 0, apart.page.model.index(1, 0)))
    chosen = apart.page.tree.current
    assert chosen is not None
    apart.page.status.stop.click()
    apart.settle()
    assert apart.page.status.sentence.text().startswith("Stopped")
    assert sum(map(len, apart.groups.values())) == len(apart.endings.found.half_points)
    assert apart.page.tree.current == chosen


def test_half_points_are_listed_while_others_are_being_looked_for(v: Reviewer) -> None:
    v.review(BOTH_ERR + STALEMATE)
    model = v.page.model
    groups = list(model.groups)
    v.page.show_groups(())
    v.page.add_groups(groups[1:])
    assert v.page.tree.isExpanded(model.index(0, 0))
    v.page.tree.setCurrentIndex(model.index(0, 0, model.index(1, 0)))
    v.page.add_groups(groups)
    assert [(group.title, len(group.items)) for group in model.groups] == [
        (groups[1].title, 2),
        (groups[2].title, 2),
        (groups[0].title, 1),
    ]
    assert v.page.tree.current is groups[2].items[0]
    v.page.show_groups(groups)
    assert v.page.tree.current is groups[2].items[0]

    # of long groups that grow the first rows are shown
    (group,) = (each for each in groups if each.title.startswith("Stalemate"))
    long = Group(group.title, group.items * 400)
    v.page.show_groups(())
    for rows in 400, 500, 500:
        v.page.add_groups([long])
        assert model.rowCount(model.index(0, 0)) == rows
    assert model.index(0, 0).data() == "Stalemate overlooked · 1,200"
    assert len(v.page.shown) == 1200
    v.page.show_groups(list(model.groups))
    assert model.rowCount(model.index(0, 0)) == 1200


def test_the_games_selected_or_found_on_their_page_can_be_reviewed(v: Reviewer) -> None:
    place = paths.data_dir() / "listed"
    place.mkdir(parents=True)
    (place / "games.pgn").write_text(BOTH_ERR + STALEMATE)
    v.do("show_games")
    v.window.games.choose(place)
    page = v.window.games.page
    v.wait(lambda: page.model.rowCount() == 2 and page.total == 2)
    page.search.setText("Cleo")
    v.wait(lambda: page.model.rowCount() == 1)
    page.review.click()
    assert v.page.source.text() == "1 game found"
    v.page.start.click()
    v.settle()
    assert list(v.groups) == ["Stalemate overlooked · 1"]
