"""The identity card of any other game: a table enters its points as numbers."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from games.any_game import boxes, scoring
from games.any_game.columns import has_points
from games.any_game.facts import Facts
from games.any_game.simulation import simulate
from games.core.deal import Teams
from games.core.definition import Game
from games.core.errors import Impossible, quoted
from games.core.house_rules import EndingOption, HouseRules, NamedChoice, NumberOption
from games.core.score_columns import ColumnsOption, ScoreColumn, read_columns
from games.core.text import minus, plural


def counts_points(_players: int, rules: HouseRules) -> bool:
    return has_points(rules)


def is_filled_at_once(_players: int, rules: HouseRules) -> bool:
    """Return whether the table decides when the match ends: not once the boxes of its sheet are full."""
    return not boxes.columns_by_box(rules)


def counts_each_round(players: int, rules: HouseRules) -> bool:
    return counts_points(players, rules) and is_filled_at_once(players, rules)


OPTIONS = (
    NamedChoice(
        name="wins", default="most", rule="end", changes_scale=True,
        labels={"most": "the most points", "fewest": "the fewest points", "named": "no points, only who won"},
        implies=lambda wins: {"ends": {"rounds": 1}} if wins == "named" else {}, title="What wins",
        why="In many games points are good, in others they are what you want to be rid of. Without points you only say "
        "who won: a side, all together, or nobody.",
    ),
    EndingOption(
        name="ends", default="open", rule="end", open_label="when the table says so",
        is_relevant=is_filled_at_once,
        measures={
            "target": (1, 99_999, 500, "at {}", "point"),
            "rounds": (1, 500, 10, "after {}", "round"),
        },
        title="The game ends", why="Nobody has to decide it before the first round.",
    ),
    NumberOption(
        name="lost_at", default=None, low=-99_999, high=99_998, none="nothing", suggested=-500, rule="end",
        title="Lost at", is_relevant=lambda _players, rules: rules.wins == "most",
        why="The game ends as well once a side has so few points, such as −500, or 0 if points are taken away.",
    ),
    NumberOption(
        name="starts_at", default=0, low=0, high=9_999, unit="points", rule="end", changes_scale=True, is_rare=True,
        is_relevant=counts_points, title="Everybody begins with", why="Some games count down from a number.",
    ),
    NumberOption(
        name="end_bonus", default=0, low=0, high=9_999, unit="points", rule="last-round", changes_scale=True,
        is_rare=True, title="Ahead after the last round", is_relevant=lambda _players, rules: scoring.has_end(rules),
        why="A game bonus, paid once to whoever is ahead: 100 in Gin Rummy.",
    ),
    NumberOption(
        name="side_size", default=1, low=1, high=6, rule="sides", unit="players",
        title="Players on a side", is_relevant=lambda players, _rules: players > 1,
        why="Partners sit opposite each other.",
    ),
    NumberOption(
        name="sum", default=None, low=0, high=9_999, none="anything", rule="points",
        is_relevant=counts_each_round, title="The points of a round add up to",
        why="If they always do, the last number fills itself in. Enter 0 if the winner gets what the others lose.",
    ),
    ColumnsOption(
        name="columns", default=[], none="one number", rule="points",
        examples=(
            [{"name": "Melds"}, {"name": "Cards"}],
            [{"name": "Cards"}, {"name": "Bonus"}, {"name": "Factor", "times": True}],
            [
                {"name": "Red threes", "each": 100}, {"name": "Cards"}, {"name": "Cards left", "each": -1},
                {"name": "Went out", "each": 100, "one": True}, {"name": "Concealed", "each": 50, "tick": True},
            ],
            [{"name": "Cards left"}, {"name": "Phase made", "each": 0, "tick": True}],
            [
                {"name": "Cards"}, {"name": "Cards 50 or more", "each": 20, "bonus": True, "needs": 50},
                {"name": "Reds", "each": 10}, {"name": "All four reds", "each": 40, "one": True, "needs": 4},
                {"name": "Ended it", "each": 2, "one": True, "times": True, "unless_fewest": True},
            ],
            [
                {"name": "Fives", "each": 5, "box": True, "most": 5},
                {"name": "Sixes", "each": 6, "box": True, "most": 5},
                {"name": "40 or more", "each": 20, "bonus": True, "needs": 40},
                {"name": "Full house", "each": 25, "box": True, "tick": True}, {"name": "Chance", "box": True},
                {"name": "Five alike", "each": 50, "box": True, "tick": True},
                {"name": "Again", "each": 100, "tick": True, "needs": 1},
            ],
            [{"name": "Cards"}, {"name": "Won", "each": 25, "bonus": True, "needs": 1, "at_end": True}],
        ),
        is_relevant=counts_points, title="Columns",
        why="The parts of a score, as on a sheet you would draw: each with what one of it counts. "
        "A tick can need a number in the column above it, a bonus the sum of all above. With boxes the sheet is filled "
        "over the whole match: each round everybody fills one of theirs, or strikes it.",
    ),
    NamedChoice(
        name="doubled", default="never", rule="doubled",
        labels={"never": "never", "tapped": "when the table says so"},
        is_relevant=counts_each_round, title="A round counts more than once",
        why="Some tables double the round after one that nobody played.",
    ),
    NamedChoice(
        name="round_name", is_about_entry=True, default="round", rule="points",
        labels={"round": "a round", "hand": "a hand", "game": "a game", "turn": "a turn"},
        title="What you play is called", why="It only changes the words on the pages.",
    ),
)  # fmt: skip


def teams(players: int, rules: HouseRules) -> Teams:
    sides = max(players // rules.side_size, 1)
    return [range(side, players, sides) for side in range(sides)]


def check_table(players: int, rules: HouseRules) -> None:
    if players > 1 and rules.side_size > 1 and (players % rules.side_size or players == rules.side_size):
        raise Impossible(f"{players} players cannot make sides of {rules.side_size}", "side_size")
    is_sum_of_points = has_points(rules) and is_filled_at_once(players, rules)
    at_target = "target" in rules.ends and is_sum_of_points and rules.starts_at >= rules.ends["target"]
    paid = [column.name for column in read_columns(rules.columns) if column.at_end and has_points(rules)]
    if paid and not scoring.has_end(rules):
        raise Impossible(f"{quoted(paid[0])} is paid after the last round: choose when the game ends", "ends")
    if at_target or scoring.is_lost((rules.starts_at,), rules):
        begins = f"everybody begins with {plural(rules.starts_at, 'point')}"
        raise Impossible(f"{begins}: the game would be over at once", "ends" if at_target else "lost_at")


def rules_words(rules: HouseRules, _players: int | None) -> dict[str, Any]:
    columns = read_columns(rules.columns) or [ScoreColumn("Points")]
    ends = rules.options["ends"].label(rules.ends)
    if not has_points(rules):
        columns = [ScoreColumn("Won", tick=True)]
        if "target" in rules.ends:
            ends = f"once a side has won {plural(rules.ends['target'], rules.round_name)}"
    sheet = [
        {"name": escaped(column.name), "each": column.each_text, "kind": column.kind, "rule": column.rule}
        for column in columns
    ]
    lost_at = "" if rules.lost_at is None or rules.wins != "most" else minus(rules.lost_at)
    by_box = sum(column.box for column in boxes.columns_by_box(rules))
    if by_box:
        ends = f"once every box is full, after {plural(by_box, rules.round_name)}"
    paid = [each for each, column in zip(sheet, columns, strict=True) if column.at_end]
    bonus = rules.end_bonus if scoring.has_end(rules) else 0
    return {"sheet": sheet, "boxes": by_box, "lost_at": lost_at, "ends": ends, "paid": paid, "end_bonus": bonus}


def length(_players: int, rules: HouseRules) -> int | None:
    """Return the number of rounds; with boxes there is a round for each of them."""
    by_box = sum(column.box for column in boxes.columns_by_box(rules))
    return by_box or (rules.ends.get("rounds") if isinstance(rules.ends, dict) else None)


def escaped(text: str) -> str:
    """Return a text that players typed as Markdown that only shows it."""
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", text)


GAME = Game(
    key="any-game",
    name="Another game",
    order=9,
    summary="Whatever else you play tonight: enter what everybody scored, as one number or column by column.",
    seats=range(1, 14),
    # Each game has other usual house rules.
    house_rules=[replace(option, default_is_usual=False) for option in OPTIONS],
    facts=Facts,
    score=scoring.score,
    rounds_are_independent=lambda rules: not (boxes.columns_by_box(rules) or scoring.pays_at_the_end(rules)),
    finish=scoring.finish,
    starting_total=lambda rules: rules.starts_at if has_points(rules) else 0,
    length=length,
    status=scoring.status,
    sheet=boxes.sheet_rows,
    teams=teams,
    check_table=check_table,
    simulate=simulate,
    rules_words=rules_words,
    changed_by=lambda rules: {
        "lowest_wins": rules.wins == "fewest",
        "has_points": has_points(rules),
        "payments": (scoring.PAID,) if scoring.pays_at_the_end(rules) else (),
        "round_name": rules.round_name,
    },
    known_names=tomllib.loads((Path(__file__).parent / "known_games.toml").read_text(encoding="utf-8")),
)
