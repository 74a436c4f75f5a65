"""Building on a Dask cluster: the same tables, whatever becomes of its workers."""

import json
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from millmate import cluster
from millmate.errors import InputError
from millmate.games.chess.material import Material
from millmate.tablebase.build import build
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import BuildProgress

KRPVK = Material.parse("KRPvK")
# What two builds of the same table may say differently.
OF_THE_BUILD = ("created", "cpu_seconds", "metadata_checksum")


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two worker processes, and what restarts them."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        # Any port, so that two programs can run the tests at once.
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
    ) as local:
        yield local


def content(directory: Path) -> dict[str, object]:
    """Return what the tables in `directory` hold, but for when and at what cost it was built."""
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
    workers: Any, tmp_path: Path
) -> None:
    killed: list[int] = []

    def progress(now: BuildProgress) -> None:
        if not killed and now.material == "KRPvK" and now.stage == "writing":
            killed.append(next(iter(workers.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    build([KRPVK], tmp_path / "here")
    (there,) = build([KRPVK], tmp_path / "there", progress, scheduler=workers.scheduler_address)
    assert killed
    assert there.longest == {"white": 16, "black": 0}
    assert content(tmp_path / "there") == content(tmp_path / "here")
    assert not list((tmp_path / "there").glob(".building-*"))


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
