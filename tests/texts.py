"""The catalogues in ``cli/i18n/locale``: their texts are collected from the sources, and they are compiled, by Babel.

``python -m tests.texts`` brings every catalogue up to date and compiles it, and so the man page, which has texts of the
help; ``python -m tests.texts LANGUAGE`` lists what is not translated yet.
"""

from __future__ import annotations

import ast
import io
import runpy
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, combinations, takewhile
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from cli.i18n.texts import DOMAIN, LOCALE
from cli.lessons.lesson import Lesson, lesson_files, lessons
from core.classic.board import Board
from core.classic.edition import ORIGINAL_RULEBOOK, REVISED_RULEBOOK
from core.classic.rules import RULES
from core.classic.rules import standard_map as classic_map
from core.classic.variant import ORIGINAL, REVISED
from core.editions import EDITIONS
from core.empires.edition import RULEBOOK
from core.empires.map import TITLES
from core.empires.rules import EMPIRES, map_board, standard_map
from core.engine.event import Event
from core.engine.rulebook import Paragraph, Rulebook
from core.mare.buildings import BUILDING_KINDS, UNIT_KINDS
from core.mare.kinds import TRACKS
from core.mare.rulebook import COMPARISON
from core.sword.edition import RULEBOOK as SWORD_RULEBOOK
from core.sword.powers import HOLDER_NAMES, PLAYER_POWERS
from core.sword.rules import SWORD
from tests import manpage

ROOT = Path(__file__).parents[1]

_HOOK = runpy.run_path(str(ROOT / ".ci" / "compile_catalogues.py"))
compiled: Callable[[Path], bytes] = _HOOK["compiled"]
compile_catalogues: Callable[[Path], None] = _HOOK["compile_catalogues"]
missing: Callable[[Catalog], list[Message]] = _HOOK["missing"]
"""What compiles catalogues when a wheel is built, and the texts that it leaves out: those not translated yet."""

TRANSLATORS = "TRANSLATORS:"
"""Comments that begin so, right above a text, stand in the catalogues too."""

KEYWORDS: Mapping[str, Mapping[str, Sequence[int]]] = {
    "cli": {"tr": (0,), "marked": (0,), "plural": (0, 1), "marked_plural": (0, 1)},
    "crypto": {"WordsError": (0,)},
    "p2p": dict.fromkeys(
        (
            "AddressError",
            "Denied",
            "DialError",
            "DiscoveryError",
            "FrameError",
            "InUse",
            "InvitationError",
            "IrohError",
            "JournalError",
            "NoWayError",
            "Offence",
            "ProofError",
            "RecordError",
            "StoreError",
            "TalkError",
            "Text",
            "TlsError",
            "Unwelcome",
            "_Mistrust",
            "_Unwelcome",
        ),
        (0,),
    ),
    "core": {"Message": (0,), "Named": (0,), "RuleError": (1,), "NotationError": (0,), "UnknownName": (1,)},
}
"""By package, the functions whose arguments are texts, and which arguments, counted from 0."""


def catalogues() -> list[Path]:
    """The catalogues that people translate."""
    return sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def read(path: Path) -> Catalog:
    """A catalogue."""
    with path.open("rb") as file:
        return read_po(file)


def ids_of(catalogue: Catalog) -> set[tuple[str, ...]]:
    """What is to be translated: for each text its forms."""
    return {forms(message) for message in catalogue if message.id}


def forms(message: Message) -> tuple[str, ...]:
    """The forms of a text in English: one, or two where it depends on a number."""
    return tuple(message.id) if isinstance(message.id, (tuple, list)) else (message.id,)


def strings(message: Message) -> tuple[str, ...]:
    """The forms of its translation."""
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string or "",)


# ---------------------------------------------------------------------- collecting


def terms() -> Iterator[str]:
    """The words of the game, which the edition names and no source has."""
    game_map = standard_map()
    for players in sorted(dict(game_map.tables)):
        board = map_board(game_map, players)
        yield from board.empire_names
        yield from (tile.name for tile in board.tiles)
        yield from (token for token in board.tokens if not token.startswith("*"))
    yield from (kind.replace("_", " ") for kind in (*BUILDING_KINDS, *UNIT_KINDS, *TRACKS))
    yield from TITLES
    yield from (EMPIRES.side, EMPIRES.sides, *EMPIRES.notation.verbs.values())


def terms_of_2003() -> Iterator[str]:
    """The same of the editions of 2003."""
    for variant in (ORIGINAL, REVISED):
        game_map = classic_map(variant)
        board = Board(game_map, tuple(empire.id for empire in game_map.empires), variant)
        yield from (
            *board.side_names,
            *(tile.name for tile in board.tiles),
            *board.tokens,
            *board.titles,
            *board.track_names,
        )
        played = RULES[variant.id]
        yield from (played.side, played.sides, *played.notation.verbs.values())


def terms_of_sword() -> Iterator[str]:
    """The same of The Sword of Rome: also every two powers that one player can have."""
    yield from HOLDER_NAMES
    yield from (" and ".join(pair) for pair in combinations(HOLDER_NAMES[: len(PLAYER_POWERS)], 2))
    yield from (SWORD.side, SWORD.sides, *SWORD.notation.verbs.values())


def happenings() -> Iterator[tuple[str, str]]:
    """What is said of the events of a game, each with the module that says it."""
    for path in sorted((ROOT / "core").glob("*/*events.py")):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Event) and value is not Event:
                yield value.template, f"{module.__name__.replace('.', '/')}.py"


def rules(*books: Rulebook) -> Iterator[str]:
    """The chapters and paragraphs of rules in words."""
    yield from paragraphs(chain.from_iterable(book.paragraphs() for book in books))


def paragraphs(found: Iterable[Paragraph]) -> Iterator[str]:
    """The chapters and texts of paragraphs."""
    for paragraph in found:
        yield paragraph.chapter
        yield paragraph.text


def marked_texts(path: Path, keywords: Mapping[str, Sequence[int]]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """The texts of a module that stand in calls of these functions, each with the comments for translators above it.

    The syntax tree also has what stands inside f-strings, which Babel's own reader misses before Python 3.12.
    """
    source = path.read_text("utf-8")
    lines = source.splitlines()
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        arguments = [call.args[place] for place in keywords.get(name, ()) if place < len(call.args)]
        texts = tuple(
            node.value for node in arguments if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        if texts and len(texts) == len(keywords[name]):
            yield texts, _comments(lines[: call.lineno - 1])


def _comments(before: Sequence[str]) -> list[str]:
    above = list(takewhile(lambda line: line.strip().startswith("#"), reversed(before)))
    comment = " ".join(line.strip().lstrip("# ") for line in reversed(above))
    return [comment.removeprefix(TRANSLATORS).strip()] if comment.startswith(TRANSLATORS) else []


def taught() -> Iterator[tuple[str, str]]:
    """The titles of all editions' lessons, and the teacher's words, each with the folder of its file."""
    for edition in EDITIONS.values():
        for file, lesson in zip(lesson_files(edition), lessons(edition), strict=True):
            folder = Path(str(file)).parent.relative_to(ROOT).as_posix()
            yield from ((text, folder) for text in words_of(lesson))


def words_of(lesson: Lesson) -> Iterator[str]:
    """The title of a lesson, and all that its teacher may say."""
    yield lesson.title
    for page in (*lesson.pages, lesson.closing):
        yield from page
    for task in lesson.tasks:
        yield from task.before
        yield from (text for text in (task.good, *(said for _, said in task.others)) if text)


@cache
def template() -> Catalog:
    """All texts of the sources, not translated."""
    found = Catalog(domain=DOMAIN, project="mare", fuzzy=False)
    for package, keywords in KEYWORDS.items():
        for path in sorted((ROOT / package).rglob("*.py")):
            for texts, comments in marked_texts(path, keywords):
                where = [(path.relative_to(ROOT).as_posix(), 0)]
                found.add(texts if len(texts) > 1 else texts[0], None, where, auto_comments=comments)
    for text, module in happenings():
        found.add(text, None, [(module, 0)])
    for text in chain(terms(), rules(RULEBOOK)):
        found.add(text, None, [("core/empires/data", 0)])
    for text in chain(terms_of_2003(), rules(ORIGINAL_RULEBOOK, REVISED_RULEBOOK)):
        found.add(text, None, [("core/classic/data", 0)])
    for text in chain(terms_of_sword(), rules(SWORD_RULEBOOK)):
        found.add(text, None, [("core/sword/data", 0)])
    comments = ["The words that find the page on the editions, with commas between them."]
    found.add(COMPARISON.words, None, [("core/mare/rulebook.py", 0)], auto_comments=comments)
    for text in paragraphs(COMPARISON.paragraphs()):
        found.add(text, None, [("core/mare/rulebook.py", 0)])
    for text, folder in taught():
        found.add(text, None, [(folder, 0)])
    return found


# ---------------------------------------------------------------------- writing


def written(catalogue: Catalog) -> bytes:
    """A catalogue as the text of its file.

    Texts stand in the order of the alphabet, each on a line and without the places that use it. So a change of the
    sources changes only the lines of its own texts. No line says that a text has fields in braces: that can be seen.
    """
    for message in catalogue:
        message.flags.discard("python-brace-format")
    file = io.BytesIO()
    write_po(file, catalogue, width=0, no_location=True, ignore_obsolete=True, sort_output=True)
    return file.getvalue()


def update() -> None:
    """Bring all catalogues up to date, and compile them."""
    new = template()
    for path in catalogues():
        catalogue = read(path)
        catalogue.update(new, no_fuzzy_matching=True, update_creation_date=False)
        path.write_bytes(written(catalogue))
        path.with_suffix(".mo").unlink(missing_ok=True)
        print(f"{path.relative_to(ROOT)}: {len(missing(catalogue))} of {len(catalogue)} are not translated.")
    compile_catalogues(ROOT)


def main(arguments: Sequence[str]) -> None:
    """Update, or list what a language lacks."""
    known = sorted(path.parents[1].name for path in catalogues())
    parser = ArgumentParser(prog="python -m tests.texts", description="Update and compile the catalogues.")
    parser.add_argument("language", nargs="?", choices=known, help="only list the texts that this one lacks")
    language = parser.parse_args(arguments).language
    if language is None:
        update()
        manpage.PAGE.write_text(manpage.written(), "utf-8")
        return
    for message in missing(read(LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po")):
        print(*forms(message), sep="\n", end="\n\n")


if __name__ == "__main__":
    main(sys.argv[1:])
