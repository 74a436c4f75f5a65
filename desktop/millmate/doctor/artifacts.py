"""Compiled kernels, tables, tables of other programs, and engines."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from millmate import paths, resources
from millmate.doctor import Finding, State
from millmate.errors import MillMateError
from millmate.formatting import plural, size
from millmate.kernels import library
from millmate.players import consent
from millmate.players.engine_finder import installed, listed
from millmate.players.engine_recipe import EngineRecipe
from millmate.players.uci import command_of
from millmate.search.limits import Interrupted
from millmate.settings import Settings
from millmate.tablebase import shipped, store, targets
from millmate.tablebase.metric import parse_table_name
from millmate.tablebase.morris.store import unfinished
from millmate.tablebase.sharded import TableError
from millmate.tablebase.table import TableInfo
from millmate.tablebase.targets import Info
from millmate.uci.client import UciEngine
from millmate.uci.process import EngineError

Stopped = Callable[[], bool]
_MOST_NAMED = 5  # damaged tables to list
_AGAIN = "install the program again"
_PATIENCE = 5.0  # seconds for an engine to answer
_OTHERS = {"syzygy": "*.rtb[wz]", "gaviota": "*.gtb*"}


def kernels() -> Iterator[Finding]:
    """Check whether the library of kernels is here and of this version; call none."""
    try:
        library.loaded()
    except MillMateError as error:
        yield Finding("kernels", str(error), State.MISSING, _AGAIN)
    else:
        yield Finding("kernels", f"compiled for {library.level()}, in {library.FOLDER}")


def tables(directory: Path) -> Iterator[Finding]:
    """Check metadata and sizes of the tables, as the window does; do not verify their values."""
    try:
        sound, damaged = targets.survey(directory)
        begun = [*targets.unfinished(directory), *map(str, unfinished(directory))]
    except OSError as error:
        text, mend = f"{directory}: {error.strerror}", f"check the permissions of {directory}"
        yield Finding("tables", text, State.MISSING, mend)
        return
    yield from _sound(sound, directory)
    yield from _shipped()
    for fault in damaged[:_MOST_NAMED]:
        yield _damaged(fault)
    if len(damaged) > _MOST_NAMED:
        text = f"{len(damaged) - _MOST_NAMED} more"
        yield Finding("damaged", text, State.MISSING, "list them with: millmate tables")
    if begun:
        text = f"{', '.join(begun[:_MOST_NAMED])}{' …' if len(begun) > _MOST_NAMED else ''}"
        name, metric = parse_table_name(begun[0])
        mend = f"resume with: millmate build {metric.option}{name}"
        yield Finding("unfinished", text, State.NOTE, mend)


def _sound(infos: list[Info], directory: Path) -> Iterator[Finding]:
    """Describe the user's own tables."""
    sound = [info for info in infos if not (isinstance(info, TableInfo) and info.shipped)]
    if not sound:
        text = f"none in {directory}"
        mend = "" if infos else "build one: millmate build KBNvK"
        yield Finding("tables", text, State.NOTE if mend else State.GOOD, mend)
        return
    chess = sum(isinstance(info, TableInfo) for info in sound)
    kinds = [
        f"{n} of {game}" for n, game in ((chess, "chess"), (len(sound) - chess, "morris")) if n
    ]
    unsure = sum(not info.verified for info in sound)
    text = f"{' and '.join(kinds)}, {size(sum(info.bytes for info in sound))}"
    yield Finding("tables", f"{text}, {f'{unsure} not' if unsure else 'all'} verified")


def _shipped() -> Iterator[Finding]:
    """Compare the tables and sets that came with the program with their checksums."""
    folder = resources.tables()
    if folder is None:
        return
    altered = shipped.altered(folder)
    if not altered:
        text = f"{shipped.NUMBER} of up to four men came with the program, in {folder}"
        yield Finding("more tables", text)
    for name in altered[:_MOST_NAMED]:
        yield Finding(name, f"not what came with the program, in {folder}", State.MISSING, _AGAIN)


def _damaged(error: TableError) -> Finding:
    folder = resources.tables()
    if error.path.parent == folder:
        return Finding(error.table, f"damaged: {error.fault}", State.MISSING, _AGAIN)
    mend = f"delete {error.path} and build it again"
    if folder is not None and store.exists(folder, error.table):
        mend = f"delete {error.path}: then the one that came with the program answers"
    return Finding(error.table, f"damaged: {error.fault}", State.MISSING, mend)


def others(settings: Settings) -> Iterator[Finding]:
    """Check the folders with other programs' tables."""
    for kind, pattern in _OTHERS.items():
        chosen, name = getattr(settings, kind), f"{kind.capitalize()} tables"
        if not chosen:
            yield Finding(name, "no folder chosen")
            continue
        number = 0
        with suppress(OSError):
            number = sum(1 for _ in paths.expanded(chosen).rglob(pattern))
        if number:
            yield Finding(name, f"{plural(number, 'file')} in {chosen}")
        else:
            mend = "choose the folder again in the window: Tables > Tables of other programs"
            yield Finding(name, f"there are none in {chosen}", State.MISSING, mend)


def engines(settings: Settings, stopped: Stopped) -> Iterator[Finding]:
    """Start all configured or found engines in parallel, and check whether they answer."""
    have = listed(settings)
    places = {recipe.path for recipe in have}
    found = [recipe for recipe in installed() if recipe.path not in places]
    recipes = [(recipe, True) for recipe in have] + [(recipe, False) for recipe in found]
    if not recipes:
        text = "none except the built-in ones"
        yield Finding("engines", text, mend="optional: apt-get install stockfish")
        return
    with ThreadPoolExecutor(max_workers=8) as pool:
        yield from pool.map(partial(_engine, stopped=stopped), *zip(*recipes, strict=True))


def _engine(recipe: EngineRecipe, is_listed: bool, stopped: Stopped) -> Finding:
    """Ask an engine for its name; only a configured engine can be missing."""
    engine, name = None, recipe.title
    launches = consent.lacking([recipe])
    if launches and Path(launches[0].program).is_file():
        text = f"not started: it is not allowed on this machine: {launches[0]}"
        mend = "allow or remove it in the window: Players > Engines"
        return Finding(name, text, State.NOTE, mend)
    try:
        if launches:
            raise EngineError(f"there is no program {launches[0].program}")
        engine = UciEngine(command_of(recipe), _PATIENCE)
        engine.start(stopped=stopped)
        return Finding(name, f"{engine.name} answers ({recipe.path})")
    except Interrupted:
        return Finding(name, "not started", State.NOTE)
    except MillMateError as error:
        text = f"{recipe.path}: {' '.join(str(error).split())}"
        mend = "correct its path or remove it in the window: Players > Engines"
        state = State.MISSING if is_listed else State.NOTE
        return Finding(name, text, state, mend if is_listed else "")
    finally:
        if engine is not None:
            engine.close()
