"""Loading what builds tables, which compiles the kernels the first time."""

from collections.abc import Callable, Iterable
from importlib import import_module


def load(
    game: str, modules: Iterable[str], stopped: Callable[[], bool], tell: Callable[[], None]
) -> bool:
    """Import the modules that build a game's tables; return whether all are there.

    `stopped` is asked between one and the next, and `tell` called, if they have to be compiled.
    """
    from millmate.kernels import cache

    cold = cache.is_cold(game)
    for module in modules:
        if stopped():
            return False
        if cold:
            tell()
        import_module(module)
    cache.note_compiled(game)
    return True
