"""Compiles a group of kernels into object files: `python -m millmate.kernels.making.group`.

Numba types and lowers each function; it neither optimizes nor runs any. The functions of a group
are then put together and optimized once, for each level of processors: in a third of the time, and
into a tenth of the code, that it takes to have Numba compile them one by one.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, njit, types
from numba.core import codegen
from numba.core.registry import cpu_target

import millmate.kernels
from millmate.kernels.declare import DECLARED, ENTRIES, Array, Declared, Kind, Named, kinds
from millmate.kernels.library import symbol
from millmate.kernels.making import runtime
from millmate.kernels.making.instructions import LANES

_OTHERS = "chess"
# By the beginnings of their modules' names.
_GROUPS = {
    "engine.": "engine",
    "morris_engine.": "morris_engine",
    "chess_verify": "verify",
    "morris_": "morris",
}
GROUPS = (_OTHERS, *_GROUPS.values())
_Function = Callable[..., Any]


def group_of(function: _Function) -> str:
    name = function.__module__.removeprefix(f"{millmate.kernels.__name__}.")
    return next((group for start, group in _GROUPS.items() if name.startswith(start)), _OTHERS)


def make(group: str, folder: Path, levels: Sequence[str]) -> None:
    """Write an object file of a group for each level into `folder`."""
    modules = _modules()
    entries = [function for function in ENTRIES if group_of(function) == group]
    _lower_only()
    compiled = compile_all(modules, _reached(entries))
    whole = _linked([compiled[function] for function in entries], entries)
    for level in levels:
        one = whole.clone()
        machine = target_machine(level)
        _optimize(one, machine)
        _check(one)
        (folder / f"{group}-{level}.o").write_bytes(machine.emit_object(one))


def target_machine(level: str) -> Any:
    """Return the LLVM target machine for a level of this system's processors."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    processor = level if level.startswith("x86-64") else "generic"
    return target.create_target_machine(cpu=processor, opt=3, reloc="pic", codemodel="default")


def use_numba(groups: Sequence[str], *modules: ModuleType) -> None:
    """Have Numba compile groups of kernels in this process, where Python calls them from then on.

    They are put in place in all modules of kernels and in `modules`, whose own functions for Numba
    may call them; what other modules have imported by name stays.
    """
    everywhere = [*_modules(), *modules]
    wanted = _reached([function for function in ENTRIES if group_of(function) in groups])
    compile_all(everywhere, wanted, callable_here=True)


# Compiling ----------------------------------------------------------------------------------------


def _modules() -> list[ModuleType]:
    """Import all modules of kernels."""
    names = [each.name for each in walk_packages(millmate.kernels.__path__, "millmate.kernels.")]
    return [import_module(name) for name in names if ".making" not in name]


def _reached(entries: Sequence[_Function]) -> list[Declared]:
    """Return the functions that entries call, directly or not, in the order of declaration."""
    known = {each.function: each for each in DECLARED}
    reached: set[_Function] = set()
    left = list(entries)
    while left:
        function = left.pop()
        if function not in reached:
            reached.add(function)
            named = (function.__globals__.get(name) for name in function.__code__.co_names)
            plain = (getattr(each, "__wrapped__", each) for each in named)
            left += [each for each in plain if each is not None and _is_in(each, known)]
    return [each for each in DECLARED if each.function in reached]


def _is_in(value: Any, known: dict[_Function, Declared]) -> bool:
    return callable(value) and getattr(value, "__hash__", None) is not None and value in known


def compile_all(
    modules: Sequence[ModuleType], wanted: Sequence[Declared], callable_here: bool = False
) -> dict[_Function, Any]:
    """Put what Numba makes of functions in their place, in all modules; return it by function."""
    places: dict[_Function, list[tuple[ModuleType, str]]] = {}
    functions = {each.function for each in wanted}
    for module in modules:
        for name, value in vars(module).items():
            plain = getattr(value, "__wrapped__", value)
            if (
                callable(plain)
                and getattr(plain, "__hash__", None) is not None
                and plain in functions
            ):
                places.setdefault(plain, []).append((module, name))
    made = {}
    for each in wanted:
        made[each.function] = compiled = _compile(each, callable_here)
        for module, name in places[each.function]:
            setattr(module, name, compiled)
    return made


def _compile(declared: Declared, callable_here: bool) -> Any:
    taken, returned = kinds(declared.function)
    signature = _numba(returned, declared)(*[_numba(kind, declared) for kind in taken])
    options: dict[str, Any] = {
        "_nrt": declared.allocates,
        "no_cpython_wrapper": not callable_here,
        "no_cfunc_wrapper": True,
    }
    if declared.inlined:
        options["inline"] = "always"
    if not declared.errors:
        options["error_model"] = "numpy"
    decorator: Any = njit(signature, nogil=True, **options)
    return decorator(declared.function)


def _numba(kind: Kind, declared: Declared) -> Any:
    """Return Numba's type of a kind."""
    if kind is None:
        return types.void
    if isinstance(kind, np.dtype):
        return from_dtype(kind)
    if isinstance(kind, Array):
        element = from_dtype(kind.element)
        if declared.buffers:
            return types.CPointer(element)
        return types.Array(element, kind.dimensions, "C", readonly=kind.read_only)
    if isinstance(kind, Named):
        parts = [_numba(part, declared) for part in kind.parts]
        if kind.made:
            return types.BaseTuple.from_types(parts, kind.made)
        return types.Tuple(parts)
    return LANES


def _lower_only() -> None:
    """Have Numba lower functions, and neither optimize, link nor run them.

    These are its own inner parts: the version is pinned where the package is built.
    """
    cpu_target.target_context.codegen()  # its runtime is compiled as always
    library: Any = codegen.JITCodeLibrary

    def keep(self: Any, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self: Any) -> None:
        self._finalized = True

    library._optimize_functions, library.finalize = keep, finalize
    library.get_pointer_to_function = lambda self, name: 0
    codegen.JITCPUCodegen.set_env = lambda self, name, env: None  # type: ignore[method-assign]


# Putting together ---------------------------------------------------------------------------------


def _linked(compiled: Sequence[Any], entries: Sequence[_Function]) -> Any:
    """Return one module of all that entries need, in which they alone are seen from outside."""
    whole: Any = None
    seen: set[int] = set()
    calls = []
    for function, entry in zip(entries, compiled, strict=True):
        (result,) = entry.overloads.values()
        for library in _needed(result.library, seen):
            part = library._final_module.clone()
            if whole is None:
                whole = part
            else:
                whole.link_in(part)
        inner = result.fndesc.llvm_func_name
        arguments = [str(each.type) for each in whole.get_function(inner).arguments]
        calls.append(runtime.call(symbol(function), inner, arguments, kinds(function)[0]))
    for function in whole.functions:
        if function.name in runtime.COUNTERS:
            function.linkage = "weak_any"  # `runtime.COUNTING` replaces it
    head = f'target triple = "{whole.triple}"\ntarget datalayout = "{whole.data_layout}"\n'
    whole.link_in(llvm.parse_assembly(head + "\n".join([runtime.COUNTING, *calls])))
    names = {symbol(function) for function in entries}
    for function in whole.functions:
        if function.is_declaration:
            continue
        if function.name not in names:
            function.linkage = "internal"
        elif os.name == "nt":
            function.storage_class = "dllexport"
    return whole


def _needed(library: Any, seen: set[int]) -> Iterator[Any]:
    """Yield a function's library, and those that it needs, each once."""
    left = [library]
    while left:
        one = left.pop()
        if id(one) not in seen:
            seen.add(id(one))
            left += one._linking_libraries
            yield one


def _optimize(whole: Any, machine: Any) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)


def _check(whole: Any) -> None:
    """Raise an error if kernels need what the library does not have."""
    needed = {each.name for each in whole.functions if each.is_declaration}
    unknown = {each for each in needed - runtime.KNOWN if not each.startswith("llvm.")}
    if unknown:
        raise ValueError(f"kernels call {', '.join(sorted(unknown))}")


if __name__ == "__main__":
    gc.disable()  # a tenth of the time; what there is fits into 0.5 GB
    make(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
