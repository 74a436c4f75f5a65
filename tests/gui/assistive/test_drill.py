"""The real program by what assistive technology sees, hears and does: its pages, and a drill.

The program runs on a screen and a session bus of its own; all else goes over D-Bus, as it does for
a screen reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from tests.gui.assistive import desktop

if desktop.lack():
    pytest.skip(desktop.lack(), allow_module_level=True)

from tests.gui.assistive.assistant import Assistant, Node

from millmate.tablebase.probe import Tablebase

_NEVER = 1000  # plies
_SQUARE = re.compile(r"([a-h][1-8]), (white|black) (king|queen|rook|bishop|knight|pawn)")


class Blind:
    """Somebody at the program who has its accessibility tree, a keyboard, and nothing else."""

    def __init__(self, assistant: Assistant, tables: Path) -> None:
        self.assistant, self.tables = assistant, tables
        self.window = assistant.window("Mill & Mate")

    def press(self, role: str, name: str) -> None:
        self.window.find(role, name).do("Press")

    @property
    def board(self) -> Node:
        return self.window.find("list", "Board")

    def square(self, name: str) -> Node:
        return next(each for each in self.board.children if each.name.startswith(name))

    @property
    def position(self) -> chess.Board:
        """The men that stand on the squares, by what these are called; White is to move."""
        found = chess.Board(None)
        for square in self.board.children:
            if said := _SQUARE.match(square.name):
                at, colour, man = said.groups()
                kind = chess.PIECE_NAMES.index(man)
                found.set_piece_at(chess.parse_square(at), chess.Piece(kind, colour == "white"))
        return found

    def best(self) -> chess.Move:
        """Return a move that mates as soon as can be."""
        board = self.position

        def plies(move: chess.Move) -> int:
            after = board.copy()
            after.push(move)
            verdict = tables.probe(after)
            return verdict.plies if verdict.wdl < 0 and verdict.plies is not None else _NEVER

        with Tablebase(self.tables) as tables:
            return min(board.legal_moves, key=plies)

    def hears(self, *words: str) -> None:
        """Wait until all of this has been read out, and forget what came before."""
        announced = self.assistant.announced
        self.assistant.until(
            lambda: all(any(word in each for each in announced) for word in words),
            lambda: f"{words} are not all in {announced}",
        )
        announced.clear()


@pytest.fixture
def blind(tables: Path, tmp_path: Path) -> Iterator[Blind]:
    with (
        desktop.desktop(tmp_path) as env,
        Assistant(env["DBUS_SESSION_BUS_ADDRESS"]) as assistant,
        desktop.program(env, tmp_path, tables=tables),
    ):
        yield Blind(assistant, tables)


_PAGES = ["Home", "Board", "Train", "Explore", "Tables", "Games", "Tournaments"]
_DATA = {"tree item", "cell"}  # some are empty
_NO_ROLES = {"filler", "unknown", "invalid"}


@pytest.mark.thorough
def test_on_every_page_what_takes_the_focus_has_a_name_and_a_role(blind: Blind) -> None:
    for page in _PAGES:
        blind.press("page tab", page)
        tab = blind.window.find("page tab", page)
        blind.assistant.until(lambda tab=tab: "selected" in tab.states)
        # A page is still being filled: where something goes while it is asked, all are asked again.
        asked = blind.assistant.until(lambda: [(_is_obscure(n), n) for n in blind.window.shown])
        assert [node for obscure, node in asked if obscure] == [], page


def a_list_that_gets_the_focus_tells_of_its_current_row(blind: Blind) -> None:
    assistant = blind.assistant
    blind.press("page tab", "Board")
    blind.window.find("list item", lambda name: "wins, mate in" in name)
    assistant.until(lambda: assistant.focus)  # the window has the keyboard
    assistant.key("F4")
    assistant.until(lambda: assistant.focus.role == "list item")
    assert "wins, mate in" in assistant.focus.name
    assert "selected" in assistant.focus.states


def _is_obscure(node: Node) -> bool:
    if "focusable" not in node.states or any(c.role == "page tab list" for c in node.children):
        return False  # the tabs have the focus, not what they are in
    named = node.name or node.role in _DATA or any(each.name for each in node.labels)
    return not named or node.role in _NO_ROLES


def test_a_drill_from_the_start_of_the_program_to_mate(blind: Blind) -> None:
    assistant, window = blind.assistant, blind.window
    a_list_that_gets_the_focus_tells_of_its_current_row(blind)
    # The page, and a mate in two moves.
    blind.press("page tab", "Train")
    assistant.until(lambda: "selected" in window.find("page tab", "Train").states)
    for name in ("Minimum distance", "Maximum distance"):
        window.find("spin box", name).set_value(2)
    goal = window.find("combo box", "Win")
    assert [each.name for each in goal.labels] == ["Goal"]
    blind.press("push button", "Start")
    # The first move by pressing two squares.
    window.find("label", "White to move and win")
    window.find("label", "Hidden during the drill")
    blind.hears("Your move: play it on the board.")
    assert len(blind.board.children) == 64
    before = blind.position
    move = blind.best()
    blind.square(chess.square_name(move.from_square)).do("Press")
    lifted = blind.square(chess.square_name(move.from_square))
    assert "selected" in lifted.states
    assert assistant.focus == lifted
    blind.square(chess.square_name(move.to_square)).do("Press")
    man = chess.piece_name(before.piece_type_at(move.from_square))
    blind.hears(f"White: {man} ", "Kept: mate in 1", "Black: king ")
    window.find("cell", "✓ kept")
    # The last one typed: a key opens the field, the text is set as by dictation.
    window.find("label", "to move")
    move = blind.best()
    assistant.key("slash")
    field = window.find("text", "Type a move")
    assistant.until(lambda: assistant.focus == field)
    field.write("Zz9")
    assistant.until(lambda: field.description == "No move starts like this.")
    field.write(move.uci())
    assistant.until(lambda: field.description == blind.position.san(move))
    assistant.key("Return")
    blind.hears("checkmate", "Kept: checkmate")
    window.find("label", lambda text: text.startswith("2 kept"))
    blind.press("push button", "Next ending")
    window.find("push button", "Hint")
