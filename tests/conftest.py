"""How hard Hypothesis tries: the same examples each time in `make test`, thousands of new ones in `make properties`."""

from hypothesis import HealthCheck, settings

CALM = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example)
settings.register_profile("default", max_examples=60, deadline=None, derandomize=True, suppress_health_check=CALM)
settings.register_profile("thorough", max_examples=3_000, deadline=None, suppress_health_check=CALM, print_blob=True)
settings.load_profile("default")
