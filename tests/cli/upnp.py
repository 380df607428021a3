"""A router's service that forwards ports to those who ask (UPnP, Internet Gateway Device), for tests.

It knows what is needed to ask for a port of UDP: to be found by multicast, two descriptions, and three actions. Run it
on a router with ``python -m tests.cli.upnp INNER OUTER``, the router's two addresses; its table ``home`` of nftables
gets the rules.
"""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

GROUP, SSDP, HTTP = "239.255.255.250", 1900, 5000

SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"

_DEVICE = f"""\
<root xmlns="urn:schemas-upnp-org:device-1-0"><device><serviceList><service>
<serviceType>{SERVICE}</serviceType><SCPDURL>/actions</SCPDURL><controlURL>/control</controlURL>
</service></serviceList></device></root>"""

_TAKES: Final = {
    "AddPortMapping": (
        *("NewRemoteHost", "NewExternalPort", "NewProtocol", "NewInternalPort", "NewInternalClient"),
        *("NewEnabled", "NewPortMappingDescription", "NewLeaseDuration"),
    ),
    "DeletePortMapping": ("NewRemoteHost", "NewExternalPort", "NewProtocol"),
    "GetExternalIPAddress": (),
}
"""What each action takes."""


def _actions() -> str:
    def listed(names: tuple[str, ...]) -> str:
        return "".join(f"<argument><name>{name}</name><direction>in</direction></argument>" for name in names)

    actions = (
        f"<action><name>{name}</name><argumentList>{listed(takes)}</argumentList></action>"
        for name, takes in _TAKES.items()
    )
    return f"<scpd><actionList>{''.join(actions)}</actionList></scpd>"


class Router(ThreadingHTTPServer):
    """A router that answers at its inner address, and forwards ports of its outer one."""

    def __init__(self, inner: str, outer: str) -> None:
        super().__init__((inner, HTTP), _Handler)
        self.inner = inner
        self.outer = outer

    def answer_searches(self) -> None:
        """Say to all who search for a router where it is; never ends."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
            ear.bind((GROUP, SSDP))
            ear.setsockopt(
                socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + socket.inet_aton(self.inner)
            )
            while True:
                asked, asker = ear.recvfrom(2048)
                if b"InternetGatewayDevice" in asked:
                    ear.sendto(f"HTTP/1.1 200 OK\r\nLOCATION: http://{self.inner}:{HTTP}/\r\n\r\n".encode(), asker)

    def act(self, action: str, given: dict[str, str]) -> str:
        """Do what was asked; return what to answer."""
        if action == "GetExternalIPAddress":
            return f"<NewExternalIPAddress>{self.outer}</NewExternalIPAddress>"
        port = int(given["NewExternalPort"])
        if action == "AddPortMapping":
            client, inner_port = given["NewInternalClient"], int(given["NewInternalPort"])
            self._change("add", f"{port} : {client} . {inner_port}")
            print(f"port {port} leads to {client}:{inner_port}", flush=True)
        else:
            self._change("delete", str(port))
            print(f"port {port} is closed", flush=True)
        return ""

    def _change(self, how: str, element: str) -> None:
        """Add or delete a rule."""
        subprocess.run(["nft", how, "element", "ip", "home", "forwarded", "{", element, "}"], check=True)


class _Handler(BaseHTTPRequestHandler):
    server: Router

    def do_GET(self) -> None:
        self._say(_actions() if self.path == "/actions" else _DEVICE)

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
        action = self.headers["SOAPAction"].strip('"').rpartition("#")[2]
        answer = self.server.act(action, dict(re.findall(r"<(New\w+)>([^<]*)</", asked)))
        self._say(
            '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
            f'<u:{action}Response xmlns:u="{SERVICE}">{answer}</u:{action}Response></s:Body></s:Envelope>'
        )

    def _say(self, text: str) -> None:
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    of = Router(*sys.argv[1:])
    threading.Thread(target=of.answer_searches, daemon=True).start()
    print("ready", flush=True)
    of.serve_forever()
