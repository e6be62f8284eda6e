"""What SCORESHEET.md fixes about the games, as data: files in the world carry these names."""

BOOLEAN = ([True, False], [0, 1, "true", None])


def number(low, high):
    return [low, high], [low - 1, high + 1, True, float(low), str(low), None]


def choice(*values):
    return list(values), ["", "Carry", None, True, 0, [], {}]


SUITS = ["orange", "purple", "green", "pink", "blue", "red"]

# By game and name: the default, other values a file may hold, values it may not.
HOUSE_RULES = {
    "big-little": {
        "penalty_at": (11, [2, 99, None], [1, 100, True, 11.0, "11"]),
        "bags_after": ("carry", *choice("carry", "reset")),
        "penalty_repeats": (True, *BOOLEAN),
        "penalty_takes_bags": (False, *BOOLEAN),
        "zero_bid_bonus": (0, *number(0, 100)),
        "largest_hand": ("leave-one", *choice("leave-one", "leave-three", "deal-all")),
        "hook": (False, *BOOLEAN),
    },
    "grosse-kleine": {
        "rounds": (5, *number(1, 20)),
        "deal": ("all", *choice("all", "thirteen")),
        "end": ("finish-a-trick", *choice("finish-a-trick", "at-once")),
        "a_tie": ("first", *choice("first", "last")),
    },
    "maverick": {
        "ends": (
            "open",
            ["open", {"target": 50}, {"hands": 8}],
            ["closed", {}, {"target": 50, "hands": 8}, {"target": "50"}, {"target": True}, {"rounds": 8}, [], None, 50],
        ),
        "equal_ranks": ("spades-diamonds", *choice("spades-diamonds", "first-card")),
        "null_zero": ("zero", *choice("zero", "one")),
        "null_lost": ("flat", *choice("flat", "keep-negative")),
        "blind_lost": ("add", *choice("add", "replace")),
        "blind_negative": ("as-is", *choice("as-is", "double")),
        "bling_negative": ("as-is", *choice("as-is", "double")),
        "bling_lost": ("total", *choice("total", "hand", "total-then-hand")),
        "stack": (False, *BOOLEAN),
    },
    "good-little-tricks": {
        "rounds": (6, *number(1, 20)),
        "sweep": (True, *BOOLEAN),
        "trump_lead": ("never", *choice("never", "first-trick", "free")),
        "deck": (SUITS, [SUITS[:1], SUITS[2:]], [[], ["red", "red"], ["yellow"], "red", [1], None, {"red": 1}]),
    },
    "ten-point-pitch": {
        "target": (52, *number(10, 200)),
        "minimum_bid": (4, *number(1, 10)),
        "all_pass": ("dealer", *choice("dealer", "redeal")),
        "dealer_may_match": (False, *BOOLEAN),
        "two": ("player", *choice("player", "taker")),
        "jokers": ("marked", *choice("marked", "first-played")),
        "moon": ("off", *choice("off", "game", "to-target", "twenty")),
        "must_bid_to_win": (False, *BOOLEAN),
        "floor_at_zero": (False, *BOOLEAN),
        "opening_special": (False, *BOOLEAN),
    },
}

# By game: what its referee can be asked.
ASKS = {
    "big-little": {"winner", "legal", "trump", "deal", "lead"},
    "grosse-kleine": {"winner", "legal", "beats", "deal"},
    "maverick": {"winner", "legal", "trump", "worth", "deal"},
    "good-little-tricks": {"winner", "legal", "trump", "deal"},
    "ten-point-pitch": {"winner", "legal", "deal", "lead", "auction"},
}
