"""The examples of the documents run, their commands are commands, and their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.command import Failure
from cli.main import COMMANDS, parser_of
from tests.glossary import GLOSSARY, misnamed, synonyms, told, written
from tests.readability import PAGES, ROOT

DOCS = ROOT / "docs"
TOLD = [text for _, text in told()]
AVOIDED, AVOIDED_ON_SCREEN = synonyms(GLOSSARY.read_text("utf-8"))

LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
NAMED = re.compile(r"`(docs/[\w./-]+)`")


def typed(text: str) -> Iterator[str]:
    """The lines of a page's shell blocks that run ``mare``."""
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield from (line for line in block.splitlines() if line.startswith("mare "))


def anchors(text: str) -> set[str]:
    """What links name a page's headings by."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


INCLUDED = re.compile(r"^```\{include\} (\S+)$", re.MULTILINE)


def whole(page: Path) -> str:
    """The text of a page, with what it includes."""
    return INCLUDED.sub(lambda found: (page.parent / found[1]).read_text("utf-8"), page.read_text("utf-8"))


def dead_links(page: Path, text: str) -> list[str]:
    """The files and headings that a page refers to and that are not there."""
    dead = [name for name in NAMED.findall(text) if not (ROOT / name).is_file()]
    for name, heading in LINK.findall(text):
        target = page.parent / name if name else page
        if not target.is_file() or (heading and heading not in anchors(whole(target))):
            dead.append(f"{name}#{heading}")
    return dead


def wrong_commands(text: str) -> list[str]:
    """The commands of a page that the program would not take, each with its complaint."""
    parser, wrong = parser_of(COMMANDS, load=True), []
    for line in typed(text):
        try:
            parser.parse_args(shlex.split(line, comments=True)[1:])
        except Failure as failure:
            wrong.append(f"{line}: {failure}")
    return wrong


def is_told(message: str) -> bool:
    """Whether the program has such a message, with something else instead of each ``…``."""
    pattern = re.compile(".*".join(map(re.escape, message.split("…"))))
    return any(map(pattern.fullmatch, TOLD))


@pytest.mark.parametrize("name", ["api.md"])
def test_the_examples_of_a_document_do_what_it_says(name: str) -> None:
    results = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.attempted > 15
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_document_lead_somewhere(page: Path) -> None:
    assert dead_links(page, whole(page)) == []


@pytest.mark.parametrize("link", ["[x](no.md)", "[x](README.md#no-such-heading)", "`docs/no.md`"])
def test_a_dead_link_is_found(link: str) -> None:
    assert len(dead_links(ROOT / "README.md", link)) == 1


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_program_takes_the_commands_of_a_document(page: Path) -> None:
    assert wrong_commands(whole(page)) == []


def test_a_command_that_the_program_does_not_take_is_found() -> None:
    (complaint,) = wrong_commands("```sh\nmare play            # fine\nmare play --friends 3\n```\n")
    assert complaint.startswith("mare play --friends 3: unrecognized arguments")


def test_the_glossary_tells_what_not_to_say() -> None:
    assert AVOIDED["breach"] == "violation"
    assert AVOIDED["boat"] == "legion, trireme, fortress"
    assert AVOIDED_ON_SCREEN.items() - AVOIDED.items() == {("tile", "hero, wonder")}


def test_pages_use_the_words_of_the_glossary() -> None:
    pages = {page.name: page.read_text("utf-8") for page in PAGES if page != GLOSSARY}
    assert misnamed(written(pages), AVOIDED) == []


def test_texts_of_the_program_use_the_words_of_the_glossary() -> None:
    assert misnamed(told(), AVOIDED_ON_SCREEN) == []


def test_a_synonym_that_the_glossary_rules_out_is_found() -> None:
    page = "# Wars\n\nThe log has `breach`.\nTwo armies meet; the\nsoldiers of {boat} commit breaches.\n"
    assert misnamed(written({"war.md": page}), AVOIDED) == [
        "war.md:3: armies, say legion, trireme, fortress",
        "war.md:3: soldiers, say legion, trireme, fortress",
        "war.md:3: boat, say legion, trireme, fortress",
        "war.md:3: breaches, say violation",
    ]


def test_the_messages_that_are_explained_are_messages_of_the_program() -> None:
    page = (DOCS / "troubleshooting.md").read_text("utf-8")
    messages = re.findall(r"^\| `([^`]*[.;:…])` \|", page, re.MULTILINE)
    assert len(messages) > 20
    assert [message for message in messages if not is_told(message)] == []


def test_a_message_that_the_program_does_not_have_is_found() -> None:
    assert is_told("game … is over; …")
    assert not is_told("game … is under; …")


def modules_named(text: str) -> set[str]:
    """The modules in a page's tables that begin ``module of `FOLDER/```, as ends of paths."""
    found: set[str] = set()
    for folder, rows in re.findall(r"^\| module of `([\w/]+/)` .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
        for row in rows.splitlines():
            found |= {f"{folder}{name}.py" for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    return found


def test_the_modules_that_the_architecture_tells_of_are_there() -> None:
    named = modules_named((DOCS / "architecture.md").read_text("utf-8"))
    assert {"play/lobby.py", "bots/planner.py", "ui/map/raster.py"} <= named
    assert [end for end in sorted(named) if not [*ROOT.glob(f"c*/**/{end}")]] == []


def test_every_command_is_on_the_page_of_commands() -> None:
    page = (DOCS / "commands.md").read_text("utf-8")
    assert [name for name, listed in COMMANDS.items() if listed.summary and f"`mare {name}" not in page] == []
