"""What tests over every game know of Spades."""

from tests.games.every_game import Samples
from tests.games.spades.play import play

SAMPLES = Samples(play=play)
