"""`garrison page`: serve the page to this machine's browsers, and to nobody else, until Ctrl+C."""

from __future__ import annotations

import http
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
FIRST_PORT = 8501
PORTS_TRIED = 100
PATIENCE = 60.0  # seconds that the server may take to answer


def launch(open_browser: bool = True) -> int:
    """Start the server on a free port, say where it is, show it in a browser; end it with Ctrl+C."""
    port = free_port()
    address = f"http://{HOST}:{port}"
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _as_interrupt)
    server = subprocess.Popen(command(port), cwd=ROOT, stdout=subprocess.DEVNULL, env=_environment())
    try:
        if not _answers(server, port):
            print("The page could not be started; the lines above say why.", file=sys.stderr)
            return 1
        print(f"Garrison Planner is at {address}  (Ctrl+C ends it)", flush=True)
        if open_browser and _has_a_screen():
            webbrowser.open(address)
        return server.wait()
    except KeyboardInterrupt:
        print("\nGarrison Planner has ended.")
        return 0
    finally:
        _end(server)


def free_port(first: int = FIRST_PORT) -> int:
    """The first port from here on that nobody listens on."""
    for port in range(first, first + PORTS_TRIED):
        with socket.socket() as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((HOST, port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port between {first} and {first + PORTS_TRIED - 1}")


def command(port: int) -> list[str]:
    """What starts the server: every setting as a flag, so that a user's own Streamlit settings change none of them."""
    return [
        sys.executable, "-m", "app_pages.serve", str(ROOT / "app.py"), f"--server.port={port}", *flags()
    ]  # fmt: skip


def flags() -> Iterator[str]:
    """Every setting of .streamlit/config.toml but the themes, as flags."""
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    for section, values in settings.items():
        if section == "theme":
            continue
        for key, value in values.items():
            for one in value if isinstance(value, list) else [value]:
                yield f"--{section}.{key}={str(one).lower() if isinstance(one, bool) else one}"


def _environment() -> dict[str, str]:
    """Our surroundings without anything that would steer Streamlit."""
    return {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    """Whether the server comes up, before it ends or patience does."""
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        line = http.client.HTTPConnection(HOST, port, timeout=2)
        try:
            line.request("GET", "/_stcore/health")
            return line.getresponse().status == http.HTTPStatus.OK
        except OSError:
            time.sleep(0.1)
        finally:
            line.close()
    return False


def _has_a_screen() -> bool:
    """Whether there is a desktop to open a browser on; a terminal browser would take the terminal away."""
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _end(server: subprocess.Popen[bytes]) -> None:
    """End the server; insist if it does not."""
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
