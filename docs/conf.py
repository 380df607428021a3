"""The site. Build it with ``sphinx-build -W --keep-going -b html docs build/site``; the extra ``docs`` has the tools.

The reference has one page for each package. It is written from the docstrings of the modules before the pages are read.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT: Final = Path(__file__).resolve().parents[1]
# The reference is of these sources, wherever the program is installed.
sys.path.insert(0, str(ROOT))
PACKAGES = ("core", "crypto", "p2p")
NOT_SHOWN = {"bots", "data", "tiles"}
"""Folders of packages that other programs don't use."""

LONGEST_VALUE = 250
"""Characters of a constant's value that the reference shows; it leaves out longer values, which fill whole screens."""

project = "mare"
extensions = ["myst_parser", "sphinx.ext.autodoc"]

html_theme = "furo"
html_title = "mare"
html_copy_source = False
html_show_copyright = False

myst_heading_anchors = 4
"""Levels of headings that links can name, as they name them where the pages are read as files."""

# A single backquote around a name links to what it names, if the reference has it.
default_role = "py:obj"
# An annotation doesn't say which class it means if two packages have one of that name.
suppress_warnings = ["ref.python"]

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
# Show a default as the source has it, not as the value prints itself.
autodoc_preserve_defaults = True
# With the members in the navigation, most of the time and of the size would be the navigation's.
toc_object_entries = False


def page(package: Path, pattern: str = "[a-z]*.py") -> str:
    """Return the page of a package: what it is for, and a section for each of its modules with such a file name."""
    name = ".".join(package.relative_to(ROOT).parts)
    modules = [path.stem for path in sorted(package.glob(pattern))]
    whole = f"# {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :no-members:\n```\n"
    sections = [f"## {each}\n\n```{{eval-rst}}\n.. automodule:: {name}.{each}\n```\n" for each in modules]
    return "\n".join([whole, *sections])


def write_reference(app: Sphinx) -> None:
    """Write the page of each package whose names other programs use."""
    folder = Path(app.srcdir, "reference")
    folder.mkdir(exist_ok=True)
    found = sorted(path.parent for package in PACKAGES for path in (ROOT / package).rglob("__init__.py"))
    pages = {
        folder / f"{'.'.join(path.relative_to(ROOT).parts)}.md": page(path)
        for path in found
        if not NOT_SHOWN.intersection(path.relative_to(ROOT).parts)
    }
    # The console is no library, but for the one module that brings rules and table together.
    pages[folder / "cli.md"] = page(ROOT / "cli", "table_game.py")
    for old in set(folder.glob("*.md")) - pages.keys():
        old.unlink()
    for path, text in pages.items():
        path.write_text(text, "utf-8")


def leave_out_long_value(app: Sphinx, domain: str, kind: str, content: addnodes.desc_content) -> None:
    """Remove the value from the signature of a constant if it is longer than `LONGEST_VALUE`."""
    for signature in content.parent.children:
        if isinstance(signature, addnodes.desc_signature):
            for note in list(signature.findall(addnodes.desc_annotation)):
                if note.astext().lstrip().startswith("=") and len(note.astext()) > LONGEST_VALUE:
                    signature.remove(note)


def setup(app: Sphinx) -> None:
    """Tell Sphinx how to write the reference and how to show a scenario."""
    app.connect("builder-inited", write_reference)
    app.connect("object-description-transform", leave_out_long_value)
    app.add_lexer("scenario", TextLexer)
