"""Settings for all tests."""

import pytest
from hypothesis import settings

# No deadlines: speed is measured by `make bench`, never by a test.
settings.register_profile("all", deadline=None, max_examples=50)
settings.register_profile("quick", deadline=None, max_examples=8)


def pytest_configure(config: pytest.Config) -> None:
    """The inner loop, `make quick`, tries few examples of each property."""
    settings.load_profile("quick" if config.option.markexpr == "not slow" else "all")
