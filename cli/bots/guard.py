"""Become another program, with a watcher beside it: a script of its own, which ``cli.bots.child`` runs on POSIX.

``guard.py LIFELINE REPORT GRACE COMMAND …``: the first two are descriptors of pipes. Nothing is ever written to the
lifeline. Its end says that the launcher has let go or is gone, however it went. Then the watcher waits for ``GRACE``
seconds and kills what is left of the session: the program, all it has started there, and itself. If the command cannot
be run, its error number is written to the report; else the report just ends.
"""

from __future__ import annotations

import os
import signal
import sys
import time

if sys.platform != "win32":

    def main() -> None:
        """Never returns: this process becomes the program, and the watcher ends by killing itself."""
        lifeline, report, grace, command = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]
        # The watcher's parent ends at once, so the program never waits for a child that it has not started.
        if os.fork() == 0:
            if os.fork() == 0:
                _watch(lifeline, report, grace)
            os._exit(0)
        os.wait()
        os.close(lifeline)
        os.set_inheritable(report, False)
        # Python ignores these, and a program would begin with what its starter ignores.
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        try:
            os.execvp(command[0], command)  # noqa: S606 - as the person wrote it, and no shell reads it
        except OSError as error:
            os.write(report, str(error.errno).encode("ascii"))
            os._exit(127)

    def _watch(lifeline: int, report: int, grace: float) -> None:
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        for pipe in (0, 1, 2, report):
            os.close(pipe)
        os.read(lifeline, 1)
        time.sleep(grace)
        os.killpg(0, signal.SIGKILL)

    if __name__ == "__main__":
        main()
