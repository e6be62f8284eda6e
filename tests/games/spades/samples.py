from games.core.house_rules import HouseRules
from games.core.schema import plain
from tests.games.every_game import Samples
from tests.games.spades.play import cost_of_bags, count, pay, play


def deeds(match):
    rules, bags, sets = match.initial_state.rules, [0] * len(match.teams), [0] * len(match.teams)
    for number, facts in enumerate(map(plain, match.round_facts), 1):
        for seat, (bid, took) in enumerate(zip(facts["bids"], facts["tricks"], strict=True)):
            if bid == took == 0:
                yield number, seat, " made a blind nil" if seat in facts.get("blind", ()) else " made nil"
        for side, seats in enumerate(match.teams):
            before = bags[side]
            count(side, seats, {"blind": [], **facts}, bags, sets, rules, match.teams)
            new = bags_of(side, seats, facts, rules, match.teams)
            penalties, _ = pay(before + new, rules)
            if penalties:
                yield number, seats[0], f" lost {cost_of_bags(rules) * penalties} points to bags"


def bags_of(side, seats, facts, rules, sides):
    """The bags of a side in one hand."""
    bags = [0] * len(sides)
    count(
        side,
        seats,
        {"blind": [], **facts},
        bags,
        [0] * len(sides),
        HouseRules(rules.options.values(), {**rules.in_force, "bags_at": None}),
        sides,
    )
    return bags[side]


SAMPLES = Samples(play=play, deeds=deeds)
