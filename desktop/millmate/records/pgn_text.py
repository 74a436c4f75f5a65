"""The grammar of a game in PGN, before any move is played: tags and movetext.

The spelling of chess moves is in `games.chess.spelling`, turns and tags of morris are in
`morris_text`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape

from millmate import limits
from millmate.language import number, tr
from millmate.records.morris_text import as_turns
from millmate.records.movetext import Movetext, MovetextBuilder, MovetextError
from millmate.records.notes import SIGNS
from millmate.records.pgn_split import RESULT, TAG_NAME, result_of

_TOKEN = re.compile(
    rf"""
    (?P<space>(?:\s|&nbsp;)+)
    |(?P<escape>^%[^\n]*)
    |(?P<comment>\{{[^}}]*\}}?|;[^\n]*)
    |(?P<element><[A-Za-z/!][^<>\n]{{0,1000}}>|```\w*)
    |(?P<glyph>\$\d+|[!?]+|[‼⁇⁉⁈])
    |(?P<open>\()|(?P<close>\))
    |(?P<result>{RESULT})
    |(?P<null>(?:--|Z0|0000|@@@@|null|pass)(?![\w-]))
    |(?P<number>\d+\s*[.…]+|\d+(?=\s|$)|[.…]+)
    |(?P<sign>(?!--(?:[\s)]|$))[-+=/~∞−]{{1,4}}(?=[\s)]|$)|/\\|e\.p\.|[±∓⩲⩱∞□→↑⇆∆Δ⌓⟳○⊕⨀])
    |(?P<word>[^\s(){{}}\[\];&$!?‼⁇⁉⁈<>.…±∓⩲⩱∞□→↑⇆∆Δ⌓⟳○⊕⨀]+
        (?:\((?:[QRBNDTLSqrbn]|e\.?p\.?)\))?(?:\.p\.)?)
    |(?P<other>.)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_SIGN_WORDS = {**SIGNS, "TN": 146, "D": 220, "RR": 145, "inf": 13}
# Words that add nothing to the move before them, or to the result.
_SKIPPED = {
    *("mate", "matt", "mat", "ch", "check", "checkmate", "dbl", "dis", "ep", "e.p.", "e.p"),
    *("ff", "f", "+", "++", "#", "/"),
}
_SQUARE = re.compile(r"[A-Ha-h][1-8]|^[Oo0О][-‐‑–—−]?[Oo0О]")
# Words that are meant as moves; the rules decide whether they are valid.
_ATTEMPT = re.compile(rf"{_SQUARE.pattern}|\d")
_FIRST_NUMBER = re.compile(r"(?<![\w.])1\s?\.")
# How Sanmill starts a variation with another removal than in the turn it replaces.
_REMOVAL = re.compile(r"(?:x[a-g][1-7])+", re.IGNORECASE)
# The names that programs use for chess and Chess960, in letters and digits.
_CHESS = ("", "standard", "chess", "normal", "orthodox", "fromposition")
_CHESS960 = re.compile("(double)?fisch?err?andom(chess)?(960)?|(chess)?960|d?frc|chess960frc")
_TAG_BEGINS = re.compile(rf'\[\s*({TAG_NAME})\s*"')
_TAG_ENDS = re.compile(r'"[ \t]*\][ \t]*')
_QUOTING = re.compile(r'\\(["\\])')
_NO_TAG = re.compile(r"\[[^\]\n]*\]?")
_IN_BRACKETS = re.compile(r"\[[^\[\]\n]*\]|\[")
_BREAKS = re.compile(r"\r\n?")
_ESCAPED = re.compile(r"\[\w+\s+&quot;")
_QUOTED = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)
_LONGEST_PROSE = 1_000  # characters kept of the text around a game


@dataclass(frozen=True, slots=True)
class GameText:
    """One game as written: tags, the main line's moves, and the result after the last move.

    `lines` has the line number of each move; `movetext` has all variations and annotations, None if
    there are only moves. `black_begins` says that the number before the first move is Black's
    (`1...`). `fault` says why the rest, from `line` on, could not be read, "" if all was read;
    `remarks` are sentences about corrections.
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
    """Return the game `text`, which starts on line `line` of its file, before any move is played.

    It is an entry of `pgn_split`. Text in it that is not PGN is skipped, or ends the game.
    """
    reader = _Reader(as_turns(_unwrapped(text)), line)
    reader.read()
    return reader.build()


def _unwrapped(text: str) -> str:
    """Return `text` without additions by mail programs and web pages."""
    text = _BREAKS.sub("\n", text) if "\r" in text else text
    if text.lstrip()[:1] == ">":
        text = _QUOTED.sub("", text)
    return unescape(text) if _ESCAPED.search(text) else text


class _Reader:
    """Reads a game in one pass, token by token."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text.rstrip()
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.lines: list[int] = []
        self.all_moves = 0  # including those of variations
        self.result: str | None = None
        self.dots = 0  # in the numbers before the first move
        self.movetext = MovetextBuilder()
        self.prose: list[str] = []  # words since the last movetext
        self.no_number = False  # whether the rest of the text has no number of a first move
        self.fault = ""
        self.fault_line = self.line = line
        self.counted = 0  # the position up to which lines were counted
        self.remarks: dict[str, None] = {}

    def read(self) -> None:
        position = 0
        try:
            while position < len(self.text):
                position = self._read_token(position)
            self._end_prose()
        except MovetextError as error:
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
        """Read the tag or token at `position`; return where the next one starts."""
        if self.text[position] == "[":
            return self._bracketed(position)
        match = _TOKEN.match(self.text, position)
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
            return len(self.text)  # the rest does not belong to a game
        return match.end()

    def _take(self, kind: str, word: str, position: int) -> None:
        if kind == "open":
            if self.movetext.depth == limits.DEEPEST_VARIATION:
                raise MovetextError(tr("variations more than {n} deep", n=limits.DEEPEST_VARIATION))
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
        elif word in _SIGN_WORDS:
            self.movetext.nag(_SIGN_WORDS[word])

    def _comment(self, word: str) -> None:
        if word.startswith("{") and not word.endswith("}"):
            self._remark(tr("A comment '{' never closes."))
            word += "}"
        self.movetext.comment(word[1:-1] if word.startswith("{") else word[1:])

    def _bracketed(self, position: int) -> int:
        """Read the tag at `position`, or skip other brackets; return where they end."""
        self._end_prose()
        if self.all_moves or self.result:
            match = _IN_BRACKETS.match(self.text, position)
            assert match is not None
            return match.end()
        name, value, end = _tag_at(self.text, position)
        if name and (end - position > limits.LONGEST_TAG or len(self.tags) >= limits.MOST_TAGS):
            raise MovetextError(tr("too many or too long tags"))
        if name:
            self.tags[name] = value
        return end

    def _word(self, word: str, match: re.Match[str]) -> int:
        """Read a word: a move, a sign or prose; return where the next token starts."""
        plain = word.rstrip(",'\"")
        if self.all_moves and plain.lower() in _SKIPPED:
            return match.end()
        if plain in _SIGN_WORDS and self.all_moves:
            self._end_prose()
            self.movetext.nag(_SIGN_WORDS[plain])
            return match.end()
        begun = self.movetext.depth or self.all_moves
        if _ATTEMPT.search(plain) if begun else _SQUARE.search(plain) and not self.prose:
            self._end_prose()
            self._move(plain, match.start())
            return match.end()
        first = None
        if not (begun or self.prose or self.no_number):
            first = _FIRST_NUMBER.search(self.text, match.end())
            self.no_number = first is None
        end = match.end() if first is None else first.start()
        self.prose.append(self.text[match.start() : min(end, match.start() + _LONGEST_PROSE)])
        return end

    def _end_prose(self) -> None:
        """Store words that are not movetext as a comment."""
        if self.prose:
            words, self.prose = " ".join(self.prose)[:_LONGEST_PROSE], []
            self.movetext.comment(" ".join(words.split()))

    def _move(self, word: str, position: int) -> None:
        """Read a move; it is checked later, by the rules."""
        word, sign = _parted(word)
        replaced = self.movetext.replaced
        if _REMOVAL.fullmatch(word) and replaced:
            word = replaced.partition("x")[0] + word.lower()
        if self.movetext.depth == 0:
            if len(self.moves) == limits.LONGEST_GAME:
                raise MovetextError(
                    tr("more than {n} moves of one game", n=number(limits.LONGEST_GAME))
                )
            self.moves.append(word)
            self.lines.append(self._line_number(position))
        self.all_moves += 1
        if self.all_moves > limits.MOST_MOVES:
            said = tr("more than {n} moves of one game, its variations included")
            raise MovetextError(said.format(n=number(limits.MOST_MOVES)))
        self.movetext.move(word)
        if sign:
            self.movetext.nag(_SIGN_WORDS[sign])

    def _line_number(self, position: int) -> int:
        """Return the line number at `position`, not before that of an earlier call."""
        self.line += self.text.count("\n", self.counted, position)
        self.counted = position
        return self.line


def tags_in(text: str) -> dict[str, str]:
    """Return the tags in `text`, which has no moves."""
    found = {}
    position = text.find("[")
    while position >= 0:
        name, value, end = _tag_at(text, position)
        if name:
            found[name] = value
        position = text.find("[", end)
    return found


def _tag_at(text: str, position: int) -> tuple[str, str, int]:
    """Return the name, the value and the end of the tag at `position`; "" for other brackets.

    Other programs often do not escape quotes in values. Therefore a tag ends at the end of its line
    or before another tag, or else with the last quote and bracket in the line.
    """
    begin, last = _TAG_BEGINS.match(text, position), None
    if begin is not None:
        most = min(len(text), begin.end() + limits.LONGEST_TAG)
        newline = text.find("\n", begin.end(), most)
        end = most if newline < 0 else newline
        for last in _TAG_ENDS.finditer(text, begin.end(), end):
            if last.end() == end or _TAG_BEGINS.match(text, last.end()):
                break
    if begin is None or last is None:
        other = _NO_TAG.match(text, position)
        assert other is not None
        return "", "", other.end()
    return begin[1], _QUOTING.sub(r"\1", text[begin.end() : last.start()]), last.end()


def _parted(word: str) -> tuple[str, str]:
    """Return a move and the sign attached to it: `e4` and `+=` of `e4+=`."""
    move = word.rstrip("-+=/#−")
    sign = word[len(move) :]
    return (move, sign) if move and sign in _SIGN_WORDS else (word, "")


def foreign_variant(tags: Mapping[str, str]) -> str:
    """Return why the chess variant in `tags` cannot be played, or ""."""
    variant = tags.get("Variant", "")
    bare = re.sub(r"[\W_]", "", variant).lower()
    if bare in _CHESS or _CHESS960.fullmatch(bare):
        return ""
    return tr("the variant {variant!r} is not played here", variant=variant[:40])
