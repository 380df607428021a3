"""The program. Once it is installed, the packages ``core``, ``crypto``, ``p2p`` and ``cli`` lie in this folder.

There they collide with no packages of the same names. Importing this one lets the process find them, before all others.
"""

import sys

sys.path.insert(0, __path__[0])
