"""Load the modules that build tables; the first time this compiles their kernels."""

import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

from millmate import kernels
from millmate.kernels import cache

_KERNEL = re.compile(r"^@(?:kernel|inlined)\b", re.MULTILINE)
_SHARED = ("triad.py",)


def load(
    game: str,
    modules: Iterable[str],
    stopped: Callable[[], bool],
    report: Callable[[int, int], None],
) -> bool:
    """Import the modules that build a game's tables; return False if `stopped` ended it.

    Args:
        game: `chess` or `morris`.
        modules: Their names.
        stopped: Asked between modules.
        report: Called in this thread with the numbers of kernels compiled so far and in all, if
            there are any to compile.
    """
    cold = cache.is_cold(game)
    total = count(game) if cold else 0
    if cold:
        report(0, total)
    with _counted(lambda done: report(min(done, total), total)) if cold else nullcontext():
        for module in modules:
            if stopped():
                return False
            import_module(module)
    if cold:
        cache.note_compiled(game)
    return True


def count(game: str) -> int:
    """Return the number of kernels compiled before tables of `game` are built."""
    folder = Path(kernels.__path__[0])
    sources = [*folder.glob(f"{game}_*.py"), *(folder / name for name in _SHARED)]
    return sum(len(_KERNEL.findall(source.read_text(encoding="utf-8"))) for source in sources)


@contextmanager
def _counted(report: Callable[[int], None]) -> Iterator[None]:
    """Call `report` with the number of kernels Numba has compiled or fetched from its cache."""
    from numba.core import event
    from numba.core.dispatcher import Dispatcher

    class Counting(event.Listener):
        def __init__(self) -> None:
            self._seen: set[Any] = set()
            self._thread = threading.get_ident()

        def on_start(self, event: Any) -> None:
            """Wait for the end."""

        def on_end(self, event: Any) -> None:
            dispatcher = event.data.get("dispatcher")
            if isinstance(dispatcher, Dispatcher) and threading.get_ident() == self._thread:
                self._seen.add(dispatcher)
                report(len(self._seen))

    with event.install_listener("numba:compile", Counting()):
        yield
