"""From a scenario to proven orders."""
