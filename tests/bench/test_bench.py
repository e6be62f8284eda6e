"""The pure parts of the bench. How fast a machine is the bench measures; nothing here asserts it."""

from tests.bench.report import Ratios, percentile, ratios


def test_ratios_are_taken_pair_by_pair_so_that_a_slow_moment_hits_both():
    assert ratios([80, 40, 81], [100, 50, 90]) == Ratios(0.8, 0.8, 0.9)
    assert ratios([0], [0]) == Ratios(0, 0, 0), "a server that never answered"


def test_a_percentile_is_one_of_the_values():
    assert [percentile([5, 1, 4, 2, 3], share) for share in (0.5, 0.99, 0.2, 0)] == [3, 5, 1, 1]
    assert percentile([], 0.99) == 0
