"""Sentences of deals: what people type is understood, and bots speak the same way."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.i18n.texts import speaking, term, translated
from cli.mare.sentences import (
    Misunderstood,
    Proposal,
    Reply,
    Request,
    Spot,
    broken,
    meaning,
    proposed,
    read,
    replied,
    requested,
)
from core.empires.rules import empires_board

BOARD = empires_board(5)
ROME, CARTHAGE = BOARD.empires.index("rome"), BOARD.empires.index("carthage")
GALLIA = Spot(BOARD.provinces.index("gallia"), is_sea=False)
IONIUM = Spot(BOARD.seas.index("mare_ionium"), is_sea=True)

empires = st.sampled_from(range(len(BOARD.empires)))
places = st.builds(Spot, st.sampled_from(range(len(BOARD.provinces))), st.just(False)) | st.builds(
    Spot, st.sampled_from(range(len(BOARD.seas))), st.just(True)
)
proposals = st.builds(Proposal, st.none() | empires, st.none() | empires, places, places, st.integers(0, 9999))
requests = st.builds(Request, st.none() | empires, empires, empires, places) | st.builds(
    Request, st.none() | empires, st.none(), empires, st.none()
)
replies = st.builds(Reply, st.none() | empires, st.none() | empires, st.booleans())


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (
            "I leave Gallia alone if you stay out of Mare Ionium.",
            Proposal(None, None, GALLIA, IONIUM, 0),
        ),
        (
            "rome:  i will stay out of gal if carthage leaves mare ionium alone until the end of round 4",
            Proposal(ROME, CARTHAGE, GALLIA, IONIUM, 4),
        ),
        ("Yes!", Reply(None, None, agrees=True)),
        ("agreed, Rome.", Reply(None, ROME, agrees=True)),
        ("Carthage: No deal, Rome.", Reply(CARTHAGE, ROME, agrees=False)),
        ("no", Reply(None, None, agrees=False)),
        ("Help against Rome!", Request(None, None, ROME, None)),
        ("help against rome: carthage take gallia", Request(None, CARTHAGE, ROME, GALLIA)),
    ],
)
def test_what_people_type_is_understood(text: str, meant: Proposal | Reply) -> None:
    assert read(BOARD, text) == meant


@pytest.mark.parametrize("text", ["Good evening!", "Sparta: yes", "I leave", "Yes, if you like", ":", ""])
def test_other_talk_is_other_talk(text: str) -> None:
    assert read(BOARD, text) is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("I leave Atlantis alone if you stay out of Italia", "No province or sea is called 'atlantis'"),
        ("I leave Mare alone if you stay out of Italia", "or more than one"),
        ("I leave Gallia alone if Sparta stays out of Italia", "No player is called 'sparta' here; say “you”, or"),
        ("Help against you: Greece, take Italia", "No player is called 'you' here; name one of Rome"),
        ("Help against Rome: Carthage, take Utopia", "No province or sea is called 'utopia'"),
    ],
)
def test_a_proposal_of_unknown_names_is_explained(text: str, problem: str) -> None:
    with pytest.raises(Misunderstood, match=problem):
        read(BOARD, text)


@pytest.mark.parametrize(
    "text", ["I leave Gallia alone if you stay out of Atlantis", "I leave Gallia alone if Sparta stays out of Italia"]
)
def test_unknown_names_are_explained_in_the_language_in_use(text: str) -> None:
    with pytest.raises(Misunderstood) as problem:
        read(BOARD, text)
    with speaking("hu"):
        told = translated(problem.value)
        # A bot says it in English, as other programs have to understand what it says.
        assert meaning(BOARD, str(problem.value)) == told != str(problem.value)


@given(proposals)
def test_every_proposal_that_bots_speak_can_be_read(proposal: Proposal) -> None:
    assert read(BOARD, proposed(BOARD, proposal)) == proposal


@given(replies)
def test_every_reply_that_bots_speak_can_be_read(reply: Reply) -> None:
    assert read(BOARD, replied(BOARD, reply)) == reply


@given(requests)
def test_every_call_for_help_that_bots_speak_can_be_read(request: Request) -> None:
    assert read(BOARD, requested(BOARD, request)) == request


@given(st.text(max_size=200))
def test_nothing_that_is_typed_confuses_it(text: str) -> None:
    with suppress(Misunderstood):
        read(BOARD, text)


@given(proposals)
def test_a_player_who_reads_another_language_is_told_what_a_proposal_means(proposal: Proposal) -> None:
    with speaking("ru"):
        said = meaning(BOARD, proposed(BOARD, proposal))
        assert said.startswith("Я не трогаю ")
        assert (f"до конца раунда {proposal.until}" in said) == bool(proposal.until)
        if proposal.hearer is not None:
            assert term(BOARD.empire_names[proposal.hearer]) in said
    assert meaning(BOARD, proposed(BOARD, proposal)) == ""


def test_what_answers_and_complaints_mean_is_told_and_other_talk_left_alone() -> None:
    with speaking("hu"):
        assert meaning(BOARD, replied(BOARD, Reply(ROME, CARTHAGE, agrees=True))) == "Megegyeztünk."
        assert meaning(BOARD, "no") == "Nem egyezem bele."
        called = requested(BOARD, Request(ROME, CARTHAGE, ROME, GALLIA))
        assert meaning(BOARD, called) == "Segítséget kérek, hogy ne nyerjen Róma: Karthágó, foglald el ezt: Gallia."
        assert meaning(BOARD, "Help against Rome.") == "Segítséget kérek, hogy ne nyerjen Róma."
        assert meaning(BOARD, broken(BOARD, CARTHAGE, ROME, IONIUM)).endswith("erről: Mare Ionium.")
        assert meaning(BOARD, "I leave Utopia alone if you stay out of Gallia.") == ""
        assert meaning(BOARD, "Well fought.") == ""
