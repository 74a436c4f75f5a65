"""Tournaments on the disk are found and read, also those whose players are gone."""

import os
from pathlib import Path

import pytest
from tests.tournaments import TWO, engine, plan_of, played, with_players

from millmate import paths
from millmate.play.sealed_jsonl import seal, unseal
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.journal import NAME, Journal, JournalError
from millmate.play.tournament.plan import PlanError
from millmate.play.tournament.schedule import Opening


@pytest.mark.usefixtures("games_here")
def test_what_was_played_is_read(tmp_path: Path) -> None:
    plan = plan_of(TWO)
    _, tournament = played(plan, tmp_path, workers=1)
    found = saved_tournament.load(tmp_path)
    assert (found.plan, found.total, found.results) == (plan, 4, tournament.results)
    assert found.openings == (Opening(plan.rules.start_fen),)


@pytest.mark.usefixtures("games_here")
def test_a_plan_with_comments_stays_as_it_was_written(tmp_path: Path) -> None:
    text = "# my own words\n" + TWO
    (tmp_path / saved_tournament.PLAN_NAME).write_text(text)
    played(plan_of(TWO), tmp_path, workers=1)
    assert (tmp_path / saved_tournament.PLAN_NAME).read_text() == text


def test_an_engine_that_is_gone_keeps_nobody_from_reading(tmp_path: Path) -> None:
    plan = with_players(TWO, One="random", Two=engine("no_engine"))
    text = plan_file.dump(plan).replace("uci:", "uci:/gone")
    (tmp_path / saved_tournament.PLAN_NAME).write_text(text)
    Journal.create(tmp_path, plan_file.parse(text, checked=False), [Opening("start")])
    assert saved_tournament.load(tmp_path).results == {}
    with pytest.raises(PlanError, match="there is no program '/gone"):
        plan_file.load(tmp_path / saved_tournament.PLAN_NAME)


def test_a_directory_without_a_tournament_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"holds no tournament: tournament\.toml is missing"):
        saved_tournament.load(tmp_path)
    (tmp_path / saved_tournament.PLAN_NAME).write_text(TWO)
    with pytest.raises(JournalError, match=r"holds no tournament: journal\.jsonl is missing"):
        saved_tournament.load(tmp_path)


def test_they_are_listed_last_played_first() -> None:
    assert saved_tournament.listing() == []
    parent = paths.tournaments_dir()
    for age, name in enumerate(("new", "old", "older")):
        (parent / name).mkdir(parents=True)
        (parent / name / NAME).touch()
        os.utime(parent / name / NAME, (10_000 - age, 10_000 - age))
    (parent / "none").mkdir()
    assert [path.name for path in saved_tournament.listing()] == ["new", "old", "older"]


def test_the_digest_of_a_plan_is_read_without_the_games(tmp_path: Path) -> None:
    assert saved_tournament.digest_in(tmp_path) is None
    plan = plan_of(TWO)
    Journal.create(tmp_path, plan, [])
    assert saved_tournament.digest_in(tmp_path) == plan.digest()
    (tmp_path / NAME).write_bytes(b"damaged\n")
    assert saved_tournament.digest_in(tmp_path) == ""


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"version": 99}, "was written by another version"),
        ({"name": 1}, "line 1: wrong checksum"),
        ({"openings": [3]}, "line 1: wrong checksum"),
    ],
)
def test_a_header_that_makes_no_sense_is_refused(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    plan = plan_of(TWO)
    Journal.create(tmp_path, plan, [])
    header = unseal((tmp_path / NAME).read_bytes().removesuffix(b"\n"))
    assert header is not None
    (tmp_path / NAME).write_bytes(seal(header | change))
    with pytest.raises(JournalError, match=complaint):
        Journal.read(tmp_path, plan)
