"""No module of the package is part of an import circle."""

from collections.abc import Collection, Iterator
from pathlib import Path

from tests.sources import imports, modules


def dotted(place: str) -> str:
    """Return the dotted name of the module at a place in the package."""
    parts = Path("millmate", place).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(text: str, known: Collection[str]) -> Iterator[str]:
    """Yield the modules that a text imports, including in functions and for type checking."""
    for module, name in imports(text):
        yield from [each for each in (f"{module}.{name}", module) if each in known][:1]


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components of more than one node (Tarjan)."""
    numbers: dict[str, int] = {}
    lows: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(node: str) -> None:
        numbers[node] = lows[node] = len(numbers)
        stack.append(node)
        for other in graph[node]:
            if other not in numbers:
                visit(other)
                lows[node] = min(lows[node], lows[other])
            elif other in stack:
                lows[node] = min(lows[node], numbers[other])
        if lows[node] == numbers[node]:
            at = stack.index(node)
            component = stack[at:]
            del stack[at:]
            if len(component) > 1:
                found.append(sorted(component))

    for node in graph:
        if node not in numbers:
            visit(node)
    return found


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["b", "c"]]


def test_no_module_imports_itself_through_others() -> None:
    texts = {dotted(place): text for place, text in modules()}
    graph = {name: set(imported(text, texts)) - {name} for name, text in texts.items()}
    assert sum(map(len, graph.values())) > 1000
    assert circles(graph) == []
