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
from dataclasses import dataclass
from html import unescape

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
from millmate.records.morris_text import as_turns
from millmate.records.movetext import Movetext, MovetextBuilder, MovetextError
from millmate.records.pgn_tokens import (
    ATTEMPT,
    FIRST_NUMBER,
    SIGN_WORDS,
    SKIPPED,
    SQUARE,
    TOKEN,
    result_of,
)

DEEPEST = limits.DEEPEST_VARIATION


class PgnTextError(InputError):
    """A text violates the grammar of PGN."""


# Sanmill begins a variation so, if it takes another stone than the turn it replaces.
_REMOVAL = re.compile(r"(?:x[a-g][1-7])+", re.IGNORECASE)
# After how many quiet moves of each side the game is drawn, `none` for never; 50 is not written.
QUIET_TAG = "QuietMoves"
OF_MORRIS = {"Game", "Variant", QUIET_TAG, "Position", "SetUp", "FEN"}
_NAMES_OF_MORRIS = ("morris", "mühle", "muehle", "merels", "morabaraba")
_UNTOLD = ("", "custom")  # variants that Sanmill does not tell
_OF_MORRIS_ALONE = {"custom", *VARIANTS} - {"standard"}
# What programs call chess, and Chess960, in letters and digits.
_CHESS = ("", "standard", "chess", "normal", "orthodox", "fromposition")
_CHESS960 = re.compile("(double)?fisch?err?andom(chess)?(960)?|(chess)?960|d?frc|chess960frc")
_TAG_BEGINS = re.compile(r'\[\s*([A-Za-z0-9_+#=:-]+)\s*"')
_TAG_ENDS = re.compile(r'"[ \t]*\][ \t]*')
_NO_TAG = re.compile(r"\[[^\]\n]*\]?")
_IN_BRACKETS = re.compile(r"\[[^\[\]\n]*\]|\[")
_BREAKS = re.compile(r"\r\n?")
_ESCAPED = re.compile(r"\[\w+\s+&quot;")
_QUOTED = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
_LONGEST_PROSE = 1_000  # characters of words around a game that are kept


@dataclass(frozen=True, slots=True)
class GameText:
    """One game as written: tags, the main line's moves, and the result after the last move.

    `lines` has the line number of each move; `movetext` has all variations and annotations, None if
    there are only moves. `black_begins` says that the number before the first move is Black's
    (`1...`). `fault` says why the rest, from `line` on, could not be read, "" if all was;
    `remarks` are sentences on what was mended.
    """

    tags: tuple[tuple[str, str], ...]
    moves: tuple[str, ...]
    result: str | None
    lines: tuple[int, ...]
    movetext: Movetext | None
    black_begins: bool = False
    fault: str = ""
    line: int = 1
    remarks: tuple[str, ...] = ()


def read_game(text: str, line: int = 1) -> GameText:
    """Return the game `text`, which begins on line `line` of its file, before any move is played.

    It is one of the entries of `pgn_split`. What is no PGN in it is passed over, or ends it.
    """
    reader = _Reader(as_turns(_unwrapped(text)), line)
    reader.read()
    return reader.build()


def _unwrapped(text: str) -> str:
    """Return `text` without what mails and web pages add to lines."""
    text = _BREAKS.sub("\n", text) if "\r" in text else text
    if text.lstrip()[:1] == ">":
        text = _QUOTED.sub("", text)
    return unescape(text) if _ESCAPED.search(text) else text


class _Reader:
    """Reads a game once, token by token."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text.rstrip()
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.lines: list[int] = []
        self.all_moves = 0  # those of variations included
        self.result: str | None = None
        self.dots = 0  # in the numbers before the first move
        self.movetext = MovetextBuilder()
        self.prose: list[str] = []  # words that are no movetext, since the last that is
        self.no_number = False  # of a first move, in the rest of the text
        self.fault = ""
        self.fault_line = self.line = line
        self.counted = 0  # how far the lines have been counted
        self.remarks: dict[str, None] = {}

    def read(self) -> None:
        position = 0
        try:
            while position < len(self.text):
                position = self._read_token(position)
            self._end_prose()
        except (MovetextError, PgnTextError) as error:
            self.fault, self.fault_line = str(error), self._line_number(position)
        if self.movetext.depth:
            self._remark(tr("A variation '(' never closes."))

    def build(self) -> GameText:
        return GameText(
            tuple(self.tags.items()),
            tuple(self.moves),
            self.result,
            tuple(self.lines),
            None if self.movetext.plain else self.movetext.build(),
            self.dots > 1,
            self.fault,
            self.fault_line,
            tuple(self.remarks),
        )

    def _remark(self, sentence: str) -> None:
        self.remarks[sentence] = None

    def _read_token(self, position: int) -> int:
        """Read the tag or token at `position`; return where the next one begins."""
        if self.text[position] == "[":
            return self._bracketed(position)
        match = TOKEN.match(self.text, position)
        assert match is not None
        kind, word = match.lastgroup or "", match.group()
        if kind == "word":
            return self._word(word, match)
        if kind == "other":
            self.prose.append(word)
        elif kind != "space":
            self._end_prose()
            self._take(kind, word, position)
        elif self.result and word.count("\n") > 1:
            return len(self.text)  # what follows belongs to no game
        return match.end()

    def _take(self, kind: str, word: str, position: int) -> None:
        if kind == "open":
            if self.movetext.depth == DEEPEST:
                raise PgnTextError(tr("variations more than {n} deep", n=DEEPEST))
            self.movetext.open()
        elif kind == "close":
            if self.movetext.depth:
                self.movetext.close()
            else:
                self._remark(tr("A ')' without '(' was left out."))
        elif kind == "null":
            self._move("--", position)
        elif kind == "number" and not self.all_moves:
            self.dots += word.count(".") + 3 * word.count("…")
        elif kind == "result" and self.movetext.depth == 0:
            self.result = result_of(word)
        elif kind == "comment":
            self._comment(word)
        elif word.startswith("$"):
            self.movetext.nag(int(word[1:][:6]))
        elif word in SIGN_WORDS:
            self.movetext.nag(SIGN_WORDS[word])

    def _comment(self, word: str) -> None:
        if word.startswith("{") and not word.endswith("}"):
            self._remark(tr("A comment '{' never closes."))
            word += "}"
        self.movetext.comment(word[1:-1] if word.startswith("{") else word[1:])

    def _bracketed(self, position: int) -> int:
        """Read the tag at `position`, or pass over other brackets; return where they end."""
        self._end_prose()
        if self.all_moves or self.result:
            match = _IN_BRACKETS.match(self.text, position)
            assert match is not None
            return match.end()
        begin = _TAG_BEGINS.match(self.text, position)
        last = self._tag_end(begin.end()) if begin is not None else None
        if begin is None or last is None:
            match = _NO_TAG.match(self.text, position)
            assert match is not None
            return match.end()
        if last.end() - position > limits.LONGEST_TAG or len(self.tags) >= limits.MOST_TAGS:
            raise PgnTextError(tr("too many or too long tags"))
        value = self.text[begin.end() : last.start()]
        self.tags[begin[1]] = re.sub(r'\\(["\\])', r"\1", value)
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

    def _word(self, word: str, match: re.Match[str]) -> int:
        """Read a word: a move, a sign, or prose; return where the next token begins."""
        plain = word.rstrip(",'\"")
        if self.all_moves and plain.lower() in SKIPPED:
            return match.end()
        if plain in SIGN_WORDS and self.all_moves:
            self._end_prose()
            self.movetext.nag(SIGN_WORDS[plain])
            return match.end()
        begun = self.movetext.depth or self.all_moves
        if ATTEMPT.search(plain) if begun else SQUARE.search(plain) and not self.prose:
            self._end_prose()
            self._move(plain, match.start())
            return match.end()
        first = None
        if not (begun or self.prose or self.no_number):
            first = FIRST_NUMBER.search(self.text, match.end())
            self.no_number = first is None
        end = match.end() if first is None else first.start()
        self.prose.append(self.text[match.start() : min(end, match.start() + _LONGEST_PROSE)])
        return end

    def _end_prose(self) -> None:
        """Keep words that are no movetext as a comment."""
        if self.prose:
            words, self.prose = " ".join(self.prose)[:_LONGEST_PROSE], []
            self.movetext.comment(" ".join(words.split()))

    def _move(self, word: str, position: int) -> None:
        """Read a move; the rules check it later."""
        word, sign = _parted(word)
        replaced = self.movetext.replaced
        if _REMOVAL.fullmatch(word) and replaced:
            word = replaced.partition("x")[0] + word.lower()
        if self.movetext.depth == 0:
            if len(self.moves) == limits.LONGEST_GAME:
                raise PgnTextError(
                    tr("more than {n} moves of one game", n=number(limits.LONGEST_GAME))
                )
            self.moves.append(word)
            self.lines.append(self._line_number(position))
        self.all_moves += 1
        if self.all_moves > limits.MOST_MOVES:
            said = tr("more than {n} moves of one game, its variations included")
            raise PgnTextError(said.format(n=number(limits.MOST_MOVES)))
        self.movetext.move(word)
        if sign:
            self.movetext.nag(SIGN_WORDS[sign])

    def _line_number(self, position: int) -> int:
        """Return the line number at `position`, which is not before that of an earlier call."""
        self.line += self.text.count("\n", self.counted, position)
        self.counted = position
        return self.line


def _parted(word: str) -> tuple[str, str]:
    """Return a move and the sign attached to it: `e4` and `+=` of `e4+=`."""
    move = word.rstrip("-+=/#−")
    sign = word[len(move) :]
    return (move, sign) if move and sign in SIGN_WORDS else (word, "")


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
    if "FEN" in tags:
        return game_of(tags["FEN"]) == "morris"
    return tags.get("Variant", "").strip().lower() in _OF_MORRIS_ALONE


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
