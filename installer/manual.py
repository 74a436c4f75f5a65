"""Generate the manual page from the help texts of the commands, so that it never goes stale."""

from places import VERSION

from millmate.cli.main import COMMANDS, PAGES

PAGE = r""".TH MILLMATE 1 "" "Mill & Mate {version}" "Games"
.SH NAME
millmate \- study endings with exact tables built on your own machine
.SH SYNOPSIS
.B millmate
.RI [ FILE ...]
.br
.B millmate \-\-page
.I PAGE
.br
.B millmate
.I COMMAND
.RI [ OPTION ...]
.SH DESCRIPTION
Without a command, millmate opens its window and, in it, the given files: games (PGN) and positions
(FEN, EPD) of chess and nine men's morris; or it shows a page: {pages}.
.SH COMMANDS
.B millmate
.IB COMMAND " \-\-help"
lists the options of a command.
{commands}
.SH EXIT STATUS
0 on success, 1 on failure, 2 for bad usage.
.SH ENVIRONMENT
{environment}
.SH FILES
.TP
.I ~/.local/share/millmate
tables, games, tournaments and training; they remain when the program is removed.
.TP
.I ~/.config/millmate
the settings.
.TP
.I ~/.cache/millmate
compiled kernels, which can be deleted at any time.
"""
ENVIRONMENT = {
    "MILLMATE_TABLES": "the directory of the tables.",
    "MILLMATE_DATA": "the directory of games, and by default of tables.",
    "MILLMATE_CONFIG": "the directory of the settings.",
    "MILLMATE_CACHE": "the directory of what can be made again, such as translations.",
    "MILLMATE_KERNELS": '"python" runs the kernels as Python, a hundred times slower.',
}


def page() -> str:
    """Return the manual page in troff."""
    commands = (_item("B", name, said) for name, said in COMMANDS.items())
    variables = (_item("B", name, said) for name, said in ENVIRONMENT.items())
    return PAGE.format(
        version=VERSION,
        pages=", ".join(PAGES),
        commands="\n".join(commands),
        environment="\n".join(variables),
    )


def _item(face: str, name: str, said: str) -> str:
    text = said.replace("\\", r"\e").replace("-", r"\-")
    return f".TP\n.{face} {name}\n{text}"
