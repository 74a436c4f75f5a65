"""The parts of a library other than kernels, in LLVM's language: no C compiler is needed."""

from collections.abc import Sequence

from millmate.kernels.declare import Array, Kind
from millmate.kernels.library import EXHAUSTED, SOURCES, leaves

# External functions that kernels may call: for memory, and those with which Numba raises Python
# errors, of which only the status that a kernel returns remains.
_ERRORS = ("PyErr_SetString", "PyObject_Hash", "PyTuple_Pack", "PyUnicode_FromKindAndData")
_MEMORY = (
    "NRT_Allocate",
    "NRT_Free",
    "NRT_MemInfo_alloc",
    "NRT_MemInfo_alloc_aligned",
    "NRT_MemInfo_call_dtor",
)
KNOWN = frozenset((*_ERRORS, *_MEMORY, "memcpy", "memset", "memmove"))

# An array that a kernel makes: Numba's head of it (how many refer to it, its destructor and what
# that is given, where the elements are, how many bytes, who else made them), then the elements.
_RUNTIME = f"""
@{EXHAUSTED} = {{export}} global i32 0
@{SOURCES} = {{export}} constant [64 x i8] c"{{sources}}"
@PyExc_RuntimeError = hidden global ptr null

declare ptr @malloc(i64)
declare void @free(ptr)

define hidden ptr @NRT_Allocate(i64 %size) {{{{
  %place = call ptr @malloc(i64 %size)
  %none = icmp eq ptr %place, null
  br i1 %none, label %lacking, label %found
lacking:
  store i32 1, ptr @{EXHAUSTED}
  ret ptr null
found:
  ret ptr %place
}}}}

define hidden void @NRT_Free(ptr %place) {{{{
  call void @free(ptr %place)
  ret void
}}}}

define hidden ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{{{
  %wide = zext i32 %align to i64
  %room = add i64 %size, %wide
  %all = add i64 %room, 48
  %place = call ptr @NRT_Allocate(i64 %all)
  %none = icmp eq ptr %place, null
  br i1 %none, label %lacking, label %found
lacking:
  ret ptr null
found:
  %behind = getelementptr i8, ptr %place, i64 48
  %number = ptrtoint ptr %behind to i64
  %over = urem i64 %number, %wide
  %short = sub i64 %wide, %over
  %gap = urem i64 %short, %wide
  %elements = getelementptr i8, ptr %behind, i64 %gap
  store i64 1, ptr %place
  %destructor = getelementptr i64, ptr %place, i64 1
  store ptr null, ptr %destructor
  %given = getelementptr i64, ptr %place, i64 2
  store ptr null, ptr %given
  %where = getelementptr i64, ptr %place, i64 3
  store ptr %elements, ptr %where
  %bytes = getelementptr i64, ptr %place, i64 4
  store i64 %size, ptr %bytes
  %other = getelementptr i64, ptr %place, i64 5
  store ptr null, ptr %other
  ret ptr %place
}}}}

define hidden ptr @NRT_MemInfo_alloc(i64 %size) {{{{
  %place = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  ret ptr %place
}}}}

define hidden void @NRT_MemInfo_call_dtor(ptr %place) {{{{
  call void @free(ptr %place)
  ret void
}}}}

define hidden void @PyErr_SetString(ptr %kind, ptr %text) {{{{
  ret void
}}}}

define hidden i64 @PyObject_Hash(ptr %value) {{{{
  ret i64 1
}}}}

define hidden ptr @PyTuple_Pack(i64 %count, ...) {{{{
  ret ptr null
}}}}

define hidden ptr @PyUnicode_FromKindAndData(i32 %kind, ptr %text, i64 %size) {{{{
  ret ptr null
}}}}
"""

# References to arrays, counted in place of the call and not by Numba's functions: of an array that
# is the caller's, whose head is null, nothing is left of it. No threads share the others.
# Numba's took a tenth of the time of a build.
COUNTERS = ("NRT_incref", "NRT_decref")
COUNTING = """
declare void @NRT_MemInfo_call_dtor(ptr)

define void @NRT_incref(ptr %head) alwaysinline {
  %none = icmp eq ptr %head, null
  br i1 %none, label %done, label %made
made:
  %count = load i64, ptr %head
  %more = add i64 %count, 1
  store i64 %more, ptr %head
  br label %done
done:
  ret void
}

define void @NRT_decref(ptr %head) alwaysinline {
  %none = icmp eq ptr %head, null
  br i1 %none, label %done, label %made
made:
  %count = load i64, ptr %head
  %less = sub i64 %count, 1
  store i64 %less, ptr %head
  %last = icmp eq i64 %less, 0
  br i1 %last, label %free, label %done
free:
  call void @NRT_MemInfo_call_dtor(ptr %head)
  br label %done
done:
  ret void
}
"""


def code(sources: str, *, exported: bool) -> str:
    """Return the runtime for a library that is made of the sources with this hash."""
    return _RUNTIME.format(sources=sources, export="dllexport" if exported else "")


def call(name: str, function: str, arguments: Sequence[str], taken: Sequence[Kind]) -> str:
    """Return a function `name(words, returned)` that calls Numba's `function`, of these types.

    Numba's functions return a status, and take where to put what they return, where to put an
    error, and the arguments: of an array its owners, sizes, place, shape and strides. A word is a
    number, or the address of an array's head in NumPy's ABI, which follows that of an object.
    """
    returned, error, *given = arguments
    lines = [f"define i32 @{name}(ptr %words, ptr %returned) {{", f"  %error = alloca {error}"]
    words, types = [f"{returned} %returned", f"{error} %error"], iter(given)
    for number, kind in enumerate(leaves(taken)):
        lines.append(f"  %place{number} = getelementptr i64, ptr %words, i64 {number}")
        if isinstance(kind, Array):
            loaded, values = _array(number, kind)
            lines += loaded
            words += [f"{next(types)} {value}" for value in values]
        else:
            expected = next(types)
            lines.append(f"  %word{number} = load {expected}, ptr %place{number}")
            words.append(f"{expected} %word{number}")
    lines.append(f'  %status = call i32 @"{function}"({", ".join(words)})')
    declared = f'declare i32 @"{function}"({", ".join(arguments)})'
    return "\n".join([declared, *lines, "  ret i32 %status", "}"])


def _array(number: int, kind: Array) -> tuple[list[str], list[str]]:
    """Return lines that read the head of an array, whose place is a word, and Numba's arguments."""
    lines = [
        f"  %head{number} = load ptr, ptr %place{number}",
        f"  %data{number} = load ptr, ptr %head{number}",
    ]
    numbers, size = [], "1"
    for name, field in (("shape", 2), ("strides", 3)):  # behind the place and the dimensions
        at = f"%{name}{number}"
        lines.append(f"  {at}f = getelementptr ptr, ptr %head{number}, i64 {field}")
        lines.append(f"  {at} = load ptr, ptr {at}f")
        for axis in range(kind.dimensions):
            lines.append(f"  {at}p{axis} = getelementptr i64, ptr {at}, i64 {axis}")
            lines.append(f"  {at}v{axis} = load i64, ptr {at}p{axis}")
            numbers.append(f"{at}v{axis}")
    for axis in range(kind.dimensions):
        lines.append(f"  %size{number}a{axis} = mul i64 {size}, {numbers[axis]}")
        size = f"%size{number}a{axis}"
    return lines, ["null", "null", size, str(kind.element.itemsize), f"%data{number}", *numbers]
