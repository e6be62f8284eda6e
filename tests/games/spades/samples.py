"""What tests over every game know of Spades."""

from tests.games.every_game import Samples
from tests.games.spades.play import play


def made_nil(facts, seat, rules):
    return facts["bids"][seat] == facts["tricks"][seat] == 0 and seat not in facts.get("blind", ())


def made_blind_nil(facts, seat, rules):
    return facts["tricks"][seat] == 0 and seat in facts.get("blind", ())


DEEDS = {" made nil": made_nil, " made a blind nil": made_blind_nil}
SAMPLES = Samples(play=play, deeds=DEEDS)
