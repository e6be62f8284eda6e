"""The referee of Oh Hell."""

from games.core import prompts, referee
from games.core.house_rules import HouseRules
from games.core.prompts import QuestionContext
from games.core.registry import find
from tests.cases import cases
from tests.games.every_game import NAMES


@cases("deck, asked", [("french", True), ("wizard", True), ("skull-king", False)])
def test_trump_is_asked_only_where_it_can_be_another(deck, asked):
    game = find("oh-hell")
    context = QuestionContext(game, HouseRules(game.house_rules, {"deck": deck}), NAMES[:4])

    for kind in ("winner", "legal"):
        assert ("trump" in prompts.form_fields(referee.questions(game)[kind], context)) == asked
