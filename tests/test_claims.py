"""Each sentence that the README says about cheats, and the tests that fail if it is not true."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

CLAIMS = {
    "No player steers dice or draws, or knows them in advance.": (
        "crypto/test_beacon.py::test_whatever_differs_gives_another_chance_seed",
        "crypto/test_beacon.py::test_equal_values_do_not_cancel_each_other_out",
        "p2p/session/test_liars.py::test_who_signs_what_is_not_allowed_is_named",
        "p2p/session/test_games.py::test_no_secret_leaves_before_everybody_attested_the_log_below_it",
        "p2p/log/test_model.py::test_the_rules_hold_in_all_states",
    ),
    "A player who withholds their part of a throw forces one new throw, and pays: they are out for two rounds, and "
    "cannot win meanwhile.": (
        "p2p/session/test_dice.py::test_who_keeps_back_a_link_and_goes_pays_whatever_the_others_ask_for",
        "p2p/log/test_justify.py::test_who_alone_holds_back_a_value_pays",
        "p2p/log/test_justify.py::test_one_hidden_value_is_not_enough",
        "p2p/log/test_epochs.py::test_an_open_chance_node_is_opened_anew_and_uses_up_an_index",
        "p2p/log/test_epochs.py::test_who_is_declared_absent_where_secrets_are_due_may_not_come_back_for_two_rounds",
        "p2p/log/test_epochs.py::test_no_one_wins_who_is_out_at_the_end_for_holding_back_a_secret",
    ),
    "No player sees your offer before they have committed to theirs.": (
        "p2p/session/test_games.py::test_no_secret_leaves_before_everybody_attested_the_log_below_it",
        "crypto/test_commitment.py::test_another_secret_or_place_has_another_salt",
        "crypto/test_commitment.py::test_two_commitments_to_one_answer_differ_unless_their_salts_are_the_same",
        "p2p/session/test_session.py::test_a_commitment_says_nothing_of_the_answer",
        "p2p/session/test_liars.py::test_who_signs_two_versions_sees_no_secret_above_them",
    ),
    "No player breaks the rules or acts for another.": (
        "p2p/session/test_liars.py::test_who_signs_what_is_not_allowed_is_named",
        "p2p/session/test_liars.py::test_what_was_not_signed_for_this_step_changes_nothing_and_blames_no_one",
        "p2p/log/test_log.py::test_nothing_is_said_of_an_author_who_did_not_sign",
        "p2p/log/test_record.py::test_what_another_signed_in_a_player_s_place_blames_no_one",
    ),
    "Every program checks every signed step.": (
        "p2p/log/test_log.py::test_an_entry_that_does_not_fit_is_refused_for_what_it_is_and_leaves_no_trace",
        "p2p/log/test_log.py::test_nothing_is_said_of_an_author_who_did_not_sign",
        "p2p/log/test_record.py::test_no_field_of_a_record_can_be_changed",
        "p2p/log/test_proposals.py::test_other_changes_than_the_promises_give_are_refused",
    ),
    "If a player tells two stories, their own signatures prove it, and the others go on without them.": (
        "p2p/session/test_liars.py::test_who_signs_two_versions_of_an_entry_is_named",
        "p2p/session/test_liars.py::test_who_attests_two_logs_is_named",
        "p2p/log/test_proof.py::test_two_statements_that_no_one_honest_signs_both_are_a_proof",
        "p2p/log/test_record.py::test_a_proof_in_a_record_is_verified_and_says_from_which_step_the_others_go_on",
        "p2p/session/test_continuing.py::test_a_table_goes_on_with_a_recorded_game_to_its_end_and_has_a_record_of_both",
    ),
    "No stranger gets in without an invitation.": (
        "p2p/net/test_door.py::test_with_an_invitation_to_another_table_no_one_gets_in",
        "p2p/net/test_door.py::test_a_stolen_identity_without_an_invitation_opens_nothing",
        "p2p/net/test_door.py::test_a_stranger_without_any_invitation_is_not_heard_and_named_in_the_log",
    ),
    "No player holds up or floods the table.": (
        "p2p/net/test_door.py::test_an_insider_who_floods_is_disconnected_and_the_others_play_on",
        "p2p/session/test_floods.py::test_talk_beyond_the_limit_of_its_person_is_not_shown_nor_kept_nor_passed_on",
        "p2p/session/test_floods.py::test_one_person_who_talks_too_fast_silences_no_one_else",
        "p2p/session/test_floods.py::test_requests_without_end_make_a_program_where_no_one_sits_sign_and_keep_few",
        "p2p/session/test_change.py::test_after_two_seconds_without_an_epoch_who_has_promised_asks_for_the_next_coordinator",
        "p2p/session/test_gossip.py::test_what_its_author_keeps_from_one_player_the_others_offer_while_that_one_stands_still",
        "p2p/shell/test_table.py::test_who_says_much_still_says_every_few_seconds_what_they_have",
        "p2p/shell/test_table.py::test_the_others_close_the_game_without_a_player_who_is_here_and_does_not",
    ),
    "A majority goes on without an absent player.": (
        "p2p/session/test_absence.py::test_a_player_who_goes_away_when_needed_is_played_for_once_the_others_agree",
        "p2p/shell/test_table.py::test_a_peer_that_vanishes_is_missed_and_said_to_be_overdue_and_the_others_go_on_without_it",
    ),
}


def sentences() -> list[str]:
    """The sentences of the list under the heading about cheats, without their bold type."""
    text = (ROOT / "README.md").read_text("utf-8")
    section = text.split("## What stops cheats", 1)[1].split("\n## ", 1)[0]
    items = re.findall(r"^- (.*(?:\n  .*)*)", section, re.MULTILINE)
    plain = [" ".join(item.replace("**", "").split()) for item in items]
    return [sentence for item in plain for sentence in re.split(r"(?<=\.) ", item)]


def test_every_sentence_about_cheats_has_tests() -> None:
    assert sentences() == list(CLAIMS)
    assert all(CLAIMS.values())


def test_the_tests_of_the_sentences_exist() -> None:
    missing = []
    for claim in sorted({claim for claims in CLAIMS.values() for claim in claims}):
        path, name = claim.split("::")
        if not re.search(rf"^(async )?def {name}\(", (ROOT / "tests" / path).read_text("utf-8"), re.MULTILINE):
            missing.append(claim)
    assert missing == []
