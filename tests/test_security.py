"""The program never uses dangerous calls; ruff's rules S check the rest."""

import ast
from pathlib import Path

import pytest

import millmate

SOURCES = sorted(Path(millmate.__file__).parent.rglob("*.py"))
# Modules that run what they read.
DANGEROUS = {
    "pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "code", "tarfile",
    "pty", "imp", "runpy",
}  # fmt: skip
# Calls that run text, or unpack to a path inside an archive; the method `QMenu.exec` is harmless.
FORBIDDEN = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_METHODS = {"extractall", "unpack_archive", "startfile"}
FORBIDDEN_OF_OS = {"system", "popen", "spawnl", "spawnlp", "spawnv", "spawnvp", "execv", "execlp"}
# Modules that only read trusted files: the program's sources, the system's files, the program's
# resources, and files that a build has just written in its own directory.
READING_THEIR_OWN = {
    "cluster/held.py", "kernels/library.py", "machine.py", "processor.py", "doctor/program.py",
    "gui/kit/theme.py", "pictures/__init__.py", "tablebase/layer_file.py",
    "tablebase/out_of_core.py", "tablebase/table_build.py",
    "tablebase/verify.py",
}  # fmt: skip
# `os.open`: in the one opener; to write into a pipe; to open the null device.
OPENING = {"regular_files.py", "files.py", "cli/standard_streams.py"}
PROGRAMS = {"uci/process.py", "cli/bench_engines.py"}  # they start other programs


def name_of(path: Path) -> str:
    return path.relative_to(Path(millmate.__file__).parent).as_posix()


def called(node: ast.Call) -> str:
    """Return the name of the called function; for a method without its object."""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def runs_text(node: ast.Call) -> bool:
    name = called(node)
    if any(keyword.arg in ("shell", "allow_pickle") for keyword in node.keywords):
        return True
    if isinstance(node.func, ast.Name):
        return name in FORBIDDEN or name in FORBIDDEN_METHODS
    of_os = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "os"
    return name in FORBIDDEN_METHODS or (of_os and name in FORBIDDEN_OF_OS)


@pytest.fixture(scope="module")
def nodes() -> list[tuple[str, ast.AST]]:
    """Return all imports and calls, each with the name of its module."""
    kinds = (ast.Import, ast.ImportFrom, ast.Call)
    walked = ((name_of(path), ast.walk(ast.parse(path.read_bytes()))) for path in SOURCES)
    return [(name, node) for name, tree in walked for node in tree if isinstance(node, kinds)]


def test_nothing_is_imported_that_runs_what_it_reads(nodes: list[tuple[str, ast.AST]]) -> None:
    found = set()
    for name, node in nodes:
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        found |= {(m, name) for m in modules if m in DANGEROUS}
    assert found == set()


def test_no_text_is_run_and_no_archive_unpacked(nodes: list[tuple[str, ast.AST]]) -> None:
    calls = ((name, node) for name, node in nodes if isinstance(node, ast.Call))
    assert [(name, node.lineno, called(node)) for name, node in calls if runs_text(node)] == []


def test_other_programs_are_started_in_known_places_by_lists(
    nodes: list[tuple[str, ast.AST]],
) -> None:
    for name, node in nodes:
        if isinstance(node, ast.Call) and called(node) in ("Popen", "check_output"):
            assert name in PROGRAMS, name
            assert not isinstance(node.args[0], ast.Constant | ast.JoinedStr), name


def reads_anything(node: ast.Call) -> bool:
    """Return whether a call opens any kind of file, without `regular.opened` or its opener."""
    name, first = called(node), node.args[0] if node.args else None
    if isinstance(node.func, ast.Name):
        return name == "open" and all(each.arg != "opener" for each in node.keywords)
    if name == "open":  # methods of paths, by mode; "x" opens no existing file
        mode = str(first.value) if isinstance(first, ast.Constant) else ""
        return set(mode) <= set("rwabt+") and bool(mode)
    return name in ("read_bytes", "read_text", "memmap", "fromfile", "mmap") or (
        name in ("load", "loadtxt", "genfromtxt") and getattr(node.func.value, "id", "") == "np"  # type: ignore[attr-defined]
    )


def test_what_lies_in_a_files_place_is_never_believed_to_be_one(
    nodes: list[tuple[str, ast.AST]],
) -> None:
    calls = [(name, node) for name, node in nodes if isinstance(node, ast.Call)]
    found = [(name, node.lineno) for name, node in calls if reads_anything(node)]
    assert [place for place in found if place[0] not in READING_THEIR_OWN] == []
    by_number = {name for name, node in calls if ast.unparse(node.func) == "os.open"}
    assert by_number <= OPENING, by_number


@pytest.mark.parametrize(
    "line",
    ["open(path)", "path.open('rb')", "path.open('r+b')", "path.read_text()", "np.load(path)"],
)
def test_another_way_of_reading_a_file_would_be_noticed(line: str) -> None:
    assert reads_anything(ast.parse(line).body[0].value)  # type: ignore[attr-defined]


@pytest.mark.parametrize("line", ["opened(path)", "path.open('xb')", "dialog.open()"])
def test_the_ways_that_are_taken_are_no_others(line: str) -> None:
    assert not reads_anything(ast.parse(line).body[0].value)  # type: ignore[attr-defined]
