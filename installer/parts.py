"""What the bundle leaves out, and why; measured on Linux (sizes as unpacked)."""

import fnmatch
from pathlib import PurePath

# Modules that are imported only where they are there, or by what nobody calls.
EXCLUDED_MODULES = [
    # beside the program: tests, builders, other windows
    *("tkinter", "IPython", "matplotlib", "pytest", "hypothesis", "mypy", "PIL.ImageQt"),
    *("setuptools", "pkg_resources", "distutils", "lib2to3", "ensurepip", "pip", "pydoc_data"),
    # Dask's cluster: whoever has one has installed the package, not the bundle
    *("dask", "distributed", "tornado", "zarr", "fsspec"),
    # Numba's and NumPy's own tests, and what they do for other machines and languages
    *("numba.tests", "numba.cuda", "numba.pycc", "numpy.f2py", "numpy.testing.tests"),
    *("numcodecs.tests", "yaml", "jinja2", "pygments", "scipy"),
    # pictures in SVG files (cairosvg asks Pillow), which ours have none of but PNG and JPEG
    *("PIL._avif", "PIL._webp", "PIL._imagingft", "PIL._imagingcms", "PIL._imagingtk"),
    *("PIL.AvifImagePlugin", "PIL.WebPImagePlugin"),
]

# What every Linux with a window has, as new as ours or newer, and fitting its own settings and
# drivers; and the packages of Debian that have it.
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
# Whoever has no Wayland needs none of these.
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}

# Files by pattern of their place in the bundle.
_UNWANTED = (
    # Qt: screens without X11 and Wayland, input devices and networks that it looks after itself,
    # pictures of kinds that the program neither shows nor reads
    *(f"PySide6/Qt/plugins/{kind}/*" for kind in ("egldeviceintegrations", "generic")),
    *(f"PySide6/Qt/plugins/{kind}/*" for kind in ("networkinformation", "tls", "qmltooling")),
    *(f"PySide6/Qt/plugins/platforms/libq{kind}.so" for kind in ("eglfs", "linuxfb", "minimal")),
    *(f"PySide6/Qt/plugins/platforms/libq{kind}.so" for kind in ("minimalegl", "vnc")),
    "PySide6/Qt/plugins/platforms/libqvkkhrdisplay.so",
    *(f"PySide6/Qt/plugins/imageformats/libq{kind}.so" for kind in ("gif", "icns", "tga", "tiff")),
    *(f"PySide6/Qt/plugins/imageformats/libq{kind}.so" for kind in ("wbmp", "webp")),
    *("PySide6/Qt/lib/libQt6Egl*", "libQt6Egl*"),
    # GTK's dialogs would bring GTK along, which does not go with the system's own settings
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so",
    # texts of Qt's tools, and of languages that the program does not speak
    *("PySide6/Qt/translations/[!q]*", "PySide6/Qt/translations/qt_*"),
    "PySide6/Qt/translations/qtbase_[!d]*",
    "PySide6/Qt/translations/qtbase_da.qm",
    "PySide6/Qt/translations/qt[!b]*",
    *(f"*{name}*" for name in SYSTEM_LIBRARIES),
    "numba/np/ufunc/tbbpool*",
    # what is shown to developers of the program alone
    *("millmate/assets/screenshots/*", "millmate/assets/*/*.py", "millmate/assets/*/README.md"),
    *("numpy-*.dist-info/licenses/*", "setuptools-*", "*/tests/*", "*.pyi", "*.pxd", "*.h"),
)


def is_wanted(place: str) -> bool:
    """Tell whether the file at `place` in the bundle is one that the program needs."""
    path = PurePath(place).as_posix()
    return not any(fnmatch.fnmatchcase(path, pattern) for pattern in _UNWANTED)
