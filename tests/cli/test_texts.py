"""The language of what people read: how it is chosen, and that every catalogue can be relied on."""

from __future__ import annotations

import gettext
import io
import os
import re
import string
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.i18n import texts
from cli.i18n.texts import both, count
from cli.main import main
from core import NotationError, RuleError
from core.engine.event import Event, message_of
from core.engine.message import Message, several
from core.engine.words import UnknownName
from p2p.errors import Text
from p2p.lobby.host import SUPERSEDED
from p2p.net.address import Address, AddressError
from p2p.net.door import CLOSED, DialError
from p2p.net.tls import TlsError
from tests import texts as catalogues
from tests.core.random_games import RandomGame

PLURALS = {"hu": 2, "ko": 1, "ru": 3}


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A language of one sentence and a few words, in use."""
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source = (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        'msgid "{name} takes {token} from {loser}."\nmsgstr "{loser}: {token} an {name}."\n'
        'msgid "Rome"\nmsgstr "Rom"\nmsgid "coin"\nmsgstr "Münze"\nmsgid "caravan"\nmsgstr "Karawane"\n'
        'msgid "oil"\nmsgstr "Öl"\nmsgid "city"\nmsgstr "Stadt"\n'
        'msgid "{number} legion"\nmsgid_plural "{number} legions"\n'
        'msgstr[0] "{number} Legion"\nmsgstr[1] "{number} Legionen"\n'
        'msgid "{number} step"\nmsgid_plural "{number} steps"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    )
    (folder / "mare.po").write_text(source, "utf-8")
    (folder / "mare.mo").write_bytes(catalogues.compiled(folder / "mare.po"))
    monkeypatch.setattr(texts, "LOCALE", tmp_path)
    texts.use("xx")


# ---------------------------------------------------------------------- choosing


def test_the_program_s_own_variable_comes_before_those_of_the_system() -> None:
    assert texts.wanted({"MARE_LANGUAGE": "ko", "LC_ALL": "hu_HU.UTF-8", "LANG": "ru_RU.UTF-8"}) == "ko"
    assert texts.wanted({"LC_ALL": "hu_HU.UTF-8", "LC_MESSAGES": "ko", "LANG": "ru_RU.UTF-8"}) == "hu"
    assert texts.wanted({"LC_ALL": "", "LC_MESSAGES": "ko_KR.UTF-8", "LANG": "ru_RU.UTF-8"}) == "ko"
    assert texts.wanted({"LANG": "ru_RU.UTF-8"}) == "ru"


@pytest.mark.parametrize("named", ["", "C", "POSIX", "C.UTF-8", "fr_FR.UTF-8", "en_GB", "../ru", "ru/.."])
def test_a_language_that_there_is_not_is_english(named: str) -> None:
    assert texts.wanted({"LANG": named}) == texts.ENGLISH


def test_the_option_comes_before_every_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARE_LANGUAGE", "ko")
    assert main(["--language", "hu", "games"]) == 0
    assert texts.language() == "hu"
    assert main(["games", "--language=ru"]) == 0
    assert texts.language() == "ru"


def test_a_language_that_there_is_not_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "xx", "games"]) == 2
    assert capsys.readouterr().err == "mare: there is no language 'xx'; choose from en, hu, ko, ru.\n"


def test_an_option_without_a_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--language"]) == 2
    assert "one of en, hu, ko, ru" in capsys.readouterr().err


@pytest.mark.parametrize(("language", "said"), [("hu", "kapcsolók:"), ("ko", "사용법: "), ("ru", "параметры:")])
def test_the_library_s_own_words_of_the_help_are_in_that_language(
    language: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en")
    with pytest.raises(SystemExit):
        main(["--language", language, "show", "--help"])
    assert said in capsys.readouterr().out
    assert os.environ["LANGUAGE"] == "en"
    assert gettext.textdomain() != texts.DOMAIN


def test_what_the_other_end_says_is_said_in_that_language() -> None:
    with texts.speaking("hu"):
        assert texts.translated(SUPERSEDED) == "Egy másik kapcsolaton újra beléptél, és az ennek a helyére lép."
        assert texts.translated(DialError(CLOSED["watch"])) == "Ennél az asztalnál most nem lehet nézni a játékot."
        assert texts.translated(Text("Something {else} of a peer's own")) == "Something {else} of a peer's own"
        assert texts.tr("") == ""


def test_what_the_library_complains_of_is_in_that_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "hu", "play", "--players", "x"]) == 2
    assert "--players argumentum: 'x' nem egész szám" in capsys.readouterr().err
    assert main(["--language", "ru", "show"]) == 2
    assert "не хватает аргументов: GAME" in capsys.readouterr().err


# ---------------------------------------------------------------------- saying


@pytest.mark.usefixtures("made_up")
def test_a_text_without_translation_is_english() -> None:
    assert texts.tr("Nothing has {what} yet.", what="happened") == "Nothing has happened yet."
    assert texts.plural("{number} ship", "{number} ships", 1) == "1 ship"
    assert texts.plural("{number} ship", "{number} ships", 3) == "3 ships"
    assert [count(number, "step") for number in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert texts.tr("") == ""


@pytest.mark.usefixtures("made_up")
def test_a_number_chooses_its_form() -> None:
    assert [count(number, "legion") for number in (1, 2)] == ["1 Legion", "2 Legionen"]


@pytest.mark.usefixtures("made_up")
def test_what_the_rules_say_is_translated_with_its_names() -> None:
    said = Message(
        "{name} takes {token} from {loser}.", name="Rome", token=several(["coin", "*coin"], " "), loser="Egypt"
    )
    assert str(said) == "Rome takes coin *coin from Egypt."
    assert texts.translated(said) == "Egypt: Münze *Münze an Rom."


@pytest.mark.usefixtures("made_up")
def test_an_icon_is_named_by_its_parts() -> None:
    assert [texts.term(name) for name in ("caravan:oil", "city2", "market")] == ["Karawane:Öl", "Stadt2", "market"]


def test_a_refusal_begins_with_the_number_of_its_rule() -> None:
    assert texts.translated(RuleError("4.2", "There are {number}.", number=3)) == "4.2: There are 3."
    assert texts.translated(NotationError("{word} is no number.", word="x")) == "x is no number."


@pytest.mark.parametrize("language", PLURALS)
def test_a_name_that_there_is_not_is_refused_in_that_language(language: str) -> None:
    with texts.speaking(language):
        said = texts.translated(UnknownName("nowhere", "province"))
        assert "“nowhere”" in said
        assert texts.term("province") in said
    assert "There is no" not in said


def test_what_goes_wrong_at_the_table_is_said_in_the_language_in_use() -> None:
    with pytest.raises(AddressError) as refused:
        Address.parse("{here}:70000")
    assert texts.translated(refused.value) == "70000 is no port: ports go from 0 to 65535."
    texts.use("hu")
    assert texts.translated(refused.value).startswith("70000: ez nem port;")
    assert str(refused.value) == "70000 is no port: ports go from 0 to 65535."
    assert texts.translated(ValueError("odd {thing}")) == "odd {thing}"


def test_braces_in_what_a_person_wrote_are_left_alone() -> None:
    assert texts.tr("{name} has left.", name="{0.__class__}") == "{0.__class__} has left."


# ---------------------------------------------------------------------- catalogues


def _fields(text: str) -> set[tuple[str, str, str]]:
    """The fields of a text in braces; and those of the standard library's own, which have percent signs."""
    return {(found, "", "") for found in re.findall(r"%(?:\(\w+\))?[rs]", text)} | {
        (name, specification or "", conversion or "")
        for _, name, specification, conversion in string.Formatter().parse(text)
        if name is not None
    }


def _controls(text: str) -> set[str]:
    return {letter for letter in text if unicodedata.category(letter) in ("Cc", "Cf", "Co", "Cs") and letter != "\n"}


@pytest.mark.parametrize(
    ("texts", "said"),
    [([], ""), (["Rome"], "Rome"), (["Rome", "Egypt"], "Rome and Egypt"), (["A", "B", "C"], "A, B and C")],
)
def test_what_is_listed_has_commas_and_an_and(texts: list[str], said: str) -> None:
    assert both(texts) == said


def test_there_are_three_catalogues() -> None:
    assert texts.languages() == ["en", *PLURALS]
    assert [path.parents[1].name for path in catalogues.catalogues()] == list(PLURALS)


@pytest.mark.parametrize("language", PLURALS)
def test_a_catalogue_has_every_text_of_the_sources(language: str) -> None:
    catalogue = catalogues.read(texts.LOCALE / language / "LC_MESSAGES" / "mare.po")
    assert catalogues.ids_of(catalogue) == catalogues.ids_of(catalogues.template()), (
        "python -m tests.texts collects the texts anew"
    )
    assert catalogue.num_plurals == PLURALS[language]


@pytest.mark.parametrize("language", PLURALS)
def test_a_translation_can_be_filled_in_and_shown(language: str) -> None:
    wrong = []
    for message in catalogues.read(texts.LOCALE / language / "LC_MESSAGES" / "mare.po"):
        english, translated = catalogues.forms(message), catalogues.strings(message)
        if not message.id or message.fuzzy or not any(translated):
            continue
        wanted = _fields(english[-1])
        whole = len(translated) == (PLURALS[language] if len(english) > 1 else 1) and all(map(str.strip, translated))
        if not whole or any(_fields(text) != wanted or _controls(text) for text in translated):
            wrong.append(english[0])
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "one_form"),
    [
        pytest.param("hu", re.compile(r"\b[Aa]z? [„“'`*(]*\{\w+"), id="an article"),
        pytest.param("ko", re.compile(r"\{\w+\}[”'`*]*(?:[은는이가을를과와로]|으로)(?![가-힣(])"), id="a particle"),
    ],
)
def test_no_word_of_a_translation_depends_on_how_a_field_begins_or_ends(
    language: str, one_form: re.Pattern[str]
) -> None:
    """Hungarian has *a* and *az*, and Korean writes both forms (``cli.i18n.texts``)."""
    found = catalogues.read(texts.LOCALE / language / "LC_MESSAGES" / "mare.po")
    assert [text for message in found for text in catalogues.strings(message) if one_form.search(text)] == []


@pytest.mark.parametrize("language", PLURALS)
def test_what_is_compiled_is_the_catalogue(language: str) -> None:
    path = texts.LOCALE / language / "LC_MESSAGES" / "mare.po"
    with path.with_suffix(".mo").open("rb") as file:
        kept = gettext.GNUTranslations(file)
    anew = gettext.GNUTranslations(io.BytesIO(catalogues.compiled(path)))
    assert vars(kept)["_catalog"] == vars(anew)["_catalog"], "python -m tests.texts compiles it anew"


def test_a_catalogue_is_compiled_if_it_is_newer_than_what_was_compiled(tmp_path: Path) -> None:
    source = tmp_path / "cli" / "i18n" / "locale" / "hu" / "LC_MESSAGES" / "mare.po"
    source.parent.mkdir(parents=True)
    source.write_bytes((texts.LOCALE / "hu" / "LC_MESSAGES" / "mare.po").read_bytes())
    catalogues.compile_catalogues(tmp_path)
    compiled = source.with_suffix(".mo")
    assert compiled.read_bytes() == catalogues.compiled(source)
    compiled.write_bytes(b"kept")
    catalogues.compile_catalogues(tmp_path)
    assert compiled.read_bytes() == b"kept"
    os.utime(source, (compiled.stat().st_mtime + 1,) * 2)
    catalogues.compile_catalogues(tmp_path)
    assert compiled.read_bytes() == catalogues.compiled(source)


def _templates(value: object) -> Iterator[str]:
    """The templates of a sentence and of those in its fields; lists of names have none of their own."""
    if isinstance(value, Message):
        literals = [literal for literal, *_ in string.Formatter().parse(value.template)]
        if any(letter.isalpha() for letter in "".join(literals)):
            yield value.template
        for field in value.fields.values():
            yield from _templates(field)


def test_whatever_a_game_tells_is_among_the_texts_of_the_sources() -> None:
    known = {forms[0] for forms in catalogues.ids_of(catalogues.template())}
    told: list[Event] = []
    for seed in range(2):
        played = RandomGame(seed, share=0)
        played.game.listen(told.append)
        played.play()
    board = played.game.state.board
    templates = {template for event in told for template in _templates(message_of(board, event))}
    assert len(templates) > 15
    assert templates - known == set()


def test_a_reason_within_a_sentence_is_in_that_language_too() -> None:
    reason = TlsError("speaks no TLS 1.3 as we do (OpenSSL: {reason})", reason="wrong version number")
    problem = DialError("At {address} is no table that can be joined: it {reason}.", address="[::1]:1", reason=reason)
    assert str(problem).endswith("joined: it speaks no TLS 1.3 as we do (OpenSSL: wrong version number).")
    with texts.speaking("hu"):
        assert texts.translated(problem).endswith("nem úgy beszél TLS 1.3-at, mint mi (OpenSSL: wrong version number).")
