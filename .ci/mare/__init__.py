"""The package that an installation adds: in a wheel, ``core``, ``crypto``, ``p2p`` and ``cli`` lie in its folder.

There they collide with no packages of the same names. Importing this one lets the process find them, before all others.
"""

import sys

sys.path.insert(0, __path__[0])
