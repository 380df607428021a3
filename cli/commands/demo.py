"""``mare demo``: bots play a whole game against each other, each in a process of its own."""

from __future__ import annotations

import base64
import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

import trio

from cli.args import (
    add_bots_argument,
    add_nodes_argument,
    add_table_arguments,
    check_record,
    edition_named,
    map_text_of,
    nodes_of,
    options_of,
    ports_of,
    save_record,
    strengths_of,
)
from cli.bots.minds import Chosen
from cli.editions import notice_of
from cli.i18n.texts import count, tr
from cli.output.lines import say
from cli.play.processes import bot_processes, call_to_table, cards_of, follow
from cli.play.seating import Seating
from cli.table_game import map_of
from core.engine.edition import Edition
from p2p import TableSecret

EXAMPLES = ("mare demo", "mare demo --players 4 --bots strong,steady,steady,novice", "mare demo --seed 7 --json")

Told = Callable[[list[str]], None]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the table, what makes it repeatable, and how to answer."""
    add_bots_argument(parser)
    add_nodes_argument(parser)
    add_table_arguments(parser)
    parser.add_argument(
        "--seed", type=int, metavar="N", help=tr("play the game with the number N: the same keys and dice each time")
    )
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object to standard output"))


def run(args: Namespace) -> int:
    """Return 0 if all peers end with the same log, 1 if not."""
    edition = edition_named(args)
    map_text = map_text_of(args, edition)
    options = options_of(args, edition, map_of(map_text, edition))
    strengths = strengths_of(args, options.players, edition)
    minds = [Chosen(strength, nodes=nodes_of(args), talks=False) for strength in strengths]
    ports = ports_of(args, options.players)
    check_record(args.record)
    started = time.monotonic()
    ends = trio.run(_play, edition, options, map_text, minds, ports, args)
    facts = _facts(args, minds, ends) | {"seconds": round(time.monotonic() - started, 3)}
    if args.json:
        say(json.dumps(facts))
    else:
        _print(_report(facts, ends))
    return 0 if facts["agree"] else 1


def names_of_bots(players: int) -> list[str]:
    """Return what the bots are called in every language: the dice follow from the charter, which has their names."""
    return [f"Bot {number}" for number in range(1, players + 1)]


async def _play(
    edition: Edition, options: Any, map_text: str | None, minds: list[Chosen], ports: list[int], args: Namespace
) -> list[dict[str, Any]]:
    told: Told = (lambda lines: None) if args.json else _print
    async with bot_processes(names_of_bots(options.players)) as bots:
        told(
            [
                *notice_of(edition.id),
                tr("Starting {players} bots, each as a process of its own on this machine …", players=options.players),
            ]
        )
        await call_to_table(bots, minds, ports, TableSecret.generate(), args.seed)
        seating = Seating(edition, options, tuple(await cards_of(bots)), map_text)
        for bot, mind, card in zip(bots, minds, seating.cards, strict=True):
            await bot.send({"seating": seating.to_json(), "tell": bot is bots[0], "store": None})
            told(
                [
                    tr(
                        "  {name}, {strength}: process {pid}, port {port}, key {key}…",
                        name=bot.name,
                        strength=mind.name,
                        pid=bot.pid,
                        port=card.port,
                        key=card.key[:16],
                    )
                ]
            )
        return await follow(bots, told)


def _print(lines: list[str]) -> None:
    say("\n".join(lines))


def _facts(args: Namespace, minds: list[Chosen], ends: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the report; the saved record is the first peer's, which is the same for all where they agree."""
    first = ends[0]
    path = save_record(args.record, first["game"], base64.b64decode(first["record"]))
    return {
        "players": len(ends),
        "bots": [mind.name for mind in minds],
        "processes": len({end["process"] for end in ends}),
        "rounds": first["rounds"],
        "steps": first["steps"],
        "winners": first["winners"],
        "victory": first["victory"],
        "digests": [end["log"] for end in ends],
        "agree": all(end[what] == first[what] for end in ends for what in ("log", "state", "record")),
        "record": str(path),
    }


def _report(facts: dict[str, Any], ends: list[dict[str, Any]]) -> list[str]:
    extent = tr(
        "{rounds}, {steps}, {seconds:.1f} seconds",
        rounds=count(facts["rounds"], "round"),
        steps=count(facts["steps"], "step"),
        seconds=facts["seconds"],
    )
    lines = [ends[0]["sentence"], f"{extent}."]
    if facts["agree"]:
        lines.append(
            tr(
                "All {number} peers have the same log, {digest}, and the same record.",
                number=facts["players"],
                digest=facts["digests"][0],
            )
        )
    else:
        lines.append(tr("The peers do NOT have the same log:"))
        lines += [
            tr("  Bot {number}: {digest}", number=number, digest=digest)
            for number, digest in enumerate(facts["digests"], start=1)
        ]
    return [*lines, tr("The record is in {file}; check it with `mare verify {file}`.", file=facts["record"])]
