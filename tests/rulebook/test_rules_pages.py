"""The rules pages: every section, every example with its scores, every ruling beside its rule."""

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from games.core import examples, referee, scoresheet
from games.core.house_rules import HouseRules, NumberOption
from games.core.registry import find, games
from games.core.text import signed
from scorekeeper.rulebook.rules_page import read_rules, render_rules
from scorekeeper.rulebook.wording import with_names
from tests.cases import cases
from tests.devices import Stranger
from tests.games.every_game import GAMES, example_outcome, fits, other_values, seated
from tests.rulebook.rules_html import rules_html, section, text

EXAMPLES = [(game, one) for game in GAMES for one in examples.read_examples(game).example]
RULINGS = [(game, one) for game in GAMES for one in examples.read_examples(game).ruling]

every_game = cases("game", GAMES)


def example(html, key):
    found = rf'<div class="example" id="example-{key}">(.*?)</div>\s*(?=<div class="ex|</details>)'
    return text(re.search(found, html, re.DOTALL)[1])


@every_game
def test_every_heading_is_a_section_with_an_anchor_in_the_contents(game):
    html = rules_html(game)
    headings = re.findall(r"^##+ (.+) \{#([a-z0-9-]+)\}$", (game.folder / "rules.md").read_text(), re.MULTILINE)

    assert [(one.title, one.anchor) for one in read_rules(game).sections] == headings
    for title, anchor in headings:
        assert html.count(f'id="{anchor}"') == 1
        assert title in text(section(html, anchor))
        assert f'<a href="#{anchor}">' in html.partition("<article")[0]
    assert "<th></th>" not in html
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r' id="([^"]+)"', html))
    assert not re.search(r"\{#|\*\*|\]\(", text(html)), "markdown"


@every_game
def test_every_example_is_on_the_page_once_and_every_ruling_leads_to_its_question(game):
    html, data = rules_html(game), examples.read_examples(game)

    ids = [one.id for one in (*data.example, *data.ruling)]
    assert sorted(re.findall(r'id="example-([^"]+)"', html)) == sorted(ids)
    for one in data.ruling:
        if one.rule:
            assert f'href="referee/{one.question["ask"]}/"' in section(html, one.rule)


@cases("game, one", EXAMPLES)
def test_an_example_stands_beside_its_rule_with_its_scores(game, one):
    told = example(section(rules_html(game), one.rule), one.id)

    if one.refused:
        assert "That cannot be:" in told
        assert one.refused in told
        return
    outcome = example_outcome(game, one)
    _, state, _ = scoresheet.play(one.sheet(game))
    for side, name in enumerate(state.side_names):
        assert f"{name} {signed(outcome['points'][side])}" in told
    for line in state.rounds[-1].lines:
        assert f"{signed(line.points)} {line.reason}" in told
    for status in outcome["status"]:
        assert status in told
    if len(one.rounds) > 1:
        assert [total for total in outcome["totals"] if f"= {str(total).replace('-', '−')}" not in told] == []


def with_example_names(sentence):
    for place, name in zip(referee.NAMELESS_SEATS, examples.EXAMPLE_NAMES, strict=False):
        sentence = re.sub(place, name, sentence, flags=re.IGNORECASE)
    return sentence


@cases("game, one", RULINGS)
def test_a_ruling_stands_beside_the_rule_its_answer_names(game, one):
    html = rules_html(game)

    if one.refused:
        told = example(html, one.id)
        assert with_example_names(one.refused) in told
        return
    answer = referee.answer(game, one.question)
    told = example(section(html, answer["rule"]), one.id)
    assert with_names(with_example_names(answer["why"])) in told
    assert referee.questions(game)[one.question["ask"]].title in told


@every_game
def test_every_rule_that_scores_has_an_example(game):
    data = examples.read_examples(game)
    played = [scoresheet.play(one.sheet(game))[1] for one in data.example if not one.refused]
    scored = {line.rule for state in played for one in state.rounds for line in one.lines}

    assert scored - {one.rule for one in (*data.example, *data.ruling)} == set()


@every_game
def test_sums_in_an_examples_own_words_are_right(game):
    for one in examples.read_examples(game).example:
        for sum_, result in re.findall(r"(?<![\w×/.])((?:−?\d+ [+−×] )+\d+) = (−?\d+)(?![\d ]*[×+−])", one.why):
            assert eval(sum_.replace("−", "-").replace("×", "*")) == int(result.replace("−", "-")), one.id


@every_game
def test_an_open_question_tells_its_house_rule_with_values_and_default(game):
    html = rules_html(game)
    for option in game.house_rules:
        told = [text(section(html, one.anchor)) for one in read_rules(game).open_questions(option.name)]
        words = f"House rule {option.title}: {option.label(option.default)} (the default), or"
        values = option.presets() if option.kind == "choice" else ()
        assert told
        assert all(word in one for one in told for word in (words, *map(option.label, values)))


def rules_of_table(game, rules, players=None):
    """The rules of a table as text, with the examples that hold there, without the questions that say what is usual."""
    rules = HouseRules(game.house_rules, rules)
    page, html = read_rules(game, rules, players), render_rules(game, rules, players)
    html = re.sub(r'<details class="examples printed">.*?</details>', "", html, flags=re.DOTALL)
    shown = [section(html, one.anchor) for one in page.sections if "open-questions" not in (one.anchor, one.parent)]
    return re.sub(r"\(usual: [^)]*\)", "", " ".join([text(page.intro), *map(text, shown)]))


def paragraphs(game, rules):
    page = read_rules(game, HouseRules(game.house_rules, rules), seated(game).players)
    shown = [one.html for one in page.sections if "open-questions" not in (one.anchor, one.parent)]
    return " ".join(map(text, [page.intro, *shown]))


NUMBERS = [
    (game, option, value)
    for game in GAMES
    for option in game.house_rules
    if isinstance(option, NumberOption) and option.unit and option.default is not None
    for value in {option.low, option.high} - {option.default}
    if fits(game, seated(game).players, {option.name: value})
]


@cases("game, option, value", NUMBERS)
def test_the_number_of_a_house_rule_is_that_of_the_table(game, option, value):
    """Another number may be the same by chance: it stands there less often at least."""
    usual, other = (
        len(re.findall(rf"(?<!\d){option.label(option.default)}", paragraphs(game, rules)))
        for rules in ({}, {option.name: value})
    )

    assert other < usual or not usual


UNTRUE = [
    (find(game), one)
    for game in games()
    if (file := Path(__file__).parents[1] / "games" / find(game).folder.name / "untrue.toml").exists()
    for one in tomllib.loads(file.read_text())["untrue"]
]


@cases("game, untrue", UNTRUE)
def test_no_page_says_of_a_table_what_is_true_of_the_default_only(game, untrue):
    """tests/games/<game>/untrue.toml: `phrases` of the usual page that are false at this table, and others: `never`."""
    usual = rules_of_table(game, untrue.get("usual", {}))
    table = rules_of_table(game, untrue.get("rules", {}), untrue.get("players"))

    assert [phrase for phrase in untrue["phrases"] if phrase not in usual] == []
    assert [phrase for phrase in (*untrue["phrases"], *untrue.get("never", ())) if phrase in table] == []


def words_on_card(game, rules, players=None):
    card = read_rules(game, HouseRules(game.house_rules, rules), players).section("short")
    return len(re.findall(r"[\w’'+−-]*\w[\w’'-]*", text(card.html)))


@cases("game", [game for game in GAMES if "{#short}" in (game.folder / "rules.md").read_text()])
def test_the_game_on_one_card_has_at_most_120_words_by_any_house_rules(game):
    """Each value of each house rule is read alone, and then the longest of all of them together."""
    longest, usual = {}, words_on_card(game, {})
    for option in game.house_rules:
        lengths = [(words_on_card(game, {option.name: value}), value) for value in other_values(game, option)]
        most, longest[option.name] = max([(usual, option.default), *lengths], key=lambda pair: pair[0])
        assert most <= 120, option.name

    for players in (None, *game.seats):
        assert words_on_card(game, longest, players) <= 120, (longest, players)


@pytest.mark.django_db
def test_the_rulebook_names_every_game_and_home_leads_there(client):
    html = client.get("/rules/").content.decode()

    for game in GAMES:
        assert f'href="/rules/{game.key}/"' in html
        assert game.name in html
        assert game.summary in unescape(html)
    assert 'href="/rules/"' in client.get("/").content.decode()


def test_html_in_rules_is_escaped(tmp_path):
    class Game:
        folder, house_rules = tmp_path, ()

        def rules_words(self, rules, players):
            return {}

    (tmp_path / "rules.md").write_text(
        "# A game\n\n<script>alert(1)</script> [x](javascript:alert(1))\n\n## A rule {#a-rule}\n\n<b>no</b>\n"
    )

    page = read_rules(Game())

    assert [(section.anchor, section.title) for section in page.sections] == [("a-rule", "A rule")]
    for html in (page.intro, page.sections[0].html):
        assert "&lt;" in html
        assert not re.search("<(script|b)|href", html)


@pytest.mark.django_db
def test_search_engines_find_a_description_and_members_load_no_picture(client):
    html = " ".join(Stranger().get("/rules/big-little/?jokers=2").content.decode().split())

    assert "<title>Big Little rules, scoring and examples</title>" in html
    assert 'rel="canonical" href="http://localhost/rules/big-little/"' in html
    [picture] = re.findall(r'property="og:image" content="http://localhost/static/([^"]+)"', html)
    assert finders.find(picture)
    assert "og:image" not in client.get("/rules/big-little/").content.decode()
