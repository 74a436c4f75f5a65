"""The results of a review: a page with pictures, commented games, and a table."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import count as counter
from itertools import groupby
from pathlib import Path

from millmate.errors import InputError
from millmate.files import open_atomically
from millmate.formatting import duration
from millmate.language import count, number, tr, visible
from millmate.pictures.diagrams import Drawing, Orientation, diagram
from millmate.play.endgame_review.endings import content_of
from millmate.play.endgame_review.half_points import HalfPoint
from millmate.play.endgame_review.review import Review
from millmate.records.movetext import Movetext, MovetextMove
from millmate.records.notes import both
from millmate.records.pgn import read_entry, to_pgn
from millmate.records.record import GameRecord
from millmate.spreadsheets import csv_text
from millmate.tablebase.table_titles import title_and_code

PAGE, GAMES, TABLE = "review.html", "review.pgn", "review.csv"
NAMES = {"page": PAGE, "games": GAMES, "table": TABLE}
_MOST_PICTURES = 300  # a picture takes some 15 kB
_MOST_MISSING = 20  # tables to name, those with most positions first
_MOST_UNREAD = 20  # games to name
_SIGNS = {1: 2, 2: 4}  # by half points: `?` and `??`
_PLAYED, _BETTER = "#b3423a", "#2f7d4f"  # arrows
_VALUES = {1: "win", 0: "draw", -1: "loss"}  # in the table, which programs read
_HEAD = (
    *("file", "game", "white", "black", "event", "date", "player", "side", "move", "fen"),
    *("material", "ending", "mistake", "before", "after", "kept_by", "kept", "legal", "mate_in"),
    "clock_seconds",
)


def write_all(directory: Path, found: Review) -> None:
    """Write the page, the games and the table into `directory`, each atomically.

    Raises:
        OSError: The directory is not writable, or a file of games cannot be read.
    """
    directory.mkdir(parents=True, exist_ok=True)
    for kind, name in NAMES.items():
        write(kind, directory / name, found)


def write(kind: str, path: Path, found: Review) -> None:
    """Write one of the three reports, piece by piece; `kind` is its key in `NAMES`.

    Raises:
        OSError: `path` is not writable, or a file of games cannot be read.
    """
    with open_atomically(path) as file:
        for piece in _PIECES[kind](found):
            file.write(visible(piece).encode())


def summary(found: Review) -> str:
    """Return a sentence on how much was read and found."""
    games = count(found.games, "{n} game", "{n} games")
    if not found.endings:
        return tr("{games} read; no ending with few pieces was reached.", games=games)
    endings = count(
        found.endings,
        "{n} of them reached an ending with few pieces",
        "{n} of them reached endings with few pieces",
    )
    thrown = count(
        found.thrown, "{n} half point was thrown away", "{n} half points were thrown away"
    )
    if not found.thrown:
        thrown = tr("no mistakes were found")
    return tr("{games} read; {endings}; {thrown}.", games=games, endings=endings, thrown=thrown)


def nobody(found: Review, player: str) -> str:
    """Return that no game of a player was found, with similar names."""
    none = count(
        found.games,
        "“{player}” did not play in this game.",
        "“{player}” did not play in any of these {n} games.",
        player=player[:60],
    )
    names = ", ".join(tr("“{name}”", name=name) for name in found.similar)
    return f"{none} {tr('Did you mean {names}?', names=names)}" if names else none


def by_kind(points: Iterable[HalfPoint]) -> list[tuple[str, list[HalfPoint]]]:
    """Return half points by the kind of mistake, most frequent first."""
    return _grouped(points, [each.mistake for each in points])


def by_material(points: Iterable[HalfPoint]) -> list[tuple[str, list[HalfPoint]]]:
    """Return half points by their endings, most frequent first."""
    groups = _grouped(points, [str(each.material) for each in points])
    return [(title_and_code(code), group) for code, group in groups]


def by_player(points: Iterable[HalfPoint]) -> list[tuple[str, list[HalfPoint]]]:
    """Return half points by the player who threw them away, most frequent first."""
    return _grouped(points, [each.player or "?" for each in points])


def _grouped(
    points: Iterable[HalfPoint], names: Sequence[str]
) -> list[tuple[str, list[HalfPoint]]]:
    groups: dict[str, list[HalfPoint]] = {}
    for name, point in zip(names, points, strict=True):
        groups.setdefault(name, []).append(point)
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def table(points: Iterable[HalfPoint]) -> str:
    """Return half points as CSV, one per line; column names and values are in English."""
    return csv_text([_HEAD, *map(_row, points)])


def _row(point: HalfPoint) -> tuple[object, ...]:
    game = point.game
    return (
        *(str(game.path), game.number, game.white, game.black, game.event, game.date),
        *(point.player, "white" if point.white else "black", point.played, point.fen),
        *(str(point.material), title_and_code(str(point.material)), point.mistake),
        *(_VALUES[point.before], _VALUES[point.after]),
        *(" ".join(point.kept), len(point.keeping), point.legal, point.moves, point.seconds),
    )


def commented_games(points: Iterable[HalfPoint]) -> Iterator[str]:
    """Yield the games with half points as PGN, with comments and better moves.

    Games that end in an illegal move are left out: `Review.unread` lists them.

    Raises:
        OSError: A file of games can no longer be read.
    """
    for game, mistakes in groupby(points, key=lambda point: point.game):
        try:
            record, _ = read_entry(content_of(game))
        except (InputError, ValueError):
            continue
        yield f"{to_pgn(commented(record, list(mistakes)))}\n"


def commented(record: GameRecord, points: Sequence[HalfPoint]) -> GameRecord:
    """Return a game with a comment on every half point thrown away in it."""
    written = record.movetext or Movetext(moves=tuple(map(MovetextMove, record.moves)))
    moves = list(written.moves)
    for point in points:
        at = min(point.ply, len(moves) - 1)
        if at < 0:
            continue
        move = moves[at]
        notes = move.notes.commented(both(move.notes.comment, _comment(point)))
        if not point.move:
            moves[at] = replace(move, notes=notes)
            continue
        sign = _SIGNS[point.before - point.after]
        nags = notes.nags if sign in notes.nags else (*notes.nags, sign)
        better = ((MovetextMove(point.kept[0]),),) if point.kept else ()
        moves[at] = replace(
            move, notes=replace(notes, nags=nags), variations=(*move.variations, *better)
        )
    return replace(record, movetext=replace(written, moves=tuple(moves)))


def _comment(point: HalfPoint) -> str:
    difficulty = f" {point.difficulty}." if point.keeping else ""
    return f"{point.mistake}: {point.effect}.{difficulty}"


_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
article { display: flex; gap: 1.5rem; margin: 1.5rem 0; break-inside: avoid; }
article svg { width: 15rem; height: auto; flex: none; }
h3 { margin: 0; } p { margin: .3rem 0; }
td { padding: .1rem 1.5rem .1rem 0; } td + td { text-align: right; }
.fen { font: 13px monospace; color: #666; user-select: all; overflow-wrap: anywhere; }
"""


def page(found: Review) -> Iterator[str]:
    """Yield an HTML page that needs no other file: numbers, then each half point."""
    title = tr("Half points thrown away in endings")
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    yield f"<!DOCTYPE html>\n<html><head>{head}</head><body>\n"
    yield f"<h1>{escape(title)}</h1>\n<p>{escape(summary(found))}</p>\n"
    for heading, groups in (
        (tr("By kind of mistake"), by_kind(found.half_points)),
        (tr("By ending"), by_material(found.half_points)),
        (tr("By player"), by_player(found.half_points)),
    ):
        counts = ((escape(name), escape(number(len(points)))) for name, points in groups)
        rows = "".join(f"<tr><td>{name}</td><td>{n}</td></tr>" for name, n in counts)
        yield f"<h2>{escape(heading)}</h2>\n<table>{rows}</table>\n"
    yield from (f"<p>{escape(line)}</p>\n" for line in gaps(found))
    numbers = counter()
    for name, points in by_kind(found.half_points):
        yield f"<h2>{escape(name)}</h2>\n"
        yield from (_article(point, next(numbers) < _MOST_PICTURES) for point in points)
    yield "</body></html>\n"


def gaps(found: Review) -> Iterator[str]:
    """Yield sentences about games that could not be read and about missing tables."""
    if found.missing:
        names = " ".join(str(material) for material, _ in found.missing.most_common(_MOST_MISSING))
        more = len(found.missing) - _MOST_MISSING
        if more > 0:
            names = f"{names} {tr('and {n} more', n=number(more))}"
        yield count(
            sum(found.missing.values()),
            "{n} position has no table; build: {names}",
            "{n} positions have no table; build: {names}",
            names=names,
        )
    for each in found.unread[:_MOST_UNREAD]:
        yield tr(
            "{file}, game {n}: {reason}",
            file=each.game.path.name,
            n=each.game.number,
            reason=each.reason,
        )
    if len(found.unread) > _MOST_UNREAD:
        yield tr("and {n} more games", n=number(len(found.unread) - _MOST_UNREAD))


def _article(point: HalfPoint, pictured: bool) -> str:
    """Return a half point with its position, the move played and the better moves."""
    game, said = point.game, [tr("{player}: {effect}", player=point.player, effect=point.effect)]
    if point.seconds is not None:
        said.append(tr("{time} on the clock", time=duration(point.seconds)))
    if point.kept:
        said.append(tr("Better: {moves}", moves=", ".join(point.kept)))
        said.append(point.difficulty)
    heading = f"{point.played or point.mistake} · {title_and_code(str(point.material))}"
    source = [f"{game.white} – {game.black}", game.event, game.date, _place(point)]
    lines = [". ".join(said) + ".", ", ".join(filter(None, source))]
    text = "".join(f"<p>{escape(line)}</p>" for line in lines)
    fen = f'<p class="fen">{escape(point.fen)}</p>'
    picture = _picture(point) if pictured else ""
    return f"<article>{picture}<div><h3>{escape(heading)}</h3>{text}{fen}</div></article>\n"


def _place(point: HalfPoint) -> str:
    return tr("game {n} of {file}", n=point.game.number, file=point.game.path.name)


def _picture(point: HalfPoint) -> str:
    """Return the position from the view of the player who erred, with arrows for both moves."""
    better = [(move, _BETTER) for move in point.keeping[:1]]
    drawn = [(point.move, _PLAYED), *better] if point.move else better
    arrows = [Drawing(colour, move[:2], move[2:4]) for move, colour in drawn]
    return diagram(point.board, seen=Orientation(flipped=not point.white), drawings=arrows)


_PIECES: dict[str, Callable[[Review], Iterable[str]]] = {
    "page": page,
    "games": lambda found: commented_games(found.half_points),
    "table": lambda found: (table(found.half_points),),
}
