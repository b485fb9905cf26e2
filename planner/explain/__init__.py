"""Why: conflicts, prices and alternatives, built on solving again and on the audit."""
