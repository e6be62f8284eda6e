"""A form in words: what is asked and with which keys, what stands above them, what follows from the answers."""

from games.core.round_form import open_form
from games.core.schema import plain, read

FLAGS = ("when", "unless", "beside", "outline", "deck", "many", "joined", "passed_over")


NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mia")


def form_at(game, moment):
    """Open the form at a moment: a table with its rounds so far, and the answers given."""
    table = game.table(NAMES[: moment["players"]], 0, moment.get("house_rules", {}))
    state = game.fold(table, [read(facts, game.facts) for facts in moment.get("rounds", ())])
    return open_form(state, moment.get("answers", {}))


def form_lines(form):
    """Return a line for each question, section and sentence of a form that has its answers."""
    given = form.given()
    shortcuts = (f"shortcut {name}: {label} {answers}" for name, label, answers in form.shortcuts(given))
    stands = f"facts: {plain(form.round_facts)}" if form.is_valid() else f"not yet: {form.first_error} {[*form.errors]}"
    return [
        *_asked(form),
        f"sentence: {form.sentence(given)}",
        f"turn: {form.turn(given)}",
        *(f"note: {_key(key)}" for key in form.notes(given)),
        *shortcuts,
        f"known: {plain(form.known(given))}",
        f"filled in: {form.derived}",
        stands,
    ]


def _asked(form):
    for name, question in form.fields.items():
        flags = [f"{flag}={value}" for flag in FLAGS if (value := getattr(question, flag, None))]
        flags += ["optional"] * (not question.needed) + [f"most={question.most}"] * question.many
        flags += [f"stock={sorted(set(stock.values()))}" for stock in [getattr(question, "stock", None)] if stock]
        yield f"{name}: {question.label} [{question.short}] " + " ".join([*map(_key, question.keys), *flags])
    for section in form.sections:
        shown = "grid" if section.grid else f"columns {', '.join(section.columns)}"
        yield f"{section.title or 'section'} ({shown}) {section.when}".rstrip()
        for row in section.rows:
            yield f"  {row.label}: {' '.join(row.questions)} {'' if row.side is None else row.side}{row.tone}".rstrip()
    yield from (f"{name}: {' '.join(one.questions)} make {one.total}" for name, one in form.sums.items())


def _key(key):
    more = [*({key.value, key.spoken} - {key.label, ""}), key.tone, "alone" * key.alone, key.why_not]
    return f"{key.label}({', '.join(sorted(filter(None, more)))})" if any(more) else key.label
