"""`millmate helpmates`: counts, and what is refused."""

from pathlib import Path

from tests.commands import Capsys, Ran, failed


def test_the_numbers_of_dead_positions(tmp_path: Path, capsys: Capsys) -> None:
    ran = Ran(capsys, "helpmates", "KRvK", "--tables", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines == [
        "KRvK: White cannot be mated: "
        "21,959 of 21,959 with White to move, 28,056 of 28,056 with Black to move",
        "KRvK: Black cannot be mated: "
        "0 of 21,959 with White to move, 63 of 28,056 with Black to move",
    ]


def test_all_of_three_men_as_json(tmp_path: Path, capsys: Capsys) -> None:
    found = Ran(capsys, "helpmates", "--all", 3, "--json", "--tables", tmp_path).json()
    dead = {each["material"]: each["counts"]["black"]["black"]["dead"] for each in found}
    assert dead == {"KBvK": 28056, "KNvK": 28056, "KQvK": 414, "KRvK": 63, "KPvK": 14}


def test_what_has_no_sets_is_refused(tmp_path: Path, capsys: Capsys) -> None:
    def ran(*words: object) -> Ran:
        return Ran(capsys, "helpmates", *words, "--tables", tmp_path)

    assert failed(ran(), "name a material such as KBvKN, or give --all 4")
    assert failed(ran("--all", 6), "helpmates are found for up to 5 men")
    assert failed(ran("KRBNvKR"), "KRBNvKR has 6 men; helpmates are found for up to 5")
    assert failed(ran("KvK"), "KvK is dead: bare kings never mate")
    assert failed(ran("morris:3-3"), "only chess has")
