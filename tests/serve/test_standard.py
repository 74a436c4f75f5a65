"""`/standard`: the words of lila-tablebase, for a client of theirs that knows nothing of us."""

import berserk
import cbor2
import chess
import httpx
import pytest

ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
KEYS = [
    *("checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"),
    *("dtz", "precise_dtz", "dtm", "dtw", "dtc", "category"),
]


def look_up(client: httpx.Client, fen: str):
    return client.get("/standard", params={"fen": fen}).raise_for_status().json()


def test_a_client_of_lichess_works_unchanged(address):
    lichess = berserk.Client(tablebase_url=address)
    found = lichess.tablebase.standard(ROOK)
    assert found["category"] == "win"
    assert found["moves"][0]["category"] == "loss"
    assert found["dtm"] == 1 - found["moves"][0]["dtm"]


def test_fields_are_those_of_lichess_in_their_order(client):
    found = look_up(client, ROOK)
    assert list(found) == [*KEYS, "moves"]
    assert list(found["moves"][0]) == ["uci", "san", "zeroing", "conversion", *KEYS]
    board = chess.Board(ROOK)
    assert {move["uci"] for move in found["moves"]} == {m.uci() for m in board.legal_moves}
    assert all(board.parse_san(move["san"]).uci() == move["uci"] for move in found["moves"])


def test_a_mate_comes_first_and_has_no_distance_to_mate(client):
    best = look_up(client, "k7/8/1K6/8/8/8/8/7R w - - 0 1")["moves"][0]
    assert (best["san"], best["checkmate"], best["category"]) == ("Rh8#", True, "loss")
    assert (best["dtz"], best["dtm"]) == (-1, None)


@pytest.mark.parametrize(
    ("clock", "category", "after"),
    [(0, "win", "loss"), (99, "win", "loss"), (100, "cursed-win", "blessed-loss")],
)
def test_the_clock_is_minded(client, clock, category, after):
    found = look_up(client, f"k7/8/1K6/8/8/8/8/7R w - - {clock} 80")
    assert (found["category"], found["moves"][0]["category"]) == (category, after)


def test_the_plies_to_mate_at_a_clock_are_found_if_it_is_given(client):
    fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
    found = [
        client.get("/standard", params={"fen": fen, "clock": clock}).raise_for_status().json()
        for clock in (0, 99)
    ]
    assert [each["dtm50"] for each in found] == [found[0]["dtm"], None]
    assert found[0]["moves"][0]["dtm50"] == 1 - found[0]["dtm"]
    assert client.get("/standard", params={"fen": fen, "clock": "-1"}).status_code == 400


def test_a_draw_has_distances_of_zero(client):
    found = look_up(client, "k7/8/8/8/8/8/1r6/K7 w - - 0 1")
    assert (found["category"], found["dtz"], found["dtm"]) == ("draw", 0, 0)
    assert found["moves"][0]["insufficient_material"]
    assert found["moves"][0]["conversion"]


def test_underscores_stand_for_blanks_and_missing_fields_have_defaults(client):
    found = look_up(client, "8/8/8/3k4/8/8/8/KR6")
    assert found.pop("remarks")
    assert look_up(client, ROOK.replace(" ", "_")) == found


def test_a_position_with_castling_is_unknown_but_not_its_moves(client):
    found = look_up(client, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert (found["dtz"], found["dtm"]) == (None, None)
    assert found["category"] == "win"  # by a move that gives the right up


def test_json_and_cbor_are_equal(client):
    wanted = {"Accept": "application/cbor"}
    found = client.get("/standard", params={"fen": ROOK}, headers=wanted)
    assert found.headers["content-type"] == "application/cbor"
    assert cbor2.loads(found.content) == look_up(client, ROOK)


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", "json"),
        ("*/*", "json"),
        ("text/html, application/cbor;q=0.9, */*;q=0.8", "cbor"),
        ("application/json, application/cbor;q=0.1", "json"),
        ("application/json;q=0.1, application/cbor", "cbor"),
        ("application/cbor;q=0", "json"),
        ("application/cbor; charset=x; Q=0.5, application/json;q=0.4", "cbor"),
        ("Application/CBOR, */*", "cbor"),
        ("application/json, application/cbor", "json"),
        ("application/cborg, image/png", "json"),
        (";q=,,;;q=2", "json"),
    ],
)
def test_the_format_is_the_one_that_is_preferred(client, accept, chosen):
    found = client.get("/standard", params={"fen": ROOK}, headers={"Accept": accept})
    assert found.headers["content-type"] == f"application/{chosen}"


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/KR6 w KQkq - 0 1",  # no rook or king is where it was
        "4k3/8/8/8/8/8/8/KR6 w - e6 0 1",
        "R7/8/8/8/k7/8/8/R3K3 b - - 0 1",  # no move leads to this check
    ],
)
def test_what_cannot_have_been_is_passed_over(client, fen):
    assert look_up(client, fen)["dtm"] is not None


@pytest.mark.parametrize("what", ["/standard", "/standard/mainline", "/squares", "/batch"])
def test_what_was_corrected_is_remarked(client, what):
    def asked(fen):
        if what == "/batch":
            return client.post(what, content=fen).json()
        return client.get(what, params={"fen": fen, "man": "b1"}).json()

    sound, spoilt = asked(ROOK), asked(ROOK.replace("-", "KQ", 1))
    assert "Castling rights" in " ".join(spoilt["remarks"])
    assert spoilt | {"fen": ROOK} == sound | {"fen": ROOK, "remarks": spoilt["remarks"]}


@pytest.mark.parametrize("counts", [f"{10**20} 1", f"0 {10**20}"])
def test_a_count_that_no_game_reaches_is_refused(client, counts):
    answer = client.get("/standard", params={"fen": f"4k3/8/8/8/8/8/8/KR6 w - - {counts}"})
    assert answer.status_code == 400
    assert "is not a number of moves" in answer.json()["error"]


def test_the_moves_of_a_position_with_too_many_men_are_answered(client):
    found = look_up(client, "8/7B/8/3P4/8/8/4N2R/k3K2R w K - 1 0")
    assert found["category"] == "unknown"
    assert len(found["moves"]) > 10


@pytest.mark.parametrize("blank", [" ", "_", "+", "%20"])
def test_a_blank_is_written_in_many_ways_and_asked_for_by_head(client, blank):
    fen = ROOK.replace(" ", blank)
    for address in (fen, fen.replace("/", "%2F")):
        assert client.get(f"/standard?fen={address}").json()["category"] == "win"
        assert client.head(f"/standard?fen={address}").status_code == 200


def test_another_method_is_refused_in_words(client):
    found = client.post("/standard")
    assert (found.status_code, set(found.headers["Allow"].split(", "))) == (405, {"GET", "HEAD"})
    assert "GET, HEAD" in found.json()["error"]


def test_a_page_may_send_its_own_headers(client):
    asked = {"Origin": "http://a.page", "Access-Control-Request-Method": "GET"}
    asked["Access-Control-Request-Headers"] = "x-foo"
    found = client.options("/standard", headers=asked)
    assert found.status_code == 200
    assert found.headers["access-control-allow-headers"] == "x-foo"


@pytest.mark.parametrize(
    ("address_", "status", "why"),
    [
        ("/standard", 400, "?fen="),
        ("/standard?fen=nonsense", 400, "8 ranks"),
        ("/standard?fen=8/8/8/3k4/8/8/1R1k4/K7_w", 400, "one king"),
        ("/standard?fen=8/8/8/3kp3/8/8/8/KQR5_w", 404, "millmate build KQRvKP"),
        ("/atomic?fen=8/8/8/3k4/8/8/8/KQ6_w", 404, "the page /"),
    ],
)
def test_errors_are_a_sentence(client, address_, status, why):
    found = client.get(address_)
    assert found.status_code == status
    assert why in found.json()["error"]


def test_any_page_may_ask(client):
    found = client.get("/standard", params={"fen": ROOK}, headers={"Origin": "http://a.page"})
    assert found.headers["access-control-allow-origin"] == "*"


def test_the_mainline_ends_in_mate(client):
    found = client.get("/standard/mainline", params={"fen": ROOK}).json()
    assert list(found) == ["mainline", "winner", "dtz", "precise_dtz"]
    assert list(found["mainline"][0]) == ["uci", "san", "dtz", "precise_dtz"]
    board = chess.Board(ROOK)
    for step in found["mainline"]:
        board.push_san(step["san"])
    assert board.is_checkmate()
    assert (found["winner"], len(found["mainline"])) == ("w", found["dtz"])


def test_the_mainline_of_a_draw_is_empty(client):
    found = client.get("/standard/mainline", params={"fen": "k7/8/8/8/8/8/1r6/K7_w"}).json()
    assert (found["mainline"], found["winner"], found["dtz"]) == ([], None, 0)
