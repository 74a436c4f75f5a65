"""The lines of the Home page: games, tournaments and tables in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from millmate.gui.features.home.cards import Entry
from millmate.gui.shell.files.interrupted_work import WorkOffer
from millmate.play.tournament.entry import TournamentEntry
from millmate.records.recent_games import RecentGame
from millmate.tablebase.table_titles import table_title, title_and_code


def game_entry(game: RecentGame, wanted: Callable[[RecentGame], object]) -> Entry:
    return Entry(game.title, partial(wanted, game), game.place.path.name)


def tournament_entry(saved: TournamentEntry, wanted: Callable[[Path], object]) -> Entry:
    return Entry(f"{saved.name}: {saved.words}", partial(wanted, saved.directory))


def table_entry(name: str, wanted: Callable[[str], object]) -> Entry:
    title, both = table_title(name), title_and_code(name)
    return Entry(title, partial(wanted, name), "" if both == title else name)


def work_entry(offer: WorkOffer) -> Entry:
    return Entry(offer.text, offer.accept, offer.label)
