"""No text reaches a person past the catalogues; and the checker of that sees what it should."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import texts
from tests.untranslated import untranslated

ROOT = Path(__file__).parents[1]

IN_ENGLISH = {
    "cli/arena": "the figures of the arena",
    "cli/ui/picture": "pictures and web pages",
    "cli/classic/map.py": "what pictures say",
    "cli/empires/map.py": "what pictures say",
    "cli/sword/map.py": "what pictures say",
    "cli/mare/sentences.py": "deals, which bots understand in English",
    "cli/mare/talking.py": "what keeps a bot from an answer; no person reads it",
    "cli/bots/protocol.py": "what programs are told that play",
    "cli/commands/bot.py": "the name of a lent bot, which is the same for all",
    "cli/ui/map/geography.py": "faults in a file of the program's own",
}
"""What is in English in every language, and why: see `docs/texts.md`."""

FOUND = {
    "a word": "say('Forgotten.')",
    "a sentence in a failure": "raise Failure('You typed nothing.')",
    "a formatted sentence": "say(f'{name} has left.')",
    "one of two sentences": "say(tr('Yes.') if found else 'No.')",
    "a sentence in parts": "say('You have ' + number)",
    "a sentence that is shown elsewhere": "SENTENCE = 'The table is set.'",
    "a sentence of a function": "def told(): return f'{name} has left the table.'",
    "a heading": "title = 'Won by'",
    "a refusal": "console.say(f'--name: no player is called {name}.')",
}

PASSED = {
    "a translated sentence": "say(tr('The game is over.'))",
    "a marked one": "SENTENCE = marked('The game is over.')",
    "a docstring": "def told():\n    '''Say that it is over.'''",
    "a fault of the program": "raise ValueError('a spectator has no seat')",
    "a text that is looked for": "text.removeprefix('This is no TOML: ')",
    "a command": "EXAMPLES = ('mare play --players 4',)",
    "a word for programs": "kind = 'legendary city'",
    "a name": "say(name)",
    "an option before a translated reason": "raise Failure(f'--bots {name}: {reason}')",
}


@pytest.fixture(scope="module")
def collected() -> set[str]:
    """All texts that translators get, and those of the cases."""
    found = {form for message in texts.template() if message.id for form in texts.forms(message)}
    return found | {"The game is over.", "Yes."}


def test_no_text_reaches_a_person_past_the_catalogues(collected: set[str]) -> None:
    paths = {path: path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "cli").rglob("*.py"))}
    found = {name: untranslated(path.read_text("utf-8"), collected) for path, name in paths.items()}
    known = {name for name in found for prefix in IN_ENGLISH if f"{name}/".startswith(f"{prefix}/")}
    assert {name: lines for name, lines in found.items() if lines and name not in known} == {}


@pytest.mark.parametrize("prefix", IN_ENGLISH)
def test_what_is_in_english_still_is_there(prefix: str, collected: set[str]) -> None:
    path = ROOT / prefix
    files = [path] if path.suffix else sorted(path.rglob("*.py"))
    assert any(untranslated(file.read_text("utf-8"), collected) for file in files)


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_a_text_without_a_translation_is_found(source: str, collected: set[str]) -> None:
    assert untranslated(source, collected) != []


@pytest.mark.parametrize("source", PASSED.values(), ids=PASSED)
def test_what_no_player_reads_is_allowed(source: str, collected: set[str]) -> None:
    assert untranslated(source, collected) == []
