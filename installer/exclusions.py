"""The modules and files that the bundle leaves out, and why."""

import fnmatch
from pathlib import Path, PurePath

# Modules that are optional imports, or that are imported only by code we never call.
EXCLUDED_MODULES = [
    # other programs: tests, build tools, other GUI toolkits
    *("tkinter", "IPython", "matplotlib", "pytest", "hypothesis", "mypy", "PIL.ImageQt"),
    *("setuptools", "pkg_resources", "distutils", "lib2to3", "ensurepip", "pip", "pydoc_data"),
    # Dask: users of a cluster install the package, not the bundle
    *("dask", "distributed", "tornado", "zarr", "fsspec"),
    # what compiled the kernels
    *("numba", "llvmlite", "millmate.kernels.making"),
    *("numpy.f2py", "numpy.fft", "numpy.testing.tests", "numpy._core._multiarray_tests"),
    *("yaml", "jinja2", "pygments", "scipy"),
    # Qt's network: the program has none, and PySide names it without need (Kerberos with it)
    "PySide6.QtNetwork",
    # the editing of lines in Python's own console
    "readline",
    # zstd for other Pythons than CPython
    *("zstandard.backend_cffi", "zstandard._cffi"),
    # image formats embedded in SVG files (cairosvg uses Pillow); ours embed only PNG and JPEG
    *("PIL._avif", "PIL._webp", "PIL._imagingft", "PIL._imagingcms", "PIL._imagingtk"),
    *("PIL.AvifImagePlugin", "PIL.WebPImagePlugin"),
]

# Libraries of every Linux desktop, at least as new as ours and matching its settings and drivers,
# with their Debian packages.
SYSTEM_LIBRARIES = {
    "libc.so.6": "libc6",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libz.so.1": "zlib1g",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
}
# Needed only under Wayland.
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}

# Files, as patterns of their paths in the bundle.
_UNWANTED = (
    # Qt plugins for displays other than X11 and Wayland, for raw input devices and networks, and
    # for image formats that the program does not use
    *(f"PySide6/Qt/plugins/{kind}/*" for kind in ("egldeviceintegrations", "generic")),
    *(f"PySide6/Qt/plugins/{kind}/*" for kind in ("networkinformation", "tls", "qmltooling")),
    *(f"PySide6/Qt/plugins/platforms/libq{kind}.so" for kind in ("eglfs", "linuxfb", "minimal")),
    *(f"PySide6/Qt/plugins/platforms/libq{kind}.so" for kind in ("minimalegl", "vnc")),
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay.so",
    *(f"PySide6/Qt/plugins/imageformats/libq{kind}.so" for kind in ("gif", "icns", "tga", "tiff")),
    *(f"PySide6/Qt/plugins/imageformats/libq{kind}.so" for kind in ("wbmp", "webp")),
    *("PySide6/Qt/lib/libQt6Egl*", "libQt6Egl*"),
    *("PySide6/Qt/lib/libQt6Network*", "libQt6Network*"),
    # GTK dialogs would need GTK, whose version must match the system's settings
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
    # translations of Qt's tools
    *("PySide6/Qt/translations/[!q]*", "PySide6/Qt/translations/qt[!b]*"),
    *(f"*{name}*" for name in SYSTEM_LIBRARIES),
    # files for developers only
    *("millmate/assets/screenshots/*", "millmate/assets/*/*.py", "millmate/assets/*/README.md"),
    "millmate/assets/*/__pycache__/*",
    *("numpy-*.dist-info/licenses/*", "setuptools-*", "*/tests/*", "*.pyi", "*.pxd", "*.h"),
)

_QT_TEXTS = "PySide6/Qt/translations/qtbase_"
LANGUAGES = {
    path.stem for path in Path(__file__).parents[1].joinpath("resources/languages").glob("*.po")
}


def is_wanted(place: str) -> bool:
    """Whether the program needs the file at `place` in the bundle."""
    path = PurePath(place).as_posix()
    if path.startswith(_QT_TEXTS):  # wanted in the languages that the program has
        return path.removeprefix(_QT_TEXTS).removesuffix(".qm") in LANGUAGES
    return not any(fnmatch.fnmatchcase(path, pattern) for pattern in _UNWANTED)
