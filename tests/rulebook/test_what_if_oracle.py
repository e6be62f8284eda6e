"""Everything a what-if page says is worked out again: every game, every other value of every house rule.

The oracle is plain and slow. It reads the page as text, adds up the score lines itself, and leaves aside by trying:
a round is impossible only if it stays so without what the table noted besides.
"""

import re
from dataclasses import replace
from html import unescape
from random import Random
from urllib.parse import urlencode

import pytest
from msgspec import structs

from games.core.errors import Impossible, IrregularRound, MissingFact
from games.core.house_rules import HouseRules
from games.core.registry import games
from games.core.round_form import form_class, open_form
from games.core.text import minus
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording, starting
from scorekeeper.matches.models import Match
from tests.games.every_game import NAMES, other_values
from tests.matches.factory import entry
from tests.matches.simulated import MADE_UP
from tests.thoroughness import many

pytestmark = pytest.mark.django_db

OUTCOMES = {
    "unknown": "How it would have come out cannot be known",
    "earlier": "he game would have been over after ",
    "later": "he game would not be over: ",
    "winner": "here is another winner: ",
    "leader": "he lead changes: ",
    "totals": "he totals change",
    "even": "he totals come out the same",
    "same": "scores differently: the totals are the same either way.",
    "nothing": "By what was entered nothing changes, but ",
}


# --- Matches with all that a table may note, by any house rules.


def make_up(game, rng, most):
    for _ in range(100):
        players = rng.choice([count for count in game.seats if count <= len(NAMES)])
        rules = {option.name: rng.choice(values_of(game, option)) for option in game.house_rules if rng.random() < 0.4}
        try:
            match = starting.start_match(Club.get_default(), game, NAMES[:players], rng.randrange(players), rules)
        except Impossible:
            continue
        match = Match.objects.get(pk=match.pk)
        for _ in range(most):
            if match.is_open:
                recording.play(match, next_facts(match, rng), entry(match))
        return Match.objects.get(pk=match.pk)
    raise AssertionError(game.key)


def values_of(game, option):
    return [option.default, *other_values(game, option)]


def next_facts(match, rng):
    """A made-up round, often with what nobody has to note, and now and then as only another table may play it."""
    state = match.state
    facts = match.game.simulate(rng, state)
    if rng.random() < 0.3:
        option = rng.choice(match.game.house_rules)
        in_force = state.rules.in_force | {option.name: rng.choice(values_of(match.game, option))}
        facts = confirmed(state, played_by(match, state, in_force, rng) or facts) or facts
    answers = form_class(match.game).answers_of(facts, state)
    form = open_form(state, answers | ({"irregular": form_doubt(state, facts)} if facts.irregular else {}))
    optional = [name for name, question in form.fields.items() if not question.required and form.is_asked(name)]
    for name in rng.sample(optional, min(len(optional), rng.randrange(3))):
        keys = [key.value for key in form.fields[name].keys if key.value]
        more = open_form(state, answers | {name: rng.choice(keys)} if keys else answers)
        if more.is_valid() and more.round_facts.is_complete:
            facts, answers = more.round_facts, answers | {name: more.answers[name]}
    return facts


def played_by(match, state, in_force, rng):
    try:
        rules = HouseRules(match.game.house_rules, in_force)
        return match.game.simulate(rng, replace(state, rules=rules, game=match.game.with_house_rules(in_force)))
    except (Impossible, ValueError, IndexError, KeyError):
        return None


def confirmed(state, facts):
    """Return the facts, confirmed by the table if correct play cannot bring them; None if no play can."""
    for irregular in (False, True):
        facts = structs.replace(facts, irregular=irregular)
        try:
            state.game.play(state, facts)
        except IrregularRound:
            continue
        except Impossible:
            return None
        return facts
    return None


def form_doubt(state, facts):
    return next((doubt.question for doubt in state.game.irregularities(facts, state)), "")


# --- The same rounds by other house rules.


class RecountOracle:
    """The rounds of a match by other house rules, in a plain loop, up to the first that cannot be scored.

    `obstacles`: the rounds that cannot be scored, by number. `points_after`: the points of those after the first one.
    """

    def __init__(self, match, option, value, answers):
        self.match, self.rounds, self.totals, self.points = match, match.state.rounds, [], []
        self.obstacles, self.unasked, self.points_after = {}, [], {}
        rules = match.initial_state.rules.in_force | {option.name: value}
        state = table = match.game.table(match.names, match.first_dealer, rules)
        self.game, self.side_names, sums = state.game, state.side_names, [*state.totals]
        self.winners = state.game.finish(state)
        for scored in self.rounds[: state.length]:
            if self.winners is not None or (self.obstacles and not self.game.rounds_are_independent(state.rules)):
                break
            # After an obstacle a round is scored as if nothing was played before it: only its number counts.
            before = replace(table, rounds_ahead=scored.number - 1) if self.obstacles else state
            facts = self.facts_by(scored, before, answers)
            if scored.number in self.obstacles:
                continue
            points = [0] * len(sums)
            for line in self.game.score(facts, before) if facts.is_complete else ():
                points[line.side] += line.points
            if self.obstacles:
                self.points_after |= {scored.number: points} if facts.is_complete else {}
                continue
            sums = [total + more for total, more in zip(sums, points, strict=True)]
            self.points.append(points)
            self.totals.append(sums)
            state = self.game.play(state, facts)
            self.winners = None if state.is_unfinished else self.game.finish(state)
        ended = match.ended_by_table and not self.obstacles and self.game.open_ended(state.rules)
        if self.winners is None and ended:
            self.winners = best_of(self.game, sums)

    def facts_by(self, scored, state, answers):
        """The facts of a round as these house rules ask for them; notes an obstacle, or what was left aside."""
        before, facts, obstacle = self.match.state_before(scored.number), scored.facts, "missing"
        asked = [*scored.facts.unknown(before, state.rules)]
        given = {fact.field: answers.get((scored.number, fact.field)) for fact in asked}
        if None not in given.values():
            facts, obstacle = self.possible(scored.facts, given, before, state)
        if obstacle:
            self.obstacles[scored.number] = obstacle
        elif facts != structs.replace(scored.facts, irregular=facts.irregular, **given):
            self.unasked.append(scored.number)
        return facts

    def possible(self, facts, given, before, state):
        """The facts without what the table noted besides and cannot be, and why they are impossible all the same."""
        tried = structs.replace(facts, **given)
        for _ in structs.fields(facts):
            try:
                tried.check(state)
                break
            except MissingFact:
                return facts, "missing"
            except Impossible as error:
                name = re.split(r"[.\[]", error.field)[0]
                if not is_noted(tried, name) or is_asked(name, tried, before, state):
                    return facts, error.message
                tried = structs.replace(tried, **{name: default_of(facts, name)})
                if tried.is_complete != facts.is_complete:
                    return facts, error.message
        confirmed = {doubt.field for doubt in before.game.irregularities(facts, before)}
        doubts = list(state.game.irregularities(tried, state))
        new = [doubt.question for doubt in doubts if doubt.field not in confirmed]
        return structs.replace(tried, irregular=bool(doubts)), new[0] if new else ""


def is_noted(facts, name):
    """Whether a fact that nobody has to note was noted."""
    optional = {field.name: field.default for field in structs.fields(facts) if not field.required}
    return name in optional and getattr(facts, name) != optional[name]


def is_asked(name, facts, before, state):
    """Whether the form of a round by these house rules asks for a fact, and has keys for it; of each player, asks."""
    answers, fields = form_class(before.game).answers_of(facts, before), open_form(state, {}).fields
    questions = [field for field in answers if field == name or field.startswith(f"{name}-")]
    # A key that a player's question lacks is a card that the pack does not have.
    return any(
        field in fields and (field != name or fields[field].has_keys_for(answers[field])) for field in questions
    ) or (not questions and name in fields)


def default_of(facts, name):
    return next(field.default for field in structs.fields(facts) if field.name == name)


def best_of(game, totals):
    best = (min if game.lowest_wins else max)(totals)
    return tuple(side for side, total in enumerate(totals) if total == best)


def expected_outcome(oracle, doubtful):
    """The outcome by its key in OUTCOMES."""
    match, real = oracle.match, oracle.match.scorecard
    played = len(oracle.totals)
    if oracle.obstacles:
        return "unknown"
    real_totals = [list(scored.totals) for scored in oracle.rounds]
    differing = [number for number in range(played) if list(oracle.rounds[number].points) != oracle.points[number]]
    finished, last = oracle.winners is not None, oracle.totals[-1] if played else list(match.initial_state.totals)
    if finished and (not real.finished or played < len(oracle.rounds)):
        return "earlier"
    if real.finished and not finished:
        return "later"
    if finished and oracle.winners != real.winners:
        return "winner"
    if not finished and best_of(oracle.game, last) != best_of(match.state.game, real.totals):
        return "leader"
    if played and real_totals[-1] != last:
        return "totals"
    if differing:
        return "even"
    return "nothing" if doubtful else "same"


# --- The page.


def read_page(client, match, parameters):
    answer = client.get(f"/matches/{match.pk}/what-if/?{urlencode(parameters, doseq=True)}")
    assert answer.status_code == 200
    return answer.content.decode()


def text_of(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def shown_rows(html):
    """The points and totals of the table after each arrow; None for what cannot be known."""
    body = re.search(r"<tbody>(.*?)</tbody>", html, re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", body[1], re.DOTALL) if body else []
    return [[number_pair(cell) for cell in re.findall(r"<td>(.*?)</td>", row, re.DOTALL)] for row in rows]


def number_pair(cell):
    small, large = re.search(r"<small>(.*?)</small>(.*)", cell, re.DOTALL).groups()
    texts = [[*text_of(part).split(), ""] for part in (small, large)]
    last = [text[-2] if len(text) > 1 else "?" for text in texts]
    return tuple(None if text == "?" else int(text.replace("−", "-").replace("±", "")) for text in last)


def expected_rows(oracle):
    """Up to the last round that is scored; a round that cannot be has no points, and after it there are no totals."""
    rows = [[*zip(points, totals, strict=True)] for points, totals in zip(oracle.points, oracle.totals, strict=True)]
    unknown = [None] * len(oracle.side_names)
    return rows + [
        [*zip(oracle.points_after.get(number, unknown), unknown, strict=True)]
        for number in range(len(rows) + 1, max(oracle.points_after, default=0) + 1)
    ]


def check(client, match, option, value, rng):
    """Raise AssertionError for a sentence or a number of the page that is not so; return the outcome it states."""
    fields = [(f"rule-{option.name}{suffix}", text) for suffix, text in option.to_form(value)]
    parameters = [("rule", option.name), *fields]
    rules = HouseRules(match.game.house_rules, match.initial_state.rules.in_force | {option.name: value})
    asked = [
        (scored.number, fact)
        for scored in match.state.rounds
        for fact in scored.facts.unknown(match.state_before(scored.number), rules)
    ]
    answers = {}
    for number, fact in asked if rng.random() < 0.7 else ():
        answers[number, fact.field] = chosen = rng.choice([*fact.choices])
        parameters.append((f"fact-{number}-{fact.field}", str(chosen).lower()))
    html = read_page(client, match, parameters)
    page = text_of(html)
    try:
        oracle = RecountOracle(match, option, value, answers)
    except Impossible:
        assert "This table could not play like that" in page
        return "refused"
    for number, fact in asked:
        assert f"{match.game.round_name} {number}: {fact.question}".lower() in page.lower()
    assert shown_rows(html) == expected_rows(oracle)
    check_obstacles(page, oracle)
    doubtful = [
        scored.number
        for scored in match.state.rounds[: len(oracle.totals)]
        if option.could_differ(scored.facts, match.state_before(scored.number), value)
    ]
    outcome = expected_outcome(oracle, doubtful)
    if match.state.rounds:
        assert [key for key, words in OUTCOMES.items() if words in page] == [outcome], (oracle.obstacles, doubtful)
    check_doubts(page, oracle, doubtful)
    cell = text_of(re.search(r"<dt>What if: .*?<dd>(.*?)</dd>", html, re.DOTALL)[1])
    if outcome == "unknown":
        assert cell == "cannot be known"
    elif oracle.totals:
        sides = best_of(oracle.game, oracle.totals[-1]) if oracle.winners is None else oracle.winners
        assert minus(oracle.totals[-1][sides[0]]) in cell or not oracle.totals
        assert all(oracle.side_names[side] in cell for side in sides)
        assert bool(re.search(r"\b(wins?|won|share)\b", cell)) == (oracle.winners is not None)
    aside = "What that rule does not ask for is left aside in"
    assert (aside in page) == bool(oracle.unasked)
    assert not oracle.unasked or f"{aside} {rounds_in_words(oracle, oracle.unasked)}." in page
    certainty = "doubtful" if doubtful and not oracle.obstacles else "certain"
    return f"{outcome}, {'alone' if oracle.points_after else certainty}"


def check_obstacles(page, oracle):
    """Each round that cannot be scored is named, and what is said of the others is so."""
    name, (first, *others) = oracle.match.game.round_name, [*oracle.obstacles, None]
    assert ("could not have been played" in page) == (oracle.obstacles.get(first, "missing") != "missing")
    others = [number for number in others[:-1] if {oracle.obstacles[first], oracle.obstacles[number]} != {"missing"}]
    numbers = re.sub(r", (?=\d+$)", " and ", ", ".join(map(str, others)))
    assert (f"{name}{'s' * (len(others) > 1)} {numbers} cannot be scored either." in page.lower()) == bool(others)
    assert ("There are no totals after" in page) == (f"The other {name}s are compared one by one" in page)
    assert ("are compared one by one" in page) == bool(oracle.points_after)
    scored = dict(enumerate(oracle.points, 1)) | oracle.points_after
    differing = [number for number, points in scored.items() if points != [*oracle.rounds[number - 1].points]]
    verb = f"score{'s' * (len(differing) == 1)} differently."
    count = f"{len(differing)} of {len(scored)} {name}{'s' * (len(scored) != 1)} {verb}"
    assert (count in page) == bool(differing)
    assert ("one by one, and none scores differently." in page) == (bool(oracle.points_after) and not differing)


def check_doubts(page, oracle, doubtful):
    """The rounds that could have gone differently are named beside the outcome, and only those."""
    named = [] if oracle.obstacles else doubtful
    assert ("By what was entered " in page) == (", by what was entered" in page) == bool(named)
    if named:
        assert f", but under that rule {rounds_in_words(oracle, named)} could have " in page


def rounds_in_words(oracle, numbers):
    name = oracle.match.game.round_name
    if len(numbers) == len(oracle.points) + len(oracle.points_after) > 1:
        return f"every {name}"
    listed = re.sub(r", (?=\d+$)", " and ", ", ".join(map(str, numbers)))
    return f"{name}{'s' * (len(numbers) > 1)} {listed}"


@pytest.mark.parametrize("game", [game.key for game in MADE_UP if game.house_rules])
def test_no_sentence_of_a_what_if_is_false(client, game):
    rng, game = Random(game), games()[game]
    outcomes = set()
    for _ in range(many(50, few=3)):
        match = make_up(game, rng, rng.choice([2, 6, 40]))
        played = match.initial_state.rules.in_force
        for option in (one for one in match.game.house_rules if not one.is_about_entry):
            for value in values_of(match.game, option):
                if option.normalize(value) != option.normalize(played[option.name]):
                    outcomes.add(check(client, match, option, value, rng))
    assert len(outcomes) > 1
