"""Arguments that say how strong bots are."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace

from cli.bots.minds import ENGINE, SEARCHING, Chosen, known_strengths
from cli.command import Failure
from cli.i18n.texts import marked, tr
from core.engine.edition import Edition
from core.engine.policy import NODES, STEADY

CALLED = (marked("novice"), marked("steady"), marked("strong"))
"""What the strengths are called, where they are told of; one types them in English."""

THINK = 2.0
"""Seconds that a bot who searches takes for a decision at most, where people wait for it."""

LONGEST = 600.0
"""The most seconds that may be asked for: longer than a player waits."""


def add_bots_argument(parser: ArgumentParser, *, engines: bool = False) -> None:
    """Declare how strong the bots of a table are; ``engines`` lets the player's own programs sit there, too."""
    names = ", ".join([*known_strengths(), *([f"{ENGINE}COMMAND"] if engines else [])])
    parser.add_argument(
        "--bots",
        default=STEADY,
        metavar="STRENGTH",
        help=tr(
            "how strong the bots are: {names}; one word for all, or one for each, with commas (default: {steady})",
            names=names,
            steady=STEADY,
        ),
    )


def add_strength_argument(parser: ArgumentParser) -> None:
    """Declare how strong the player's own bots are."""
    parser.add_argument(
        "--strength",
        choices=known_strengths(),
        default=STEADY,
        help=tr("how strong a bot plays (default: {steady})", steady=STEADY),
    )


def add_think_argument(parser: ArgumentParser) -> None:
    """Declare how long a bot may think."""
    parser.add_argument(
        "--think",
        type=float,
        default=THINK,
        metavar="SECONDS",
        help=tr(
            "the longest time in seconds that a {searching} bot thinks about a decision (default: {think:g})",
            searching=SEARCHING,
            think=THINK,
        ),
    )


def add_talk_argument(parser: ArgumentParser) -> None:
    """Declare whether bots talk."""
    parser.add_argument("--no-talk", action="store_true", help=tr("bots neither propose nor answer deals in chat"))


def add_nodes_argument(parser: ArgumentParser) -> None:
    """Declare the argument for how far a bot may search if no person waits for it."""
    parser.add_argument(
        "--nodes",
        type=int,
        default=NODES,
        metavar="N",
        help=tr(
            "the most steps that a {searching} bot tries for a decision (default: {nodes})",
            searching=SEARCHING,
            nodes=NODES,
        ),
    )


def seconds_of(args: Namespace) -> float:
    """Return the seconds for a decision; raises Failure outside the bounds."""
    seconds: float = args.think
    if not 0 < seconds <= LONGEST:
        raise Failure(
            tr("--think {seconds:g}: give more than 0 seconds, up to {most:g}.", seconds=seconds, most=LONGEST),
            status=2,
        )
    return seconds


def nodes_of(args: Namespace) -> int:
    """Return the nodes for a decision; raises Failure for none."""
    nodes: int = args.nodes
    if nodes < 1:
        raise Failure(tr("--nodes {nodes}: give a number from 1 up.", nodes=nodes), status=2)
    return nodes


def bot_of(args: Namespace) -> Chosen:
    """Return how the player's own bots play, by ``--strength`` and ``--think``; raises Failure."""
    return Chosen(args.strength, seconds_of(args), talks=not args.no_talk)


def strengths_of(args: Namespace, bots: int, edition: Edition, *, engines: bool = False) -> list[str]:
    """Return how strong each bot of an edition is; raises Failure if the argument does not tell.

    With ``engines``, a bot may be a program. Its command ends before the name of the next bot.
    """
    named = _named(args.bots) if engines else args.bots.split(",")
    unknown = [name for name in named if name not in edition.strengths and not (engines and name.startswith(ENGINE))]
    if unknown:
        raise Failure(
            tr(
                "--bots: there is no strength {unknown!r}; choose from {known}.",
                unknown=unknown[0],
                known=", ".join(edition.strengths),
            ),
            status=2,
        )
    if len(named) not in (1, bots):
        raise Failure(
            tr(
                "--bots: strengths given: {named}, bots: {bots}; give one for all, or one for each.",
                named=len(named),
                bots=bots,
            ),
            status=2,
        )
    return named if len(named) == bots else named * bots


def _named(bots: str) -> list[str]:
    """Return the bots that an argument names, whose programs may have commas in their commands."""
    names = "|".join([ENGINE, *[f"{name}(?=,|$)" for name in known_strengths()]])
    return re.split(rf",(?={names})", bots)
