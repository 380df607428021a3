"""Who is at the other end: proven by signatures over both nonces, before anything else counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import canonical
from p2p.greeting import Dialler, GreetingError, Listener, refusal
from tests.p2p.tables import charter, identity

GAME = charter(3)


def ends(dialler: int = 1, listener: int = 0, dialled: int = 0) -> tuple[Dialler, Listener]:
    return Dialler(GAME, identity(dialler), dialled), Listener(GAME, identity(listener))


def test_two_persons_of_a_table_know_each_other() -> None:
    dialler, listener = ends()
    assert listener.admit(dialler.ready(listener.welcome(dialler.hello()))) == 1


def test_a_listener_without_the_key_of_whom_was_dialled_is_refused() -> None:
    dialler, _ = ends()
    _, impostor = ends(listener=2)
    with pytest.raises(GreetingError, match="Somebody else of this table is expected here"):
        impostor.welcome(dialler.hello())
    welcome = impostor.welcome(Dialler(GAME, identity(1), 2).hello())
    with pytest.raises(GreetingError, match=r"without the key of Ada \(person 1\)"):
        dialler.ready(welcome)


def test_a_dialler_without_the_key_he_names_is_refused() -> None:
    dialler, listener = ends()
    other, _ = ends(dialler=2)
    welcome = listener.welcome(dialler.hello())
    with pytest.raises(GreetingError):
        listener.admit(other.ready(welcome))


def test_a_greeting_overheard_opens_no_other_connection() -> None:
    dialler, listener = ends()
    hello = dialler.hello()
    ready = dialler.ready(listener.welcome(hello))
    _, again = ends()
    again.welcome(hello)
    with pytest.raises(GreetingError, match="without the key of Bo"):
        again.admit(ready)


def test_a_listener_s_signature_is_no_dialler_s() -> None:
    dialler, listener = ends()
    welcome = listener.welcome(dialler.hello())
    value = canonical.decode(welcome)
    assert type(value) is tuple
    with pytest.raises(GreetingError, match="without the key"):
        listener.admit(canonical.encode(("ready", value[2])))


def test_another_game_is_refused_in_words() -> None:
    dialler = Dialler(charter(3, rounds=9), identity(1), 0)
    _, listener = ends()
    with pytest.raises(GreetingError, match="the table of another game"):
        listener.welcome(dialler.hello())


def test_another_protocol_is_refused_with_both_numbers() -> None:
    _, listener = ends()
    with pytest.raises(GreetingError, match="protocol 2, the other protocol 1"):
        listener.welcome(canonical.encode(("hello", 2, b"", 1, 0, b"")))


def test_who_is_refused_is_told_why() -> None:
    dialler, _ = ends()
    with pytest.raises(GreetingError, match=r"It was refused there: Bo is not expected\."):
        dialler.ready(refusal(GreetingError("Bo is not expected.")))


def test_a_refusal_with_a_name_in_any_script_can_be_sent() -> None:
    dialler, _ = ends()
    with pytest.raises(GreetingError, match=r"Zo\? is not expected\."):
        dialler.ready(refusal(GreetingError("Zo\u00eb is not expected.")))


def test_a_person_does_not_dial_himself() -> None:
    dialler, listener = ends(dialler=0)
    with pytest.raises(GreetingError):
        listener.welcome(dialler.hello())


@given(st.binary(max_size=200))
def test_garbage_is_no_greeting(data: bytes) -> None:
    dialler, listener = ends()
    for greet in (dialler.ready, listener.welcome, listener.admit):
        with pytest.raises(GreetingError):
            greet(data)
