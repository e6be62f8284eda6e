"""Ask the question box what people asked, inside a match of their game, and compare with the sections that answer.

.venv/bin/python .ci/questions.py FILE.tsv prints each sentence that is quoted, for a judge to read whether it settles
the question, and the shares at the end. The columns of the file: game, kind, question, anchors (several with spaces, or
“-” where no rule answers: to say nothing is right then).
--without takes one mechanism out: what it brings is the difference.
"""

import argparse
import csv
import os
import sys
from collections import Counter
from pathlib import Path
from unittest import mock

# Found from here: scorekeeper, games and tests.
sys.path[0] = str(Path(__file__).resolve().parents[1])

MECHANISMS = ("phrases", "synonyms", "sentences", "slips", "terms")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--without", action="append", default=[], choices=MECHANISMS)
    parser.add_argument("--missed", action="store_true", help="print only where another section comes first")
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
    for row, box in answers(rows):
        result = judge(row["anchors"].split(), box)
        counts[result] += 1
        if not (chosen.missed and result == "first"):
            sys.stdout.write(report(row, box, result))
    for name, share in shares(counts).items():
        sys.stdout.write(f"{name}: {100 * share:.1f} %\n")


def answers(rows):
    """Yield each row with the box's answer in a match of its game, for four players or as many as can play."""
    from games.core.registry import find
    from scorekeeper.clubs.models import Club
    from scorekeeper.rulebook.question_box import ask_box
    from scorekeeper.rulebook.referee_page import usual_players
    from tests.matches.factory import make_match

    names, matches = ("Ada", "Ben", "Cleo", "Dan", "Eve"), {}
    for row in rows:
        game = find(row["game"])
        match = matches.get(game.key) or make_match(names=names[: usual_players(game)], game=game.key)
        matches[game.key] = match
        yield row, ask_box(row["question"], Club.get_default(), match)


def judge(anchors, box):
    """Return where the section that answers stands, or what is answered instead."""
    if anchors == ["-"]:
        return "silent" if box.hit is None else "not silent"
    if box.named_game:
        return "another game"
    shown = [hit.place.section.anchor for hit in box.hits[:3]]
    if box.hit is None:
        return "nothing, near" if set(shown) & set(anchors) else "nothing, not near"
    if shown[0] in anchors:
        return "first"
    return "in three" if set(shown) & set(anchors) else "wrong"


def shares(counts):
    silences = counts["silent"] + counts["not silent"]
    total = counts.total() - silences or 1
    nothing = counts["nothing, near"] + counts["nothing, not near"]
    return {
        f"first, of {total}": counts["first"] / total,
        "in three": (counts["first"] + counts["in three"] + counts["nothing, near"]) / total,
        "says nothing": nothing / total,
        "of them not near": counts["nothing, not near"] / total,
        "another game": counts["another game"] / total,
        "wrong with confidence": counts["wrong"] / total,
        f"of {silences} without a rule silent": counts["silent"] / (silences or 1),
    }


def report(row, box, result):
    from django.utils.html import strip_tags

    lines = [f"{result:17} {row['game']}: {row['question']}  ({row['anchors']})"]
    if box.referee:
        asked = box.referee
        points = f"{asked.answer.text}: {asked.answer.why}" if asked.answer else asked.refusal or asked.missing
        lines.append(f"    referee ({asked.ask}) {points}")
    if box.named_game:
        lines.append(f"    game {box.named_game.name}")
    hits = box.hits[: 1 if result == "first" else 3]
    lines += [f"    {hit.score:.2f} {hit.place.section.anchor}: {strip_tags(hit.sentence)}" for hit in hits]
    return "\n".join(lines) + "\n"


def take_out(mechanism):
    """Leave one mechanism of the search out, for the rest of this process."""
    from scorekeeper.rulebook import search, search_words

    target, name, value = {
        "phrases": (search, "read_phrases", lambda _game: {}),
        "synonyms": (search_words, "WORDS", search_words.WORDS | {"synonyms": []}),
        "terms": (search_words, "WORDS", search_words.WORDS | {"terms": {}}),
        "sentences": (search, "SENTENCE_WEIGHT", 0),
        "slips": (search_words.Dictionary, "_spellings", lambda _self, word: [(word, 1.0)]),
    }[mechanism]
    mock.patch.object(target, name, value).start()


if __name__ == "__main__":
    main()
