"""The program never uses dangerous calls; ruff's rules S check the rest."""

import ast

import pytest
from tests.sources import calls, imports, modules

# Modules that run what they read.
DANGEROUS = {
    "pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "yaml", "code", "tarfile",
    "pty", "imp", "runpy",
}  # fmt: skip
# Calls that run text, or unpack to a path inside an archive; the method `QMenu.exec` is harmless.
FORBIDDEN = {"eval", "exec", "compile", "__import__"}
FORBIDDEN_METHODS = {"extractall", "unpack_archive", "startfile"}
FORBIDDEN_OF_OS = {"system", "popen", "spawnl", "spawnlp", "spawnv", "spawnvp", "execv", "execlp"}
FORBIDDEN_OPTIONS = {"shell", "allow_pickle"}
STARTING = {"Popen", "check_output"}
READING = {"read_bytes", "read_text", "memmap", "fromfile", "mmap"}
READING_ARRAYS = {"load", "loadtxt", "genfromtxt"}  # of numpy
NAMES = {
    *FORBIDDEN, *FORBIDDEN_METHODS, *FORBIDDEN_OF_OS, *STARTING, *READING, *READING_ARRAYS, "open",
}  # fmt: skip
WORDS = rf"\b(({'|'.join(sorted(NAMES))})\s*\(|({'|'.join(sorted(FORBIDDEN_OPTIONS))})\s*=)"
# Modules that only read trusted files: the program's sources, the system's files, the program's
# resources, and files that a build has just written in its own directory.
READING_THEIR_OWN = {
    "cluster/held.py", "kernels/library.py", "machine.py", "processor.py", "doctor/report.py",
    "gui/kit/theme.py", "pictures/__init__.py", "tablebase/estimates.py", "tablebase/layer_file.py",
    "tablebase/packing.py", "tablebase/reference_times.py", "tablebase/out_of_core.py",
    "tablebase/table_build.py", "tablebase/verify.py",
}  # fmt: skip
# `os.open`: in the one opener; to write into a pipe; to open the null device.
OPENING = {"regular_files.py", "files.py", "cli/standard_streams.py"}
# They start other programs: engines, and the desktop's player of sounds.
PROGRAMS = {"uci/process.py", "cli/bench_engines.py", "gui/shell/sounds.py"}


def called(node: ast.Call) -> str:
    """Return the name of the called function; for a method without its object."""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def runs_text(node: ast.Call) -> bool:
    name = called(node)
    if any(keyword.arg in FORBIDDEN_OPTIONS for keyword in node.keywords):
        return True
    if isinstance(node.func, ast.Name):
        return name in FORBIDDEN or name in FORBIDDEN_METHODS
    of_os = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "os"
    return name in FORBIDDEN_METHODS or (of_os and name in FORBIDDEN_OF_OS)


@pytest.fixture(scope="module")
def asked() -> list[tuple[str, ast.Call]]:
    """Return all calls of modules with a word that matters, each with its module's place."""
    return [(name, call) for name, text in modules() for call in calls(text, WORDS)]


def test_nothing_is_imported_that_runs_what_it_reads() -> None:
    imported = ((module, name) for name, text in modules() for module, _ in imports(text))
    assert {(module, name) for module, name in imported if module in DANGEROUS} == set()


def test_no_text_is_run_and_no_archive_unpacked(asked: list[tuple[str, ast.Call]]) -> None:
    assert [(name, node.lineno, called(node)) for name, node in asked if runs_text(node)] == []


def test_other_programs_are_started_in_known_places_by_lists(
    asked: list[tuple[str, ast.Call]],
) -> None:
    for name, node in asked:
        if called(node) in STARTING:
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
    return name in READING or (
        name in READING_ARRAYS and getattr(node.func.value, "id", "") == "np"  # type: ignore[attr-defined]
    )


def test_what_lies_in_a_files_place_is_never_believed_to_be_one(
    asked: list[tuple[str, ast.Call]],
) -> None:
    found = [(name, node.lineno) for name, node in asked if reads_anything(node)]
    assert [place for place in found if place[0] not in READING_THEIR_OWN] == []
    by_number = {name for name, node in asked if ast.unparse(node.func) == "os.open"}
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
