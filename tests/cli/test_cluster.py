"""`millmate cluster`."""

import json

from tests.commands import Capsys, Ran, failed, refused


def test_the_plan_is_printed_with_what_is_measured_and_estimated(capsys: Capsys) -> None:
    told = Ran(capsys, "cluster", "--plan", "4", "--workers", "2", "--cores", "1").out
    assert told.startswith(
        "35 tables of 3 to 4 men, 30 of them with 4, on 2 workers of 1 core, 32 GB of memory and "
        "500 GB of disk each:\n"
    )
    assert "75 jobs, from measured rates" in told
    assert "at most; " in told


def test_it_is_printed_as_json(capsys: Capsys) -> None:
    found = json.loads(Ran(capsys, "cluster", "--plan", "3", "--workers", "1", "--json").out)
    assert found["tables"] == 5
    assert found["moved"] == 0
    assert found["elapsed"] >= found["chain"] > 0


def test_too_little_memory_is_one_sentence(capsys: Capsys) -> None:
    assert failed(Ran(capsys, "cluster", "--plan", "5", "--memory", "100MB"), "give each worker")


def test_what_is_to_be_planned_must_be_told(capsys: Capsys) -> None:
    assert "--plan" in refused(capsys, "cluster", "--workers", "3", status=2)
