"""What one feature asks of another: the asking one emits, the serving one connects.

So neither has to import the other.
"""

from PySide6.QtCore import QObject, Signal


class Links(QObject):
    """Signals between features; each is served by one of them."""

    # Games
    open_game = Signal(object, int)  # a `PlacedGame`, and the plies to show it at
    open_recent_game = Signal(object)  # a `RecentGame`
    list_games = Signal(object)  # the path of a file or a folder: its games are listed
    file_saved = Signal(object)  # the path of a file that games were written to

    # Tables
    explore_table = Signal(str, str, str)  # its title, the side of a long win and its FEN, or ""
    choose_tables = Signal(object)  # names, on the Tables page, to be built
    tables_changed = Signal()  # tables were deleted or compacted, or their folder has changed
    build_position = Signal()  # the plan of what the position on the board needs
    build_position_now = Signal()  # the same, without showing the plan
    solve_position = Signal()
    watch_build = Signal()  # the dialog of the running build
    building = Signal(str)  # its progress in words, "" once it has ended

    # Training
    train = Signal(object)  # a tuple of `Failure`
    hold = Signal(str)  # a position to be held, a FEN
    train_due = Signal()
    reveal = Signal()  # values that are hidden while a person plays
    hint = Signal(str)  # in words

    # Others
    open_tournament = Signal(object)  # its directory
    check_studies = Signal(object)  # paths of files
