"""What every test can ask for."""

from pathlib import Path

import pytest

from millmate.games.chess.material import Material


@pytest.fixture(autouse=True)
def own_directories(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep the user's games, tables and settings out of every test; kernels are shared."""
    home = tmp_path_factory.mktemp("home")
    for variable in ("DATA", "CONFIG", "TABLES"):
        monkeypatch.setenv(f"MILLMATE_{variable}", str(home / variable.lower()))
    return home


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the tables KQvK, KRvK, KBNvK and what they need, built once."""
    from millmate.tablebase.build import build

    directory = tmp_path_factory.mktemp("tables")
    build([Material.parse(name) for name in ("KQvK", "KRvK", "KBNvK")], directory)
    return directory


@pytest.fixture(scope="session")
def morris_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with the morris tables 3-3, 4-3, 4-4 and 5-3, built once."""
    import numpy as np

    from millmate.tablebase.morris import store
    from millmate.tablebase.morris.layout import Layout
    from millmate.tablebase.morris.names import Pair
    from millmate.tablebase.morris.solve import solve_pair

    directory = tmp_path_factory.mktemp("morris")
    done = {}
    for pair in (Pair(3, 3), Pair(4, 3), Pair(4, 4), Pair(5, 3)):
        values = done[pair] = solve_pair(*pair, lambda w, b: done[w, b])
        counts = {}
        for side, codes in zip(Layout(pair).to_move, values, strict=True):
            n = np.bincount(codes.ravel(), minlength=2)
            counts[side] = {
                "wins": int(n[2::2].sum()),
                "draws": int(n[0]),
                "losses": int(n[1::2].sum()),
                "raw_wins": 0,
                "raw_draws": 0,
                "raw_losses": 0,
                "plies": n[1:].tolist(),
            }
        facts = {
            "verified": True,
            "longest": {side: 0 for side in counts},
            "counts": counts,
            "cpu_seconds": 0.0,
            "created": "",
            "program": "",
        }
        store.write(directory, pair, values, facts)
    return directory
