"""The grammar of PGN: tags and movetext, before any move is played; the tags of morris.

The tag `Game` names the game (`Nine men's morris`), `Variant` the rules (by the name that the
program Sanmill has for them, or as in `games.morris.variants`), and `Position` the first position
unless it is the empty board, as in `games.morris.positions`; `FEN` has the same as Sanmill writes
it; `QuietMoves` the limit of quiet moves unless that is the usual one. Moves are turns, including
removals: `1. d6 f4 2. d2 ... 9. d6-d7xa1`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from millmate import limits
from millmate.errors import InputError
from millmate.games.catalogue import game_of
from millmate.games.morris.positions import variant_of
from millmate.games.morris.rules import MORRIS, MorrisRules
from millmate.games.morris.sanmill import to_sanmill
from millmate.games.morris.variants import (
    STANDARD,
    USUAL_LIMIT,
    VARIANTS,
    Variant,
    limit_text,
    read_limit,
    variant,
)
from millmate.language import number, tr
from millmate.records.movetext import Movetext, MovetextBuilder, MovetextError
from millmate.records.notes import SIGNS

DEEPEST = limits.DEEPEST_VARIATION


class PgnTextError(InputError):
    """A text violates the grammar of PGN."""


@dataclass(frozen=True, slots=True)
class GameText:
    """One game as written: tags, the main line's moves, and the result after the last move.

    `lines` has the line number of each move; `movetext` has all variations and annotations, None if
    there are only moves. `black_begins` says that the number before the first move is Black's
    (`1...`).
    """

    tags: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]
    result: str | None
    lines: tuple[int, ...]
    movetext: Movetext | None
    black_begins: bool = False


@dataclass(slots=True)
class _GameBuilder:
    """The game being read."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    all_moves: int = 0  # those of variations included
    result: str | None = None
    dots: int = 0  # in the numbers before the first move
    movetext: MovetextBuilder = field(default_factory=MovetextBuilder)

    def __bool__(self) -> bool:
        return bool(self.tags or self.moves or self.result)

    def build(self) -> GameText:
        tags, moves, lines = tuple(self.tags.items()), tuple(self.moves), tuple(self.lines)
        movetext = None if self.movetext.plain else self.movetext.build()
        return GameText(tags, moves, self.result, lines, movetext, self.dots > 1)


_TAG_BEGINS = re.compile(r'\[\s*([A-Za-z0-9_+#=:-]+)\s*"')
_TAG_ENDS = re.compile(r'"[ \t]*\][ \t]*')
_TOKEN = re.compile(
    r"""
    (?P<space>[\s\x1a\ufeff]+)
    |(?P<escape>^%[^\n]*)
    |(?P<comment>\{[^}]*\}|;[^\n]*)
    |(?P<glyph>\$\d+|[!?]+|[‼⁇⁉⁈])
    |(?P<open>\()|(?P<close>\))
    |(?P<result>1[-–]0|0[-–]1|1/2(?:[-–]1/2)?|½[-–]½|\*)(?![\w/-])
    |(?P<null>(?:--|Z0|0000|@@@@|null|pass)(?![\w-]))
    |(?P<number>\d+\s*[.…]+|\d+(?=\s)|[.…]+)
    |(?P<sign>(?!--)[-+=]{1,2}/?[-+=]{0,2}(?=[\s)]|$)|e\.p\.|N(?=\s)|[±∓⩲⩱∞□])
    |(?P<move>[A-Za-z0-9][\w=+#/-]*(?:\.p\.)?)
    """,
    re.VERBOSE | re.MULTILINE,
)
# The form of a turn; the rules decide whether it is legal.
_TURN = r"(?:[a-g][1-7]-)?[a-g][1-7](?:x[a-g][1-7])*"
# Sanmill begins a variation so, if it takes another stone than the turn it replaces.
_REMOVAL = re.compile(r"(?:x[a-g][1-7])+", re.IGNORECASE)
# After how many quiet moves of each side the game is drawn, `none` for never; 50 is not written.
QUIET_TAG = "QuietMoves"
OF_MORRIS = {"Game", "Variant", QUIET_TAG, "Position", "SetUp", "FEN"}
_NAMES_OF_MORRIS = ("morris", "mühle", "muehle", "merels", "morabaraba")
_UNTOLD = ("", "custom")  # variants that Sanmill does not tell
# The form of a move; the rules decide whether it is legal.
_MOVE = re.compile(
    r"[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](=?[QRBNqrbn])?[+#]*|[O0]-[O0](-[O0])?[+#]*|" + _TURN
)
_GLUED = re.compile(r"[-+=/#]*$")  # an evaluation attached to a move
_PASSANT = "e.p."
# What programs call chess, and Chess960, in letters and digits.
_CHESS = ("", "standard", "chess", "normal", "orthodox", "fromposition")
_CHESS960 = re.compile("(double)?fisch?err?andom(chess)?(960)?|(chess)?960|d?frc|chess960frc")
_STRANGE = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\ufffd]")


_BREAKS = re.compile(r"\r\n?")


def read_games(text: str) -> list[GameText]:
    """Return the games in `text`; [] if it holds only space and comments.

    Comments after a result, and lines that begin with `%`, are left out.

    Raises:
        PgnTextError: Part of `text` is not PGN; the message names it and its line.
    """
    text = _BREAKS.sub("\n", text) if "\r" in text else text
    if _STRANGE.search(text):
        raise PgnTextError(tr("this is no text, so no PGN either"))
    reader = _Reader(text)
    reader.read()
    return reader.games


class _Reader:
    """Reads a text once, token by token."""

    def __init__(self, text: str) -> None:
        self.text = text.rstrip("\x1a \t\n")
        self.games: list[GameText] = []
        self.game = _GameBuilder()
        self.counted = 0  # how far the lines have been counted
        self.newlines = 0  # as far as that

    @property
    def depth(self) -> int:
        """The number of open variations."""
        return self.game.movetext.depth

    def read(self) -> None:
        position = 0
        while position < len(self.text):
            try:
                position = self._read_token(position)
            except MovetextError as error:
                raise self._error(str(error), position) from None
        if self.depth:
            raise self._error(tr("a variation '(' that never closes"), len(self.text))
        self._finish()

    def _read_token(self, position: int) -> int:
        """Read the tag or token at `position`; return where the next one begins."""
        if self.text[position] == "[":
            return self._tag(position)
        match = _TOKEN.match(self.text, position)
        if match is None:
            raise self._no_pgn(position)
        self._take(match.lastgroup or "", match.group(), position)
        return match.end()

    def _take(self, kind: str, word: str, position: int) -> None:
        if kind in {"open", "close"}:
            self._bracket(kind, position)
        elif kind in {"move", "null"}:
            self._move(kind, word, position)
        elif kind == "number" and not self.game.all_moves:
            self.game.dots += word.count(".") + 3 * word.count("…")
        elif kind == "result" and self.depth == 0:
            self._result(word)
        elif kind in {"comment", "glyph", "sign"} and not self.game.result:
            self._remark(kind, word)

    def _tag(self, position: int) -> int:
        """Read the tag at `position`; return where it ends."""
        begin = _TAG_BEGINS.match(self.text, position)
        if begin is None:
            raise self._no_pgn(position)
        if self.depth:
            raise self._error(tr("a variation '(' that never closes"), position)
        if self.game.moves or self.game.result:
            self._finish()
        last = self._tag_end(begin.end())
        if last is None:
            raise self._no_pgn(position)
        if last.end() - position > limits.LONGEST_TAG or len(self.game.tags) >= limits.MOST_TAGS:
            raise self._error(tr("too many or too long tags"), position)
        value = self.text[begin.end() : last.start()]
        self.game.tags[begin[1]] = re.sub(r'\\(["\\])', r"\1", value)
        return last.end()

    def _tag_end(self, start: int) -> re.Match[str] | None:
        """Return the quote and bracket that end the tag whose value begins at `start`.

        Other programs often do not escape quotes in values. A tag therefore ends at the end of its
        line or before another tag, or else with the last such quote in the line.
        """
        most = min(len(self.text), start + limits.LONGEST_TAG)
        newline = self.text.find("\n", start, most)
        end = most if newline < 0 else newline
        last = None
        for last in _TAG_ENDS.finditer(self.text, start, end):
            if last.end() == end or _TAG_BEGINS.match(self.text, last.end()):
                break
        return last

    def _bracket(self, kind: str, position: int) -> None:
        movetext = self.game.movetext
        if kind == "open" and self.depth == DEEPEST:
            raise self._error(tr("variations more than {n} deep", n=DEEPEST), position)
        if kind == "close" and not self.depth:
            raise self._error(tr("')' without '('"), position)
        if kind == "open":
            movetext.open()
        else:
            movetext.close()

    def _move(self, kind: str, word: str, position: int) -> None:
        """Read a move; in variations the rules check it later."""
        sign = ""
        if kind == "null":
            word = "--"
        else:
            word, sign = _parted(word.removesuffix(_PASSANT))
            if _REMOVAL.fullmatch(word) and self.game.movetext.replaced:
                word = self.game.movetext.replaced.partition("x")[0] + word.lower()
            if not _MOVE.fullmatch(word):
                raise self._error(
                    tr("{word!r} is neither a move nor a result", word=word[:40]), position
                )
        if self.depth == 0:
            if self.game.result:
                self._finish()
            if len(self.game.moves) == limits.LONGEST_GAME:
                raise self._too_many(tr("more than {n} moves of one game"), limits.LONGEST_GAME)
            self.game.moves.append(word)
            self.game.lines.append(self._line_number(position))
        self.game.all_moves += 1
        if self.game.all_moves > limits.MOST_MOVES:
            said = tr("more than {n} moves of one game, its variations included")
            raise self._too_many(said, limits.MOST_MOVES)
        self.game.movetext.move(word)
        if sign:
            self.game.movetext.nag(SIGNS[sign])

    def _result(self, word: str) -> None:
        if self.game.result:
            self._finish()
        word = word.replace("–", "-")
        self.game.result = "1/2-1/2" if word in {"1/2", "½-½"} else word

    def _remark(self, kind: str, word: str) -> None:
        if kind == "comment":
            self.game.movetext.comment(word[1:-1] if word.startswith("{") else word[1:])
        elif word.startswith("$"):
            self.game.movetext.nag(int(word[1:][:6]))
        elif word in SIGNS:
            self.game.movetext.nag(SIGNS[word])

    def _finish(self) -> None:
        if self.game:
            if len(self.games) == limits.MOST_GAMES:
                said = tr("more than {n} games: list the folder instead, or split the file")
                raise self._too_many(said, limits.MOST_GAMES)
            self.games.append(self.game.build())
        self.game = _GameBuilder()

    def _too_many(self, said: str, most: int) -> PgnTextError:
        return PgnTextError(said.format(n=number(most)))

    def _no_pgn(self, position: int) -> PgnTextError:
        line = self.text[position : position + 400].partition("\n")[0].strip()
        return self._error(tr("{text!r} is no PGN", text=line[:40]), position)

    def _error(self, complaint: str, position: int) -> PgnTextError:
        return PgnTextError(
            tr("not PGN, line {n}: {complaint}", n=self._line_number(position), complaint=complaint)
        )

    def _line_number(self, position: int) -> int:
        """Return the line number at `position`; mostly called in ascending order."""
        if position < self.counted:
            self.counted = self.newlines = 0
        self.newlines += self.text.count("\n", self.counted, position)
        self.counted = position
        return self.newlines + 1


def _parted(word: str) -> tuple[str, str]:
    """Return a move and the sign attached to it: `e4` and `+=` of `e4+=`."""
    move = _GLUED.sub("", word)
    sign = word[len(move) :]
    return (move, sign) if sign in SIGNS and not _MOVE.fullmatch(word) else (word, "")


def foreign_variant(tags: Mapping[str, str]) -> str:
    """Return that the variant of chess in `tags` is not played here, "" if it is."""
    variant = tags.get("Variant", "")
    if _bare(variant) in _CHESS or names_chess960(variant):
        return ""
    return tr("the variant {variant!r} is not played here", variant=variant[:40])


def names_chess960(variant: str) -> bool:
    """Return whether a tag's value is a name of Chess960: `Chess 960`, `Fischerandom`, ..."""
    return _CHESS960.fullmatch(_bare(variant)) is not None


def _bare(variant: str) -> str:
    return re.sub(r"[\W_]", "", variant).lower()


# Morris -------------------------------------------------------------------------------------------


def is_morris(tags: Mapping[str, str]) -> bool:
    """Return whether `tags` describe a game of morris, as we or other programs write them."""
    names = f"{tags.get('Game', '')} {tags.get('Variant', '')}".lower()
    told = "Position" in tags or tags.get("Site") == "Sanmill"
    if told or any(word in names for word in _NAMES_OF_MORRIS):
        return True
    return "FEN" in tags and game_of(tags["FEN"]) == "morris"


def morris_rules(tags: Mapping[str, str]) -> MorrisRules:
    """Return the rules named in `tags`, by default those that the first position is written for.

    Raises:
        InputError: There is no such variant, or limit of quiet moves.
    """
    found = _variant_in(tags)
    if QUIET_TAG in tags:
        found = found.limited(read_limit(tags[QUIET_TAG]))
    return MORRIS if found.key == STANDARD.key else MorrisRules(found)


def _variant_in(tags: Mapping[str, str]) -> Variant:
    told = tags.get("Variant", "").strip()
    if told.lower() in _UNTOLD:
        name = tags.get("Game", "").strip().lower()
        usual = variant_of(morris_position(tags) or "")
        return next((v for v in VARIANTS.values() if v.title.lower() == name), usual)
    return variant(told)


def morris_position(tags: Mapping[str, str]) -> str | None:
    """Return the text of the first position, None for the empty board."""
    return tags.get("Position", tags.get("FEN"))


def morris_tags(rules: MorrisRules, start_fen: str) -> dict[str, str]:
    """Return the tags for the game, its rules and its first position.

    Sanmill reads them, too, of the boards that it has.
    """
    tags = {"Game": rules.variant.title, "Variant": rules.variant.pgn_name}
    if rules.variant.quiet_limit != USUAL_LIMIT:
        tags[QUIET_TAG] = limit_text(rules.variant.quiet_limit)
    if start_fen != rules.start_fen:
        of_sanmill = rules.variant.lines.rings == 3
        fen = to_sanmill(rules.board(start_fen)) if of_sanmill else start_fen
        tags |= {"SetUp": "1", "Position": start_fen, "FEN": fen}
    return tags


def refused_turn(text: str, number: str, line: int, error: InputError) -> str:
    """Return why the move `text` is illegal, with its number and its line."""
    reason = str(error).partition(": ")[2] or tr("it is no move")
    return tr(
        "illegal move {number} {text} on line {line}: {reason}",
        number=number,
        text=text[:40],
        line=line,
        reason=reason,
    )
