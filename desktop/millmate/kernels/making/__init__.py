"""Makes the library of kernels: run when the package is built, and by developers; needs Numba."""
