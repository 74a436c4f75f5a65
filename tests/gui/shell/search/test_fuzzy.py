"""What fits a typed text, and how well: the beginnings of words before letters that stand apart."""

import pytest

from millmate.gui.shell.search.search_controller import fit

TITLES = (
    "Flip the board",
    "New game",
    "New tournament",
    "Save the game as",
    "Save the diagram as",
    "Set up a position",
    "Play from this position",
    "Tour of one minute",
)


def best(typed: str) -> str:
    return max(TITLES, key=lambda title: fit(typed, title))


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("flip", "Flip the board"),
        ("board", "Flip the board"),
        ("BOARD flip", "Flip the board"),
        ("new g", "New game"),
        ("ng", "New game"),
        ("std", "Save the diagram as"),
        ("posi", "Set up a position"),
        ("play posi", "Play from this position"),
        ("dgrm", "Save the diagram as"),
        ("tournament", "New tournament"),
    ],
)
def test_what_was_meant_fits_best(typed: str, title: str) -> None:
    assert best(typed) == title


@pytest.mark.parametrize("typed", ["", "  ", "xyz", "flip game", "draob", "q"])
def test_what_is_not_there_does_not_fit(typed: str) -> None:
    assert not any(fit(typed, title) for title in TITLES)


def test_the_beginning_of_a_word_fits_better_than_its_middle() -> None:
    assert fit("our", "Our engine") > fit("our", "New engine of ours") > fit("our", "Tour") > 0


def test_other_words_for_a_thing_count_less_than_its_title() -> None:
    assert fit("size", "Size of the text") > fit("size", "Text", "size") > 0


def test_the_whole_title_fits_best_of_all() -> None:
    assert fit("table", "Table") > fit("table", "Table of contents")


@pytest.mark.parametrize("typed", ["ueber", "uber", "Über"])
def test_accents_need_not_be_typed(typed: str) -> None:
    assert fit(typed, "Über Mill & Mate")


def test_no_title_fits_better_than_wholly() -> None:
    assert all(0 < fit(title, title) <= 1.01 for title in TITLES)
