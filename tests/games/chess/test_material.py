"""Materials: their names, their order, and what captures leave of them."""

import chess
import pytest
from hypothesis import given
from tests.strategies import endings, materials

from millmate.games.chess.material import Material, MaterialError, all_materials


@pytest.mark.parametrize(
    "text", ["KBNvK", "KNBvK", "NKBvK", "KBNK", "KBNk", "kbnvk", "KvKBN", "kKBN", " KBNvK ", "BNKK"]
)
def test_every_way_to_write_it_is_the_same_material(text: str) -> None:
    assert str(Material.parse(text)) == "KBNvK"


@pytest.mark.parametrize(
    "text", ["", "K", "KBN", "KKvK", "QvK", "KXvK", "KvKvK", "king v king", "♔v♚"]
)
def test_what_is_no_material_is_named_in_the_message(text: str) -> None:
    with pytest.raises(MaterialError) as error:
        Material.parse(text)
    assert repr(text) in str(error.value)
    assert "KBNvK" in str(error.value), "the message shows how it is done"


@pytest.mark.parametrize("text", ["KRpvK", "KRpvKR", "KRPpvKRp", "KRPvKRp", "KppvKpp", "KppvK"])
def test_a_small_pawn_faces_one_of_the_other_side(text: str) -> None:
    with pytest.raises(MaterialError, match="such as KRpvKRp") as error:
        Material.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("text", ["KRpvKBp", "KBpvKRp", "RpKvpBK", " KRpvKBp "])
def test_facing_pawns_are_small(text: str) -> None:
    material = Material.parse(text)
    assert str(material) == "KRpvKBp"
    assert material == Material("KRP", "KBP", facing=True) != Material.parse("KRPvKBP")
    assert Material.named("KBpvKRp") == material.swapped
    assert material.whole == Material.parse("KRPvKBP")
    assert material.swapped.canonical() == material
    assert {*map(str, material.successors())} == {"KBPvKP", "KBPvKR", "KRPvKB", "KRPvKP"}
    assert material.promotions() == []


@pytest.mark.parametrize("text", ["krpvkrp", "KRPkrp", "KRPKRP"])
def test_small_letters_elsewhere_are_no_facing_pawns(text: str) -> None:
    assert Material.parse(text) == Material.parse("KRPvKRP")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("KvKQ", "KQvK"),
        ("KRvKQ", "KQvKR"),
        ("KBvKR", "KRvKB"),
        ("KQvKRB", "KRBvKQ"),
        ("KNvKP", "KNvKP"),
    ],
)
def test_the_stronger_side_is_white(text: str, name: str) -> None:
    assert str(Material.parse(text)) == name


def test_men_and_pawns_are_counted() -> None:
    assert Material.parse("KBNvK").men == 4
    assert not Material.parse("KBNvK").has_pawns
    assert Material.parse("KQvKP").has_pawns


@pytest.mark.parametrize(
    ("text", "what", "names"),
    [
        ("KQRvKB", "captures", "KQRvK KQvKB KRvKB"),
        ("KRRvK", "captures", "KRvK"),  # like rooks count once
        ("KvK", "captures", ""),
        ("KRPvK", "promotions", "KQRvK KRBvK KRNvK KRRvK"),
        ("KPvKP", "promotions", "KBvKP KNvKP KQvKP KRvKP"),
        ("KBNvK", "promotions", ""),
        # A pawn may take and promote at once.
        ("KRvKP", "successors", "KBvK KNvK KQvK KRvK KPvK KQvKR KRvKB KRvKN KRvKR"),
        ("KBNvK", "closure", "KvK KBvK KNvK KBNvK"),
    ],
)
def test_what_a_material_leads_to(text: str, what: str, names: str) -> None:
    assert [str(m) for m in getattr(Material.parse(text), what)()] == names.split()


def test_the_closure_follows_captures_and_promotions() -> None:
    names = [str(m) for m in Material.parse("KPvKP").closure()]
    assert names[:6] == ["KvK", "KBvK", "KNvK", "KQvK", "KRvK", "KPvK"]
    assert names[-5:] == ["KBvKP", "KNvKP", "KQvKP", "KRvKP", "KPvKP"]
    assert len(names) == 6 + 10 + 5


def test_the_material_of_a_board_keeps_its_colours() -> None:
    assert Material.of(chess.Board("8/8/8/8/3k4/8/8/K6q w - - 0 1")) == Material("K", "KQ")
    assert str(Material.of(chess.Board())) == "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"


@given(materials())
def test_a_name_names_its_own_material(material: Material) -> None:
    assert Material.parse(str(material)) == material == material.canonical()


@given(materials())
def test_swapping_colours_twice_changes_nothing(material: Material) -> None:
    assert material.swapped.swapped == material
    assert material.swapped.canonical() == material


@given(materials().filter(lambda material: material.men <= 6))
def test_every_material_comes_after_all_that_it_leads_to(material: Material) -> None:
    closure = material.closure()
    assert closure[-1] == material
    for index, member in enumerate(closure):
        assert set(member.successors()) <= set(closure[:index])
        assert {*member.captures(), *member.promotions()} <= set(member.successors())


@given(endings())
def test_a_move_leads_into_the_same_material_or_a_successor(board: chess.Board) -> None:
    material = Material.of(board).canonical()
    successors = material.successors()
    for move in board.generate_legal_moves():
        after = board.copy(stack=False)
        after.push(move)
        into = Material.of(after).canonical()
        if move.promotion and not board.is_capture(move):
            assert into in material.promotions()
        elif board.is_capture(move) and not move.promotion:
            assert into in material.captures()
        else:
            assert into in (successors if move.promotion else [material])


def test_all_materials_of_so_many_men() -> None:
    assert [str(m) for m in all_materials(3)] == ["KBvK", "KNvK", "KQvK", "KRvK", "KPvK"]
    assert [len(all_materials(men)) for men in (2, 3, 4, 5, 6)] == [0, 5, 35, 145, 510]
    for at, material in enumerate(five := all_materials(5)):
        assert material == material.canonical()
        assert {m for m in material.closure() if m.men > 2} <= set(five[: at + 1])
