import math
import random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import materials

from millmate.games.chess.material import Material
from millmate.tablebase.layout import CHUNK, SHARD, Layout, Pawns, mirrored

FLIPS = (
    chess.flip_horizontal,
    chess.flip_vertical,
    chess.flip_diagonal,
    chess.flip_anti_diagonal,
)
SOME = ["KvK", "KQvK", "KBNvK", "KNNvK", "KQQvKQ", "KRRRvK", "KRBBvKBB"]
SOME += ["KPvK", "KRPvK", "KPvKP", "KPPvKP", "KNNPvK", "KQQvKPP", "KQPvKQQ"]
layouts = st.one_of(
    st.sampled_from(SOME).map(Material.parse),
    materials().filter(
        lambda material: material.men <= 6 and (material.white + material.black).count("P") < 4
    ),
).flatmap(lambda material: st.sampled_from([Layout(material), Layout(material.swapped)]))


def parts(layout: Layout, board: chess.Board) -> tuple[bool, int, int, list[int], Pawns]:
    """Return what `Layout.place` asks for."""
    kings = [board.king(colour) for colour in (chess.WHITE, chess.BLACK)]
    assert kings[0] is not None
    assert kings[1] is not None
    pieces: list[int] = []
    for colour in (chess.WHITE, chess.BLACK):
        for kind in (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT):
            pieces.extend(board.pieces(kind, colour))
    white, black = (tuple(board.pieces(chess.PAWN, colour)) for colour in (True, False))
    return board.turn, kings[0], kings[1], pieces, (white, black)


@st.composite
def placed(draw: st.DrawFn) -> tuple[Layout, chess.Board]:
    """Draw a layout and men on different squares, legal or not."""
    layout = draw(layouts)
    material = layout.material
    board = chess.Board(None)
    board.turn = draw(st.booleans())
    squares = draw(st.permutations(range(64)))
    for symbol in sorted(material.white + material.black.lower(), key=lambda s: s.upper() != "P"):
        pawn = symbol.upper() == "P"
        square = next(s for s in squares if not pawn or 8 <= s < 56)
        squares.remove(square)
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    return layout, board


@given(placed())
def test_a_position_has_its_own_or_its_mirror_images_place(
    drawn: tuple[Layout, chess.Board],
) -> None:
    layout, board = drawn
    place = layout.place(*parts(layout, board))
    assert 0 <= place < layout.size
    there = layout.board(place)
    assert there.turn == board.turn
    images = [board]
    for flip in FLIPS[:1] if board.pawns else FLIPS[:3]:
        images += [image.transform(flip) for image in images]
    assert there.board_fen() in {image.board_fen() for image in images}
    # That place is the position's there, too.
    assert layout.place(*parts(layout, there)) == place


@given(placed())
def test_mirror_images_share_a_place_but_where_both_are_stored(
    drawn: tuple[Layout, chess.Board],
) -> None:
    layout, board = drawn
    place = layout.place(*parts(layout, board))
    for flip in FLIPS[:1] if board.pawns else FLIPS:
        image = board.transform(flip)
        other = layout.place(*parts(layout, image))
        if other != place:
            one, two = layout.board(place), layout.board(other)
            twins = chess.flip_horizontal if board.pawns else chess.flip_diagonal
            assert two.board_fen() == one.transform(twins).board_fen()
            for told in (
                one.pawns,
                one.pieces_mask(chess.KING, chess.WHITE) if not one.pawns else 0,
            ):
                assert twins(told) == told


@given(placed())
def test_without_pawns_a_king_on_the_diagonal_has_an_image_across_it(
    drawn: tuple[Layout, chess.Board],
) -> None:
    layout, board = drawn
    start, place = divmod(layout.place(*parts(layout, board)), layout.slice_size)
    one, image = (layout.board(start * layout.slice_size + p) for p in (place, layout.image(place)))
    king = one.king(chess.WHITE)
    assert king is not None
    if not board.pawns and king % 9 == 0:
        one = one.transform(chess.flip_diagonal)
    assert image.board_fen() == one.board_fen()


@given(placed(), st.randoms())
def test_like_pieces_may_come_in_any_order(
    drawn: tuple[Layout, chess.Board], rng: random.Random
) -> None:
    layout, board = drawn
    turn, white, black, squares, pawns = parts(layout, board)
    place = layout.place(turn, white, black, squares, pawns)
    men = list(zip(layout.kinds, layout.white, squares, strict=True))
    rng.shuffle(men)
    men.sort(key=lambda man: (not man[1], -man[0]))
    assert layout.place(turn, white, black, [man[2] for man in men], pawns) == place


@given(placed())
def test_squares_of_like_pieces_ascend_in_the_table(drawn: tuple[Layout, chess.Board]) -> None:
    layout, board = drawn
    place = layout.place(*parts(layout, board))
    squares = [place >> 6 * (layout.pieces - piece) & 63 for piece in range(layout.pieces)]
    assert all(squares[piece] < squares[piece + 1] for piece in layout.like)


@pytest.mark.parametrize(
    ("name", "slices"),
    [("KQvKR", 1), ("KPvK", 24), ("KRPvKR", 24), ("KPPvK", 576), ("KPvKP", 1128), ("KPPPvK", 8648)],
)
def test_pawns_have_as_many_slices_as_placements_up_to_the_mirror(name: str, slices: int) -> None:
    layout = Layout(Material.parse(name))
    assert layout.slices == len(layout.placements) == slices
    assert list(layout.placements) == sorted(set(layout.placements))


@pytest.mark.parametrize("name", ["KvK", "KPvK", "KPPvK", "KPvKP", "KRPvKP"])
@pytest.mark.parametrize("swapped", [False, True])
def test_every_placement_of_pawns_has_one_slice(name: str, swapped: bool) -> None:
    material = Material.parse(name)
    layout = Layout(material.swapped if swapped else material)
    for number, pawns in enumerate(layout.placements):
        assert (len(pawns[0]), len(pawns[1])) == layout.pawns
        image = mirrored(pawns)
        assert pawns <= image
        assert layout.slice_of(pawns) == (number, False)
        assert layout.slice_of(image) == (number, image != pawns)


@given(layouts)
def test_chunks_and_shards_cover_the_table_in_order(layout: Layout) -> None:
    assert math.prod(layout.shape) == layout.size
    assert layout.chunk_size == math.prod(layout.chunk_shape) <= CHUNK
    assert math.prod(layout.shard_shape) <= 2 * SHARD
    tiles = list(zip(layout.shard_shape, layout.chunk_shape, strict=True))
    assert all(shard % chunk == 0 for shard, chunk in tiles)
    beyond = 2 * layout.side_chunks * layout.chunk_size - layout.size
    assert 0 <= beyond < 2 * layout.chunk_size
    assert layout.side_shards * layout.shard_chunks >= layout.side_chunks


@pytest.mark.parametrize(
    ("name", "shape", "chunk", "shard"),
    [
        ("KQvK", (2, 10, 64, 64), (1, 10, 64, 64), (1, 10, 64, 64)),
        ("KBNvK", (2, 10, 64, 64, 64), (1, 1, 64, 64, 64), (1, 10, 64, 64, 64)),
        ("KRBvKR", (2, 10, 64, 64, 64, 64), (1, 1, 1, 64, 64, 64), (1, 1, 64, 64, 64, 64)),
        ("KPvK", (2, 24, 64, 64), (1, 24, 64, 64), (1, 24, 64, 64)),
        ("KPvKP", (2, 1128, 64, 64), (1, 64, 64, 64), (1, 1152, 64, 64)),
        ("KPPPvK", (2, 8648, 64, 64), (1, 64, 64, 64), (1, 4096, 64, 64)),
        ("KRPvK", (2, 24, 64, 64, 64), (1, 1, 64, 64, 64), (1, 24, 64, 64, 64)),
        ("KRPvKP", (2, 1128, 64, 64, 64), (1, 1, 64, 64, 64), (1, 64, 64, 64, 64)),
        ("KRPvKR", (2, 24, 64, 64, 64, 64), (1, 1, 1, 64, 64, 64), (1, 1, 64, 64, 64, 64)),
    ],
)
def test_chunks_and_shards_are_whole_trailing_axes(
    name: str, shape: tuple[int, ...], chunk: tuple[int, ...], shard: tuple[int, ...]
) -> None:
    layout = Layout(Material.parse(name))
    assert (layout.shape, layout.chunk_shape, layout.shard_shape) == (shape, chunk, shard)
