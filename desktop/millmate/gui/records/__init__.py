"""Games and positions in and out: files, the clipboard, pictures, and what a crash leaves."""
