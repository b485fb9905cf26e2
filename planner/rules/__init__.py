"""The rulebooks: pure functions from a position to wants, steps, bars and purses. No solver is known here."""
