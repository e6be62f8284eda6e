"""Forms, what is tapped in them, and what the server makes of it. The script has to make the same of it."""

import json
from pathlib import Path

from hypothesis import strategies as st

from games.core.keypad import EntryRow, EntrySection, FixedSum, Key, numbers
from games.core.registry import find
from games.core.round_form import PickCards, PickOne, RoundForm
from scorekeeper.matches.round_entry import EntryCell
from tests.games.every_game import seated

CASES = json.loads(Path(__file__).with_suffix(".json").read_text())
# The classes of a cell that depend on the answers.
LOOKS = {"unset", "derived", "unasked", "many", "long"}


def open_case(case, taps=()):
    """The form of a case with these answers, as the server reads them."""

    class CaseForm(RoundForm):
        def ask(self):
            for name, asked in case["questions"].items():
                self.fields[name] = question(name, **asked)
            self.sums = {str(at): FixedSum(**fixed_sum) for at, fixed_sum in enumerate(case.get("sums", ()))}
            self.sections = [EntrySection([EntryRow("All", tuple(self.fields))], grid=True)]

        def read_facts(self, answers):
            return {"points": [0] * self.state.players}

    return CaseForm(seated(find("any-game")), {**case.get("drawn", {}), **dict(taps)})


def question(name, *, keys, many=False, label=None, **asked):
    """`keys`: the highest number, or a list of values and keys."""
    if isinstance(keys, int):
        keys = numbers(0, keys)
    keys = [key if isinstance(key, Key) else Key(**key) if isinstance(key, dict) else Key(key, key) for key in keys]
    return (PickCards if many else PickOne)(label or f"{name} took", keys, short=name, **asked)


def shown_by_server(form):
    """Return the answers, the missing questions and the texts of the cells."""
    bound = form.bound_fields()
    cells = {name: EntryCell(field, is_invalid=False, before="") for name, field in bound.items()}
    return {
        "answers": {name: answer for name, answer in form.answers.items() if answer},
        "derived": sorted(form.derived),
        "missing": form.missing,
        "to_go": form.missing_count,
        "cells": {
            name: {
                "text": cell.text, "name": cell.accessible_name, "tone": cell.question.tone,
                "looks": " ".join(sorted(LOOKS.intersection(cell.classes.split()))),
            }
            for name, cell in cells.items()
        },
    }  # fmt: skip


# --- Cases made up.

DIGITS = [*"123456789", {"value": "−", "label": "±", "spoken": "plus or minus"}, "0"]
LABELS = ("3", "♠", "Ada & Cleo", "Who? Me: yes", "−1", "a long name of a key", "‧", "🂱" * 15)
KEYS = st.builds(
    dict, label=st.sampled_from(LABELS), spoken=st.sampled_from(["", "king of spades"]),
    tone=st.sampled_from(["", "wide", "side-1"]), value=st.sampled_from(["x", "y z", "0", ""]),
)  # fmt: skip
CARDS = KEYS.map(lambda key: key | {"value": key["value"].replace(" ", "") or "x"})


@st.composite
def made_up_cases(draw):
    """Forms of up to five questions, with conditions and sums, and answers to them before and after they are drawn."""
    names = "abcde"[: draw(st.integers(1, 5))]
    questions = {name: draw(made_up_questions(names.replace(name, ""))) for name in names}
    counted = [name for name, asked in questions.items() if isinstance(asked["keys"], int) or asked.get("no_spaces")]
    sums = st.builds(
        dict, questions=st.lists(st.sampled_from(counted or names), unique=True, min_size=1),
        total=st.integers(0, 6), what=st.just("trick"), signed=st.booleans(),
    )  # fmt: skip
    taps = st.sampled_from(names).flatmap(lambda name: st.tuples(st.just(name), answers_to(questions[name])))
    return {
        "questions": questions,
        "sums": draw(st.lists(sums, max_size=2)) if counted else [],
        "drawn": dict(draw(st.lists(taps, max_size=3))),
        "taps": draw(st.lists(taps, max_size=5)),
    }


@st.composite
def made_up_questions(draw, others):
    number = st.builds(dict, keys=st.integers(0, 4))
    digits = st.just({"keys": DIGITS, "many": True, "no_spaces": True, "most": 3})
    key = st.builds(dict, keys=st.lists(KEYS, unique_by=lambda key: key["value"], min_size=1))
    cards = st.builds(
        dict, keys=st.lists(CARDS, unique_by=lambda key: key["value"], min_size=1), many=st.just(value=True),
        least=st.integers(0, 2), deck=st.sampled_from(["", "pack"]),
    )  # fmt: skip
    part = st.builds("{}={}".format, st.sampled_from(others or "?"), st.sampled_from(["0", "1|2", "", "x|"]))
    condition = part | st.builds("{}{}{}".format, part, st.sampled_from("&;"), part)
    asked = st.fixed_dictionaries(
        {"required": st.booleans(), "only_when_tapped": st.booleans()},
        optional={"when": condition, "skip_if_answered": st.sampled_from(others)} if others else {},
    )
    return draw(st.one_of(number, digits, key, cards)) | draw(asked)


def answers_to(asked):
    if asked.get("no_spaces"):
        return st.sampled_from(["", "0", "2", "6", "13", "−", "−2", "−6"])
    if isinstance(asked["keys"], int):
        return st.integers(0, asked["keys"]).map(str)
    values = st.sampled_from([key["value"] for key in asked["keys"]])
    return st.lists(values, max_size=3).map(" ".join) if asked.get("many") else values
