"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("ludotheque", deadline=None)  # speed is measured by `make bench`, never by a test
settings.load_profile("ludotheque")
