"""A table's own sheet on the pages around its matches, in club files, and as earlier versions kept it."""

import re

import pytest

from games.core.registry import find
from games.core.schema import read
from games.core.scoresheet import Scoresheet
from scorekeeper.clubs.models import Club
from scorekeeper.matches.models import HouseRulePreset, Match
from scorekeeper.matches.presets import usual_rules
from scorekeeper.rulebook.models import save_note
from scorekeeper.rulebook.question_box import ask_box
from tests.cases import cases
from tests.games.any_game.test_any_game import CANASTA
from tests.matches.factory import import_sheet, make_match
from tests.transfer.club_files import export, import_file, wipe

ROMME = "any-game:Rommé"
TODAY = {"columns": [{"name": "Cards"}, {"name": "Factor", "times": True}]}

pytestmark = pytest.mark.django_db


def played(rules=None, game="any-game:Canasta", rounds=(((4, 385, 0, 1, 1), (0, 60, 45, 0, 0)),), **more):
    facts = [{"columns": [*map(list, columns)]} for columns in rounds]
    rules = rules or {"columns": CANASTA}
    sheet = Scoresheet(
        scoresheet=1, game=game, players=["Ada", "Ben"], house_rules=rules, rounds=facts,
        started="2026-11-20T19:15:00+00:00", **more,
    )  # fmt: skip
    return import_sheet(Club.get_default(), sheet)


def test_the_rules_page_of_a_game_shows_the_sheet_that_the_club_plays(client):
    # Without a match of the club no table of columns; an example of another sheet stands folded below its rule.
    assert "<td>Red threes</td>" not in client.get("/rules/any-game:Bolivia/").text
    played(game="any-game:Bolivia")
    page = client.get("/rules/any-game:Bolivia/").text

    rows = [" | ".join(cells) for cells in re.findall(r"<td>(.*?)</td>\n<td>(.*?)</td>\n<td>(.*?)</td>", page)]
    assert rows[0] == "Red threes | 100 | a number"
    assert rows[3] == "Went out | 100 | a tick, one side only"
    assert "Cards left</strong>: each counts −1 point." in page
    assert 'href="/games/any-game:Bolivia/matches/new/">Start a match' in page


def test_nothing_on_the_rules_page_of_a_sheet_differs_from_anything(client):
    match = played(game="any-game:Bolivia")
    for address in ("/rules/any-game:Bolivia/", f"/matches/{match.pk}/rules/"):
        page = client.get(address).text
        assert "Red threes</strong>: each counts 100 points." in page
        assert 'class="differs"' not in page, address
        assert "You play" not in page, address


def test_the_name_of_a_column_is_text_on_the_rules_page(client):
    name = "a | <b>*b*</b> `[x](//y)"
    make_match(game="any-game:Bolivia", names=("Ada", "Ben"), columns=[{"name": name}])

    assert ">a | &lt;b&gt;*b*&lt;/b&gt; `[x](//y)</td>" in client.get("/rules/any-game:Bolivia/").text


@cases(
    "question, section",
    [
        ("how many points is a red three in bolivia", "The points"),
        ("what is concealed in Bolivia", "The points"),
        ("bolivia: is the pile frozen", "Pile"),
    ],
)
def test_the_question_box_knows_the_sheet_and_the_clubs_own_words(question, section):
    played(game="any-game:Bolivia")
    save_note(Club.get_default(), find("any-game:Bolivia"), "# Pile\nA wild card freezes the pile: it is frozen.")

    answer = ask_box(question, Club.get_default())
    assert answer.game.key == "any-game:Bolivia"
    assert answer.hit.place.section.title == section


def test_the_question_box_knows_the_sheet_of_a_game_without_notes():
    played(game="any-game:Bolivia")

    answer = ask_box("what does a red three count in bolivia", Club.get_default())
    assert answer.game.key == "any-game:Bolivia"
    assert re.sub("<[^>]+>", "", answer.hit.sentence) == "Red threes: each counts 100 points."


def test_the_sheet_is_that_of_the_last_match_else_of_a_preset_else_the_known_one():
    club, game = Club.get_default(), find("any-game:Rummy 500")
    assert usual_rules(None, game).differing == usual_rules(club, game).differing == game.suggested_rules
    HouseRulePreset.objects.create(club=club, game_key=game.key, name="Ours", house_rules=TODAY)
    assert usual_rules(club, game).differing == TODAY
    make_match(game=game.key, names=("Ada", "Ben"), ends={"target": 300})
    assert usual_rules(club, game).differing == {"ends": {"target": 300}}


def test_the_pages_of_a_match_tell_its_columns(client):
    match = played(ended="2026-11-20T21:15:00+00:00")
    why = client.get(f"/matches/{match.pk}/rounds/1/sides/0/").text
    assert "red threes 4 × 100 + cards 385 + went out 100 + concealed 50" in why
    for page in (f"/matches/{match.pk}/", "/nights/2026-11-20/", "/leaderboard/", f"/matches/{match.pk}/rules/"):
        assert client.get(page).status_code == 200, page


def test_the_facts_of_an_example_stand_by_column(client):
    page = " ".join(client.get("/rules/any-game/").text.split())
    assert "Ada 4, Ben 0" in page


def test_what_if_compares_another_worth_of_a_column(client):
    match = played()
    texts = [text for _, text in match.state.rules.options["columns"].to_form(CANASTA)]
    texts[1] = "200"
    page = client.get(f"/matches/{match.pk}/what-if/", {"rule": "columns", "rule-columns": texts}).text

    assert "the totals change" in page.lower()
    assert "Ada leads with 1335" in page


def test_a_column_that_scores_nothing_is_kept_shown_and_counted(client):
    phases = find("any-game:Phase 10").suggested_rules
    match = played(
        phases, "any-game:Phase 10", [((25, 0), (0, 1)), ((40, 0), (0, 1))], ended="2026-11-20T21:15:00+00:00"
    )
    assert "phase made" in client.get(f"/matches/{match.pk}/rounds/1/sides/1/").text
    assert "Phase made</strong>: counts no points." in client.get(f"/matches/{match.pk}/rules/").text

    chosen = {"game": match.game_key, "part": "figures"}
    ada, ben = (client.get(f"/players/{seat.player_id}/", chosen).text for seat in match.seat_list)
    assert re.search(r"phase made\s*</th>\s*<td[^>]*>\s*(?:<a[^>]*>)?\s*2\b", ben), ben[ben.find("phase made") :][:300]
    assert "phase made" not in ada


def test_a_match_that_counts_down_says_so_on_its_pages(client):
    rules = {"starts_at": 66, "lost_at": 0, "columns": [{"name": "Bulls’ heads", "each": -1}]}
    match = played(rules, "any-game:6 nimmt!", [((30,), (12,)), ((36,), (0,))])
    assert (match.scorecard.totals, match.finished) == ((0, 54), True)
    assert "Everybody begins with 66 points" in client.get(f"/matches/{match.pk}/rules/").text
    what_if = {"rule": "starts_at", "rule-starts_at": "50"}
    page = client.get(f"/matches/{match.pk}/what-if/", what_if).text
    assert "The totals change, the winner stays" in page
    assert "Ben wins with 38" in page


def test_a_club_file_keeps_columns_and_doubled_rounds():
    rules = {"columns": CANASTA, "doubled": "tapped"}
    match = played(rules)
    facts = read({"columns": [[0, 10, 0, 0, 0], [0, 5, 0, 0, 0]], "factor": 3}, match.game.facts)
    assert match.game.play(match.state, facts).totals == (965, 30)
    file = export()

    wipe()
    import_file(file)
    assert export() == file
    assert Match.objects.with_seats().get().initial_state.rules.columns == CANASTA
