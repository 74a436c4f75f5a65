"""Where the moves of a game stand: two columns, and all else in lines between them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.counting import calls
from tests.tiers import examples
from tests.trees import trees

from millmate.gui.features.analyse.score_layout import Layout, Measures, Style, chosen, typed, words
from millmate.records.notes import Notes
from millmate.records.pgn import from_pgn
from millmate.records.tree import GameTree

MEASURES = Measures(lambda text, style: 7.0 * len(text), 16, 24, 5, 14)
WIDTH = 300.0


def layout(text: str, width: float = WIDTH) -> Layout:
    tree = GameTree.of(from_pgn(text)[0])
    ply = tree.rules.board(tree.root.fen).ply()
    return Layout(tree.root, ply, MEASURES, width)


def lines(scene: Layout) -> list[str]:
    """The words from the top down, those of the same height in one line."""
    found: dict[float, list[str]] = {}
    for cell in scene.cells:
        found.setdefault(cell.top, []).append(cell.text)
    return [" ".join(words) for _, words in sorted(found.items())]


def test_white_and_black_stand_side_by_side() -> None:
    scene = layout("1. e4 e5 2. Nf3 *")
    assert lines(scene) == ["1. e4 e5", "2. Nf3"]
    e4, e5 = [cell for cell in scene.cells if cell.style is Style.MAIN][:2]
    assert e5.left == e4.left + scene.column


def test_a_game_that_black_begins_leaves_white_s_place_empty() -> None:
    assert lines(layout('[FEN "8/8/8/8/8/k7/7q/K7 b - - 0 30"]\n\n30... Qg2 *')) == ["30. … Qg2"]


def test_comments_and_variations_interrupt_the_columns() -> None:
    scene = layout("{Start} 1. e4 {good} (1. d4 d5) ({or} 1. c4) 1... e5 2. Nf3 *")
    assert lines(scene) == ["Start", "1. e4", "good", "1. d4 d5", "or 1. c4", "1. … e5", "2. Nf3"]
    assert len(scene.rules) == 2


def test_a_variation_in_a_variation_stands_in_brackets() -> None:
    scene = layout("1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) *", 900)
    assert lines(scene)[1] == "1. d4 d5 ( 1… Nf6 2. c4 ( 2. Nf3 ) ) 2. c4"


def test_signs_stand_behind_their_moves() -> None:
    assert lines(layout("1. e4 $1 $14 e5 $2 $250 *")) == ["1. e4! ⩲ e5? $250"]


def test_long_comments_are_broken_and_stay_within_the_width() -> None:
    scene = layout("1. e4 {" + "seventy words " * 35 + "} *", 200)
    assert len(lines(scene)) > 20
    assert max(cell.right for cell in scene.cells) <= 200


def test_a_place_leads_to_its_move() -> None:
    scene = layout("1. e4 (1. d4 {solid} d5) 1... e5 *")
    for node, cell in scene.moves.items():
        found = scene.cell_at(cell.left + 2, cell.top + cell.height / 2)
        assert found is not None
        assert found.node is node
    solid = next(cell for cell in scene.cells if cell.text == "solid")
    assert solid.node is not None
    assert solid.node.ply is not None
    assert solid.node.ply.text == "d2d4"
    assert scene.cell_at(1, 2000) is None


@examples(40)
@given(trees())
def test_every_move_has_its_place_and_none_lies_on_another(tree: GameTree) -> None:
    ply = tree.rules.board(tree.root.fen).ply()
    scene = Layout(tree.root, ply, MEASURES, WIDTH)
    assert set(scene.moves) == {node for node in tree.nodes() if node.ply is not None}
    tops = [cell.top for cell in scene.cells]
    assert tops == sorted(tops)
    for one, other in zip(scene.cells, scene.cells[1:], strict=False):
        assert one.top < other.top or one.right <= other.left
    assert list(scene.between(0, scene.height)) == scene.cells
    assert scene.height >= max((cell.bottom for cell in scene.cells), default=0)


@pytest.mark.thorough
@examples(60)
@given(trees(), st.data())
def test_what_is_said_of_a_move_moves_the_rest_as_if_all_were_laid_out_anew(
    tree: GameTree, data: st.DataObject
) -> None:
    ply = tree.rules.board(tree.root.fen).ply()
    scene, nodes = Layout(tree.root, ply, MEASURES, WIDTH), list(tree.nodes())
    for _ in range(3):
        node = data.draw(st.sampled_from(nodes))
        said = data.draw(
            st.sampled_from(["", "a", "some words that are too long for one line " * 3])
        )
        tree.annotate(
            node, data.draw(st.sampled_from([node.notes.commented(said), Notes(nags=(1,))]))
        )
        if tree.noted is not None:
            scene.renew(tree.noted)
    fresh = Layout(tree.root, ply, MEASURES, WIDTH)
    assert (scene.cells, scene.rules, scene.height) == (fresh.cells, fresh.rules, fresh.height)
    assert scene.moves == fresh.moves


def test_twice_as_many_moves_and_variations_are_laid_out_with_twice_the_work() -> None:
    def work(moves: int) -> int:
        main = " ".join(
            f"{n}. Nf3 (Nc3 Nf6 {n + 1}. Nd5 {{a word or two}}) Nf6 {n + 1}. Ng1 Ng8"
            for n in range(1, moves, 2)
        )
        tree = GameTree.of(from_pgn(main)[0])
        return calls(lambda: Layout(tree.root, 0, MEASURES, WIDTH))

    assert work(300) < 2.2 * work(150)
    assert work(300) < 60_000  # some hundred a move: 10 ms


@pytest.mark.parametrize(
    ("nags", "number", "expected"),
    [
        ((), 1, (1,)),
        ((1,), 1, ()),
        ((1, 14), 4, (4, 14)),
        ((4, 14), 16, (4, 16)),
        ((146,), 146, ()),
        ((146,), 1, (1, 146)),
    ],
)
def test_a_sign_takes_the_place_of_another_of_its_kind(nags, number, expected) -> None:
    assert chosen(nags, number) == expected


def test_what_is_typed_grows_to_a_sign() -> None:
    assert [typed("", "!"), typed("!", "!"), typed("!", "?")] == [1, 3, 5]
    assert [typed("?", "!"), typed("!!", "?"), typed("", "=")] == [6, 2, 10]
    assert typed("", "x") is None


def test_signs_have_words() -> None:
    assert words(Notes(nags=(4, 18, 250)).nags) == (
        "blunder, White is winning, sign 250 of the standard"
    )
