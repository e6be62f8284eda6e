"""Evenings in a storm: whatever the network does, every hand is there once and in order, and no tap is lost."""

import pytest

from tests.browser.served import Table
from tests.browser.stormy import evening


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("storm"))
    table.start()
    yield table
    table.stop()


# Without a worker, as over plain HTTP, and with one. Hundreds of others were played before these were chosen.
@pytest.mark.parametrize("seed", [101, 122, 321, 324])
def test_each_hand_is_there_once_and_in_order_whatever_the_network_does(browser, table, seed):
    evening(browser, table, table.joined(), seed, hands=6)
