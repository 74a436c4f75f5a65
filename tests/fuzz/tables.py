"""Tables, of our own and of other programs, and the other binary files that are read."""

from __future__ import annotations

import contextlib
import io
import json
import os
import pickle
import random
import shutil
import struct
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import chess
import google_crc32c
import numpy as np
from numpy.typing import NDArray
from tests import gaviota_files, old_morris, syzygy_files
from tests.fuzz.containers import changed_file, fresh, read_directory
from tests.fuzz.keeping import folder
from tests.fuzz.mutate import mutated, mutated_json
from tests.fuzz.target import Target
from tests.made_tables import table_with

from millmate.errors import MillMateError
from millmate.games.chess.material import Material
from millmate.games.chess.positions import random_position
from millmate.games.morris.positions import playable_board
from millmate.kernels.engine.layout import NETWORK_WORDS
from millmate.search.network import read_network, write_network
from millmate.tablebase import external_tables, notebook, notebook_file
from millmate.tablebase.layout import Layout
from millmate.tablebase.morris import explore as morris_explore
from millmate.tablebase.morris import store as morris_store
from millmate.tablebase.morris.layout import Layout as MorrisLayout
from millmate.tablebase.morris.names import Pair
from millmate.tablebase.morris.probe import MorrisTablebase
from millmate.tablebase.sharded import KEY, METADATA, metadata_checksum
from millmate.tablebase.solve import solve_large

BETWEEN = b"\n--8<--\n"  # what stands between the files of one input


# Tables of morris --------------------------------------------------------------------------------

_STONES = [
    playable_board(text)
    for text in ("WWW...../......../BBB..... w 0 0 0 1", "W.W.W.../......../BBB..... b 0 0 0 1")
]


def read_morris_table(data: bytes) -> None:
    """Open a table of morris."""
    path = fresh("morris") / "morris-3-3.table"
    path.write_bytes(data)
    _read(path)


def read_old_morris_table(data: bytes) -> None:
    """Open a table of morris that an earlier version wrote."""
    path = fresh("morris") / "morris-3-3.zarr"
    for file, content in zip((METADATA, "c/0/0/0"), data.split(BETWEEN), strict=False):
        (path / file).parent.mkdir(parents=True, exist_ok=True)
        (path / file).write_bytes(content)
    _read(path)


def _read(path: Path) -> None:
    table = morris_store.MorrisTable(path)
    read_directory(path.parent, morris_explore, MorrisTablebase, _STONES)
    table.values()


def _parts(path: Path) -> bytes:
    shards = sorted(file for file in (path / "c").rglob("*") if file.is_file())
    return BETWEEN.join(file.read_bytes() for file in (path / METADATA, *shards))


def _morris_tables() -> list[bytes]:
    return [_morris_table().path.read_bytes()]


def _old_morris_tables() -> list[bytes]:
    return [_parts(old_morris.write(fresh("old"), _morris_table()))]


def _morris_table() -> morris_store.MorrisTable:
    values = np.zeros(MorrisLayout(Pair(3, 3)).values_shape, np.uint8)
    values[0, 3, ::7], values[0, 5, ::11] = 1, 130
    sides = {"primary": morris_store.SideCounts(1, 2, 3, 4, 5, 6, (0, 1))}
    facts = {
        "verified": True, "longest": {"primary": 1}, "counts": sides, "cpu_seconds": 0.5,
        "created": "", "program": "fuzz",
    }  # fmt: skip
    return morris_store.write(fresh("seed"), Pair(3, 3), values, facts)


def _changed_table(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """Return a table with something changed, mostly with the checksums that fit."""
    parts = chance.choice(seeds).split(BETWEEN)
    document = json.loads(parts[0])
    what = chance.random()
    if what < 0.4:
        own = document["attributes"]
        own[KEY] = mutated_json(own[KEY], chance) if chance.random() < 0.8 else own[KEY]
        document = mutated_json(document, chance) if chance.random() < 0.2 else document
    elif what < 0.9:
        at = chance.randrange(1, len(parts))
        change = chance.choice((_changed_index, _changed_frames, _changed_anyhow))
        parts[at] = change(parts[at], chance)
    else:
        return mutated(seeds, (), chance)
    if chance.random() < 0.95:
        fit(document, parts)
    return BETWEEN.join([json.dumps(document).encode(), *parts[1:]])


def _changed_anyhow(shard: bytes, chance: random.Random) -> bytes:
    return mutated([shard], (), chance)


def _changed_frames(shard: bytes, chance: random.Random) -> bytes:
    """Change the packed values, and have the index tell how long they are now."""
    frames = mutated([shard[:-20]], (), chance)
    entries = struct.pack("<QQ", 0, len(frames))
    return frames + entries + struct.pack("<I", google_crc32c.value(entries))


def _changed_index(shard: bytes, chance: random.Random) -> bytes:
    """Have the index tell something else, with a checksum that fits."""
    numbers = [0, 1, len(shard), len(shard) - 20, 2**31, 2**40, 2**63, 2**64 - 1, 2**64 - 20]
    entries = struct.pack("<QQ", chance.choice(numbers), chance.choice(numbers))
    return shard[:-20] + entries + struct.pack("<I", google_crc32c.value(entries))


def fit(document: Any, parts: list[bytes]) -> None:
    """Have the metadata tell the sizes and checksums of the shards that are there."""
    with contextlib.suppress(TypeError, LookupError, AttributeError, ValueError):
        own = document["attributes"][KEY]
        for at, shard in enumerate(parts[1:]):
            index = int.from_bytes(shard[-4:], "little")
            if type(own["shards"][at]) is list and own["shards"][at][0] > 100:
                own["shards"][at] = [len(shard), google_crc32c.value(shard), index]
    with contextlib.suppress(TypeError, LookupError, AttributeError, ValueError):
        own = document["attributes"][KEY]
        own["metadata_checksum"] = metadata_checksum(document)


# The search of a table that does not fit in memory ------------------------------------------------

_KQVK = Layout(Material.parse("KQvK"))
_KEPT = "white-wins", "black-wins"
_HEAD = 7 * 8  # bytes
_ONE_IN = 8  # inputs with which the search goes on to its end


class _StoppedError(Exception):
    """The search was stopped."""


def read_search(data: bytes) -> None:
    """Go on with a search of KQvK: its values are put together, or it is begun anew."""
    place = folder() / "work"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    for name, content in zip(_KEPT, data.split(BETWEEN), strict=False):
        (place / name).write_bytes(content)
    if len(data) % _ONE_IN == 0:
        _search(place, lambda winner, ply, positions: None)
        return
    with contextlib.suppress(_StoppedError):
        _search(place, _stop)


def _search(place: Path, found: Callable[[bool, int, int], None]) -> None:
    solve_large(_KQVK, 0, _nobody_wins, found, place)


def _stop(winner: bool, ply: int, positions: int) -> None:
    if ply:  # by now the files have been read
        raise _StoppedError


def _nobody_wins(material: Material, number: int, turn: bool) -> NDArray[np.uint8]:
    """Stand in for the tables that captures lead to."""
    return np.zeros((Layout(material).words, 64), np.uint8)


def _searches() -> list[bytes]:
    """Return the files of a search that was stopped, and of one that is done."""
    place = folder() / "seed-work"
    shutil.rmtree(place, ignore_errors=True)
    found = []

    def stop(winner: bool, ply: int, positions: int) -> None:
        if ply == 4 and len(found) == 0:
            raise _StoppedError

    for _ in range(2):
        with contextlib.suppress(_StoppedError):
            _search(place, stop)
        files = (place / name for name in _KEPT)
        found.append(BETWEEN.join(f.read_bytes() if f.exists() else b"" for f in files))
    return found


def _changed_search(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """Return the files of a search with something changed, mostly with checksums that fit."""
    if chance.random() < 0.1:
        return mutated(seeds, (), chance)
    parts = chance.choice(seeds).split(BETWEEN)
    parts[0] = _changed_layers(parts[0], chance)
    return BETWEEN.join(parts)


def _changed_layers(content: bytes, chance: random.Random) -> bytes:
    """Change words of some layers, with checksums that fit."""
    changed, start = bytearray(content), 0
    while start + _HEAD <= len(content):
        number = struct.unpack_from("<q", content, start + 16)[0]
        end = start + _HEAD + (12 * number + 7) // 8 * 8
        for _ in range(chance.choice((0, 0, 0, 1, 5))):
            at = chance.randrange(start, end, 4)
            odd = (0, 1, 639, 640, 2**31 - 1, 2**31, 2**32 - 1, chance.randrange(2**32))
            changed[at : at + 4] = struct.pack("<I", chance.choice(odd))
        if chance.random() < 0.9:
            crc = google_crc32c.value(bytes(changed[start + 8 : end]))
            changed[start : start + 8] = struct.pack("<q", crc)
        start = end
    return bytes(changed)


# Tables of other programs -------------------------------------------------------------------------


def read_syzygy(data: bytes) -> None:
    """Open Syzygy tables: WDL, then DTZ, of the material that the first line names."""
    _read_foreign(external_tables.SyzygyTables, data, (".rtbw", ".rtbz"))


def read_gaviota(data: bytes) -> None:
    """Open a Gaviota table of the material that the first line names."""
    _read_foreign(external_tables.GaviotaTables, data, (".gtb.cp4",))


def _read_foreign(kind: Any, data: bytes, suffixes: Sequence[str]) -> None:
    named, _, content = data.partition(b"\n")
    name = named.decode("latin-1")
    place = folder() / kind.__name__
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    if name not in _POSITIONS:
        return
    for suffix, part in zip(suffixes, content.split(BETWEEN), strict=False):
        (place / f"{name}{suffix}").write_bytes(part)
    boards = _POSITIONS[name]
    with kind(place) as tables:
        for board in boards if kind is external_tables.SyzygyTables else boards[:1]:
            with contextlib.suppress(MillMateError):
                tables.probe(board)


def _foreign_boards() -> dict[str, list[chess.Board]]:
    """Return a few positions of each material, by the names that both kinds of files have."""
    chance, found = random.Random(3), {}
    for name in ("KQvK", "KRvK", "KPvK", "KBNvK", "KPvKP", "KRvKN", "KPPvK"):
        boards = [random_position(Material.parse(name), chance, turn) for turn in (True, False)]
        found[name] = boards
        found[name.lower().replace("v", "")] = boards
    return found


_POSITIONS = _foreign_boards()


def _directory(variable: str, usual: str) -> Path:
    return Path(os.environ.get(variable, usual))


def _syzygy() -> list[bytes]:
    """Return tables made up, and those of `MILLMATE_TEST_SYZYGY` that are small."""
    chance = random.Random(1)
    sides = [bytes(chance.randrange(5) for _ in range(syzygy_files.SIZE)) for _ in range(2)]
    wdl = syzygy_files.packed(syzygy_files.WDL_MAGIC, "Q", sides, 0)
    dtz = syzygy_files.packed(syzygy_files.DTZ_MAGIC, "Q", sides[:1], 4)
    found = [b"KQvK\n" + BETWEEN.join((wdl, dtz))]
    for name in _POSITIONS:
        files = [
            _directory("MILLMATE_TEST_SYZYGY", "/usr/share/syzygy") / f"{name}{suffix}"
            for suffix in (".rtbw", ".rtbz")
        ]
        if all(file.is_file() and file.stat().st_size < 100_000 for file in files):
            parts = (file.read_bytes() for file in files)
            found.append(name.encode() + b"\n" + BETWEEN.join(parts))
    return found


def _gaviota() -> list[bytes]:
    """Return a table made up, and those of `MILLMATE_TEST_GAVIOTA` that are small."""
    found = [b"kqk\n" + gaviota_files.file(code=9, positions=29_568)]
    for name in _POSITIONS:
        place = _directory("MILLMATE_TEST_GAVIOTA", "/usr/share/gaviotatb/gtb4")
        file = place / f"{name}.gtb.cp4"
        if file.is_file() and file.stat().st_size < 250_000:
            found.append(name.encode() + b"\n" + file.read_bytes())
    return found


def _changed_foreign(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    """Change mostly the head, and never the name, or no position would be looked up."""
    name, _, content = chance.choice(seeds).partition(b"\n")
    parts = content.split(BETWEEN)
    at = chance.randrange(len(parts))
    part = bytearray(parts[at])
    for _ in range(min(8, int(chance.expovariate(0.5)) + 1)):
        place = min(len(part) - 1, int(chance.expovariate(chance.choice((0.03, 0.005, 0.0001)))))
        part[place] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    if chance.random() < 0.1:
        del part[chance.randrange(len(part)) :]
        if chance.random() < 0.7:  # of a length that Syzygy files have
            del part[len(part) - (len(part) - 16) % 64 :]
    parts[at] = bytes(part)
    return name + b"\n" + BETWEEN.join(parts)


# Notebooks and networks ---------------------------------------------------------------------------


def read_notebook(data: bytes) -> None:
    """Compare a `.chessAI` file with the tables that are here."""
    path = folder() / "sets.chessAI"
    path.write_bytes(data)
    tables = _queen() if len(data) % 8 == 0 else folder() / "none"  # comparing takes a while
    notebook.compare(notebook_file.read(path), tables)


@cache
def _queen() -> Path:
    place = folder() / "queen"
    table_with(place, "KQvK", {1: 3, 700: 5})
    return place


def _notebooks() -> list[bytes]:
    men = tuple(chess.Piece.from_symbol(symbol) for symbol in "KQk")
    sets = [
        np.array(numbers, np.int64)
        for numbers in ([1 | 9 << 1 | 60 << 8 | 3 << 15, 9 << 1 | 61 << 8 | 4 << 15], [])
    ]
    out = io.BytesIO()
    notebook_file.write(out, men, iter(sets))
    found = [out.getvalue()]
    for protocol in (2, 5):
        members: dict[str, Any] = {"piece_list": list(men), "S_0": _SET, "S_1": set(_SET)}
        found.append(zipped({n: pickle.dumps(m, protocol) for n, m in members.items()}))
    return found


_SET = {1 | 9 << 1 | 60 << 8 | 3 << 15, 9 << 1 | 61 << 8 | 4 << 15}


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


_OPCODES = tuple(
    bytes([code]) for code in b"().0123FIJKLMNPQRSTUVXabcdeghijlopqrstu\x80\x81\x85\x8f\x90"
)


def _changed_zip(seeds: Sequence[bytes], chance: random.Random) -> bytes:
    if chance.random() < 0.3:
        return mutated(seeds, (), chance)
    with zipfile.ZipFile(io.BytesIO(chance.choice(seeds))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(list(members))
    if chance.random() < 0.1:
        members[chance.choice(("S_2", "../x", "S_00", "x" * 1000))] = members.pop(name)
    else:
        members[name] = mutated([members[name]], _OPCODES, chance)
    return zipped(members)


def read_weights(data: bytes) -> None:
    """Read the file of a network."""
    path = folder() / "weights.npz"
    path.write_bytes(data)
    read_network(path)


def _networks() -> list[bytes]:
    path = folder() / "seed.npz"
    write_network(path, np.zeros(4 * NETWORK_WORDS, np.int16), "fuzz")
    return [path.read_bytes()]


TARGETS = (
    Target("morris-table", read_morris_table, _morris_tables, make=changed_file),
    Target("old-morris-table", read_old_morris_table, _old_morris_tables, make=_changed_table),
    Target("search", read_search, _searches, make=_changed_search),
    Target("syzygy", read_syzygy, _syzygy, make=_changed_foreign),
    Target("gaviota", read_gaviota, _gaviota, make=_changed_foreign),
    Target("notebook", read_notebook, _notebooks, make=_changed_zip),
    Target("network", read_weights, _networks, make=_changed_zip),
)
