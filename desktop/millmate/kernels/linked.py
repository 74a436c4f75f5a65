"""Kernels kept as machine code, so that a program that calls them starts without Numba.

To import Numba and let it fetch a hundred functions from its cache takes more than a second of
computing; to load what it has made of them takes some milliseconds. So the first program on a
machine links a group's functions into one object file beside Numba's cache, and all others load
that with LLVM alone.
"""

import ctypes
import hashlib
import json
import os
import threading
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from millmate import limits
from millmate.files import write_atomically
from millmate.kernels.cache import fingerprint

# Numba calls this when it frees an array that it has made; those of our callers are theirs.
_NEVER_CALLED = "define void @NRT_MemInfo_call_dtor(ptr %0) { ret void }"
_LARGEST = 100_000_000  # bytes of an object file; those of chess have one and a half million
_INTEGER = "integer"  # of 64 bits
_NO_STATUS = (0, -2)  # done; done, and what it returns is nothing


class Kernels:
    """A group of compiled functions by name, called with arrays and integers; returns integers.

    Safe from several threads. With `NUMBA_DISABLE_JIT` set, the functions themselves are called.
    """

    def __init__(self, name: str, modules: Mapping[str, str]) -> None:
        """Name the group, and the module of every function in it."""
        self._name, self._modules = name, modules
        self._lock = threading.Lock()
        self._calls: dict[str, Callable[..., int]] | None = None
        self._engine: Any = None  # owns the machine code

    def function(self, name: str) -> Callable[..., int]:
        """Return what calls a function; nothing is loaded before it is called."""

        def call(*arguments: Any) -> int:
            return self._loaded()[name](*arguments) or 0  # Numba's own returns None for nothing

        return call

    def is_linked(self) -> bool:
        """Tell whether the functions have been compiled for this machine and kept."""
        return self._path().exists()

    def _loaded(self) -> dict[str, Callable[..., int]]:
        if self._calls is None:
            with self._lock:
                if self._calls is None:
                    self._calls = self._load()
        return self._calls

    def _load(self) -> dict[str, Callable[..., int]]:
        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
            return self._all_compiled()
        kept = self._read() or self._linked()
        if kept is None:
            return self._all_compiled()
        entries, triple, code = kept
        self._engine = _engine(triple, code)
        return {
            name: _Call(self._engine.get_function_address(symbol), kinds, name)
            for name, (symbol, kinds) in entries.items()
        }

    def _linked(self) -> "_Linked | None":
        """Return the functions' machine code, and keep it; None if Numba does not let it be had.

        It is had by names that are Numba's own business, and may change with its version.
        """
        functions = self._all_compiled()
        try:
            linked = _link(functions)
        except (AttributeError, TypeError, AssertionError, RuntimeError):
            return None
        with suppress(OSError):  # linked again next time; nothing else is lost
            self._write(*linked)
        return linked

    def _all_compiled(self) -> dict[str, Any]:
        return {name: getattr(import_module(at), name) for name, at in self._modules.items()}

    def _path(self) -> Path:
        name = f"linked-{self._name}-{fingerprint()}-{_machine()}.o"
        return Path(os.environ["NUMBA_CACHE_DIR"]) / name

    def _read(self) -> "_Linked | None":
        """Return what was kept, None if nothing was, or if it is not what was written."""
        try:
            head, code = limits.read(self._path(), _LARGEST).split(b"\n", 1)
            kept = json.loads(head)
            if kept["crc32"] != zlib.crc32(code) or set(kept["entries"]) != set(self._modules):
                return None
            return kept["entries"], kept["triple"], code
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _write(self, entries: "_Entries", triple: str, code: bytes) -> None:
        head = json.dumps({"crc32": zlib.crc32(code), "triple": triple, "entries": entries})
        self._path().parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self._path(), head.encode() + b"\n" + code)


# By name: the symbol, and the arguments as in `_kind`.
_Entries = dict[str, tuple[str, list[str]]]
# With the kind of system, and the object file.
_Linked = tuple[_Entries, str, bytes]


class _Call:
    """A function at an address, as Numba compiles it: a status is returned, the result written."""

    def __init__(self, address: int, kinds: list[str], name: str) -> None:
        self._kinds, self._name = kinds, name
        arguments: list[Any] = [ctypes.c_void_p, ctypes.c_void_p]
        for kind in kinds:
            arguments += [ctypes.c_int64] if kind == _INTEGER else [ctypes.c_void_p] * 7
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *arguments)(address)

    def __call__(self, *arguments: Any) -> int:
        """Call it; other threads go on meanwhile."""
        result, failure = ctypes.c_int64(), ctypes.c_void_p()
        words: list[Any] = [ctypes.addressof(result), ctypes.addressof(failure)]
        for kind, argument in zip(self._kinds, arguments, strict=True):
            if kind == _INTEGER:
                words.append(int(argument))
            else:
                words += _array(argument, kind, self._name)
        if self._function(*words) not in _NO_STATUS:
            raise RuntimeError(f"the kernel {self._name} has failed")
        return result.value


def _array(array: Any, dtype: str, name: str) -> tuple[Any, ...]:
    """Return an array as a compiled function takes it: owners, size, where it is, shape, strides.

    Raises:
        TypeError: It is not of one dimension, contiguous, and of this type.
    """
    if array.dtype != dtype or array.ndim != 1 or not array.flags.c_contiguous:
        raise TypeError(f"{name} takes a flat array of {dtype}, not one of {array.dtype}")
    size, step = array.size, array.itemsize
    return None, None, size, step, array.ctypes.data, size, step


def _kind(argument: Any) -> str:
    """Return what a function takes there: `_INTEGER`, or the type of a flat array's elements."""
    name = str(argument)
    if name == "int64":
        return _INTEGER
    if argument.ndim != 1 or argument.layout != "C":
        raise TypeError(f"no flat array: {name}")
    return str(np.dtype(str(argument.dtype)))


def _link(functions: Mapping[str, Any]) -> _Linked:
    """Return the functions' machine code, with all that they call."""
    import llvmlite.binding as llvm

    entries: _Entries = {}
    whole: Any = None
    for name, function in functions.items():
        (compiled,) = function.overloads.values()
        symbol = compiled.fndesc.llvm_func_name
        entries[name] = symbol, [_kind(argument) for argument in compiled.signature.args]
        part = compiled.library._get_module_for_linking().clone()
        part.get_function(symbol).linkage = "external"
        if whole is None:
            whole, target = part, compiled.library._codegen._tm
        else:
            whole.link_in(part)
    never_called = llvm.parse_assembly(_NEVER_CALLED)
    never_called.triple, never_called.data_layout = whole.triple, whole.data_layout
    whole.link_in(never_called)
    symbols = {symbol for symbol, _ in entries.values()}
    for function in whole.functions:
        if not function.is_declaration and function.name not in symbols:
            function.linkage = "internal"
    _optimize(whole, target)
    for function in whole.functions:
        inside = not function.is_declaration or function.name.startswith("llvm.")
        assert inside, f"{function.name} is not among what is kept"
    return entries, str(whole.triple), target.emit_object(whole)


def _optimize(whole: Any, target: Any) -> None:
    """Optimize together what was compiled one by one: an eighth faster; drop what nobody calls."""
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=3)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(whole, builder)


def _engine(triple: str, code: bytes) -> Any:
    """Return an engine that holds machine code, ready to run."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_triple(triple).create_target_machine(codemodel="jitdefault")
    empty = llvm.parse_assembly(f'target triple = "{triple}"')
    engine = llvm.create_mcjit_compiler(empty, target)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _machine() -> str:
    """Return a short hash of what machine code depends on: processor and compiler."""
    import llvmlite.binding as llvm

    facts = [
        *(llvm.get_process_triple(), llvm.get_host_cpu_name()),
        *(llvm.get_host_cpu_features().flatten(), str(llvm.llvm_version_info)),
        *(os.environ.get(f"NUMBA_CPU_{name}", "") for name in ("NAME", "FEATURES")),
    ]
    return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:12]
