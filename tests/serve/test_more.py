"""What the server answers beyond lila-tablebase: batches, square maps, counts, morris, traffic."""

import contextlib
import json
import socket
import threading

import chess
import httpx
import pytest
from tests.serve.conftest import serving

from millmate.serve import batch, server, traffic

ROOK = "8/8/8/3k4/8/8/8/KR6 w - - 0 1"
DRAWN = "k7/8/8/8/8/8/1r6/K7 w - - 0 1"


def lines_of(answer: httpx.Response) -> list[dict]:
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_batch_is_answered_line_by_line(client):
    body = f'{ROOK}\n\nnonsense\n{{"fen": "{DRAWN}"}}\n"{DRAWN}"\n{{"fan": 1}}\n' + "8" * 400
    rook, wrong, drawn, quoted, fenless, long = lines_of(client.post("/batch", content=body))
    assert (rook["fen"], rook["category"]) == (ROOK, "win")
    assert "8 ranks" in wrong["error"]
    assert drawn == quoted
    assert drawn["category"] == "draw"
    assert "expected a FEN" in fenless["error"]
    assert "too long" in long["error"]


def random_positions(number: int) -> list[str]:
    """Return legal positions of rook and pawn against king, with clocks."""
    import random

    source, found = random.Random(1), list[str]()
    while len(found) < number:
        board = chess.Board(None)
        squares = source.sample(range(64), 4)
        for square, letter in zip(squares, "KRPk", strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn, board.halfmove_clock = (
            source.random() < 0.5,
            source.choice([0, 50, 95, 99, 100]),
        )
        if board.is_valid():
            found.append(board.fen())
    return found


def test_a_batch_says_what_single_questions_say(client):
    fens = random_positions(60)
    with_moves = lines_of(client.post("/batch", params={"moves": "1"}, content="\n".join(fens)))
    alone = [client.get("/standard", params={"fen": fen}).json() for fen in fens]
    assert with_moves == [{"fen": fen, **found} for fen, found in zip(fens, alone, strict=True)]
    without = lines_of(client.post("/batch", content="\n".join(fens)))
    for found in alone:
        del found["moves"]
    assert without == [{"fen": fen, **found} for fen, found in zip(fens, alone, strict=True)]


def test_a_batch_that_is_too_large_is_refused(client):
    answer = client.post("/batch", content=b"8" * (batch.MOST_BYTES + 1))
    assert answer.status_code == 413
    assert "4.0 MB" in answer.json()["error"]


@pytest.mark.parametrize("query", ["", "?moves=1"])
def test_a_line_that_no_one_can_read_spoils_no_other(client, query):
    late = ROOK.replace(" 0 1", f" {10**20} 1")
    lines = [ROOK, '{"fen": "\\ud800"}', late, "\x00\x1b[31m", "[" * 250, DRAWN]
    answer = client.post(f"/batch{query}", content="\ufeff" + "\n".join(lines))
    found = lines_of(answer)
    assert [each.get("category") for each in found] == ["win", *[None] * 4, "draw"]
    assert found[1]["fen"] == "\ud800"
    assert all("error" in found[number] for number in range(1, 5))


def left_open(address: str, *sent: bytes) -> list[socket.socket]:
    """Return connections on which something was sent, and no more will be."""
    host, _, port = address.removeprefix("http://").partition(":")
    found = list[socket.socket]()
    for content in sent:
        found.append(socket.socket())
        found[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)  # little is sent ahead
        found[-1].settimeout(30)
        found[-1].connect((host, int(port)))
        found[-1].sendall(content)
    return found


def posted(lines: list[str], query: str = "") -> bytes:
    """Return a batch as it is sent."""
    body = "\n".join(lines).encode()
    head = f"POST /batch{query} HTTP/1.1\r\nHost: a\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def ends(connection: socket.socket) -> bool:
    """Return whether the other side ends a connection, without an answer."""
    with connection, contextlib.suppress(ConnectionError):
        return connection.recv(1) == b""
    return True


def test_a_batch_that_does_not_come_holds_no_place(rule50_tables, monkeypatch):
    monkeypatch.setattr(batch, "_PATIENCE", 0.5)
    monkeypatch.setattr(batch, "MOST_AT_ONCE", 1)
    with serving(rule50_tables) as address, httpx.Client(base_url=address, timeout=60) as client:
        slow = left_open(address, *[posted([ROOK])[:-5]] * 4)
        assert client.post("/batch", content=ROOK).status_code == 200
        for each in slow:
            with each:
                assert each.recv(100).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("given_up", [True, False])
def test_a_batch_that_is_not_read_gives_way(rule50_tables, monkeypatch, given_up):
    monkeypatch.setattr(batch, "_PAUSE", 0.1 if given_up else 60.0)
    monkeypatch.setattr(batch, "_PATIENCE", 30.0 if given_up else 0.1)
    monkeypatch.setattr(batch, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(batch, "_TOGETHER", {False: 4, True: 500})
    with serving(rule50_tables) as address, httpx.Client(base_url=address, timeout=60) as client:
        (slow,) = left_open(address, posted([ROOK] * 1_000, "?moves=1"))
        with slow:
            assert slow.recv(15) == b"HTTP/1.1 200 OK"  # it has its place
            assert client.post("/batch", content=ROOK).status_code == 200  # it needs no place
            answer = client.post("/batch", content=f"{ROOK}\n" * 4)
        assert answer.status_code == (200 if given_up else 429)
        assert ("Retry-After" in answer.headers) != given_up


def test_a_client_that_does_not_read_is_given_up(rule50_tables, monkeypatch):
    monkeypatch.setattr(server, "_READ_PATIENCE", 0.3)
    with serving(rule50_tables) as address, httpx.Client(base_url=address, timeout=60) as client:
        (slow,) = left_open(address, posted([ROOK] * 1_000, "?moves=1"))
        with slow:
            while "batch" not in (told := client.get("/monitor").text):
                pass
        assert "batch_request_success_count=1u" in told


def test_the_work_for_a_client_that_has_left_stops(rule50_tables, monkeypatch):
    begun, left, looked_up, right = threading.Event(), threading.Event(), [], batch.answers

    def slowly(*arguments):
        begun.set()
        left.wait()
        looked_up.append(arguments)
        return right(*arguments)

    monkeypatch.setattr(batch, "answers", slowly)
    monkeypatch.setattr(batch, "_TOGETHER", {False: 1})
    with serving(rule50_tables) as address, httpx.Client(base_url=address, timeout=60) as client:
        (gone,) = left_open(address, posted([ROOK] * 1_000))
        begun.wait()
        gone.close()
        left.set()
        while "batch" not in client.get("/monitor").text:
            pass
    assert len(looked_up) < 100


@pytest.mark.parametrize("sent", [b"", b"GET /standard HT", b"GET / HTTP/1.1\r\nHost: a\r\n"])
def test_a_request_that_does_not_come_is_not_waited_for(rule50_tables, monkeypatch, sent):
    monkeypatch.setattr(server, "_REQUEST_PATIENCE", 0.2)
    with serving(rule50_tables) as address:
        (idle,) = left_open(address, sent)
        assert ends(idle)


@pytest.mark.parametrize("limit", ["MOST_OF_AN_ADDRESS", "MOST_CONNECTIONS"])
def test_of_too_many_connections_the_idle_ones_make_room(rule50_tables, monkeypatch, limit):
    monkeypatch.setattr(server, limit, 10)
    with serving(rule50_tables) as address, httpx.Client(base_url=address, timeout=60) as client:
        idle = left_open(address, *[b"GET"] * 50)
        assert client.get("/standard", params={"fen": ROOK}).status_code == 200
        assert all(map(ends, idle[:41]))
        for each in idle:
            each.close()


def test_requests_beyond_a_limit_are_refused(rule50_tables, monkeypatch):
    monkeypatch.setattr(traffic, "MOST_AT_ONCE", 0)
    with serving(rule50_tables) as address:
        answer = httpx.get(f"{address}/standard", params={"fen": ROOK})
    assert answer.status_code == 429
    assert "ask again" in answer.json()["error"]


def test_many_clients_at_once_are_all_answered(address):
    found, fens = list[str](), random_positions(8)

    def ask(fen: str) -> None:
        with httpx.Client(base_url=address, timeout=60) as client:
            for _ in range(5):
                answer = client.get("/standard", params={"fen": fen})
                found.append(f"{fen} {answer.json()['category']}")

    threads = [threading.Thread(target=ask, args=[fen]) for fen in fens]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 40
    assert len(set(found)) == 8


def test_the_square_map_has_the_values_of_the_moved_man(client):
    found = client.get("/squares", params={"fen": ROOK, "man": "b1"}).json()
    assert (found["man"], found["square"]) == ("R", "b1")
    board = chess.Board(ROOK)
    board.remove_piece_at(chess.B1)
    board.set_piece_at(chess.H7, chess.Piece.from_symbol("R"))
    moved = client.get("/standard", params={"fen": board.fen()}).json()
    assert found["white"]["h7"] == {"category": moved["category"], "dtm": moved["dtm"]}
    assert "d5" not in found["white"]  # the king stands there
    assert "d8" not in found["white"]  # Black would be in check, and White to move
    assert "d8" in found["black"]


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [
        (f"/squares?fen={ROOK.replace(' ', '_')}", 400, "&man="),
        (f"/squares?fen={ROOK.replace(' ', '_')}&man=e5", 400, "'e5'"),
        (f"/squares?fen={ROOK.replace(' ', '_')}&man=e9", 400, "'e9'"),
        ("/stats/KXvK", 400, "KXvK"),
        ("/stats/K" + 60_000 * "Q", 400, "KBNvK"),
        ("/stats/K" + 60_000 * "Q" + "vK", 400, "KBNvK"),
        ("/stats/KQQvKQ", 404, "millmate build KQQvKQ"),
        ("/ninemensmorris?fen=8/8", 400, ""),
        ("/ninemensmorris?fen=WWW...../BBB...../........_w_0_0", 404, "morris:3-3"),
    ],
)
def test_errors_are_a_sentence(client, path, status, why):
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    assert why in answer.json()["error"]


def test_the_counts_of_a_table_are_told_for_both_metrics(client):
    mate, zeroing = client.get("/stats/krvk").json()
    assert (mate["material"], mate["metric"], zeroing["metric"]) == ("KRvK", "DTM", "DTZ50")
    assert (mate["longest_plies"]["white"], "longest" in mate) == (31, False)
    assert zeroing["longest_plies"]["white"] == 31


def test_morris_is_answered(morris_tables):
    with serving(morris_tables) as address, httpx.Client(base_url=address, timeout=60) as client:
        text = "WWW...../BBB...../........_w_0_0"
        found = client.get("/ninemensmorris", params={"fen": text}).json()
        best = found["moves"][0]
        assert (found["category"], best["category"]) in {("win", "loss"), ("draw", "draw")}
        assert found["dtm"] in (0, 1 - best["dtm"])


def test_the_monitor_tells_of_what_was_asked_since_the_last_time(address):
    with httpx.Client(base_url=address) as client:
        client.get("/monitor")
        client.get("/standard", params={"fen": ROOK})
        client.get("/no/such/place")
        told = client.get("/monitor").text
    name, fields = told.split(" ", 1)
    values = dict(field.split("=") for field in fields.split(","))
    assert name == "tablebase"
    assert values["standard_request_success_count"] == "1u"
    assert values["other_request_fail_count"] == "1u"
    assert int(values["standard_request_success_max"].rstrip("u")) > 0


def test_the_page_needs_nothing_from_elsewhere(client):
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    addresses = page.text.replace("http://www.w3.org/2000/svg", "")  # a name, not fetched
    assert "http:" not in addresses
    assert "https:" not in addresses
