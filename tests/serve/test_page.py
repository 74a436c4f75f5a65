"""The server's page in a real browser: Debian's Chromium, without a display."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.serve.conftest import serving
from tests.tiers import first

ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
BROWSER = shutil.which("chromium")
WAIT = 10_000  # ms of the page's own clock, which runs ahead while it waits for nothing

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no browser: apt-get install chromium")

Look = Callable[[str], str]


@pytest.fixture
def look(address: str, tmp_path: Path) -> Look:
    """Return what returns the page at an address, as it is once its scripts have run."""
    return looking(address, tmp_path)


def looking(address: str, tmp_path: Path) -> Look:
    def opened(path: str) -> str:
        words = [
            *("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}"),
            *(f"--virtual-time-budget={WAIT}", "--dump-dom", address + path),
        ]
        assert BROWSER is not None
        page = subprocess.run([BROWSER, *words], capture_output=True, timeout=120, check=True)
        return page.stdout.decode().partition("<script>")[0]

    return opened


def text_of(page: str, name: str) -> str:
    found = re.search(rf'id="{name}"[^>]*>([^<]*)<', page)
    assert found is not None
    return found[1]


def test_a_position_in_the_address_is_shown_with_its_moves_and_a_mans_squares(look, client):
    page = look(f"/?fen={ROOK.replace(' ', '_')}#b1")
    found = client.get("/standard", params={"fen": ROOK}).json()
    assert text_of(page, "verdict") == "White to move: win"
    assert text_of(page, "more") == f"mate in {found['dtm']} plies"
    rows = re.findall(r"<tr><td><button>(.*?)</button></td><td[^>]*>(.*?)</td><td>(.*?)<", page)
    assert [row[0] for row in rows] == [move["san"] for move in found["moves"]]
    assert rows[0][1:] == ("win", f"{found['dtm']} plies")  # counted from the position
    for square, man in (("a1", "white king"), ("b1", "white rook"), ("d5", "black king")):
        assert f'aria-label="{square}, {man}' in page
    found = client.get("/squares", params={"fen": ROOK, "man": "b1"}).json()
    assert page.count("<circle") == len(found["white"])
    assert page.count('aria-pressed="true"') == 1
    assert 'aria-label="h7, empty: win"' in page


def test_bounds_of_positions_that_were_solved_are_told(bounded_positions, tmp_path):
    with serving(bounded_positions) as address:
        look = looking(address, tmp_path)
        page = look("/?fen=8/8/1P6/2p5/8/8/8/K2k4_w_-_-_0_1")
        assert text_of(page, "verdict") == "White to move: win"
        assert text_of(page, "more") == "mate in at most 23 plies"
        rows = re.findall(r"<tr><td><button>.*?</button></td><td[^>]*>(.*?)</td><td>(.*?)<", page)
        assert rows[0] == ("win", "≤ 23 plies")
        assert [row[0] for row in rows[1:]] == ["win", "at least a draw", "unknown"]
        page = look("/?fen=8/8/kP6/2p5/8/8/8/4K3_w_-_-_0_1")
        assert text_of(page, "verdict") == "White to move: at least a draw"


@pytest.mark.parametrize(
    ("squares", "verdict", "where"),
    first(
        1,
        [
            ("b1b5", "Black to move: loss", "b5, white rook"),  # a move
            ("b1h7", "White to move: win", "h7, white rook"),  # none: it is put there
            ("d5d8", "White to move: win", "d8, black king"),
            ("a1a1", "White to move: win", "a1, white king"),  # chosen, and let go
        ],
    ),
)
def test_a_man_is_moved_or_put_on_another_square(look, squares, verdict, where):
    page = look(f"/?fen={ROOK.replace(' ', '_')}#{squares}")
    assert text_of(page, "verdict") == verdict
    assert f'aria-label="{where}"' in page
    assert page.count("data-square") == 64
    assert "<circle" not in page


@pytest.mark.parametrize(
    ("fen", "why"),
    first(1, [("8/8/8/3kp3/8/8/8/KQR5_w", "millmate build KQRvKP"), ("nonsense", "8 ranks")]),
)
def test_what_is_wrong_is_told(look, fen, why):
    page = look(f"/?fen={fen}")
    assert text_of(page, "verdict") == "No value"
    assert why in text_of(page, "more")
    assert '<tbody id="moves"></tbody>' in page


def test_the_page_says_which_side_is_mated(look):
    page = look("/?fen=k6R/8/1K6/8/8/8/8/8_b_-_-_0_1")
    assert text_of(page, "verdict") == "Black is mated"
