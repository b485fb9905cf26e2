"""A real browser in front of the running page; whatever it tries to fetch from elsewhere is refused and noted."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from hard_scenario import hard_scenario
from playwright.sync_api import Browser, Page, expect, sync_playwright

from planner.page import HOST, ROOT, command

PATIENCE = 60.0  # seconds for the server to answer
expect.set_options(timeout=90_000)  # a busy machine may solve slowly
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@pytest.fixture(scope="session")
def scenarios(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scenarios that can be chosen: those we ship, and one more that takes long."""
    folder = tmp_path_factory.mktemp("scenarios")
    shutil.copytree(ROOT / "scenarios", folder, dirs_exist_ok=True)
    (folder / "hard.yaml").write_text(hard_scenario(), encoding="utf-8")
    return folder


@pytest.fixture
def fresh(scenarios: Path) -> str:
    """A copy of the default scenario that no other test touches, by its name in the address line."""
    name = f"copy_{uuid4().hex[:8]}"
    text = (ROOT / "scenarios" / "belgium_43_thin.yaml").read_text(encoding="utf-8")
    (scenarios / f"{name}.yaml").write_text(text.replace("title: Belgium, July 1943, a thin", f"title: {name}, a thin"))
    return name


Served = tuple[subprocess.Popen[bytes], str]


@pytest.fixture(scope="session")
def serving(scenarios: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Served]]:
    """Serve the pages as `garrison page` does, each time with campaigns of its own."""
    running: list[subprocess.Popen[bytes]] = []

    def serve() -> Served:
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = free.getsockname()[1]
        log = tmp_path_factory.mktemp("server") / "log.txt"
        campaigns = tmp_path_factory.mktemp("campaigns")
        environment = os.environ | {"GARRISON_SCENARIOS": str(scenarios), "GARRISON_CAMPAIGNS": str(campaigns)}
        with log.open("w") as told:
            server = subprocess.Popen(command(port), cwd=ROOT, env=environment, stdout=told, stderr=told)
        running.append(server)
        _wait_for(f"http://{HOST}:{port}/_stcore/health", server, log)
        return server, f"http://{HOST}:{port}"

    yield serve
    for server in running:
        server.terminate()
        try:
            server.wait(timeout=15)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture(scope="session")
def _shared(serving: Callable[[], Served]) -> Served:
    return serving()


@pytest.fixture(scope="session")
def server(_shared: Served) -> subprocess.Popen[bytes]:
    """The server that the tests share."""
    return _shared[0]


@pytest.fixture(scope="session")
def address(_shared: Served) -> str:
    """Where it is."""
    return _shared[1]


@pytest.fixture
def own_server(serving: Callable[[], Served]) -> Callable[[], Served]:
    """A server for one test alone."""
    return serving


def _wait_for(health: str, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and server.poll() is None:
        try:
            with OPENER.open(health, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the server did not come up: {log.read_text()}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium if there is one, else Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield running
        running.close()


Opening = Callable[..., Page]


@pytest.fixture
def strangers() -> list[str]:
    """What the page tried to fetch from anywhere but this machine."""
    return []


@pytest.fixture
def opened(browser: Browser, address: str, strangers: list[str]) -> Iterator[Opening]:
    """Open the page in a fresh browser profile, light or dark, on a laptop's screen, perhaps without one of its own
    scripts.
    """
    contexts = []

    def open_it(colours: str = "light", where: str = "", without: str = "") -> Page:
        context = browser.new_context(color_scheme=colours, viewport={"width": 1366, "height": 768})
        context.set_default_timeout(90_000)
        contexts.append(context)

        def refuse_strangers(route) -> None:
            if without and without in route.request.url:
                route.abort()
            elif route.request.url.startswith((address, "data:", "blob:")):
                route.continue_()
            else:
                strangers.append(route.request.url)
                route.abort()

        context.route("**/*", refuse_strangers)
        page = context.new_page()
        page.goto(f"{address}/{where}")
        return page

    yield open_it
    for context in contexts:
        context.close()
