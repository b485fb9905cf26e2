"""What `garrison page` starts: the pages are read in and the default scenario is being solved before anybody calls.

Streamlit would read the pages in only when the first browser comes, which then looks at an empty page for a second.
"""

from __future__ import annotations

import logging
import sys

from streamlit.web import cli

from app_pages import asking, chapters, garrisons, library, rulebook, scenario_page, sidebar, this_turn, what_if
from app_pages.jobs import SERVER, desk
from models.overlay import Overlay
from planner import campaigns
from planner.load import BadInput, load_scenario

LOG = logging.getLogger("garrison.page")
READ_IN = (chapters, garrisons, rulebook, scenario_page, sidebar, this_turn, what_if)


def solve_ahead() -> None:
    """Begin to solve the scenario that the first page shows, unless there is a campaign of it already."""
    try:
        entry = library.first()
        if entry is None or campaigns.begun(entry.file):
            return
        question = asking.question(entry.file, entry.written, load_scenario(entry.file), Overlay())
        desk().ask(question.key, SERVER, question.scenario, question.settings)
    except (BadInput, OSError):
        LOG.exception("the first scenario could not be solved ahead")


def main() -> None:
    """Serve the pages with the flags of Streamlit's own command."""
    solve_ahead()
    sys.exit(cli.main(args=["run", *sys.argv[1:]], prog_name="streamlit"))


if __name__ == "__main__":
    main()
