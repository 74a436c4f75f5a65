"""The search for sentences that are not plain English finds bad ones and passes good ones."""

from pathlib import Path

import pytest
from tests import plain_english

BAD = {
    "is no": "is none of W, B and the dot",
    "what is": "What was found is added to the game.",
    "stands in": "The findings stand in the game as comments.",
    "tells": "Choose all of them; what they take is told before anything is built",
    "so many": "Search a table with so many chunks with one side to move.",
    "nobody": "nobody has allowed this to be started on this machine",
    "knows": "Whether perfect play minds the fifty-move rule",
    "anew": "Start the engine anew",
    "begins": "The search goes on in a thread.",
    "in the end": "Return the files that there are.",
    "may": "Whether `board` may come of the position.",
    "worth": "Return what a move is worth.",
    "men": "There are tables of up to {n} men.",
}
BAD_GERMAN = {
    "Was ist": "Was gefunden wurde, steht in der Partie.",
    "niemand": "hier spielt niemand",
    "so viele": "Alle sehen so viele Züge voraus",
    "sagt": "Die Tabellen sagen, wer gewinnt.",
}
GOOD = """\
No game can reach these numbers of stones, and there is no table.
The findings were added to the game as comments.
You have not yet allowed this program to run on this computer, so it may be missing.
Your work will be lost if the program crashes.
must be W, B or a dot; is no longer shown
Respect the fifty-move rule. What is the best move?
Results are guaranteed for this side.
Tables that take less than five seconds are built automatically.
Show which piece to move; click again to show the move. It is worth the wait.
Select all; you will see size and time before anything is built, whatever the limits.
This game contains a null move; it and the moves after it are kept as a comment.
Search a table of `chunks` chunks per side to move, `is no`, `{men}` {man} nine men's morris
Watch its exact tablebase being built on your machine, so much that it shows"""

SOURCE = '''\
"""Read `missing_name` and `read`."""


def read():
    # it goes
    # on in a thread
    raise ValueError(f"{tr('so many')} is no number")


parser.add_argument("--all", help="what is told")
'''


@pytest.mark.parametrize("name", BAD)
def test_a_pattern_finds_its_bad_example(name: str) -> None:
    assert name in dict(plain_english.matches(BAD[name], plain_english.PATTERNS))


def test_the_patterns_of_german_find_theirs() -> None:
    for name, words in BAD_GERMAN.items():
        assert name in dict(plain_english.matches(words, plain_english.GERMAN_PATTERNS)), name


def test_each_pattern_has_an_example() -> None:
    assert list(BAD) == list(plain_english.PATTERNS)
    assert list(BAD_GERMAN) == list(plain_english.GERMAN_PATTERNS)


@pytest.mark.parametrize("words", GOOD.splitlines())
def test_good_sentences_pass(words: str) -> None:
    assert list(plain_english.matches(words, plain_english.PATTERNS)) == []


def test_docstrings_comments_messages_and_texts_are_read() -> None:
    found = [
        (text.line, name, text.shown)
        for text in plain_english.texts(SOURCE)
        for name, _ in plain_english.matches(text.words, plain_english.PATTERNS)
    ]
    assert sorted(found) == [
        (5, "begins", False),
        (7, "is no", False),
        (7, "so many", True),
        (10, "tells", False),
        (10, "what is", False),
    ]


def test_translations_are_read_with_their_lines() -> None:
    po = 'msgid ""\nmsgstr ""\n\nmsgid "one"\nmsgstr ""\n"hier spielt "\n"niemand"\n'
    assert list(plain_english.translations(po)) == [
        plain_english.Text(2, ""),
        plain_english.Text(5, "hier spielt niemand"),
    ]


def test_names_in_backquotes_must_exist() -> None:
    files = {plain_english.PACKAGE / "games" / "reading.py": SOURCE}
    names = plain_english.known_names(files)
    words = "`missing_name` `read` `reading.read` `reading.gone` `games.reading` `KRvK` `len`"
    places = [at for _, at in plain_english.unknown_names(words, names)]
    assert places == [words.index("`missing"), words.index("`reading.gone")]


def test_a_number_that_rises_or_falls_is_a_fault() -> None:
    same = {"gui": {"may": 3}}
    assert plain_english.faults(same, same) == []
    assert "4 sentences" in plain_english.faults(same, {"gui": {"may": 4}})[0]
    assert "--lower" in plain_english.faults(same, {})[0]


def test_numbers_are_lowered_and_move_between_areas_but_do_not_rise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = [plain_english.Finding("play", "may", "", "")]
    monkeypatch.setattr(plain_english, "findings", lambda: iter(found))
    monkeypatch.setattr(plain_english, "ALLOWED", tmp_path / "allowed.json")
    plain_english.ALLOWED.write_text('{"gui": {"may": 1, "worth": 1}}')
    assert plain_english.main([]) == 1
    assert plain_english.main(["--lower"]) == 0
    assert plain_english.main([]) == 0
    assert plain_english.ALLOWED.read_text() == '{\n "play": {\n  "may": 1\n }\n}\n'
    found *= 2
    assert plain_english.main(["--lower"]) == 1
    assert plain_english.main([]) == 1
