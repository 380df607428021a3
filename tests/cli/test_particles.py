"""Korean particles: the form that follows a word is the one that its last sound asks for."""

from __future__ import annotations

import re
import string

import pytest

from cli.i18n.texts import speaking, tr, with_particles
from tests import texts as catalogues


@pytest.mark.parametrize(
    ("word", "topic", "subject", "object_", "companion", "by", "named"),
    [
        ("로마", "는", "가", "를", "와", "로", ""),
        ("기병", "은", "이", "을", "과", "으로", "이"),
        ("황금 2일", "은", "이", "을", "과", "로", "이"),
        ("Latium", "은", "이", "을", "과", "으로", "이"),
        ("Ada", "는", "가", "를", "와", "로", ""),
        ("3", "은", "이", "을", "과", "으로", "이"),
        ("2", "는", "가", "를", "와", "로", ""),
        ("40%", "는", "가", "를", "와", "로", ""),
        ("127.0.0.1:4247", "은", "이", "을", "과", "로", "이"),
    ],
)
def test_the_last_sound_of_a_word_chooses_the_form(
    word: str, topic: str, subject: str, object_: str, companion: str, by: str, named: str
) -> None:
    both = "{word}은(는) {word}이(가) {word}을(를) {word}과(와) {word}(으)로 {word}(이)라는"
    forms = (topic, subject, object_, companion, by, f"{named}라는")
    assert with_particles(both, {"word": word}).format(word=word) == " ".join(f"{word}{form}" for form in forms)


def test_what_closes_a_quotation_is_no_sound() -> None:
    assert with_particles("“{word}”은(는)", {"word": "로마"}) == "“{word}”는"
    # After a script that is not read, both forms stand.
    assert with_particles("{word}은(는)", {"word": "Ада"}) == "{word}은(는)"


def test_what_a_person_writes_is_left_alone() -> None:
    assert with_particles("{text}", {"text": "책을(를)"}).format(text="책을(를)") == "책을(를)"


def test_a_sentence_is_told_with_one_form() -> None:
    with speaking("ko"):
        assert tr("{name} did not sign the end.", name="Ada") == "Ada가 끝에 서명하지 않았습니다."


def test_a_translation_leaves_a_form_open_only_after_a_field() -> None:
    """Elsewhere the word before is known, and with it the one form."""
    [korean] = [path for path in catalogues.catalogues() if "ko" in path.parts]
    translated = [text for message in catalogues.read(korean) for text in catalogues.strings(message)]
    assert not [text for text in translated if re.search(r"\((는|가|를|와|과|으|이)\)", resolved(text))]


def resolved(template: str) -> str:
    """The template with the forms after a vowel."""
    fields = {name: Vowel() for _, name, _, _ in string.Formatter().parse(template) if name}
    return with_particles(template, fields)


class Vowel:
    """Whatever is in a field: it ends in a vowel, in any format."""

    def __format__(self, form: str) -> str:
        return "a"

    def __repr__(self) -> str:
        return "a"
