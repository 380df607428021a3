"""How long an action takes from one peer to its application on all of five peers, in five processes.

Beside it, in turns with it, a bare Trio loop over TLS on as many processes that only signs, sends and verifies: what
the protocol and the rules add is the ratio of the two. Both are measured in two ways. *Saturated*: the next author acts
as soon as it has the step before, so that the last peers to apply a step compete with the next author for the cores.
*Paced*: each author waits a while before acting, as people do, so that nothing else is under way then.

Where there are fewer cores than peers, the last to apply a step has waited for others. A peer of ours gives way to them
before it asks for an answer (``p2p.shell.table``); one of the bare loop does not.

Times are of the system's monotonic clock, which all processes share. Of each way and each loop there are several short
runs, one of each in every turn, and the ratios are of the runs of one turn: whatever else the machine does, it does to
both.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from typing import Any

PEERS = 5
TURNS = 12
PAUSE = 0.02
"""Seconds that an author waits before acting, where the loops are paced."""
MESSAGES = {0.0: 600, PAUSE: 150}
"""Messages of a run of the bare loop, by the pause before each."""
ROUNDS = {0.0: 3, PAUSE: 2}
"""Rounds of a run at the table."""

TABLE = "tests.bench.table_peer"
BARE = "tests.bench.bare_peer"

Figures = dict[str, float | int | str]


def measure() -> Figures:
    """Milliseconds from the answer's being given to its being applied everywhere, and the same for the bare loop.

    Also the milliseconds of processor time that an action takes of each peer, which depend little on the load of the
    machine: from one action to the next where nothing is thrown or revealed between, with everything that goes on at
    the table meanwhile but for thinking.
    """
    runs: dict[float, list[tuple[_Run, _Run]]] = {0.0: [], PAUSE: []}
    for turn in range(TURNS):
        for pause, found in runs.items():
            found.append(
                (
                    _Run(reports(TABLE, str(turn), str(pause), str(ROUNDS[pause]))),
                    _Run(reports(BARE, str(pause), str(MESSAGES[pause]))),
                )
            )
    return _figures("", runs[0.0]) | _figures("paced_", runs[PAUSE])


class _Run:
    """One run of five peers."""

    def __init__(self, of: list[dict[str, Any]]) -> None:
        self.latencies = latencies(of)
        self.p50 = statistics.median(self.latencies)
        self.cpu = statistics.mean(report["cpu"] for report in of) * 1000


def _figures(way: str, runs: list[tuple[_Run, _Run]]) -> Figures:
    ours = [latency for run, _ in runs for latency in run.latencies]
    bare = [latency for _, run in runs for latency in run.latencies]
    cpu, bare_cpu = (statistics.median(pair[side].cpu for pair in runs) for side in (0, 1))
    return {
        f"{way}lockstep_ms_p50": statistics.median(ours),
        f"{way}lockstep_ms_p99": statistics.quantiles(ours, n=100)[98],
        f"{way}bare_ms_p50": statistics.median(bare),
        f"{way}bare_ms_p99": statistics.quantiles(bare, n=100)[98],
        f"{way}ratio_p50": statistics.median(run.p50 / loop.p50 for run, loop in runs),
        f"{way}cpu_ms_per_action_and_peer": cpu,
        f"{way}bare_cpu_ms_per_action_and_peer": bare_cpu,
        f"{way}actions": len(ours),
    }


def reports(module: str, *arguments: str) -> list[dict[str, Any]]:
    """Start the peers, tell each the others' cards, and hear what they report: when they acted and applied, by step."""
    peers = [
        subprocess.Popen(
            [sys.executable, "-m", module, str(number), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PEERS)
    ]
    try:
        cards = [json.loads(_line(peer)) for peer in peers]
        for peer in peers:
            if peer.stdin is None:
                raise RuntimeError("a peer has no standard input")
            peer.stdin.write(json.dumps(cards) + "\n")
            peer.stdin.flush()
        return [json.loads(_line(peer)) for peer in peers]
    finally:
        for peer in peers:
            peer.kill()
            peer.wait()
            for pipe in (peer.stdin, peer.stdout):
                if pipe is not None:
                    pipe.close()


def latencies(of: list[dict[str, Any]]) -> list[float]:
    """Milliseconds from every action to its being applied by all."""
    acted = {step: moment for report in of for step, moment in report["acted"].items()}
    return [
        (max(report["applied"][step] for report in of) - moment) / 1e6
        for step, moment in acted.items()
        if all(step in report["applied"] for report in of)
    ]


def _line(peer: subprocess.Popen[str]) -> str:
    line = peer.stdout.readline() if peer.stdout is not None else ""
    if not line:
        raise RuntimeError("a peer has ended before its time")
    return line
