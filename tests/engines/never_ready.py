"""Introduces itself, and is never ready."""

from uci_loop import serve

serve(isready="")
