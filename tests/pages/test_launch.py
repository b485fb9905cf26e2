"""`garrison page` serves to this machine only, whatever the user's own settings say."""

from __future__ import annotations

import socket

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
