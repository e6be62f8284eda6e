"""The unsaved answers of a match, in words: shown before something is removed together with them."""

from scorekeeper.matches.drafts import EntryMode, Place, place_of
from scorekeeper.matches.match import Match
from scorekeeper.matches.round_entry import TITLES, RoundEntry


def describe_unsaved(match: Match, place: Place | None = None) -> list[str]:
    """Return a sentence for each round that is being entered, at one place or at all of them.

    “Hand 4, not saved yet: Ada bids 2, Ben bids: hidden.”
    """
    entered = {place_of(match, draft): draft.answers for draft in match.drafts.select_related("round").order_by("pk")}
    if match.game.finish(match.state) is None:
        # Hidden answers are in no draft.
        entered.setdefault(Place(EntryMode.PLAY, match.state.number), {})
    entries = [RoundEntry(match, at, answers) for at, answers in entered.items() if place in (None, at)]
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
