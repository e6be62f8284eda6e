"""Ask the question box what people asked, inside a match of their game, and judge what its page shows.

.venv/bin/python .ci/questions.py FILE.tsv prints what stands first on each page, and the shares at the end. The columns
of the file: game, question, and either
- anchors: those of the sections that answer, with spaces, or “-” where no rule does: to say nothing is right then;
  those of “Using the app” begin with app-; or
- the answer says: a regular expression that what is shown has to match; never: one that no verdict may match.
A question is settled by what is shown unfolded. Verdicts are the referee's answers and the points that are worked out:
each is printed, for a judge who knows the rules.
--without takes one mechanism out: what it brings is the difference.
"""

import argparse
import csv
import os
import re
import sys
from collections import Counter
from html import unescape
from pathlib import Path
from unittest import mock

# Found from here: scorekeeper, games and tests.
sys.path[0] = str(Path(__file__).resolve().parents[1])

# What is folded (others may be folded in it), and where the referee's verdict or worked-out points stand.
FOLDED = re.compile(r"<details(?:(?!<details).)*?</details>", re.DOTALL)
VERDICT = re.compile(r'<div class="box-answer ruling">(.*?)</div>', re.DOTALL)
POINTS = re.compile(r'<p class="verdict">.*?</p>', re.DOTALL)
MECHANISMS = ("phrases", "synonyms", "sentences", "slips", "gate")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--without", action="append", default=[], choices=MECHANISMS)
    parser.add_argument("--missed", action="store_true", help="print only what is not settled, and verdicts")
    chosen = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.test.runner import DiscoverRunner

    django.setup()
    DiscoverRunner(verbosity=0, interactive=False).setup_databases()  # in memory
    with chosen.file.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for name in chosen.without:
        take_out(name)
    counts = Counter()
    for row, box, shown in answers(rows):
        result = judge(row, box, shown)
        verdict = verdict_of(shown)
        counts.update([result, *(["verdicts"] if verdict else [])])
        if verdict and row.get("never") and re.search(row["never"], verdict):
            counts["false verdicts"] += 1
            result = f"FALSE VERDICT, {result}"
        if verdict or not (chosen.missed and result in ("settled", "silent")):
            sys.stdout.write(f"{result:12} {row['game']}: {row['question']}  ({wanted(row)})\n    {text_of(shown)}\n")
    for name, share in shares(counts).items():
        sys.stdout.write(f"{name}: {share}\n")


def answers(rows):
    """Yield each row with the box's answer in a match of its game, for four players or as many as can play, and the
    HTML that the page shows unfolded."""
    from django.conf import settings

    from games.core.registry import find
    from scorekeeper.clubs.models import Club
    from scorekeeper.rulebook.question_box import ask_box
    from scorekeeper.rulebook.referee_page import usual_players
    from tests.devices import member
    from tests.matches.factory import make_match

    settings.ALLOWED_HOSTS = ["*"]
    names, matches, client = ("Ada", "Ben", "Cleo", "Dan", "Eve"), {}, member()
    for row in rows:
        game = find(row["game"])
        match = matches.get(game.key) or make_match(names=names[: usual_players(game)], game=game.key)
        matches[game.key] = match
        asked = {"q": row["question"], "match": match.pk}
        html = client.get("/rules/search/", asked, headers={"HX-Request": "true"}).content.decode()
        yield row, ask_box(row["question"], Club.get_default(), match), unfolded(html)


def unfolded(html):
    while (rest := FOLDED.sub("", html)) != html:
        html = rest
    return html


def judge(row, box, shown):
    """Return whether what is shown settles the question, or where the section that does stands."""
    if "anchors" not in row:
        expected = next(value for name, value in row.items() if name.startswith("the answer says"))
        return "settled" if re.search(expected, text_of(shown), re.IGNORECASE) else "not settled"
    if row["anchors"] == "-":
        return "silent" if box.hit is None and not verdict_of(shown) else "not silent"
    anchors, three = row["anchors"].split(), [hit.place.section.anchor for hit in box.hits[:3]]
    if box.hit and three[0] in anchors:
        return "settled"
    if box.hit is None:
        return "nothing"
    return "in three" if set(three) & set(anchors) else "wrong"


def wanted(row):
    return row.get("anchors") or next(value for name, value in row.items() if name.startswith("the answer says"))


def verdict_of(html):
    """Return the points or the answer without its reasons; a ruling that has cards as a whole."""
    rulings = VERDICT.findall(html)
    return " ".join(text_of(text) for ruling in rulings for text in POINTS.findall(ruling) or [ruling])


def text_of(html):
    from django.utils.html import strip_tags

    return " ".join(unescape(strip_tags(html)).split())


def shares(counts):
    """Return the counts of each result, with its share of the questions that have an answer, or that have none."""
    unanswerable = counts["silent"] + counts["not silent"]
    others = sum(counts[result] for result in ("settled", "not settled", "in three", "nothing", "wrong"))
    return {
        name: f"{count} of {of} = {100 * count / of:.1f} %" if of else count
        for name, count in counts.most_common()
        for of in [unanswerable if "silent" in name else 0 if "verdicts" in name else others]
    }


def take_out(mechanism):
    """Leave one mechanism of the search out, for the rest of this process."""
    from scorekeeper.rulebook import question_box, search, search_words

    target, name, value = {
        "phrases": (search, "read_phrases", lambda _game: {}),
        "synonyms": (search_words, "WORDS", search_words.WORDS | {"synonyms": []}),
        "sentences": (search, "SENTENCE_WEIGHT", 0),
        "gate": (question_box, "MIN_SCORE", 0),
        "slips": (search_words.Dictionary, "_spellings", lambda _self, word: [(word, 1.0)]),
    }[mechanism]
    mock.patch.object(target, name, value).start()


if __name__ == "__main__":
    main()
