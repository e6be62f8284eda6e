"""Generated examples on busy machines: no deadline, and nothing kept between runs."""

from hypothesis import settings

settings.register_profile("table", deadline=None, database=None, print_blob=True)
settings.load_profile("table")
