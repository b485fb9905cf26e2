"""What the planner talks about: frozen values in the rulebook's words. This package imports nothing else of ours."""
