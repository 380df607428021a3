"""A page in Firefox, driven by the protocol that it speaks by itself: WebDriver BiDi, a draft of the W3C.

Playwright drives a Firefox of its own making only, which Debian does not have. A `Page` here has those of Playwright's
methods that a `Clicker` needs.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, CloseConnection, Message, Ping, Request, TextMessage

from tests.cli.processes import PATIENCE, wait_until

NAMES = ("firefox-esr", "firefox")

LISTENS = re.compile(r"BiDi listening on ws://127\.0\.0\.1:(\d+)")

KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015"}
"""The keys without a letter, as WebDriver writes them."""

FUNCTION = re.compile(r"(async )?\([^)]*\) =>")

SHOWN = "[...document.querySelectorAll(selector)].some((one) => one.getClientRects().length > 0)"


class Session:
    """Commands to a browser, and what it reports in between."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._connection = WSConnection(ConnectionType.CLIENT)
        self._number = 0
        self._text = ""
        self._answers: dict[int, Any] = {}
        self.heard: Callable[[str, Any], None] = lambda method, told: None
        self._socket.sendall(self._connection.send(Request(host=f"127.0.0.1:{port}", target="/session")))
        self._is_open = False
        while not self._is_open:
            self._receive()

    def send(self, method: str, **params: Any) -> Any:
        """Send a command, and return its result. Raises AssertionError if the browser refuses."""
        self._number += 1
        asked = json.dumps({"id": self._number, "method": method, "params": params})
        self._socket.sendall(self._connection.send(Message(data=asked)))
        while self._number not in self._answers:
            self._receive()
        answer = self._answers.pop(self._number)
        assert answer["type"] == "success", answer
        return answer["result"]

    def close(self) -> None:
        """Close the connection."""
        self._socket.close()

    def _receive(self) -> None:
        data = self._socket.recv(1 << 16)
        assert data, "the browser has closed the connection"
        self._connection.receive_data(data)
        for event in self._connection.events():
            match event:
                case AcceptConnection():
                    self._is_open = True
                case Ping():
                    self._socket.sendall(self._connection.send(event.response()))
                case TextMessage():
                    self._text += event.data
                    if event.message_finished:
                        self._take(json.loads(self._text))
                        self._text = ""
                case CloseConnection():
                    raise AssertionError("the browser has closed the session")

    def _take(self, message: Any) -> None:
        if "id" in message:
            self._answers[message["id"]] = message
        else:
            self.heard(message["method"], message["params"])


class Said:
    """What a page has said in the browser's log."""

    def __init__(self, text: str) -> None:
        self.text = text


class Page:
    """A page; each method does what Playwright's does."""

    def __init__(self, session: Session, context: str) -> None:
        self._session = session
        self._context = context
        self._said: list[Callable[[Said], None]] = []

    def on(self, event: str, told: Callable[[Said], None]) -> None:
        """Be told what the page says in the log, faults of its scripts among it."""
        if event == "console":
            self._said.append(told)

    def hear(self, text: str) -> None:
        """Tell what the page has said."""
        for told in self._said:
            told(Said(text))

    def evaluate(self, script: str, argument: Any = None) -> Any:
        """Return what an expression or a function comes to."""
        called = f"({script})({json.dumps(argument)})" if FUNCTION.match(script) else script
        told = self._session.send(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({called})) ?? 'null')()",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def goto(self, address: str) -> None:
        """Open an address."""
        self._session.send("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def reload(self) -> None:
        """Load the page again."""
        self._session.send("browsingContext.reload", context=self._context, wait="complete")

    def press(self, key: str) -> None:
        """Press a key, and let it go."""
        value = KEYS.get(key, key)
        strokes = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        actions = [{"type": "key", "id": "keys", "actions": strokes}]
        self._session.send("input.performActions", context=self._context, actions=actions)

    def wait_for_timeout(self, thousandths: float) -> None:
        """Wait."""
        time.sleep(thousandths / 1000)

    def wait_for_selector(self, selector: str, timeout: float = PATIENCE * 1000) -> None:
        """Wait until something is shown."""
        end = time.monotonic() + timeout / 1000
        while not self.is_visible(selector):
            assert time.monotonic() < end, (selector, self.inner_text("body"))
            time.sleep(0.05)

    def query_selector(self, selector: str) -> Any:
        """Return whether there is such an element."""
        return self._ask("document.querySelector(selector) !== null", selector)

    def inner_text(self, selector: str) -> str:
        """Return the text of an element as it is shown."""
        return str(self._ask("document.querySelector(selector).innerText", selector))

    def input_value(self, selector: str) -> str:
        """Return what stands in a field."""
        return str(self._ask("document.querySelector(selector).value", selector))

    def is_visible(self, selector: str) -> bool:
        """Return whether an element is shown."""
        return bool(self._ask(SHOWN, selector))

    def is_hidden(self, selector: str) -> bool:
        """Return whether none is shown."""
        return not self.is_visible(selector)

    def click(self, selector: str) -> None:
        """Click on the first element of those that are meant."""
        self._ask("(document.querySelector(selector)?.click(), true)", selector)

    def close(self) -> None:
        """Close the page."""
        self._session.send("browsingContext.close", context=self._context)

    def _ask(self, expression: str, selector: str) -> Any:
        return self.evaluate(f"(selector) => {expression}", selector)


class Firefox:
    """A browser of one's own, with an empty profile."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pages: dict[str, Page] = {}
        session.heard = self._hear
        session.send("session.new", capabilities={})
        session.send("session.subscribe", events=["log.entryAdded"])

    def new_page(self) -> Page:
        """Open a page."""
        context = self._session.send("browsingContext.create", type="tab")["context"]
        self._pages[context] = Page(self._session, context)
        return self._pages[context]

    def _hear(self, method: str, told: Any) -> None:
        page = self._pages.get(told.get("source", {}).get("context", ""))
        if method == "log.entryAdded" and page is not None:
            page.hear(f"{told['level']}: {told['text']}")


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Firefox with its profile in a folder. Skips a test where there is none."""
    name = next((path for name in NAMES if (path := shutil.which(name))), None)
    if name is None:
        pytest.skip("there is no Firefox; `apt-get install firefox-esr` gets it")
    command = [name, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    told = folder / "told.txt"
    with told.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=output)
    try:
        assert wait_until(lambda: LISTENS.search(told.read_text("utf-8")) is not None), told.read_text("utf-8")
        session = Session(int(LISTENS.findall(told.read_text("utf-8"))[0]))
        yield Firefox(session)
        session.close()
    finally:
        process.kill()
        process.wait(timeout=PATIENCE)
