"""What people ask at a table, in their words: the answer stands first, and while the question is being typed."""

import pytest

from games.registry import find
from games.registry import games as all_games
from scorekeeper.rulebook.search import search
from tests.table.tables import a_match

# The question as it is typed, with a bar where enough of it is there; the game of the match; where the answer stands.
QUESTIONS = [
    ("jo|ker led", "big-little", "big-joker-led"),
    ("jo|ker led", "grosse-kleine", "jokers"),
    ("jok|er led", "maverick", "follow-suit"),
    ("jok|er led", "ten-point-pitch", "opening-lead"),
    ("tie for h|ighest bid", "big-little", "lead"),
    ("tie for h|ighest bid", "ten-point-pitch", "bidding"),
    ("tie for h|ighest bid", "maverick", "bidding"),
    ("what if everyone pa|sses", "big-little", "open-all-zero"),
    ("what if everyone passes", "ten-point-pitch", "all-pass"),
    ("what if everyone pass|es", "grosse-kleine", "trick-over"),
    ("what if everyone pass|es", "maverick", "bidding"),
    ("rev|oke", "big-little", "open-renege"),
    ("re|voke", "good-little-tricks", "renege"),
    ("re|voke", "maverick", "renege"),
    ("rev|oke", "ten-point-pitch", "renege"),
    ("ba|gs", "big-little", "sandbags"),
    ("lef|t bower", "ten-point-pitch", "trumps"),
    ("can I lead trump", "big-little", "open-trump-lead"),
    ("can I lead tru|mp", "good-little-tricks", "lead"),
    ("can I lead trump", "maverick", "lead"),
    ("who l|eads first", "big-little", "lead"),
    ("who leads f|irst", "good-little-tricks", "deal"),
    ("who l|eads first", "maverick", "lead"),
    ("who leads f|irst", "grosse-kleine", "deal"),
    ("who leads f|irst", "ten-point-pitch", "only-trumps"),
    ("set", "big-little", "bid-missed"),
    ("set", "ten-point-pitch", "set"),
    ("se|t", "grosse-kleine", "sets"),
    ("ni|l", "big-little", "zero-bid"),
    ("ni|l", "maverick", "null"),
    ("how many c|ards with 5", "big-little", "hands"),
    ("how ma|ny cards with 5", "grosse-kleine", "deal"),
    ("how many cards w|ith 5", "good-little-tricks", "house-decks"),
    ("mis|deal", "big-little", "open-renege"),
    ("misd|eal", "ten-point-pitch", "misdeal"),
    ("sh|oot the moon", "ten-point-pitch", "moon"),
    ("sh|oot the moon", "good-little-tricks", "sweep"),
    ("bo|th over 52", "ten-point-pitch", "both-there"),
    ("what i|s the off jack", "ten-point-pitch", "trumps"),
    ("dealer s|tuck", "ten-point-pitch", "all-pass"),
    ("lit|tle a pile", "grosse-kleine", "pile"),
    ("can I pl|ay A", "grosse-kleine", "a-trick"),
    ("what does a| joker count", "grosse-kleine", "jokers"),
    ("wha|t does a joker count", "ten-point-pitch", "point-cards"),
    ("who wins the t|wo", "ten-point-pitch", "the-two"),
    ("la|st trick", "good-little-tricks", "collecting"),
    ("last t|rick", "grosse-kleine", "last-card-in-a-trick"),
    ("eq|ual cards", "grosse-kleine", "equal-cards"),
    ("par|tner", "maverick", "bids"),
    ("par|tner", "ten-point-pitch", "draw"),
    ("sw|eep", "good-little-tricks", "sweep"),
    ("wha|t is trump now", "good-little-tricks", "trump"),
    ("do| I have to trump", "big-little", "follow-suit"),
    ("do I| have to trump", "good-little-tricks", "cannot-follow"),
    ("do I have to trump", "maverick", "must-trump"),
    ("do I| have to trump", "ten-point-pitch", "only-trumps"),
    ("ad|der", "maverick", "turn-up"),
    ("boo|k", "maverick", "adders"),
    ("re|nege penalty", "maverick", "renege"),
    ("bl|ind", "maverick", "blind"),
    ("bling", "maverick", "bling"),
    ("go|ing out", "grosse-kleine", "went-out"),
    ("go|ing out", "ten-point-pitch", "target"),
    ("ou|t of cards", "grosse-kleine", "went-out"),
    ("discard t|rump", "ten-point-pitch", "discards"),
    ("how d|oes it end", "big-little", "winner"),
    ("how doe|s it end", "good-little-tricks", "rounds"),
    ("how doe|s it end", "grosse-kleine", "rounds"),
    ("how doe|s it end", "maverick", "end-of-the-game"),
    ("how doe|s it end", "ten-point-pitch", "target"),
    ("ho|w long is the game", "big-little", "hands"),
    ("how| long is the game", "good-little-tricks", "rounds"),
    ("how l|ong is the game", "grosse-kleine", "rounds"),
    ("how| long is the game", "maverick", "end-of-the-game"),
    ("how| long is the game", "ten-point-pitch", "target"),
    ("who d|eals", "big-little", "deal"),
    ("who d|eals", "good-little-tricks", "deal"),
    ("who deal|s", "grosse-kleine", "deal"),
    ("who d|eals", "maverick", "deal"),
    ("who d|eals", "ten-point-pitch", "deal"),
    ("ze|ro bid", "big-little", "zero-bid"),
    ("lea|d trump first trick", "big-little", "open-trump-lead"),
    ("le|ad trump first trick", "good-little-tricks", "lead"),
    ("hoo|k", "big-little", "open-hook"),
    ("doe|s not add up", "ten-point-pitch", "lost-points"),
    ("does not add u|p", "maverick", "check-sum"),
    ("who| wins", "maverick", "end-of-the-game"),
    ("which jo|ker is higher", "ten-point-pitch", "jokers"),
    ("which j|oker is higher", "maverick", "cards"),
    ("which joker is h|igher", "big-little", "trick"),
]


def first(question, game):
    hit = search(question, find(game))[0]
    return hit.place.game.key, hit.place.section.anchor


@pytest.mark.parametrize(("question", "game", "anchor"), QUESTIONS)
def test_the_answer_stands_first(question, game, anchor):
    assert first(question.replace("|", ""), game) == (game, anchor)


@pytest.mark.parametrize(("question", "game", "anchor"), QUESTIONS)
def test_the_answer_stands_first_before_the_question_is_typed_to_its_end(question, game, anchor):
    typed, _, rest = question.partition("|")

    for end in range(len(rest) + 1):
        assert first(typed + rest[:end], game) == (game, anchor)


def test_every_game_is_asked_and_no_table_types_more_than_half_a_dozen_letters_as_a_rule():
    letters = sorted(len(question.partition("|")[0]) for question, _, _ in QUESTIONS)

    assert {game for _, game, _ in QUESTIONS} == set(all_games())
    assert letters[len(letters) // 2] <= 6


@pytest.mark.parametrize(
    ("question", "game", "anchor"),
    [
        ("tie for highest bid", "big-little", "lead"),
        ("what if everyone passes", "ten-point-pitch", "all-pass"),
        ("must I trump", "maverick", "must-trump"),
    ],
)
def test_asked_at_a_match_the_first_answer_leads_to_the_rule_in_the_rules_of_that_match(
    db, client, question, game, anchor
):
    match = a_match(game=game)

    html = client.get("/rules/search/", {"q": question, "match": match.pk}).content.decode()

    answer = html.partition('id="found"')[2].partition('href="')[2].partition('"')[0]
    assert answer == f"/matches/{match.pk}/rules/#{anchor}"
