# The two commands of the README: `make run` opens the page, `make test` runs every check. Both set everything up first.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: run test setup lint unit browser properties bench docs clean

run: $(READY)
	$(BIN)/garrison page

test: lint unit

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

unit: $(READY) browser
	$(BIN)/pytest -n 2

# The longer search for disagreements between solver, audit and enumeration.
properties: $(READY)
	$(BIN)/pytest -n 2 tests/properties --hypothesis-profile=thorough --timeout=3600

bench: $(READY)
	$(BIN)/python -m benchmarks

# The coverage list of every chapter, from the clause list.
docs: $(READY)
	$(BIN)/python -c 'from pathlib import Path; from planner.report.rules import write_pages; write_pages(Path("docs/rules"))'

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

# Chromium for the browser tests: the system's if there is one, else Debian's package, else Playwright's own build.
browser: $(READY)
	@command -v chromium chromium-browser google-chrome >/dev/null 2>&1 \
	|| (command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] \
	    && apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null) \
	|| $(BIN)/playwright install chromium

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis build *.egg-info
