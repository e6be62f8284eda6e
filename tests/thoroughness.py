"""How many examples, threads and rounds a random test takes: few by default, all with --thorough."""

_state = {"thorough": False}


def set_thorough(thorough):
    """Called by tests/conftest.py before any test module is imported."""
    _state["thorough"] = thorough


def many(count, few=None):
    """The full count with --thorough; without it `few`, or a tenth, at least 1."""
    return count if _state["thorough"] else few or max(1, count // 10)


def is_thorough():
    return _state["thorough"]


def share(examples, of=3):
    """All examples with --thorough, every third one without: for pages that show what other tests count in full."""
    return list(examples)[:: 1 if _state["thorough"] else of]
