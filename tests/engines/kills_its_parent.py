"""Takes down the program that asked it to think."""

import os
import signal

from uci_loop import serve

serve(go=lambda words: os.kill(os.getppid(), signal.SIGKILL))
