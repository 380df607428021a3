"""What other pages and programs can do to the table, in a real browser: nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.browser.pages import STRANGER, Clicker, served
from tests.cli.processes import wait_until

ATTACK = """async (port) => {
  const there = `127.0.0.1:${port}`, found = {};
  const settled = (made) => new Promise((done) => made(done));
  found.fetched = await fetch(`http://${there}/`).then(() => true, () => false);
  for (const name of ["127.0.0.1", "localhost"]) {
    found[name] = await settled((done) => {
      const socket = new WebSocket(`ws://${name}:${port}/table`);
      socket.onopen = () => done(true);
      socket.onerror = () => done(false);
    });
  }
  found.script = await settled((done) => {
    const script = document.createElement("script");
    script.onload = () => done(true);
    script.onerror = () => done(false);
    script.src = `http://${there}/main.js`;
    document.head.append(script);
  });
  found.framed = await settled((done) => {
    const frame = document.createElement("iframe");
    frame.onload = () => done(frame.contentDocument !== null && frame.contentDocument.title === "mare");
    frame.src = `http://${there}/`;
    document.body.append(frame);
  });
  return found;
}"""
"""What a page of a stranger tries; each says whether it was let."""

FLOOD = """() => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/table`);
  socket.onopen = () => {
    socket.send(location.hash.slice(1));
    for (let number = 0; number < 10000; number += 1) socket.send('{"key": "escape"}');
  };
  socket.onclose = (event) => done(event.code);
})"""


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer with an empty page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>A page</title><body>")

    def log_message(self, *said: Any) -> None:
        """Say nothing."""


@contextmanager
def elsewhere() -> Iterator[str]:
    """The address of a page of a stranger."""
    with HTTPServer(("127.0.0.1", 0), _Page) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_a_hostile_page_in_another_tab_reaches_nothing(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--bots", "novice") as program, elsewhere() as address:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        clicker.until("#choices button")
        asked = clicker.page.inner_text("#asked")
        port = int(program.address.split(":")[2].partition("/")[0])
        stranger = chromium.new_page()
        stranger.goto(address)
        assert not any(stranger.evaluate(ATTACK, port).values())
        # A name of theirs that leads to this machine is refused without a word.
        with pytest.raises(Exception, match="ERR_HTTP_RESPONSE_CODE_FAILURE"):
            stranger.goto(f"http://{STRANGER}:{port}/#{program.address.partition('#')[2]}")
        stranger.close()
        assert clicker.page.inner_text("#asked") == asked
        assert clicker.complaints == []
        clicker.page.close()


def test_ten_thousand_messages_at_once_end_their_own_page_only(chromium: Any, tmp_path: Path) -> None:
    with served(tmp_path, "play", "--bots", "novice") as program:
        clicker = Clicker(chromium.new_page(), seed=1)
        clicker.open(program.address)
        page = clicker.page
        clicker.until("#choices button")
        asked = page.inner_text("#asked")
        flooding = chromium.new_page()
        flooding.goto(program.address)
        flooding.wait_for_selector("#choices button")
        # If more is on its way, the last word may be lost.
        assert flooding.evaluate(FLOOD) in (1006, 1008)
        flooding.close()
        page.reload()
        page.wait_for_selector("#choices button")
        assert page.inner_text("#asked") == asked
        clicker.until("#staged:not([hidden]) li, #story .stepped")
        assert clicker.complaints == []
        page.close()
        assert wait_until(lambda: program.process.poll() is None)
