"""What Wine 8 lacks for Trio and Python, put in its place when Windows' Python starts there: see `wine` beside this."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any, cast

# Python asks it for the name of the system, and Wine ends the program.
sys.modules["_wmi"] = cast(ModuleType, None)

_windows = vars(import_module("trio._core._io_windows"))


def _lowest(socket: Any, which: object = None) -> Any:
    """Return the socket of the system below one: in Wine that one itself, but it doesn't say so."""
    return _windows["_handle"](socket.fileno() if hasattr(socket, "fileno") else socket)


_windows.update(_get_underlying_socket=_lowest, _get_base_socket=_lowest)
