"""Every reader of games sees the same games in any text; none hangs, fails or loses one."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tiers import first, only

from millmate.errors import InputError, MillMateError
from millmate.games.lenient_parser import holds_position
from millmate.gui.shell.files import opening
from millmate.play.endgame_review.endings import read_file
from millmate.play.study.reading import contents
from millmate.records import archive
from millmate.records.database.headers import scan
from millmate.records.morris_text import as_turns
from millmate.records.pgn import Games, from_pgn, to_pgn
from millmate.text_decode import decode

CORPUS = Path(__file__).parents[1] / "data" / "corpus"
FILES = sorted([*CORPUS.rglob("*.pgn"), CORPUS.parent / "studies.pgn"])
FAULTY = {"p44_one_illegal_of_three.pgn", "p44d_badfen_of_two.pgn", "q44b_crazyhouse_one.pgn"}
MUTATED = 150
SHORT = [path for path in FILES if path.stat().st_size < 80_000]


def count_of(path: Path) -> int:
    """Return the number of games in a file, which every reader agrees on."""
    counts = {
        "list": len(list(scan(path.read_bytes()))),
        "review": sum(1 for game in read_file(path, 5) if game.game is not None),
        "study": contents(path)[0],
    }
    try:
        counts["open"] = archive.load_placed(path).total
    except MillMateError:
        assert counts["list"] in (0, 1), path
    assert len(set(counts.values())) == 1, (path, counts)
    return counts["list"]


@pytest.mark.parametrize(
    "path",
    only(FILES, *SHORT),
    ids=lambda path: path.name,
)
def test_a_file_has_the_same_games_for_every_reader(path: Path) -> None:
    assert count_of(path) > 0
    games = archive.load_placed(path)
    assert bool(games.faults) == (path.name in FAULTY)
    for game in games:
        assert archive.load_at(game.place) == game if game.place else False


@pytest.mark.parametrize(
    ("text", "moves", "results"),
    [
        ('[A "x"]\n\n1. e4 e5\n\n1. d4 d5 2. c4', [2, 3], "**"),
        ("e4 e5 *\nd4 d5 c4 *", [2, 3], "**"),
        ('[White "A"]\n\n[White "B"]\n\n*', [0, 0], "**"),
        ('[White "A"]\n\n{words}\n\n[White "B"]\n\n1. e4', [0, 1], "**"),
        ('[White "A"]\n\n[Black "B"]\n\n1. e4', [1], "*"),
        ('[Event "?"]\n\n[Date "?"]\n\n[White "A"]\n\n[Black "B"]\n\n1. e4', [1], "*"),
        ('[White "A"]\n[Black "B"]\n\n[Event "x"]\n\n1. e4', [0, 1], "**"),
        ('[Black "A"]\n\n[White "B"]\n\n1. e4', [0, 1], "**"),
        ('[Event "x"]\n[White "A\n\n[White "B"]\n\n1. e4', [0, 1], "**"),
        ("1. e4 {1. d4\n\n1. c4} (1. f4\n\n1. d3) e5 *", [2], "*"),
        ('1. e4 {a\n\n[White "x"]\n\n1. d4} e5 *', [2], "*"),
        ('{ open\n\n[White "A"]\n\n1. e4 *', [1], "*"),
        ("1. e4 e5 1-0\n\n1. d4 0-1 1. c4 c5 *", [2, 1, 2], ["1-0", "0-1", "*"]),
        ("1. e4 0-0", [1], "*"),
        *((f"1. e4 {text}", [1], ["1-0"]) for text in ("1:0", "1 - 0", "1–0", "1-0 ff", "+:-")),
        *((f"1. e4 {text}", [1], ["1/2-1/2"]) for text in ("1/2", "½:½", "0.5-0.5", "½–½", "=:=")),
        *((f'[Result "{text}"]\n\n1. e4', [1], ["0-1"]) for text in ("0:1", "-/+", "--+", "0 - 1")),
        ("1. e4 1/2-0", [1], "*"),
    ],
)  # fmt: skip
def test_where_games_end(text: str, moves: list[int], results: list[str], tmp_path: Path) -> None:
    games = from_pgn(text)
    assert [len(game.moves) for game in games] == moves
    assert [game.outcome.result for game in games] == list(results)
    (path := tmp_path / "x.pgn").write_text(text, encoding="utf-8")
    assert count_of(path) == len(moves)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O",
        "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. 0-0",
        "1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. o-o",
        "1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. О-О",
        "1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. O–O",
        "1. e4 e5 2. nf3 nc6 3. bb5 a6 4. 0–0",
        "1. E4 E5 2. NF3 NC6 3. BB5 A6 4. O-O",
        "1. Pe4 Pe7-e5 2. Ng1f3, Nb8-c6. 3. Bf1b5! a6 4. O-O",
        "1. e4! TN e5?! RR {x} 2. Nf3 +/= Nc6 N 3. Bb5 inf a6 D 4. O-O+=",
        "1.e4→ e5⇆ 2.Nf3± Nc6∓ 3.Bb5 ⌓ a6 = 4.O-O □",
        "[pgn]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n[/pgn]",
        "```pgn\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n```",
        '> [White "A"]\n>\n> 1. e4 e5 2. Nf3 Nc6\n> 3. Bb5 a6 4. O-O *',
        "<p>1. e4 e5<br>2. Nf3 Nc6<br/>3. Bb5&nbsp;a6 <b>4. O-O</b></p>",
        '<div>[White &quot;A&quot;]</div>\n<div>1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *</div>',
        "My best game, in 2021: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O and White won.",
        '[White Elo "1"]\n[Empty]\n[Black "B"]\n[Site "x]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O',
        "1\u200b. e4\u2060 e5\u200e 2. Nf3\ufeff Nc6 3. Bb\0005 a6 4. O-O",
    ],
)  # fmt: skip
def test_one_game_in_many_spellings(text: str) -> None:
    games = from_pgn(text)
    assert [game.moves for game in games] == [
        ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1")
    ]
    assert games.faults == []


@pytest.mark.parametrize(
    ("start", "moves", "played"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6ep exd6e.p. exd6(ep) e:d6 Pexd6 e5:d6", "e5d6"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8(Q) a8/Q a8Q a8=Q a8=D a8q a7a8q A8=Q a8=(Q)", "a7a8q"),
        ("k7/8/K7/8/8/8/8/7R w - - 0 1", "Rh8mate Rh8# Rh8++ Rh8ch rh8 Th8 ♖h8", "h1h8"),
        ("4k3/8/8/2p5/1P6/B7/8/4K3 w - - 0 1", "bxc5 b:c5 b4xc5", "b4c5"),
    ],
)  # fmt: skip
def test_one_move_in_many_spellings(start: str, moves: str, played: str) -> None:
    for move in moves.split():
        (game,) = from_pgn(f'[FEN "{start}"]\n\n1. {move} *')
        assert game.moves == (played,), move


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_faults_have_their_lines_whatever_ends_them(end: str, tmp_path: Path) -> None:
    text = '[White "A"]\n\n1. e4\nKe3 *\n\n[White "B"]\n\n1. e4 {of\ntwo lines} Ke4 *\n'
    text += '\n[Game "Morris"]\n\n1. d6 f4 2. d2 xf4\n3. A9\n'
    text = text.replace("\n", end)
    (path := tmp_path / "x.pgn").write_bytes(text.encode())
    (wide := tmp_path / "wide.pgn").write_bytes(text.encode("utf-16"))
    for games in (from_pgn(text), archive.load_placed(path), archive.load_placed(wide)):
        assert [fault.line for fault in games.faults] == [4, 9, 13]


def test_signs_become_numbers() -> None:
    (game,) = from_pgn("1. e4 TN e5 D 2. Nf3→ Nc6 N 3. Bb5 +/= a6 ⌓ 4. Ba4+- *")
    assert game.movetext is not None
    nags = [move.notes.nags for move in game.movetext.moves]
    assert nags == [(146,), (220,), (36,), (146,), (14,), (142,), (18,)]


# Hostile texts ------------------------------------------------------------------------------------

SIGNS = [
    *"{}()[];<>$%\"'*.,:-+=!?1ax \n\t\v\\",
    *("[A ", '[A "', '"] ', "{\n\n1. ", "(\n\n1. ", "\n\n1. ", "* ", "1-0 ", "1. e4 {", "x{}"),
    *("<a", "&quot;", '[A "b"]\n', '{\n[A "b"]\n', "d6 xa1 ", "a1 xa4", "1 Place to ", "> ", "```"),
    *("1. ", "e4 ", "(e4", "$1", ";\n", "%\n", "-–", "½", "[%x ", "\r", "\ufeff", "8/"),
]  # fmt: skip


def refused(read: Callable[[str], object], text: str) -> str:
    """Return what `text` is refused with, "" if it is read."""
    try:
        read(text)
    except MillMateError as error:
        return str(error)
    return ""


def check_many(sign: str, length: int, path: Path) -> None:
    """Read `length` bytes of a sign by every reader: a square of them takes hours."""
    text = sign * (length // len(sign.encode()))
    for begin in ("", '[White "A"]\n\n1. e4 ', '[Game "Morris"]\n\n1. d6 '):
        content = (begin + text).encode()
        list(scan(content))
        as_turns(begin + text)
        for read in (from_pgn, opening.read):
            assert len(refused(read, begin + text)) < 1000
    path.write_text(text, encoding="utf-8")
    for _ in contents(path)[1]:
        pass
    holds_position(text)


def test_the_games_of_several_files_are_numbered_without_gaps(tmp_path: Path) -> None:
    """A game that breaks off is one game, though it is read and has a fault."""
    for name, game in (("a", "1. e4 Ke4 *"), ("b", "1. d4 d5 *")):
        (tmp_path / f"{name}.pgn").write_text(f'[White "{name}"]\n\n{game}\n')
    found = opening.read_files([tmp_path / "a.pgn", tmp_path / "b.pgn"])
    assert isinstance(found, Games)
    assert (found.numbers, found.total) == ([1, 2], 2)
    assert found.complaint.startswith("1 of 2 games were read to the end; game 1, ")


def test_positions_around_a_result_are_refused_with_a_reason() -> None:
    fen = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1"
    with pytest.raises(InputError, match="no game in this text"):
        opening.read(f"1-0\n{fen}.\n{fen}.\n")


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("times", first(1, [1, 20]))
def test_many_of_any_sign_are_read_in_linear_time(sign: str, times: int, tmp_path: Path) -> None:
    check_many(sign, (5_000 if len(sign) == 1 else 1_000) * times, tmp_path / "x.pgn")


@pytest.mark.slow
@pytest.mark.parametrize("sign", SIGNS)
def test_a_million_of_any_sign_are_read_in_linear_time(sign: str, tmp_path: Path) -> None:
    check_many(sign, 1_000_000, tmp_path / "x.pgn")


# Mutated games ------------------------------------------------------------------------------------


def mutated(rng: random.Random, text: str) -> str:
    """Return `text` with a few characters changed, dropped, doubled or exchanged."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((1, 1, 2, 5, 20)))
        put = rng.choice(("", text[at:end] * 2, rng.choice(SIGNS), chr(rng.randrange(32, 0x2200))))
        text = text[:at] + put + text[end:]
    return text


def check_mutated(count: int, seed: int) -> None:
    rng = random.Random(seed)
    whole = [decode(path.read_bytes()) for path in FILES]
    texts = [text for text in whole if len(text) < 2_000]
    for _ in range(count):
        before, after = '[White "first"]\n\n1. e4 *\n\n', '\n\n[White "last"]\n\n1. d4 *\n'
        text = before + mutated(rng, rng.choice(texts)) + after
        games = from_pgn(text)
        names = [game.white for game in games]
        assert names[0] == "first", text
        hidden = names[-1] != "last"
        assert not hidden or text.count("}") > text.count("{"), text
        assert games.total == len(list(scan(text.encode("utf-8", "replace")))), text
        known = {*games.numbers, *(fault.number for fault in games.faults)}
        assert known == set(range(1, games.total + 1)), text
        for game in games:
            (again,) = from_pgn(to_pgn(game))
            assert again.moves == game.moves, text


def test_mutated_games_are_read_or_reported() -> None:
    check_mutated(MUTATED, 1)


@pytest.mark.slow
def test_many_mutated_games_are_read_or_reported() -> None:
    check_mutated(100_000, 2)
