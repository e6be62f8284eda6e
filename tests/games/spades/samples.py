"""What tests over every game know of Spades."""

from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.spades.play import play


def deeds(match):
    rules, bags = match.initial_state.rules, [0] * len(match.teams)
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        bids, tricks = facts["bids"], facts["tricks"]
        for seat, (bid, took) in enumerate(zip(bids, tricks, strict=True)):
            if bid == took == 0:
                yield number, seat, " made a blind nil" if seat in facts.get("blind", ()) else " made nil"
        for side, seats in enumerate(match.teams):
            of_nils = sum(tricks[seat] for seat in seats if bids[seat] == 0)
            of_bids = sum(tricks[seat] for seat in seats) - of_nils
            if rules.nil_tricks == "help":
                of_bids, of_nils = of_bids + of_nils, 0
            if facts.get("reneged") != side:
                bags[side] += max(of_bids - sum(bids[seat] for seat in seats), 0) + of_nils
            if rules.bags_at and (penalties := bags[side] // rules.bags_at):
                bags[side] %= rules.bags_at
                yield number, seats[0], f" lost {100 * penalties} points to bags"


SAMPLES = Samples(play=play, deeds=deeds)
