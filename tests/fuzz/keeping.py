"""What the program keeps itself, read again: settings, sittings, journals, the games' index."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import google_crc32c
from tests.fuzz.mutate import mutated, mutated_json, mutated_text
from tests.fuzz.target import Target
from tests.fuzz.texts import ANNOTATED, TOURNAMENT, games

from millmate import settings
from millmate.decoder import decode, encode
from millmate.errors import InputError
from millmate.play.sealed_jsonl import seal
from millmate.play.tournament import plan_file, saved_tournament
from millmate.play.tournament.game import GameJudgement, GameResult, Seat, SideJudgement, Slip
from millmate.play.tournament.journal import NAME, Journal
from millmate.play.tournament.plan import TournamentPlan
from millmate.play.tournament.report import games_csv, report, standings_csv
from millmate.play.tournament.schedule import Opening
from millmate.play.tournament.standings import standings
from millmate.play.trainer import journal as training
from millmate.play.trainer.drill import DrillResult, DrillSpec, End
from millmate.play.trainer.exam import Mark
from millmate.play.trainer.journal import TrainingJournal, progress
from millmate.play.trainer.repetition import Deck
from millmate.records import session_file
from millmate.records.database.headers import scan
from millmate.records.database.index import GameIndex, index_file
from millmate.records.pgn import to_pgn


@cache
def folder() -> Path:
    """Return a directory for what targets write, in memory where the system has such."""
    memory = Path("/dev/shm")
    place = tempfile.mkdtemp(prefix="millmate-fuzz-", dir=memory if memory.is_dir() else None)
    for variable in ("DATA", "CONFIG", "CACHE", "TABLES"):
        os.environ[f"MILLMATE_{variable}"] = str(Path(place) / variable.lower())
    return Path(place)


def forget() -> None:
    """Take away what targets have written."""
    if folder.cache_info().currsize:
        shutil.rmtree(folder(), ignore_errors=True)
        folder.cache_clear()


# Settings, and what stood in a window -------------------------------------------------------------


def read_settings(data: bytes) -> None:
    """Start with a settings file: whatever it holds, there are settings, and they can be saved."""
    folder()
    path = settings.settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    found = settings.load()
    for text in (
        found.tables,
        found.syzygy,
        found.gaviota,
        found.games_folder,
        *found.games_folders,
    ):
        Path(text).is_dir()
    settings.save(replace(found, flipped=not found.flipped), found)
    assert settings.load() == replace(found, flipped=not found.flipped)


def read_sitting(data: bytes) -> None:
    """Open a window where one has crashed."""
    place = folder() / "sittings"
    place.mkdir(exist_ok=True)
    (place / "0.json").write_bytes(data)
    taken = session_file.SessionSlot(place)
    try:
        found = taken.read()
        if found is not None:
            assert all(-1 <= n < 2**31 for n in (found.panel, *found.place))
            taken.write(found)
            assert taken.read() == found
    finally:
        taken.release()


def _settings_files() -> list[bytes]:
    folder()
    settings.save(
        settings.Settings(games_folders=["/a.pgn"], engines=["uci:/x"], keys={"new": "Ctrl+N"})
    )
    return [settings.settings_file().read_bytes(), b"{}", b'{"board": "wood", "text_size": 120}']


def _sittings() -> list[bytes]:
    some = session_file.SessionSnapshot(
        positions={"chess": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        pgn=ANNOTATED,
        place=(0, 0, 1),
        live=True,
        others=(session_file.TabSnapshot(pgn=ANNOTATED, place=(0,), title="Anna – Ben"),),
    )
    return [
        session_file.to_json(some).encode(),
        session_file.to_json(session_file.SessionSnapshot()).encode(),
    ]


def _changed_json(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    seed = chance.choice(seeds)
    if chance.random() < 0.3:
        return mutated(seeds, (b'": ', b"null", b"[", b"{"), chance)
    return mutated_text(json.loads(seed), chance)


# Journals -----------------------------------------------------------------------------------------


def _plan() -> TournamentPlan:
    return plan_file.parse(TOURNAMENT.partition("[morris]")[0] + TOURNAMENT[_PLAYERS:])


_PLAYERS = TOURNAMENT.index("[[players]]")


def read_tournament_directory(data: bytes) -> None:
    """Open the directory of a tournament, and derive all that people read from its journal."""
    place = folder() / "tournament"
    place.mkdir(exist_ok=True)
    if not (place / saved_tournament.PLAN_NAME).is_file():
        plan_file.write(_plan(), place / saved_tournament.PLAN_NAME)
    (place / NAME).write_bytes(data)
    saved_tournament.digest_in(place)
    found = saved_tournament.load(place)
    report(found.plan, found.results)
    standings_csv(standings(found.plan, found.results))
    games_csv(found.results.values())
    for result in found.results.values():
        try:
            to_pgn(result.record(found.plan.name, found.plan.limits.clock))
        except InputError:
            continue  # moves are looked at when a game is


def _results() -> list[GameResult]:
    one, other = Seat(0, "One", "alphabeta:depth=3,memo=yes"), Seat(1, "Random", "random")
    found = []
    for number, record in enumerate(games()[:2], 1):
        judged = GameJudgement(
            2, 1, SideJudgement(3, 3, 4, (Slip(2, "e2e4", 1, 0),)), SideJudgement()
        )
        found.append(
            GameResult(
                number, 1, 1, "chess", 0, one, other, record.start_fen, record.moves,
                record.outcome.result, record.outcome.termination.value, "2026-01-02T03:04:05",
                1.5, (0.7, 0.8), None, "", judged if number == 1 else None,
            )
        )  # fmt: skip
        one, other = other, one
    return found


def _tournament_journals() -> list[bytes]:
    place = folder() / "seed"
    place.mkdir(exist_ok=True)
    journal = Journal.create(place, _plan(), [Opening(record.start_fen) for record in games()[:2]])
    journal.open_to_write()
    for result in _results():
        journal.append(result)
    journal.close()
    return [(place / NAME).read_bytes()]


def read_training_journal(data: bytes) -> None:
    """Read the journal of training, and derive statistics and repetitions from it."""
    place = folder() / "training"
    place.mkdir(exist_ok=True)
    (place / training.NAME).write_bytes(data)
    kept = TrainingJournal(place).read()
    progress(kept.results)
    deck = Deck(kept.results)
    deck.due(datetime(2026, 6, 1, tzinfo=UTC))
    for result in kept.results:
        assert decode(DrillResult, encode(result)) == result


def _training_journals() -> list[bytes]:
    spec = DrillSpec("KQvK", low=2, high=10)
    moves = (("b1b4", Mark.KEPT, 0), ("b4b5", Mark.SLOWER, 2))
    fen = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"
    results = [
        DrillResult(spec, fen, datetime(2026, 3, day, tzinfo=UTC), end, moves, failed=(fen,))
        for day, end in ((4, End.WON), (5, End.THROWN))
    ]
    return [b"".join(seal({"version": 1, **encode(result)}) for result in results)]


def sealed_again(lines: Sequence[Any], chained: bool) -> bytes:
    """Return lines of a journal with checksums that fit, but for their JSON."""
    found, before = [], 0
    for line in lines:
        text = line if isinstance(line, bytes) else _compact(line)
        text = text.replace(b"\n", b" ")
        check = google_crc32c.extend(before if chained else 0, text)
        found.append(b'%s,"crc32c":"%08x"}\n' % (text[:-1], check))
        before = check
    return b"".join(found)


def _compact(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", errors="surrogatepass")


def _changed_journal(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """Return a journal with something changed, mostly with the checksums that fit."""
    if chance.random() < 0.2:
        return mutated(seeds, (), chance)
    chained = chance.random() < 0.8
    lines: list[Any] = [json.loads(line) for line in chance.choice(seeds).splitlines()]
    for line in lines:
        del line["crc32c"]
    at = chance.randrange(len(lines))
    what = chance.random()
    if what < 0.7:
        lines[at] = mutated_json(lines[at], chance)
    elif what < 0.9:
        lines[at] = mutated([_compact(lines[at])], (), chance)
    else:
        lines.insert(chance.randrange(len(lines)), lines[at])
    return sealed_again(lines, chained)


# The index of games -------------------------------------------------------------------------------


def read_heads(data: bytes) -> None:
    """Read what a list shows of the games in a file: every game lies in it, and none overlap."""
    end = 0
    for head in scan(data):
        assert head.offset >= end
        assert head.length >= 0
        end = head.offset + head.length
    assert end <= len(data)


def read_index(data: bytes) -> None:
    """Open a folder whose index is damaged: it is made anew, and lists what is there."""
    place = folder() / "games"
    place.mkdir(exist_ok=True)
    if not (place / "one.pgn").is_file():
        (place / "one.pgn").write_bytes(b"\n\n".join(to_pgn(game).encode() for game in games()))
    for path in index_file(place).parent.glob("*"):
        path.unlink()
    index_file(place).parent.mkdir(parents=True, exist_ok=True)
    index_file(place).write_bytes(data)
    index = GameIndex(place)
    try:
        index.update()
        numbers = index.find("ada")
        for game in index.games(numbers[:5].tolist()).values():
            index.text(game)
        len(index)
    finally:
        index.close()


def _indexes() -> list[bytes]:
    read_index(b"")
    path = index_file(folder() / "games")
    base = sqlite3.connect(path)
    base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    base.execute("PRAGMA journal_mode = DELETE")
    base.close()
    return [path.read_bytes()]


def _game_files() -> list[bytes]:
    own = [to_pgn(game).encode() for game in games()]
    return [*own, ANNOTATED.encode(), b"\n\n".join(own), b"1. e4 e5 (1... c5 {x}) 2. Nf3 *"]


TARGETS = (
    Target("settings", read_settings, _settings_files, make=_changed_json),
    Target("sitting", read_sitting, _sittings, make=_changed_json),
    Target(
        "tournament-journal", read_tournament_directory, _tournament_journals, make=_changed_journal
    ),
    Target("training-journal", read_training_journal, _training_journals, make=_changed_journal),
    Target(
        "game-heads", read_heads, _game_files, (b"[A ", b'"]', b"{", b"}", b"(", b")", b"((((((",
        b";")
    ),
    Target("game-index", read_index, _indexes),
)  # fmt: skip
