"""The unsaved answers of a match, in words: shown before something is removed together with them."""

from scorekeeper.matches.answers import Place, next_place, rows_by_place
from scorekeeper.matches.models import EntryMode, Match
from scorekeeper.matches.round_entry import TITLES, RoundEntry


def describe_unsaved(match: Match, place: Place | None = None) -> list[str]:
    """Return a sentence for each round that is being entered, at one place or at all of them.

    “Hand 4, not saved yet: Ada bids 2, Ben bids: hidden.”
    """
    entered = rows_by_place(match)
    is_over = match.state.winners is not None
    places = [at for at in entered if at.mode != EntryMode.PLAY or (at == next_place(match) and not is_over)]
    entries = [RoundEntry.from_answers(match, at, rows=entered[at]) for at in places if place in (None, at)]
    return [sentence for sentence in map(_describe, entries) if sentence]


def _describe(entry: RoundEntry) -> str:
    form, game = entry.form, entry.state.game
    said = [
        f"{form.fields[name].label} {form.fields[name].display_text(answer)}"
        for name, answer in form.given().items()
        if name not in form.derived
    ]
    said += [f"{field.label}: hidden" for name, field in form.fields.items() if name in entry.hidden_questions]
    title = TITLES[entry.place.mode].format(round=game.round_name, number=entry.number)
    return f"{title[:1].upper()}{title[1:]}, not saved yet: {', '.join(said)}." if said else ""
