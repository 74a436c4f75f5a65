"""Tables of other programs: Syzygy (WDL and DTZ) and Gaviota (DTM).

python-chess decodes both formats, but leaves probing a damaged file undefined: it may raise any
exception or loop for ever. So the headers of files are checked here before they are decoded, any
later failure is an `ExternalTableError`, and impossible values are refused.
"""

import os
import struct
import threading
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import chess
import chess.gaviota
import chess.syzygy

from millmate.errors import InputError, MillMateError, quote_error
from millmate.formatting import plural
from millmate.games.chess.material import Material
from millmate.games.value import CHESS_TERMS, Form, MoveValue, Result, Value, words
from millmate.language import tr
from millmate.regular_files import open_regular
from millmate.tablebase.closing import Closing
from millmate.tablebase.syzygy_file import Dtz, Wdl

# A Gaviota block holds 16,384 positions, one byte each; more than this compressed is damage.
_LARGEST_BLOCK = 32_768
_LARGEST_DICTIONARY = 1 << 20  # bytes; files have 4,096


class ExternalTableError(MillMateError):
    """Another program's table is damaged and has to be downloaded again."""


class MissingExternalTableError(MillMateError):
    """No table of that kind covers a position: it is missing, or the kind has no such table."""


class ExternalDirectoryError(InputError):
    """A directory does not exist, or has no tables of the requested kind."""


def of_syzygy(wdl: int, dtz: int | None) -> Value:
    """Return a value of Syzygy tables for the side to move, with a fifty-move counter of zero.

    Args:
        wdl: 2 (win), 1 (win that the fifty-move rule makes a draw), 0, -1, -2.
        dtz: Plies to the next capture, pawn move or mate, negative for a loss, may be one too small
            (Syzygy rounds); None without a DTZ table.
    """
    ruled = {2: Result.WIN, -2: Result.LOSS}.get(wdl, Result.DRAW)
    zeroing = None if dtz is None else abs(dtz)
    return Value(_sign(wdl), ruled=ruled, in_time=wdl == 0, zeroing=zeroing)


def in_words(value: Value, turn: bool) -> str:
    """Describe a value of Syzygy tables, with its metric and unit."""
    form = Form.SENTENCE if value.cursed else Form.HEADLINE
    said = f"{words(value, CHESS_TERMS, turn, form)} (WDL)"
    if value.wdl == 0 or value.zeroing is None:
        return said
    return tr(
        "{words}, {plies} to a capture, pawn move or mate (DTZ)",
        words=said,
        plies=plural(value.zeroing, "ply"),
    )


class _ExternalTables(Closing):
    """The tables of one kind in directories and their immediate folders, for several threads.

    Files are opened when needed; `close` closes them, and a later `probe` opens them again.
    """

    kind: str
    suffixes: tuple[str, ...]
    most_men: int
    decoder: type["_Syzygy | _Gaviota"]

    def __init__(self, *directories: Path) -> None:
        """Look for tables in `directories`.

        Raises:
            ExternalDirectoryError: There is no such directory, or no table of this kind in them.
        """
        self.directory = tr(" or ").join(map(str, directories))
        self._lock = threading.Lock()
        self._open: _Syzygy | _Gaviota | None = None
        self._folders = [
            folder
            for directory in directories
            for folder in _folders(directory, self.kind)
            if any(name.lower().endswith(self.suffixes) for name in _names(folder))
        ]
        if not self._folders:
            raise ExternalDirectoryError(
                tr(
                    "no {kind} tables ({names} files) in {directory}",
                    kind=self.kind,
                    names=tr(" or ").join(self.suffixes),
                    directory=self.directory,
                )
            )

    def probe(self, board: chess.Board) -> Value:
        """Return the verdict for the side to move of a legal position.

        Raises:
            MissingExternalTableError: No table covers the position.
            ExternalTableError: A table is damaged.
        """
        if board.castling_rights:
            raise MissingExternalTableError(
                tr("{kind} tables do not cover castling rights", kind=self.kind)
            )
        if chess.popcount(board.occupied) > self.most_men:
            raise MissingExternalTableError(
                tr("{kind} tables have at most {n} pieces", kind=self.kind, n=self.most_men)
            )
        material = Material.of(board).canonical()
        with self._lock:
            try:
                if self._open is None:
                    self._open = self.decoder()
                    for folder in self._folders:
                        self._open.add_directory(str(folder))
                return self._open.value(board.copy(stack=False))
            except (chess.syzygy.MissingTableError, chess.gaviota.MissingTableError):
                fault = tr(
                    "no {kind} table for {material}, or for the material after a capture, in "
                    "{directory}",
                    kind=self.kind,
                    material=material,
                    directory=self.directory,
                )
                raise MissingExternalTableError(fault) from None
            except MillMateError:
                raise
            except Exception as error:  # what the decoder does with damaged files is undefined
                raise ExternalTableError(
                    tr(
                        "the {kind} table for {material} in {directory} is damaged or cannot "
                        "be read ({cause}): fetch it again",
                        kind=self.kind,
                        material=material,
                        directory=self.directory,
                        cause=_cause(error),
                    )
                ) from None

    def close(self) -> None:
        """Close the files; a later `probe` looks for them and opens them again."""
        with self._lock:
            if self._open is not None:
                self._open.close()
                self._open = None


# Missing from the decoders ------------------------------------------------------------------------


class _Gaviota(chess.gaviota.PythonTablebase):
    """Opens files for reading only, and none with a broken index; names may be in any case."""

    def add_directory(self, directory: str) -> None:
        """Add the files that have a table's name, such as `kqk.gtb.cp4`."""
        for path in Path(directory).absolute().iterdir():
            name, dot, suffix = path.name.lower().partition(".")
            if dot + suffix in GaviotaTables.suffixes:
                self.available_tables[name] = str(path)

    def _open_tablebase(self, req: chess.gaviota.Request) -> BinaryIO:
        stream = self.streams.get(req.egkey)
        if stream is None:
            # The decoder would open it for writing too, which files of the system refuse.
            stream = open_regular(Path(self.available_tables[req.egkey]))
            try:
                _check_gaviota(stream)
                self.egtb_loadindexes(req.egkey, stream)
            except BaseException:
                stream.close()
                self.zipinfo.pop(req.egkey, None)
                raise
            self.streams[req.egkey] = stream
        return stream

    def egtb_block_park(self, egkey: str, block: int, stream: BinaryIO) -> int:
        """Go to a block; refuse one that would unpack to more than a block holds."""
        place = super().egtb_block_park(egkey, block, stream)
        head = stream.read(15)
        stream.seek(place)
        # Two bytes, then the head of LZMA; where the first is not 0, the decoder makes its own.
        if head[:1] == b"\0":
            dictionary, size = struct.unpack("<IQ", head[3:])
            if dictionary > _LARGEST_DICTIONARY or size > chess.gaviota.ENTRIES_PER_BLOCK:
                raise ValueError(tr("a block is too large"))
        return place

    def value(self, board: chess.Board) -> Value:
        """Return the value of a position; raises what decoders do."""
        moves = list(board.legal_moves)
        if not moves:
            return Value(-1, 0) if board.is_check() else Value(0)
        if all(board.is_en_passant(move) for move in moves):  # the decoder takes that for stalemate
            judged = [MoveValue(move, self._after(board, move)) for move in moves]
            return min(judged, key=lambda move: move.rank).value
        plies = self.probe_dtm(board)
        if plies and plies % 2 != (plies > 0):
            raise ValueError(tr("its value of {plies} plies is impossible", plies=plies))
        return Value(_sign(plies), abs(plies) or None)

    def _after(self, board: chess.Board, move: chess.Move) -> Value:
        board.push(move)
        verdict = self.value(board)
        board.pop()
        return verdict.before()


def _check_gaviota(file: BinaryIO) -> None:
    """Check that a Gaviota file's index is sound and its blocks fill the file to its end."""
    size = os.fstat(file.fileno()).st_size
    head = struct.unpack("<10I", file.read(40))
    index_bytes = head[8] - 40
    if not 4 <= index_bytes <= size - 40 or index_bytes % 4:
        raise ValueError(tr("its index is wrong"))
    starts = struct.unpack(f"<{index_bytes // 4}I", file.read(index_bytes))
    if any(not 0 < end - start <= _LARGEST_BLOCK for start, end in pairwise(starts)):
        raise ValueError(tr("its index is wrong"))
    if starts[0] != head[8] or starts[-1] != size:
        raise ValueError(tr("it is truncated or too long"))


class _Syzygy(chess.syzygy.Tablebase):
    """Checks the header of every file before it is decoded; its name may be in any case."""

    def add_file(self, path: str, **_: bool) -> int:
        """Add a file if it has a table's name, such as `kqvk.rtbw`; return the number added."""
        name, suffix = Path(path).stem.upper().replace("V", "v"), Path(path).suffix.lower()
        kinds = {".rtbw": (self.wdl, Wdl), ".rtbz": (self.dtz, Dtz)}
        if not (suffix in kinds and chess.syzygy.is_tablename(name) and Path(path).is_file()):
            return 0
        tables, kind = kinds[suffix]
        table = kind(name)
        table.path = path  # as it is on the disk; the pieces are those of the name
        tables[table.key] = tables[table.mirrored_key] = table
        return 1

    def value(self, board: chess.Board) -> Value:
        """Return the value of a position; raises what decoders do."""
        wdl = self.probe_wdl(board)
        try:
            dtz = self.probe_dtz(board)
        except chess.syzygy.MissingTableError:
            dtz = None
        if dtz is not None and _sign(dtz) != _sign(wdl):
            raise ValueError(tr("WDL is {wdl}, but DTZ {dtz}", wdl=wdl, dtz=dtz))
        if not -2 <= wdl <= 2:
            raise ValueError(tr("its WDL value is {value}", value=wdl))
        return of_syzygy(wdl, dtz)


class SyzygyTables(_ExternalTables):
    """Syzygy tables: `KQvK.rtbw` (WDL) and `KQvK.rtbz` (DTZ)."""

    kind = "Syzygy"
    suffixes = (".rtbw", ".rtbz")
    most_men = chess.syzygy.TBPIECES
    decoder = _Syzygy


class GaviotaTables(_ExternalTables):
    """Gaviota tables, compression scheme 4: `kqk.gtb.cp4`; distances to mate in plies."""

    kind = "Gaviota"
    suffixes = (".gtb.cp4",)
    most_men = 5
    decoder = _Gaviota


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _folders(directory: Path, kind: str) -> list[Path]:
    if not directory.is_dir():
        raise ExternalDirectoryError(
            tr(
                "no directory {directory}: name one with {kind} tables",
                directory=directory,
                kind=kind,
            )
        )
    try:
        within = sorted(path for path in directory.iterdir() if path.is_dir())
    except OSError as error:
        raise ExternalDirectoryError(
            tr("{directory} cannot be read: {why}", directory=directory, why=error.strerror)
        ) from None
    return [directory, *within]


def _names(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:  # a folder that is not ours to read
        return []


def _cause(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    if isinstance(error, ValueError) or type(error) is OSError:
        return quote_error("python-chess", error)
    if isinstance(error, (IndexError, struct.error)):
        return tr("it ends too early")
    return type(error).__name__
