"""`garrison page` serves to this machine only, whatever the user's own settings say."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from planner.page import HOST, command, free_port


def test_what_keeps_the_page_private_is_passed_as_flags() -> None:
    given = command(8601)
    for flag in (
        "--server.port=8601",
        "--server.address=127.0.0.1",
        "--server.allowedHosts=localhost",
        "--server.allowedHosts=127.0.0.1",
        "--server.headless=true",
        "--server.enableCORS=true",
        "--server.enableXsrfProtection=true",
        "--server.enableAgentApi=false",
        "--server.enableStaticServing=false",
        "--browser.gatherUsageStats=false",
        "--client.showErrorDetails=none",
    ):
        assert flag in given


def test_a_port_in_use_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        first = taken.getsockname()[1]
        assert free_port(first) > first


def test_the_page_comes_up_and_ctrl_c_ends_it_and_its_server() -> None:
    garrison = Path(sys.executable).parent / "garrison"
    unseen = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with subprocess.Popen([garrison, "page"], stdout=subprocess.PIPE, text=True, env=unseen) as running:
        assert running.stdout
        told = running.stdout.readline()
        port = int(told.partition(f"http://{HOST}:")[2].split()[0])
        socket.create_connection((HOST, port), timeout=10).close()
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 0
    with socket.socket() as gone:
        assert gone.connect_ex((HOST, port)) != 0
