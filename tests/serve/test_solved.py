"""Positions that were solved, served where no table of the material answers."""

from collections.abc import Iterator
from pathlib import Path

import chess
import httpx
import pytest
from tests.serve.conftest import serving

WON = "8/8/1P6/2p5/8/8/8/K2k4 w - - 0 1"
HELD = "8/8/kP6/2p5/8/8/8/4K3 w - - 0 1"


@pytest.fixture(scope="module")
def bounded(bounded_positions: Path) -> Iterator[httpx.Client]:
    with serving(bounded_positions) as address, httpx.Client(base_url=address) as found:
        yield found


@pytest.fixture(scope="module")
def exact(exact_positions: Path) -> Iterator[httpx.Client]:
    with serving(exact_positions) as address, httpx.Client(base_url=address) as found:
        yield found


def look_up(client: httpx.Client, fen: str):
    return client.get("/standard", params={"fen": fen}).raise_for_status().json()


def test_exact_positions_have_distances_and_say_what_they_are(exact):
    found = look_up(exact, "8/8/8/p1K5/P7/8/8/6k1 w - - 0 1")
    assert (found["category"], found["tables"]) == ("win", "position")
    assert found["dtm"] > 20
    assert found["moves"][0]["dtm"] == 1 - found["dtm"]
    assert {move["tables"] for move in found["moves"]} == {"position"}
    assert "dtm_at_most" not in found
    line = exact.get("/standard/mainline", params={"fen": "8/8/8/p1K5/P7/8/8/6k1 w - - 0 1"}).json()
    assert (len(line["mainline"]), line["winner"]) == (found["dtm"], "w")


def test_a_sure_win_has_a_bound_of_its_distance(bounded):
    found = look_up(bounded, WON)
    assert (found["category"], found["dtm"], found["dtm_at_most"]) == ("win", None, 23)
    assert [move["category"] for move in found["moves"]] == ["loss", "loss", "unknown", "unknown"]
    late = look_up(bounded, WON.replace(" 0 1", " 90 99"))
    assert late["category"] == "maybe-win"


def test_what_is_a_bound_only_is_unknown(bounded):
    found = look_up(bounded, HELD)
    assert (found["category"], found["dtm"], found["tables"]) == ("unknown", None, "position")
    assert (found["at_least"], found["at_most"]) == ("draw", "win")
    held, doubtful = found["moves"][0], found["moves"][-1]
    assert (held["at_least"], held["at_most"]) == ("loss", "draw")  # of Black, who is to move then
    assert (doubtful["at_least"], doubtful["at_most"]) == ("loss", "win")


def test_a_batch_tells_the_same(bounded):
    asked = [WON, HELD, "8/8/8/8/8/1K6/1Q6/k7 b - - 0 1", "8/8/8/2p5/1P6/8/8/K2k4 w - - 0 1"]
    for moves in ("", "?moves=1"):
        lines = bounded.post(f"/batch{moves}", content="\n".join(asked)).raise_for_status().text
        for fen, line in zip(asked, lines.splitlines(), strict=True):
            told = httpx.Response(200, text=line).json()
            alone = bounded.get("/standard", params={"fen": fen})
            if alone.is_error:
                assert told["error"] == alone.json()["error"]
                continue
            expected = alone.json() if moves else {**alone.json(), "moves": None}
            assert {**expected, **told} == {**expected, "fen": told["fen"]}
            assert chess.Board(told["fen"]).board_fen() == chess.Board(fen).board_fen()


def test_other_answers_have_no_other_fields(bounded):
    found = look_up(bounded, "8/8/8/8/8/2k5/8/K7 w - - 0 1")
    assert "tables" not in found
