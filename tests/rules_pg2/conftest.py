"""Golden cases of chapter 4 are read and compared as those of the Europa rules are."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))
