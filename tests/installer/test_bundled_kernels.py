"""Kernels that the bundle carries: found in a fresh home, and only where the processor can."""

import json
import os
import platform
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from millmate import paths

CACHE = "numba-0-abc"


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the inside of a bundle that carries one kernel of each kind, started just now."""
    inside = tmp_path / "opt" / "_internal"
    carried = inside / "compiled"
    (carried / "kernels").mkdir(parents=True)
    (carried / "kernels" / "module.kernel-1.py311.nbi").write_bytes(b"index")
    (carried / "linked-engine-abc.o").write_bytes(b"code")
    (carried / "compiled-chess-abc-cpython-311").touch()
    about = {"processor": "generic", "cache": CACHE, "build": "1"}
    (carried / "about.json").write_text(json.dumps(about))
    monkeypatch.setattr(sys, "_MEIPASS", str(inside), raising=False)
    for name in ("NUMBA_CACHE_DIR", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"):
        monkeypatch.setenv(name, "")  # given back afterwards, whatever is set meanwhile
        monkeypatch.delenv(name)
    monkeypatch.setenv("MILLMATE_CACHE", str(tmp_path / "cache"))
    return inside


@pytest.fixture
def cache(bundle: Path) -> Path:
    return paths.cache_dir() / CACHE


def test_the_first_start_links_them_where_they_are_looked_for(
    installer: SimpleNamespace, bundle: Path, cache: Path
) -> None:
    installer.bundled_kernels.prepare()
    folder = cache / installer.bundled_kernels.numba_folder(bundle / "millmate" / "kernels")
    assert (folder / "module.kernel-1.py311.nbi").read_bytes() == b"index"
    assert (cache / "compiled-chess-abc-cpython-311").exists()
    (linked,) = cache.glob("linked-engine-abc-*.o")
    assert linked.read_bytes() == b"code"
    assert os.environ["NUMBA_CPU_NAME"] == "generic"


def test_the_folder_is_the_one_that_numba_looks_into(installer: SimpleNamespace) -> None:
    from numba.core.caching import UserProvidedCacheLocator

    source = Path("/opt/millmate/_internal/millmate/kernels/chess_bitboards.py")
    wanted = UserProvidedCacheLocator.get_suitable_cache_subpath(str(source))
    assert installer.bundled_kernels.numba_folder(source.parent) == wanted


def test_the_linked_ones_are_named_as_the_search_asks_for_them(
    installer: SimpleNamespace, cache: Path
) -> None:
    from millmate.kernels.linked import _machine

    installer.bundled_kernels.prepare()
    assert (cache / f"linked-engine-abc-{_machine()}.o").exists()


def test_a_processor_without_what_they_need_compiles_anew(
    installer: SimpleNamespace, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(installer.bundled_kernels.PROCESSORS, "generic", "a-feature-of-tomorrow")
    for _ in range(2):  # the second start reads what the first has found out
        installer.bundled_kernels.prepare()
        assert "NUMBA_CPU_NAME" not in os.environ
    assert not list(cache.glob("linked-*"))


def test_what_the_user_chose_stays(
    installer: SimpleNamespace, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "znver4")
    installer.bundled_kernels.prepare()
    assert os.environ["NUMBA_CPU_NAME"] == "znver4"
    assert not cache.exists()


def test_whoever_wants_them_for_this_very_processor_has_them_compiled(
    installer: SimpleNamespace, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MILLMATE_KERNELS", "native")
    installer.bundled_kernels.prepare()
    assert "NUMBA_CPU_NAME" not in os.environ
    assert not cache.exists()


def test_a_cache_that_cannot_be_written_is_no_error(
    installer: SimpleNamespace, bundle: Path, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file stands in its place")
    installer.bundled_kernels.prepare()
    assert "NUMBA_CPU_NAME" not in os.environ


def test_without_a_bundle_nothing_happens(
    installer: SimpleNamespace, bundle: Path, cache: Path
) -> None:
    (bundle / "compiled" / "about.json").unlink()
    installer.bundled_kernels.prepare()
    assert not cache.exists()


def test_links_to_a_bundle_that_has_gone_are_removed(
    installer: SimpleNamespace, bundle: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installer.bundled_kernels.prepare()
    monkeypatch.delenv("NUMBA_CPU_NAME")
    monkeypatch.delenv("NUMBA_CPU_FEATURES")
    moved = bundle.rename(bundle.parent / "elsewhere")
    monkeypatch.setattr(sys, "_MEIPASS", str(moved))
    installer.bundled_kernels.prepare()
    links = [path for path in cache.rglob("*") if path.is_symlink()]
    assert len(links) == 3
    assert all(path.exists() for path in links)
    assert len([path for path in cache.iterdir() if path.is_dir()]) == 1


@pytest.mark.skipif(platform.machine() != "x86_64", reason="about processors of this kind")
def test_the_kinds_of_processors_are_named_as_llvm_names_them(installer: SimpleNamespace) -> None:
    import llvmlite.binding as llvm

    known = llvm.get_host_cpu_features()
    for features in installer.bundled_kernels.PROCESSORS.values():
        assert all(feature in known for feature in features.split())


def test_collecting_forgets_the_names_of_the_machine_that_compiled(
    installer: SimpleNamespace, tmp_path: Path
) -> None:
    package = tmp_path / "built" / "millmate"
    made = tmp_path / "cache" / "numba-0-abc"
    folder = made / installer.bundled_kernels.numba_folder(package / "kernels")
    folder.mkdir(parents=True)
    (folder / "a.nbc").write_bytes(b"code")
    (made / "linked-engine-abc-0123456789ab.o").write_bytes(b"linked")
    (made / "compiled-chess-abc-cpython-311").touch()
    target = tmp_path / "compiled"
    installer.bundled_kernels.collect(tmp_path / "cache", package, target, "x86-64-v3")
    assert (target / "kernels" / "a.nbc").read_bytes() == b"code"
    assert (target / "linked-engine-abc.o").read_bytes() == b"linked"
    about = json.loads((target / "about.json").read_text())
    assert (about["processor"], about["cache"]) == ("x86-64-v3", "numba-0-abc")
