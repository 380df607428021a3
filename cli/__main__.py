"""``python -m cli`` is ``mare``, for starting peers with the interpreter that is already running."""

import sys

from cli.main import main

sys.exit(main())
