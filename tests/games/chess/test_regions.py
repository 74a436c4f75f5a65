import chess
import pytest

from millmate.games.chess.regions import RegionError, region


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("e1", chess.BB_E1),
        ("e1,e8", chess.BB_E1 | chess.BB_E8),
        ("7", chess.BB_RANK_7),
        ("a", chess.BB_FILE_A),
        ("A C", chess.BB_FILE_A | chess.BB_FILE_C),
        ("a-c", chess.BB_FILE_A | chess.BB_FILE_B | chess.BB_FILE_C),
        ("8-7", chess.BB_RANK_8 | chess.BB_RANK_7),
        ("a1-b2", chess.BB_A1 | chess.BB_A2 | chess.BB_B1 | chess.BB_B2),
        ("light", chess.BB_LIGHT_SQUARES),
        ("dark, h1", chess.BB_DARK_SQUARES | chess.BB_H1),
    ],
)
def test_a_region_is_squares_ranks_files_and_ranges_of_them(text: str, squares: int) -> None:
    assert region(text) == squares


@pytest.mark.parametrize("text", ["", " , ", "i1", "a9", "a-3", "a1-c", "e1-", "-e1", "Ke1"])
def test_what_names_no_squares_is_refused_with_a_word_on_how_to_write_them(text: str) -> None:
    with pytest.raises(RegionError, match="e1"):
        region(text)
