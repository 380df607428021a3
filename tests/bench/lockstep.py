"""How long an action takes from one peer to its application on all of five peers, in five processes.

Beside it, in the same run and in turns with it, a bare Trio loop over TLS on as many processes that only signs,
sends and verifies: what the protocol and the rules add is the ratio of the two. Times are of the system's monotonic
clock, which all processes share.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from typing import Any

PEERS = 5
RUNS = 3


def measure() -> dict[str, float | int | str]:
    """Milliseconds from the answer's being given to its being applied everywhere, and the same for the bare loop."""
    ours: list[float] = []
    bare: list[float] = []
    ratios: list[float] = []
    for run in range(RUNS):
        table = latencies(reports("tests.bench.table_peer", str(run)))
        loop = latencies(reports("tests.bench.bare_peer", str(run)))
        ratios.append(statistics.median(table) / statistics.median(loop))
        ours += table
        bare += loop
    return {
        "lockstep_ms_p50": statistics.median(ours),
        "lockstep_ms_p99": statistics.quantiles(ours, n=100)[98],
        "bare_ms_p50": statistics.median(bare),
        "bare_ms_p99": statistics.quantiles(bare, n=100)[98],
        "ratio_p50": statistics.median(ratios),
        "actions": len(ours),
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
