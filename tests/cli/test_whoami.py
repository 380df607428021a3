"""``mare whoami``: the key is made once, kept safe, closed, copied and taken elsewhere; nothing is ever lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import cli.storage.profile
from cli.main import main
from cli.storage import ownfiles
from cli.storage.profile import (
    Pauses,
    Profile,
    data_folder,
    keep_pauses,
    kept_pauses,
    open_bot,
    open_profile,
    own_name,
)
from crypto import Identity, PublicKey, fingerprint, needs_passphrase, to_pem

OPEN_TO_OTHERS = [0o644, 0o640, 0o604, 0o660, 0o601]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data" / "mare"
    monkeypatch.setenv("MARE_HOME", str(folder))
    monkeypatch.setenv("LOGNAME", "anna")
    return folder


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Has a player at the terminal type these passphrases; returns the prompts that they see."""

    def sit_down(*passphrases: str) -> list[str]:
        lines: Iterator[str] = iter(passphrases)
        prompts: list[str] = []

        def getpass(prompt: str) -> str:
            prompts.append(prompt)
            return next(lines)

        monkeypatch.setattr(cli.storage.profile, "ask_secretly", getpass)
        monkeypatch.setattr("sys.stdin.isatty", lambda: True)
        return prompts

    return sit_down


def key() -> PublicKey:
    return open_profile().identity.public


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line of a command that is refused."""
    capsys.readouterr()
    assert main(["whoami", *arguments]) in (1, 2)
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


def test_a_login_name_is_not_a_name_that_was_chosen(home: Path) -> None:
    profile = Profile(home / "new", open_profile().identity, "anna", has_passphrase=False, is_new=True)
    assert not profile.is_named
    open_profile().rename("Anna")
    assert open_profile().is_named


def test_a_lent_bot_has_a_key_of_its_own_which_is_kept(home: Path) -> None:
    bot = open_bot("Bot of Anna").identity.public
    assert open_bot("Bot of Anna").identity.public == bot
    assert len({bot, open_bot("Hal/../9000").identity.public, key()}) == 3
    assert open_profile().name == "anna"


def test_the_first_start_makes_a_key_and_says_so(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whoami"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Your key has been made")
    assert out.splitlines()[1:] == [
        "name      anna",
        "reach     not chosen yet",
        "pauses    on",
        f"key       {fingerprint(key())}",
        f"key file  {home / 'identity.pem'} (no passphrase)",
    ]
    assert main(["whoami"]) == 0
    assert capsys.readouterr().out.splitlines() == out.splitlines()[1:]


def test_key_and_folder_are_for_no_one_else(home: Path) -> None:
    open_profile()
    assert (home.stat().st_mode & 0o777, (home / "identity.pem").stat().st_mode & 0o777) == (0o700, 0o600)


def test_without_a_variable_the_platform_says_where(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("MARE_HOME")
    monkeypatch.setattr("cli.storage.profile.user_data_path", lambda name, appauthor: tmp_path / name)
    assert data_folder() == tmp_path / "mare"


@pytest.mark.parametrize("mode", OPEN_TO_OTHERS, ids=oct)
def test_a_key_that_others_may_read_is_not_used(home: Path, capsys: pytest.CaptureFixture[str], mode: int) -> None:
    open_profile()
    (home / "identity.pem").chmod(mode)
    assert f"chmod 600 {home / 'identity.pem'}" in refusal(capsys)


@pytest.mark.parametrize("data", [b"", b"-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY-----\n"])
def test_a_damaged_key_is_named_and_left_as_it_is(home: Path, capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    open_profile()
    (home / "identity.pem").write_bytes(data)
    assert refusal(capsys, "--passphrase").startswith(f"mare: {home / 'identity.pem'}: The ")
    assert (home / "identity.pem").read_bytes() == data


def test_two_first_starts_at_once_agree_on_the_key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Identity.generate()
    create = ownfiles.create

    def be_slower(path: Path, data: bytes) -> None:
        create(path, to_pem(other, None))
        create(path, data)

    monkeypatch.setattr(ownfiles, "create", be_slower)
    profile = open_profile()
    assert (profile.identity.public, profile.is_new) == (other.public, False)


def test_a_name_is_kept_for_games_alone_with_bots_too(home: Path) -> None:
    assert own_name() == "anna"
    assert main(["whoami", "--name", "Anna von Österreich"]) == 0
    assert open_profile().name == own_name() == "Anna von Österreich"


@pytest.mark.parametrize("name", ["", " ", " Anna", "An  na", "ä" * 33])
def test_what_is_no_name_is_refused(home: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert "A name has 1 to 64 letters" in refusal(capsys, f"--name={name}")
    assert open_profile().name == "anna"


@pytest.mark.parametrize(
    ("name", "character"),
    [
        ("\x1b[2J", "U+001B"),
        ("An\u202ena", "U+202E, RIGHT-TO-LEFT OVERRIDE"),
        ("An\u200bna", "U+200B, ZERO WIDTH SPACE"),
        ("An\u200dna", "U+200D, ZERO WIDTH JOINER"),
        ("\udcff", "U+DCFF"),
    ],
)
def test_a_name_with_what_people_do_not_see_is_refused_with_that_character(
    home: Path, capsys: pytest.CaptureFixture[str], name: str, character: str
) -> None:
    sentence = refusal(capsys, f"--name={name}")
    assert sentence == f"mare: The name has a character that people can't see ({character}). Leave it out.\n"
    assert open_profile().name == "anna"


@pytest.mark.parametrize(
    "name",
    [
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "ශ්\u200dරී",
        "Ada \U0001f469\u200d\U0001f680",
        "\u2764\ufe0f\u200d\U0001f525",
    ],
)
def test_names_may_have_the_joiners_that_scripts_and_emoji_need(home: Path, name: str) -> None:
    assert main(["whoami", "--name", name]) == 0
    assert open_profile().name == name


@pytest.mark.parametrize(("login", "name"), [("an\x1bna", "anna"), ("ä" * 50, "ä" * 32), ("\u202e", "Player")])
def test_the_login_name_is_tidied(home: Path, monkeypatch: pytest.MonkeyPatch, login: str, name: str) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert open_profile().name == name


def test_who_has_no_login_name_has_a_name_all_the_same(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nameless() -> str:
        raise KeyError("getpwuid(): uid not found")

    monkeypatch.setattr("getpass.getuser", nameless)
    assert open_profile().name == "Player"


@pytest.mark.parametrize(
    "text",
    [
        *(b"", b"\xff", b"[]", b"[" * 100_000, b'{"name": 1}', b'{"name": ""}', b'{"name": "\\u001b"}'),
        *(b'{"name": "\\ud800"}', b'{"name": "Anna", "more": 1}'),
    ],
)
def test_a_damaged_profile_is_named_and_left_as_it_is(
    home: Path, capsys: pytest.CaptureFixture[str], text: bytes
) -> None:
    open_profile()
    (home / "profile.json").write_bytes(text)
    assert "profile.json: this is no longer a profile" in refusal(capsys, "--name", "Bert")
    assert (home / "profile.json").read_bytes() == text


def test_a_passphrase_is_set_changed_and_removed(home: Path, typed: Callable[..., list[str]]) -> None:
    before = key()
    typed("one", "one")
    assert main(["whoami", "--passphrase"]) == 0
    typed("one", "two", "two")
    assert main(["whoami", "--passphrase"]) == 0
    assert needs_passphrase((home / "identity.pem").read_bytes())
    typed("two", "")
    assert main(["whoami", "--passphrase"]) == 0
    assert not needs_passphrase((home / "identity.pem").read_bytes())
    assert key() == before


def test_a_passphrase_is_asked_for_with_the_file_it_opens(home: Path, typed: Callable[..., list[str]]) -> None:
    open_profile().protect("one")
    prompts = typed("one")
    assert open_profile().has_passphrase
    assert prompts == [f"Passphrase of {home / 'identity.pem'}: "]


def test_a_wrong_passphrase_is_refused(
    home: Path, capsys: pytest.CaptureFixture[str], typed: Callable[..., list[str]]
) -> None:
    open_profile().protect("one")
    typed("two")
    assert "The passphrase is not that of the key file." in refusal(capsys)


def test_two_new_passphrases_that_differ_change_nothing(
    home: Path, capsys: pytest.CaptureFixture[str], typed: Callable[..., list[str]]
) -> None:
    open_profile()
    typed("one", "two")
    assert "differ; nothing was changed" in refusal(capsys, "--passphrase")
    assert not open_profile().has_passphrase


def test_passphrases_come_from_the_environment_too(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARE_NEW_PASSPHRASE", "one")
    assert main(["whoami", "--passphrase"]) == 0
    monkeypatch.setenv("MARE_PASSPHRASE", "one")
    assert open_profile().has_passphrase


def test_without_a_terminal_the_variable_is_named(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    open_profile().protect("one")
    assert "put it into MARE_PASSPHRASE" in refusal(capsys)


def test_who_types_no_passphrase_gets_a_sentence(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: Callable[..., list[str]]
) -> None:
    def ctrl_d(prompt: str) -> str:
        raise EOFError

    open_profile().protect("one")
    typed()
    monkeypatch.setattr(cli.storage.profile, "ask_secretly", ctrl_d)
    assert "You typed no passphrase" in refusal(capsys)


def exported(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the key that opens with "away"."""
    copy = home.parent / "copy.pem"
    monkeypatch.setenv("MARE_NEW_PASSPHRASE", "away")
    assert main(["whoami", "--export", str(copy)]) == 0
    return copy


@pytest.mark.parametrize(
    ("passphrase", "said"), [("", "nothing was written"), ("a" * 2000, "1 to 1023 bytes. Nothing was changed.")]
)
def test_a_key_is_exported_with_a_passphrase_only(
    passphrase: str,
    said: str,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    typed: Callable[..., list[str]],
    tmp_path: Path,
) -> None:
    typed(passphrase, passphrase)
    assert said in refusal(capsys, "--export", str(tmp_path / "copy.pem"))
    assert not (tmp_path / "copy.pem").exists()


def test_no_file_is_written_over_by_an_export(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MARE_NEW_PASSPHRASE", "away")
    (tmp_path / "letter.txt").write_text("Dear Bert")
    assert "was left as it is" in refusal(capsys, "--export", str(tmp_path / "letter.txt"))
    assert (tmp_path / "letter.txt").read_text() == "Dear Bert"


def test_an_imported_key_is_the_exported_one_which_no_one_else_opens(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, before = exported(home, monkeypatch), key()
    assert needs_passphrase(copy.read_bytes())
    assert copy.stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("MARE_HOME", str(home.parent / "elsewhere"))
    monkeypatch.setenv("MARE_PASSPHRASE", "away")
    assert main(["whoami", "--import", str(copy)]) == 0
    assert key() == before
    assert [path.name for path in (home.parent / "elsewhere").iterdir()] == ["identity.pem"]


def test_the_key_before_an_import_is_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = exported(home, monkeypatch)
    monkeypatch.setenv("MARE_HOME", str(home.parent / "elsewhere"))
    monkeypatch.setenv("MARE_PASSPHRASE", "away")
    kept = []
    for name in ("identity-1.pem", "identity-2.pem"):
        kept.append((home.parent / "elsewhere" / name, fingerprint(open_profile().identity.public)))
        assert main(["whoami", "--import", str(copy)]) == 0
        assert f"is kept in {kept[-1][0]}." in capsys.readouterr().out
    assert kept[0][0].read_bytes().startswith(b"-----BEGIN PRIVATE KEY")
    assert kept[1][0].read_bytes() == copy.read_bytes()


def test_what_cannot_be_opened_is_not_imported(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = exported(home, monkeypatch)
    monkeypatch.setenv("MARE_HOME", str(home.parent / "elsewhere"))
    before = key()
    monkeypatch.setenv("MARE_PASSPHRASE", "guessed")
    assert f"{copy}: The passphrase is not" in refusal(capsys, "--import", str(copy))
    (home.parent / "letter.txt").write_text("Dear Bert")
    assert "letter.txt: The file is no key file." in refusal(capsys, "--import", str(home.parent / "letter.txt"))
    assert "No such file" in refusal(capsys, "--import", str(home.parent / "none.pem"))
    assert key() == before


def test_a_crash_while_writing_leaves_the_old_key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = open_profile()
    before = profile.key_file.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            profile.protect("one")
    assert [path.read_bytes() for path in home.iterdir()] == [before]


def test_an_export_that_fails_leaves_no_empty_file(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    profile: Profile = open_profile()

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ownfiles, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        profile.export(tmp_path / "copy.pem", "away")
    assert not (tmp_path / "copy.pem").exists()


def test_who_is_forgotten_can_be_met_anew(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = open_profile()
    profile.players.meet("Bert", Identity.generate().public)
    assert main(["whoami", "--forget", "Bert"]) == 0
    assert json.loads((home / "players.json").read_text()) == {"players": []}
    assert "met no player called 'Bert'" in refusal(capsys, "--forget", "Bert")


@pytest.mark.parametrize("reach", ["anywhere", "direct", "local"])
def test_how_far_one_is_reached_is_kept(home: Path, reach: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["whoami", "--reach", reach]) == 0
    assert main(["whoami"]) == 0
    assert capsys.readouterr().out.splitlines().count(f"reach     {reach}") == 2


@pytest.mark.parametrize(
    ("option", "choices"), [("--reach", ("anywhere", "direct", "local")), ("--pauses", ("on", "off"))]
)
def test_an_answer_that_is_none_of_the_choices_is_refused_with_these(
    option: str, choices: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    told = refusal(capsys, option, "far")
    assert all(word in told for word in ("'far'", *choices))


@pytest.mark.parametrize(
    ("setting", "text", "good"),
    [
        *(("reach", text, "local") for text in ("", "[]", '{"reach": "nowhere"}', '{"reach": "local", "more": 1}')),
        ("pauses", '{"pauses": "maybe"}', "on"),
    ],
)
def test_a_damaged_answer_is_named(
    home: Path, setting: str, text: str, good: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["whoami"]) == 0
    (home / f"{setting}.json").write_text(text)
    assert main(["whoami"]) == 1
    assert (
        f"{setting}.json: this file is damaged; `mare whoami --{setting}` writes a new one." in capsys.readouterr().err
    )
    assert main(["whoami", f"--{setting}", good]) == 0


def test_pauses_are_kept_and_shown(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert kept_pauses() is Pauses.ON
    assert main(["whoami", "--pauses", "off"]) == 0
    assert "pauses    off" in capsys.readouterr().out
    assert kept_pauses() is Pauses.OFF
    keep_pauses(Pauses.ON)
    assert main(["whoami"]) == 0
    assert "pauses    on" in capsys.readouterr().out
