"""Where the bundle starts; builder processes of the bundle start here too."""

import multiprocessing
import sys

from millmate.__main__ import main

if __name__ == "__main__":
    multiprocessing.freeze_support()
    sys.exit(main())
