"""The form of Maverick, as the tests fill it in."""

from games.maverick.form import RoundForm
from games.so_far import SoFar
from tests.games.maverick.hands import table

TURNED = {"turned-0": "K H", "turned-1": "9 C"}
LIVE = "a4t at at a0 a0 a2 a3 b4t bt b0 b1 b2 b4"
BY_KIND = {
    "way": "kinds",
    "all-trump-0": "1",
    "trump-0": "2",
    "plain-0": "2",
    "adders-0": "2",
    "held-0": "5",
    "all-trump-1": "1",
    "trump-1": "1",
    "plain-1": "1",
    "adders-1": "3",
    "held-1": "7",
}


def form(answers: dict[str, str], so_far: SoFar | None = None) -> RoundForm:
    made = RoundForm(so_far or table(), answers)
    made.is_valid()
    return made


def errors(answers: dict[str, str], so_far: SoFar | None = None) -> dict[str, str]:
    return {name: told[0] for name, told in form(answers, so_far).errors.items()}
