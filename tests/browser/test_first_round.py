"""From the owner's link to the first saved round: how often four people at one phone have to tap."""

import re
from functools import partial
from random import Random

import pytest

from games.core.round_form import form_class
from scorekeeper.clubs.invitations import Invitation
from scorekeeper.clubs.models import Club, Role
from tests.browser import words
from tests.browser.conftest import log_in
from tests.browser.score_page import ScorePage
from tests.games.every_game import games_of_every_field, next_round, seated

# From the link to the first saved round, each key and each button; a field takes a tap and is typed into.
MAX_TAPS = 12
# Join, the field of the names, the game, Start.
TAPS_TO_THE_DEAL = 4

CURRENT = "document.querySelector('fieldset[data-current]')?.dataset.name ?? ''"
SHORTCUT = f"{words.LEDGER} [data-answers]"
SHORTCUTS = f"[...document.querySelectorAll('{SHORTCUT}')].map(one => JSON.parse(one.dataset.answers))"
GIVEN = f"name => document.querySelector('{words.ENTRY}').elements[name].value"


class FirstRound(ScorePage):
    """A club's first phone, from the owner's link on."""

    def deal(self, game, names):
        """Join, type who plays, choose the game, start."""
        self.page.goto(f"/join/{Invitation(Club.get_default(), Role.OWNER).token}/")
        self.tap(words.JOIN_AS)
        self.tap("#names")
        self.page.keyboard.type(", ".join(names))
        self.tap(f"#first-match button:has-text('{game.name}')")
        self.tap("#start")
        self.page.wait_for_url(re.compile(r"/matches/\d+/$"))

    def enter_round(self, facts):
        """Enter what is asked, by the keys that say several answers at once where they say what happened."""
        form = form_class(self.match.game)
        answers, fields = form.answers_of(facts, self.match.state), form(self.match.state, {}).fields
        while name := self.page.evaluate(CURRENT):
            with self.expect_answer():
                if shortcut := self.find_shortcut(answers):
                    self.tap(shortcut)
                    continue
                if name not in answers:  # it is not needed, or another one says it
                    name = next(one for one in answers if not self.page.evaluate(GIVEN, one))
                    self.select(name)
                self.answer(name, fields[name], answers[name])

    def find_shortcut(self, answers):
        """Return the selector of the shortcut that gives the most of these answers, "" if none fits."""
        offered = self.page.evaluate(SHORTCUTS)
        fitting = [one for one in offered if one.items() <= answers.items()]
        return f"{SHORTCUT} >> nth={offered.index(max(fitting, key=len))}" if fitting else ""


def keys_of(table, facts):
    """How many keys a round's facts take: of an answer of several keys one more says that it is done."""
    form = form_class(table.game)
    fields, answers = form(table, {}).fields, form.answers_of(facts, table)
    keys = {name: len(answer if fields[name].no_spaces else answer.split()) for name, answer in answers.items()}
    return sum(count + fields[name].many + bool(fields[name].only_when_tapped) for name, count in keys.items())


@pytest.mark.parametrize("game", games_of_every_field(), ids=lambda game: game.key)
def test_four_players_save_their_first_round_with_few_taps(open_phone, game):
    """Where the shortest of many rounds has more to say than that, nothing but what happened takes a tap."""
    table = seated(game.with_name(next(iter(game.known_names))) if game.requires_name else game)
    first = FirstRound(open_phone(stranger=True))
    first.deal(table.game, table.names)
    assert first.taps <= TAPS_TO_THE_DEAL

    state = first.match.state
    rounds = [next_round(state, Random(seed)) for seed in range(50)]
    facts = min(rounds, key=partial(keys_of, table))
    first.enter_round(facts)
    first.save()
    first.wait_for_rounds(1)
    assert first.taps <= max(MAX_TAPS, TAPS_TO_THE_DEAL + keys_of(table, facts) + len([words.SAVE]))


@pytest.mark.parametrize("script", [True, False])
def test_names_typed_before_naming_a_new_game_are_seated(open_phone, script):
    page = open_phone(java_script_enabled=script)
    page.goto("/")
    page.fill("#names", "Ada, Ben")
    page.locator("#first-match button", has_text="Another game").click()
    page.fill("#name", "Zwicker")
    page.locator("text=Go on").click()
    page.locator("h1", has_text="Zwicker").wait_for()
    assert page.locator(".seats .name").all_inner_texts() == ["Ada", "Ben"]
    page.locator("#start").click()
    page.wait_for_url(re.compile(r"/matches/\d+/$"))


def test_the_rules_of_a_game_lead_to_a_match_of_it(phone):
    for game in games_of_every_field():
        phone.goto(f"/rules/{game.key}/")
        phone.locator("text=Start a match").tap()
        phone.locator("h1", has_text="What do you play?" if game.requires_name else game.name).wait_for()
        assert phone.url.endswith(f"/games/{game.key}/matches/new/")


def test_viewers_are_offered_no_match_on_rules_pages(open_phone, live_server):
    page = open_phone(stranger=True)
    page.goto("/rules/hearts/")
    assert not page.locator("text=Start a match").count()
    log_in(page.context, live_server.url, role=Role.VIEWER)
    page.reload()
    assert not page.locator("text=Start a match").count()
