"""A form in words: what is asked and with which keys, what stands above them, what follows from the answers.

`python -m tests.games.forms` writes what the forms show now into the form.toml of each game, and what the tables do
(tables.py) into its table.toml; then read the difference.
"""

import os
import re
import tomllib
from pathlib import Path

from games.core.round_form import open_form
from games.core.schema import plain, read

FLAGS = ("when", "unless", "beside", "outline", "deck", "many", "joined", "least", "how_to_type", "passed_over")


PACK = 30
"""More keys than that are the cards of a pack."""

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia")


def form_at(game, moment):
    """Open the form at a moment: a table with its rounds so far, and the answers given."""
    table = game.table(NAMES[: moment["players"]], 0, moment.get("house_rules", {}))
    state = game.fold(table, [read(facts, game.facts) for facts in moment.get("rounds", ())])
    return open_form(state, moment.get("answers", {}))


def moments_of(game, name="form.toml"):
    file = Path(__file__).parent / game.folder.name / name
    return tomllib.loads(file.read_text(encoding="utf-8"))["moment"] if file.exists() else []


def shown_at(game, moment):
    """Return the lines of a moment that an empty form in that round does not have; all where it is `whole`."""
    before = {name: moment[name] for name in ("players", "rounds") if name in moment}
    empty = [] if moment.get("whole") else form_lines(form_at(game, before))
    return [line for line in form_lines(form_at(game, moment)) if line not in empty]


def rewrite(game, name, lines_of):
    file, moments = Path(__file__).parent / game.folder.name / name, iter(moments_of(game, name))
    text = re.sub(
        r"(shows = '''\n).*?('''\n)",
        lambda here: here[1] + "".join(f"{line}\n" for line in lines_of(game, next(moments))) + here[2],
        file.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    file.write_text(text, encoding="utf-8")


def form_lines(form):
    """Return a line for each question, section and sentence of a form that has its answers."""
    given = form.given()
    labels = {name: label for name, answer in given.items() if (label := form.fields[name].shown(answer)) != answer}
    # Whether the round is irregular, which some shortcuts are for, is known once it was checked.
    stands = f"facts: {plain(form.round_facts)}" if form.is_valid() else f"not yet: {form.first_error} {[*form.errors]}"
    shortcuts = (f"shortcut {name}: {label} {answers}" for name, label, answers in form.shortcuts(given))
    return [
        *_asked(form),
        f"sentence: {form.sentence(given)}",
        f"turn: {form.turn(given)}",
        *(f"note: {key_in_words(key)}" for key in form.notes(given)),
        *shortcuts,
        f"known: {plain(form.known(given))}",
        f"filled in: {form.derived}",
        f"shown: {labels}",
        f"to go: {form.to_go}",
        stands,
    ]


def _asked(form):
    for name, question in form.fields.items():
        flags = [f"{flag}={value}" for flag in FLAGS if (value := getattr(question, flag, None))]
        flags += ["optional"] * (not question.required) + [f"most={question.most}"] * question.many
        flags += [f"stock={sorted(set(stock.values()))}" for stock in [question.stock] if stock]
        yield f"{name}: {question.label} [{question.short}] " + " ".join([*keys_in_words(question.keys), *flags])
    for section in form.sections:
        shown = "grid" if section.grid else f"columns {', '.join(section.columns)}"
        yield f"{section.title or 'section'} ({shown}) {section.when}".rstrip()
        for row in section.rows:
            yield f"  {row.label}: {' '.join(row.questions)} {'' if row.side is None else row.side}{row.tone}".rstrip()
    yield from (f"{name}: {' '.join(one.questions)} make {one.total}" for name, one in form.sums.items())


def keys_in_words(keys):
    if len(keys) > PACK:
        return [f"{len(keys)} keys, {key_in_words(keys[0])} to {key_in_words(keys[-1])}"]
    return map(key_in_words, keys)


def key_in_words(key):
    more = [*({str(key.value), key.spoken} - {key.label, ""}), key.tone, "alone" * key.alone, key.why_not]
    return f"{key.label}({', '.join(sorted(filter(None, more)))})" if any(more) else key.label


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from games.core.registry import games
    from tests.games.tables import shown_of

    for one in games().values():
        for name, lines_of in (("form.toml", shown_at), ("table.toml", shown_of)):
            if moments_of(one, name):
                rewrite(one, name, lines_of)
