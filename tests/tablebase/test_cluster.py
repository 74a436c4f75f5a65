"""Building on a Dask cluster: the same tables, whatever becomes of its workers."""

import json
import os
import signal
import socket
from pathlib import Path
from typing import Any

import pytest

from millmate import cluster
from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase import targets
from millmate.tablebase.build import build
from millmate.tablebase.metric import Metric
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import BuildProgress

KRPVK = Material.parse("KRPvK")
# What two builds of the same table may say differently.
OF_THE_BUILD = ("created", "cpu_seconds", "metadata_checksum")


def content(directory: Path) -> dict[str, object]:
    """Return what the tables in `directory` hold, except when and at what cost they were built."""
    files: dict[str, object] = {}
    for path in directory.rglob("*.zarr/**/*"):
        name = str(path.relative_to(directory))
        if path.name == "zarr.json":
            files[name] = timeless(json.loads(path.read_bytes()))
        elif path.is_file():
            files[name] = path.read_bytes()
    return files


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    own = document["attributes"]["millmate"]
    for key in OF_THE_BUILD:
        assert key in own  # a table of three men may well cost less than a millisecond
        del own[key]
    assert own["verification"].pop("when")
    return document


def test_a_cluster_builds_the_same_tables_though_a_worker_is_killed(
    workers: Any, rook_tables: Path, rule50_tables: Path, tmp_path: Path
) -> None:
    killed: list[int] = []

    def progress(now: BuildProgress) -> None:
        if not killed and now.material == "KRPvK" and now.stage == "writing":
            killed.append(next(iter(workers.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    there, zeroing = targets.build(
        [KRPVK], tmp_path, progress, tuple(Metric), scheduler=workers.scheduler_address
    )
    assert killed
    assert there.longest == {"white": 16, "black": 0}
    assert zeroing.longest == {"white": 5, "black": 0}
    built, here = content(tmp_path), content(rook_tables) | content(rule50_tables)
    assert {"KRPvK.zarr/zarr.json", "dtz/KRPvK.zarr/zarr.json"} <= set(built)
    assert built == {name: here[name] for name in built}
    assert not list(tmp_path.rglob(".building-*"))


def test_tables_that_are_there_are_not_built_again(
    workers: Any, tables: Path, tmp_path: Path
) -> None:
    told: list[BuildProgress] = []
    build([Material.parse("KQvK")], tables, told.append, scheduler=workers.scheduler_address)
    assert not told


def test_what_a_worker_cannot_do_is_one_clear_error(
    workers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with cluster.connected(workers.scheduler_address) as connected:
        future = connected.executor.submit(divmod, 1, 0)
        error = connected.explained(future.exception(timeout=30))  # type: ignore[arg-type]
    assert isinstance(error, cluster.ClusterError)
    assert "ZeroDivisionError" in str(error)


def test_nobody_at_the_address_is_one_clear_error_soon(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(cluster.ClusterError, match=f"no Dask scheduler answers at {address}"):
        build([KRPVK], tmp_path, scheduler=address)
    assert not Tablebase(tmp_path).available()


@pytest.mark.parametrize("address", ["nowhere", "wrong://127.0.0.1:1", "tcp://127.0.0.1:99999", ""])
def test_what_is_no_address_is_named(tmp_path: Path, address: str) -> None:
    with pytest.raises(InputError, match=f"'{address}' is no scheduler's address"):
        build([KRPVK], tmp_path, scheduler=address)
