"""``mare rules [TOPIC]``: the rules in words, whole or what they say on a topic."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace

from cli.args import add_edition_argument, edition_named
from cli.command import Failure
from cli.editions import notice_of
from cli.i18n.texts import both, tr
from cli.output.lines import say
from cli.ui.text.cells import fitted, rule_lines
from core.editions import EDITIONS

EXAMPLES = ("mare rules", "mare rules 3.1", "mare rules editions", "mare rules --edition revised temple of artemis")

WIDEST = 100


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the edition and the topic."""
    add_edition_argument(parser)
    parser.add_argument(
        "topic",
        nargs="*",
        metavar="TOPIC",
        help=tr("a rule's number, a chapter, words to look for, or `editions`; without it, all rules"),
    )


def run(args: Namespace) -> int:
    """Print the rules that were asked for; raises Failure if there are none."""
    edition = edition_named(args)
    topic, rulebook = " ".join(args.topic), edition.rulebook
    found = rulebook.about(topic, tr) if topic else rulebook.paragraphs()
    if not found and topic.lower() in EDITIONS:
        raise Failure(
            tr("{topic} is an edition: `mare rules --edition {topic}` shows its rules.", topic=topic.lower()), status=2
        )
    if not found and (others := [name for name, other in EDITIONS.items() if other.rulebook.about(topic, tr)]):
        raise Failure(
            tr(
                "these rules say nothing about {topic!r}, but those of {editions} do;"
                " `mare rules --edition {edition} {topic}` shows them.",
                topic=topic,
                editions=both(others),
                edition=others[0],
            ),
            status=2,
        )
    if not found:
        raise Failure(
            tr(
                "the rules say nothing about {topic!r}; try a number such as 4.2, a phase or a single word.",
                topic=topic,
            ),
            status=2,
        )
    width = min(WIDEST, shutil.get_terminal_size().columns)
    say("\n".join([*notice_of(edition.id), fitted("\n".join(rule_lines(found)), width)]))
    return 0
