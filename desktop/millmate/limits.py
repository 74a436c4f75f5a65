"""Limits on input from outside; anything beyond them is refused with a message.

They are far above any reasonable input, and low enough that reading or refusing a file never takes
more than a few seconds or a few hundred megabytes of memory.
"""

import errno
from pathlib import Path

from millmate.language import number, tr
from millmate.regular_files import open_regular

# Positions
LONGEST_FEN = 200  # characters; a FEN has about 90
LONGEST_LINE = 2_000  # characters of a line that can be a position, with text around it
MOST_POSITIONS = 100_000  # in a file, one per line

# Games, as text
LARGEST_TEXT = 8_000_000  # characters: some ten thousand games, read in half a minute
MOST_GAMES = 50_000  # in one text; more should be a database
LONGEST_TAG = 10_000  # characters in the line of a tag: a name, a place, a position
MOST_TAGS = 500  # of a game
MOST_MOVES = 100_000  # of a game, including its variations
LONGEST_GAME = 12_000  # plies of its main line; the 75-move rule ends every game before that
DEEPEST_VARIATION = 100  # nesting of variations
MOST_REMARKS = 1_000  # comments and signs on one move
LONGEST_COMMENT = 100_000  # characters of all comments on one move
LARGEST_COLLECTION = 128_000_000  # bytes of a file of games that is rewritten to save one game
LARGEST_LISTED_GAME = 4_000_000  # bytes of a game whose moves are counted for lists

# Our own files, in bytes
LARGEST_SETTINGS = 4_000_000
LARGEST_SESSION_FILE = 64_000_000
LARGEST_JOURNAL = 256_000_000  # some two hundred thousand games of a tournament
LARGEST_OPENINGS = 64_000_000
LARGEST_PLAN = 1_000_000  # a list of positions belongs in a separate file
MOST_DOTS = 20  # in a line of a plan, outside strings: nested keys
MOST_NESTED = 30  # brackets in a plan, outside strings: nested values
LARGEST_TRANSLATION = 16_000_000
LARGEST_LICENCE = 4_000_000
LARGEST_LIST = 1_000_000  # of checksums
LONGEST_TEXT = 100_000  # characters of a text in the settings
LONGEST_FILE_NAME = 255  # bytes: the maximum of all common file systems
LONGEST_PATH = 4_000  # bytes

# Players and engines
LONGEST_NAME = 200  # characters of a participant
LONGEST_SPEC = 4_000  # characters of a player's spec
LONGEST_ORDER = 200_000  # bytes of a line sent to our engine


class TooLargeError(OSError):
    """A file is larger than allowed for its kind."""


def read(path: Path, most: int) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Raises:
        TooLargeError: The file is larger.
        OSError: The file cannot be read, or is not a regular file.
    """
    with open_regular(path) as file:
        content = file.read(most + 1)
    if len(content) > most:
        words = tr("it is too large: {n} bytes at most are read", n=number(most))
        raise TooLargeError(errno.EINVAL, words, str(path))
    return content
