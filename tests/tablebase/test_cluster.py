"""Building on a Dask cluster: the same tables, whatever becomes of its workers."""

import logging
import os
import shutil
import signal
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from tests.dask_workers import dask_workers
from tests.tiers import first

from millmate import cluster
from millmate.cluster.worker import Offer
from millmate.errors import InputError
from millmate.games.chess.material import Material, all_materials
from millmate.tablebase import cluster_build, estimates, store, targets
from millmate.tablebase.build import build
from millmate.tablebase.container import Finished
from millmate.tablebase.draft import Draft
from millmate.tablebase.metric import Metric
from millmate.tablebase.plan import NoRoomError, plan
from millmate.tablebase.probe import Tablebase
from millmate.tablebase.progress import BuildProgress, BuildStopped

KRPVK, KRVKP = Material.parse("KRPvK"), Material.parse("KRvKP")
# What two builds of the same table may say differently.
OF_THE_BUILD = ("created", "cpu_seconds")


def content(directory: Path) -> dict[str, object]:
    """Return what the tables in `directory` hold, except when and at what cost they were built.

    Their checksums tell of the values.
    """
    return {
        str(path.relative_to(directory)): timeless(Finished(path).metadata)
        for path in directory.rglob("[!.]*.table")
    }


def timeless(facts: dict[str, Any]) -> dict[str, Any]:
    for key in OF_THE_BUILD:
        assert key in facts  # a table of three men may well cost less than a millisecond
        del facts[key]
    assert facts["verification"].pop("when")
    assert facts["verification"].pop("samples")  # fewer in this process
    return facts


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
    assert {"KRPvK.table", "dtz/KRPvK.table"} <= set(built)
    assert built == {name: here[name] for name in built}
    assert not list(tmp_path.rglob(".building-*"))


@pytest.mark.thorough
def test_workers_with_disks_of_their_own_come_and_go(rook_tables: Path, tmp_path: Path) -> None:
    with dask_workers(tmp_path / "workers", 3) as there:
        done: list[str] = []
        killed: list[int] = []  # how much it held, which was there alone

        def progress(now: BuildProgress) -> None:
            if now.stage == "done" and now.material not in done:
                done.append(now.material)
            if len(done) >= 4 and not killed and max(there.held()) > 1:
                killed.append(max(there.held()))
                there.kill(there.held().index(killed[0]))
                there.add()

        build([KRPVK, KRVKP], tmp_path / "tables", progress, scheduler=there.address)
        there.wait_for(3)
        deadline = time.monotonic() + 120
        while sum(map(bool, there.held())) > 1 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert killed
        assert sum(map(bool, there.held())) <= 1  # but for the dead one all have let go
    assert content(tmp_path / "tables") == content(rook_tables)
    assert not list((tmp_path / "tables").glob(".building-*"))


@pytest.mark.thorough
def test_a_build_survives_the_loss_of_all_workers(rook_tables: Path, tmp_path: Path) -> None:
    with dask_workers(tmp_path / "workers", 2) as there:
        done: list[str] = []

        def progress(now: BuildProgress) -> None:
            if now.stage == "done" and now.material not in done:
                done.append(now.material)
                if len(done) == 6:
                    there.kill(0)
                    there.kill(1)
                    there.add()

        build([KRPVK], tmp_path / "tables", progress, scheduler=there.address)
        assert len(done) > 6
    own, here = content(tmp_path / "tables"), content(rook_tables)
    assert own == {name: here[name] for name in own}


@pytest.mark.thorough
def test_a_scheduler_that_goes_is_one_clear_error_and_what_is_finished_is_kept(
    tmp_path: Path,
) -> None:
    with dask_workers(tmp_path / "workers", 1) as there:

        def progress(now: BuildProgress) -> None:
            if now.finished == 3:
                there.end()

        with pytest.raises(cluster.ClusterError, match="has disappeared; finished work is kept"):
            build([KRPVK], tmp_path / "tables", progress, scheduler=there.address)
    assert len(store.own_materials(tmp_path / "tables")) >= 3


@pytest.mark.thorough
def test_tables_that_are_there_are_lent_to_workers(
    workers: Any, rook_tables: Path, tmp_path: Path
) -> None:
    """Full and compact ones, and the slices of one that was stopped."""
    for name in ("KQvK", "KRvK", "KBvK", "KNvK", "KRRvK", "KPvK", "KQRvK"):
        shutil.copy(rook_tables / f"{name}.table", tmp_path / f"{name}.table")
    stopping: list[bool] = []

    def stop(now: BuildProgress) -> None:
        if now.material == "KRPvK" and now.stage == "writing":
            stopping.append(True)

    with pytest.raises(BuildStopped):
        build([KRPVK], tmp_path, stop, stopped=lambda: bool(stopping), threads=1)
    begun = Draft(tmp_path, KRPVK).done()
    assert 0 < len(begun) < 24
    build([KRPVK], tmp_path, scheduler=workers.scheduler_address)
    name = "KRPvK.table"
    assert content(tmp_path)[name] == content(rook_tables)[name]


@pytest.mark.thorough
def test_a_build_on_workers_is_stopped_and_goes_on(
    workers: Any, rook_tables: Path, tmp_path: Path
) -> None:
    stopping: list[bool] = []

    def stop(now: BuildProgress) -> None:
        if now.material == "KRPvK" and now.stage == "writing":
            stopping.append(True)

    def stopped() -> bool:
        return bool(stopping)

    with pytest.raises(BuildStopped) as caught:
        build([KRPVK], tmp_path, stop, stopped=stopped, scheduler=workers.scheduler_address)
    assert "KQRvK" in caught.value.finished
    stopping.clear()
    build([KRPVK], tmp_path, scheduler=workers.scheduler_address)
    own, here = content(tmp_path), content(rook_tables)
    assert own == {name: here[name] for name in own}


def test_workers_with_too_little_memory_are_refused(workers: Any, tmp_path: Path) -> None:
    with pytest.raises(
        NoRoomError,
        match=r"building KRPvK needs 192 MB of memory in a worker, none has more than 100 MB",
    ):
        build([KRPVK], tmp_path, memory=300_000_000, scheduler=workers.scheduler_address)
    assert not Tablebase(tmp_path).available()


def test_workers_with_too_little_disk_are_refused(tmp_path: Path) -> None:
    steps = plan([Material.parse("KRBvKR")], tmp_path)
    offers = [Offer("1", 10**10, 5_000_000, host, 1) for host in ("one", "two", "two")]
    with pytest.raises(NoRoomError, match=r"while KRBvKR is built.* have 10 MB of free disk"):
        cluster_build.refuse_weak_workers(steps, offers)
    cluster_build.refuse_weak_workers(steps, [*offers, Offer("1", 10**10, 10**9, "three", 1)])


def test_two_kings_alone_need_no_disk() -> None:
    queen = Material.parse("KQvK")
    held = cluster_build.held_bytes(queen)
    assert held == estimates.workspace(queen) + estimates.cost(queen).codes


def test_workers_with_another_version_are_refused(
    workers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_build, "__version__", "0.0.1")
    with pytest.raises(cluster.ClusterError, match=r"of the program, this is 0\.0\.1"):
        build([KRPVK], tmp_path, scheduler=workers.scheduler_address)


@pytest.mark.thorough
def test_workers_without_the_program_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "millmate.py").touch()
    with dask_workers(tmp_path / "workers", 1) as there:
        there.add(environment={"PYTHONPATH": str(tmp_path / "other")})
        there.wait_for(2)
        with pytest.raises(cluster.ClusterError, match="install the same version on every worker"):
            build([KRPVK], tmp_path / "tables", scheduler=there.address)


@pytest.mark.slow
def test_all_tables_of_four_men_and_a_fifth_are_the_same(
    tmp_path: Path, record_property: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """One of four workers is killed, one comes later."""
    caplog.set_level(logging.INFO, "millmate")
    asked = [*all_materials(4), Material.parse("KRPvKR")]
    here = tmp_path / "here"
    begun = time.monotonic()
    build(asked, here)
    alone = time.monotonic() - begun
    with dask_workers(tmp_path / "workers", 4) as there:
        done: list[str] = []

        def progress(now: BuildProgress) -> None:
            if now.stage == "done" and now.material not in done:
                done.append(now.material)
                if len(done) == 12:
                    there.kill(0)
                if len(done) == 15:
                    there.add()

        begun = time.monotonic()
        build(asked, tmp_path / "tables", progress, scheduler=there.address)
        together = time.monotonic() - begun
    assert content(tmp_path / "tables") == content(here)
    moved = next(record.getMessage() for record in caplog.records if "came to" in record.msg)
    record_property(
        "report",
        f"on four workers {together:.0f} s, here {alone:.0f} s: {together / alone:.2f}; {moved}",
    )


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
        error = connected.explained(future.exception(timeout=120))  # type: ignore[arg-type]
    assert isinstance(error, cluster.ClusterError)
    assert "ZeroDivisionError" in str(error)


def test_nobody_at_the_address_is_one_clear_error_soon(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(cluster.ClusterError, match=f"no Dask scheduler answers at {address}"):
        build([KRPVK], tmp_path, scheduler=address)
    assert not Tablebase(tmp_path).available()


@pytest.mark.parametrize(
    "address", first(1, ["nowhere", "wrong://127.0.0.1:1", "tcp://127.0.0.1:99999", ""])
)
def test_what_is_no_address_is_named(tmp_path: Path, address: str) -> None:
    with pytest.raises(InputError, match=f"'{address}' is not a scheduler's address"):
        build([KRPVK], tmp_path, scheduler=address)
