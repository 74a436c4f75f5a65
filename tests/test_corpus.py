"""Inputs from public bug reports are read: `data/corpus/cases.tsv`.

Cases of games are in `READ`, those of positions in `POSITIONS`; the others, of engines, tables, the
server and the window, need more than a reader, and are with the tests of these. Run as a program
(`python -m tests.test_corpus`), this prints what was expected of each case and what was found.
"""

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from millmate.games.lenient_parser import parse_leniently
from millmate.records import archive
from millmate.records.record import GameRecord

CORPUS = Path(__file__).parent / "data" / "corpus"

with (CORPUS / "cases.tsv").open(encoding="utf-8", newline="") as table:
    CASES = {
        row["id"]: row for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
    }

# The games of each file (players, result, moves), and how many faults are reported.
READ: dict[str, dict[str, tuple[int, str]]] = {
    "b001": {"p44_one_illegal_of_three": (1, "A-B 1-0 e4 e5; C-D 0-1 e4 e5; E-F 1-0 d4")},
    "b003": {"p44b_one_960_of_two": (0, "A-B 1-0 e4 e5; C-D 0-1 e4 e5")},
    "b005": {"p44d_badfen_of_two": (1, "C-D 0-1 e4 e5")},
    "b007": {"q44b_crazyhouse_one": (1, "C-D 1-0 e4")},
    "b008": {"p12_result_half_decimal": (0, "A-B 1/2-1/2 d4 d5; C-D 1-0 e4")},
    "b009": {"p12b_result_double_forfeit": (0, "A-B * d4 d5; C-D 1-0 e4")},
    "b012": {"p12e_result_colon": (0, "A-B 1-0 d4 d5; C-D 1-0 e4")},
    "b013": {"p12f_result_tag_plus": (0, "A-B 1-0; C-D 1-0 e4")},
    "b016": {"q13_tagsonly_then_game": (0, "A-B 1-0; C-D 1-0 e4")},
    "b018": {"p13_fen_only_games": (0, "- *; - *; - *")},
    "b020": {"p01_no_result_then_bare_game": (0, "?-? * e4 e5 Nf3; ?-? * d4 d5 c4")},
    "b021": {
        "p48_untagged_sequence": (
            0,
            "?-? * e4 e5 Nf3 Nc6 Bb5; ?-? * Nf3 Nc6 e4 e5 Bc4; ?-? * e4 e5 Nf3 Nc6 d4",
        )
    },
    "b023": {"p28_fffd": (0, "M\ufffdller-B * e4 e5")},
    "b025": {
        "p30_nul": (0, "A-B * e4 e5"),
        "q30b_nul_pad": (0, "A-B * e4 e5"),
        "q30c_trailing_nul": (0, "A-B * e4 e5"),
    },
    "b027": {"p29_utf16le_bom": (0, "Jan-B * e4 e5"), "p29b_utf16be_bom": (0, "Jan-B * e4 e5")},
    "b028": {"p27_cp1252": (0, "D’Arc-Žofia * e4 e5"), "q27_cp1252_dash": (0, "A-B * e4 e5")},
    "b029": {
        "p26_mixed": (0, "Ján Čierny-Müller * e4; Müller-B * d4"),
        "q26c_mixed_three": (0, "Müller-B * e4; Đorđe-B * d4; Łucja-B * c4"),
    },
    "b033": {"p25_latin1": (0, "Novák, Ján-Müller * e4 e5")},
    "b034": {"q42e_zwnbsp": (0, "A-B * e4 e5 Nf3")},
    "b035": {"p30c_formfeed": (0, "A-B * e4 e5; C-D * d4")},
    "b036": {"p42b_nbsp": (0, "A-B * e4 e5 Nf3")},
    "b037": {"p42c_zwsp": (0, "A-B * e4 e5 Nf3 Nc6")},
    "b039": {"p42e_emdash_castle": (0, "A-B * e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3")},
    "b040": {"p42g_lower_o": (0, "A-B * e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3")},
    "b043": {
        "p04_zero_castling": (0, "A-B * e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6 d3 Bg4 Nc3 Qd7 a3 O-O-O")
    },
    "b044": {
        "p06_castling_eq": (0, "A-B * e4 e5 d3 d6 Nc3 Nc6 Bd2 Bd7 Qe2 Qe7 O-O-O O-O-O"),
    },
    "b045": {"p07_signs": (0, "A-B * e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1")},
    "b046": {"p05_nag_paren": (0, "A-B * e4 e5 Nf3 Nc6")},
    "b047": {
        "p08_var_precomment": (0, "?-? * d4 d5"),
        "p10_nested_precomment": (0, "?-? * d4 Nf6"),
    },
    "b049": {"p09_empty_comments_setup": (0, "x 1- 1-0 Qxe8+ Rxe8 Rxe8#")},
    "b050": {"p11_chessbase_commands": (0, "A-B * e4 e5 Nf3")},
    "b051": {"p02_tags_right_after_result": (0, "?-? * d4 d5; ?-? * d4 c5")},
    "b052": {
        "p23_dots": (0, "?-? * Kg4 Nf6+ Kf5 Nd5 Kg5 Ke5"),
        "p24_four_dots": (0, "A-B * e4 e5 Nf3 Nc6 Bb5"),
    },
    "b053": {"p32_ep": (0, "A-B * e4 Nf6 e5 d5 exd6 cxd6")},
    "b054": {"p32b_ep": (0, "A-B * e4 Nf6 e5 d5 exd6 cxd6")},
    "b055": {"p18a_promo_noeq": (0, "?-? * a8=Q a1=N")},
    "b057": {
        "p34e_german": (0, "A-B * e4 e5 Nf3 Nc6 Bb5 a6 O-O"),
        "q34_german_promo": (0, "?-? * a8=Q"),
    },
    "b058": {"p34_figurine": (0, "A-B * e4 e5 Nf3 Nc6 Bb5")},
    "b061": {"p34f_lower": (0, "A-B * e4 e5 Nf3 Nc6 Bb5")},
    "b062": {"q33_RR_inf": (0, "A-B * e4 e6 d4 a5")},
    "b065": {"p36j_tag": (0, "A-B * e4 e5")},
    "b066": {"p36b_tag": (0, "A-B * e4 e5")},
    "b067": {"p36a_tag": (0, "A-B * e4 e5")},
    "b070": {
        "q36d_fide_timecontrol": (0, "A-B * e4"),
        "q36f_bracket_value": (0, "[=0010.01a1b2]-B * e4"),
        "q36e_quote_in_value": (0, 'A "Nick" B-B * e4'),
    },
    "b071": {"p03_tag_parens": (0, "?-? * e4 a6")},
    "b072": {"q49_pgn_bbcode": (0, "Him-Me * e4 e5")},
    "b074": {
        "p20_null_main": (0, "A-B 1-0 e4 e5 -- Nc6 Bb5 a6"),
        "q20_null_sides": (0, "A-B * e4 e5 Nf3 -- Bb5 -- O-O"),
    },
    "b076": {"q20b_pass_word": (0, "A-B * e4 -- d4")},
    "b077": {"p47_960_startpos": (0, "?-? * e4 e5 Nf3 Nc6 Bc4 Bc5 O-O")},
    "b078": {
        "k960_review2": (0, "A-B 1/2-1/2 Kd1 Kf2 Kc1 Kg2 Ra3 Kf2 Rh3 Kg2 Rf3 Kxf3"),
    },
    "b087": {"p40j_fen": (0, "A-B * Ra3+"), "q40b_fen_stale_one": (0, "A-? * O-O")},
    "b088": {"p40k_fen": (0, "A-B * Ra3+")},
    "b090": {"p40l_fen": (0, "A-B * Ra3+")},
}

READ_ELSEWHERE = {
    "p42_cr",  # line ends and lengths: tests/records
    "q50_5949",
    "cyr_review",  # printed by `millmate review`: tests/cli
}


def read(name: str) -> tuple[int, str]:
    """Return how many faults a file of games has, and its games in one line."""
    games = archive.load_placed(CORPUS / "pgn" / f"{name}.pgn")
    found = (
        " ".join((f"{game.white}-{game.black}", game.outcome.result, *_sans(game)))
        for game in (placed.record for placed in games)
    )
    return len(games.faults), "; ".join(found)


def _sans(game: GameRecord) -> Iterator[str]:
    board = chess.Board(game.start_fen)
    for move in map(chess.Move.from_uci, game.moves):
        yield board.san(move)
        board.push(move)


_ROOK = "8/8/8/8/8/4k3/8/R3K3 w - - 0 1"
# Texts with the position that is read, and how many remarks say what was changed.
POSITIONS: dict[str, list[tuple[str, str, int]]] = {
    "b087": [("8/8/8/8/8/4k3/8/R3K3 w KQkq - 0 1", "8/8/8/8/8/4k3/8/R3K3 w Q - 0 1", 1)],
    "b088": [("8/8/8/8/8/4k3/8/R3K3 w - e6 0 1", _ROOK, 1)],
    "b090": [
        (
            "2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - - -",
            "2rq1rk1/pp2ppbp/1n4p1/3pP3/2P5/1P2B3/P2NQPPP/2R2RK1 b - - 0 1",
            1,
        )
    ],
    "b092": [("8/8/8/8/8/4k3/8/R3K3_w_-_-_0_1", _ROOK, 0)],
    "b095": [("8/8/8/8/8/4k3/8/R3K3", _ROOK, 1)],
    "b103": [
        (
            "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - hmvc 2; fmvn 4;",
            "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 4",
            0,
        )
    ],
    "b104": [("rule50.fen.epd", "8/8/6k1/3B4/3K4/4N3/8/8 w - - 54 106", 0)],
    "b106": [("matetrack.epd", _ROOK, 0)],
    "b108": [('8/8/8/8/8/4k3/8/R3K3 w - -;id "x"', _ROOK, 0)],
    "b110": [
        (
            "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6",
            "rnbqkbnr/ppp2ppp/8/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1",
            0,
        )
    ],
    "b150": [("sanmill_7_white_first.fen", ".WBWBWBW/WB.B...B/BW.WBW.W b 0 0 8 23", 1)],
    "b152": [("removal_due.fen", "W....W../W......B/.......B b 6 7 0 1", 2)],
}


def found_in(text: str) -> tuple[str, int]:
    """Return the position in a text, or in the first line of a file, and the count of remarks."""
    files = [path for folder in ("epd", "morris") if (path := CORPUS / folder / text).is_file()]
    position = parse_leniently(files[0].read_text("utf-8").split("\n")[0] if files else text)
    return position.fen, len(position.remarks)


@pytest.mark.parametrize("case", READ)
def test_the_games_of_a_file_are_read(case: str) -> None:
    assert {name: read(name) for name in READ[case]} == READ[case]


@pytest.mark.parametrize("case", POSITIONS)
def test_a_position_is_read(case: str) -> None:
    for text, *expected in POSITIONS[case]:
        assert list(found_in(text)) == expected, text


def test_every_case_of_a_file_of_games_is_read() -> None:
    files = {path.stem for path in (CORPUS / "pgn").glob("*.pgn")}
    assert files - {name for case in READ.values() for name in case} <= READ_ELSEWHERE


def main() -> None:
    """Print all cases."""
    for name, row in CASES.items():
        found = [
            *map(read, READ.get(name, ())),
            *(found_in(each[0]) for each in POSITIONS.get(name, ())),
        ]
        wanted = [*READ.get(name, {}).values(), *(each[1:] for each in POSITIONS.get(name, ()))]
        verdict = "elsewhere" if not wanted else "passed" if found == wanted else "FAILED"
        sys.stdout.write(f"{name} {verdict}: {row['input']} | {row['expected']} | {found or ''}\n")


if __name__ == "__main__":
    main()
