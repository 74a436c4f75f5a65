"""The grammar of PGN: tags and movetext taken apart, nothing played yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from millmate import limits
from millmate.errors import InputError
from millmate.language import number, tr
from millmate.records import morris_text
from millmate.records.notes import SIGNS
from millmate.records.score import Score, ScoreBuilder, ScoreError

DEEPEST = limits.DEEPEST_VARIATION


class PgnTextError(InputError):
    """A text does not follow the grammar of PGN."""


@dataclass(frozen=True, slots=True)
class GameText:
    """One game as written: tags, the main line's moves, and the result after the last move.

    `lines` has for each move the number of the line it stands on; `score` has the moves of all
    variations, and what is said about them, None where there are only moves.
    """

    tags: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]
    result: str | None
    lines: tuple[int, ...]
    score: Score | None


@dataclass(slots=True)
class _Draft:
    """The game being read."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    all_moves: int = 0  # those of variations included
    result: str | None = None
    score: ScoreBuilder = field(default_factory=ScoreBuilder)

    def __bool__(self) -> bool:
        return bool(self.tags or self.moves or self.result)

    def done(self) -> GameText:
        tags, moves, lines = tuple(self.tags.items()), tuple(self.moves), tuple(self.lines)
        score = None if self.score.plain else self.score.done()
        return GameText(tags, moves, self.result, lines, score)


# A tag fills a line; quotes inside its value are escaped by us and often not by others.
_TAG = re.compile(r'^[ \t]*\[\s*([A-Za-z0-9_+#=:-]+)\s*"([^\n]*)"\s*\][ \t\r]*$', re.MULTILINE)
_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
    |(?P<escape>^%[^\n]*)
    |(?P<comment>\{[^}]*\}|;[^\n]*)
    |(?P<glyph>\$\d+|[!?]+|[‼⁇⁉⁈])
    |(?P<open>\()|(?P<close>\))
    |(?P<result>1-0|0-1|1/2(?:-1/2)?|½-½|\*)(?![\w/-])
    |(?P<number>\d+\s*\.+|\d+(?=\s)|\.+)
    |(?P<null>(?:--|Z0)(?![\w-]))
    |(?P<sign>(?!--)[-+=]{1,2}/?[-+=]{0,2}(?=[\s)]|$)|e\.p\.|N(?=\s)|[±∓⩲⩱∞□])
    |(?P<move>[A-Za-z0-9][\w=+#/-]*)
    """,
    re.VERBOSE | re.MULTILINE,
)
# What a move can look like; whether it is one, the rules say.
_MOVE = re.compile(
    r"[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](=?[QRBNqrbn])?[+#]*|[O0]-[O0](-[O0])?[+#]*|"
    + morris_text.MOVE
)
_STRANGE = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\ufffd]")


def read_games(text: str) -> list[GameText]:
    """Return the games in `text`; [] if there is nothing but space and comments.

    Comments after a result are left out, and so is what other programs write behind a `%`.

    Raises:
        PgnTextError: Something in `text` is no PGN; the message names it and its line.
    """
    text = text.removeprefix("\ufeff")
    if _STRANGE.search(text):
        raise PgnTextError(tr("this is no text, so no PGN either"))
    reader = _Reader(text)
    reader.read()
    return reader.games


class _Reader:
    """Goes through a text once, from token to token."""

    def __init__(self, text: str) -> None:
        self.text = text.rstrip("\x1a \t\r\n")
        self.games: list[GameText] = []
        self.draft = _Draft()
        self.counted = 0  # how far the lines have been counted
        self.newlines = 0  # as far as that

    @property
    def depth(self) -> int:
        """How many variations are open."""
        return self.draft.score.depth

    def read(self) -> None:
        for kind, word, position in self._tokens():
            try:
                self._take(kind, word, position)
            except ScoreError as error:
                raise self._error(str(error), position) from None
        if self.depth:
            raise self._error(tr("a variation '(' that never closes"), len(self.text))
        self._finish()

    def _take(self, kind: str, word: str, position: int) -> None:
        if kind == "tag":
            self._tag(word, position)
        elif kind in {"open", "close"}:
            self._bracket(kind, position)
        elif kind in {"move", "null"}:
            self._move(kind, word, position)
        elif kind == "result" and self.depth == 0:
            self._result(word)
        elif kind in {"comment", "glyph", "sign"} and not self.draft.result:
            self._remark(kind, word)

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        """Yield (kind, text, position); a tag's text is the whole tag."""
        position = 0
        while position < len(self.text):
            match = _TAG.match(self.text, position)
            kind = "tag"
            if match is None:
                match = _TOKEN.match(self.text, position)
                kind = match.lastgroup or "" if match else ""
            if match is None:
                raise self._error(
                    tr("{text!r} is no PGN", text=self._line_at(position)[:40]), position
                )
            yield kind, match.group(), position
            position = match.end()

    def _tag(self, tag: str, position: int) -> None:
        if self.depth:
            raise self._error(tr("a variation '(' that never closes"), position)
        if self.draft.moves or self.draft.result:
            self._finish()
        match = _TAG.match(tag)
        assert match is not None
        name, value = match.groups()
        if len(tag) > limits.LONGEST_TAG or len(self.draft.tags) >= limits.MOST_TAGS:
            raise self._error(tr("too many or too long tags"), position)
        self.draft.tags[name] = re.sub(r'\\(["\\])', r"\1", value)

    def _bracket(self, kind: str, position: int) -> None:
        score = self.draft.score
        if kind == "open" and self.depth == DEEPEST:
            raise self._error(tr("variations more than {n} deep", n=DEEPEST), position)
        if kind == "close" and not self.depth:
            raise self._error(tr("')' without '('"), position)
        if kind == "open":
            score.open()
        else:
            score.close()

    def _move(self, kind: str, word: str, position: int) -> None:
        """Take a move; one that is none may stand in a variation, and the rules refuse it there."""
        if kind == "move" and not _MOVE.fullmatch(word):
            raise self._error(
                tr("{word!r} is neither a move nor a result", word=word[:40]), position
            )
        if self.depth == 0:
            if kind == "null":
                raise self._error(
                    tr("{text!r} is no PGN", text=self._line_at(position)[:40]), position
                )
            if self.draft.result:
                self._finish()
            if len(self.draft.moves) == limits.LONGEST_GAME:
                raise self._too_many(tr("more than {n} moves of one game"), limits.LONGEST_GAME)
            self.draft.moves.append(word)
            self.draft.lines.append(self._line_number(position))
        self.draft.all_moves += 1
        if self.draft.all_moves > limits.MOST_MOVES:
            said = tr("more than {n} moves of one game, its variations included")
            raise self._too_many(said, limits.MOST_MOVES)
        self.draft.score.move(word)

    def _result(self, word: str) -> None:
        if self.draft.result:
            self._finish()
        self.draft.result = "1/2-1/2" if word in {"1/2", "½-½"} else word

    def _remark(self, kind: str, word: str) -> None:
        if kind == "comment":
            self.draft.score.comment(word[1:-1] if word.startswith("{") else word[1:])
        elif word.startswith("$"):
            self.draft.score.nag(int(word[1:][:6]))
        elif word in SIGNS:
            self.draft.score.nag(SIGNS[word])

    def _finish(self) -> None:
        if self.draft:
            if len(self.games) == limits.MOST_GAMES:
                said = tr("more than {n} games: list the folder instead, or split the file")
                raise self._too_many(said, limits.MOST_GAMES)
            self.games.append(self.draft.done())
        self.draft = _Draft()

    def _too_many(self, said: str, most: int) -> PgnTextError:
        return PgnTextError(said.format(n=number(most)))

    def _line_at(self, position: int) -> str:
        return self.text[position:].partition("\n")[0].strip()

    def _error(self, complaint: str, position: int) -> PgnTextError:
        return PgnTextError(
            tr("not PGN, line {n}: {complaint}", n=self._line_number(position), complaint=complaint)
        )

    def _line_number(self, position: int) -> int:
        """Return the number of the line at `position`; asked for in ascending order, mostly."""
        if position < self.counted:
            self.counted = self.newlines = 0
        self.newlines += self.text.count("\n", self.counted, position)
        self.counted = position
        return self.newlines + 1
