"""Made-up hands of Oh Hell."""

from games.core.simulation import bids_and_tricks

simulate = bids_and_tricks
