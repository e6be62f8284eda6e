import pytest

# Its assertions show both sides when they fail, as those of a test do.
pytest.register_assert_rewrite("tests.browser.layout")
