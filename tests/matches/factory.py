"""Matches with facts that are easy to count, and the entries and forms that change them."""

import uuid

from django.db import transaction

from games.core.registry import find
from games.core.schema import plain, read
from scorekeeper.clubs.models import Club
from scorekeeper.matches import recording, starting
from scorekeeper.matches.models import Answer, Bid, EntryMode, Line, Match, Trick
from scorekeeper.matches.recording import EntryRequest
from scorekeeper.matches.round_highlights import round_highlights
from scorekeeper.transfer.scoresheets import score_sheet, write_beginnings, write_matches

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LEDGER = {
    Bid: ("seat__number", "level", "kind", "made", "hand", "taken"),
    Trick: ("side", "kind", "count"),
    Line: ("side", "rule", "points", "reason"),
}


def make_match(rounds=0, names=NAMES, game="big-little", **options):
    """A match with so many rounds played, the first seat taking every trick."""
    match = starting.start_match(Club.get_default(), find(game), names, options.pop("dealer", 0), options)
    for _ in range(rounds):
        recording.play(match, make_hand(match), entry(match))
    return match


def import_sheet(club, sheet):
    """The match of a scoresheet, another one if the club has it; its players were seen now."""
    rows = score_sheet(club, sheet)
    if club.matches.filter(key=rows.match.key).exists():
        rows.match.key = uuid.uuid4()
    with transaction.atomic():
        write_beginnings([rows], write_matches(club, [rows]))
        starting.mark_played(seat.player for seat in rows.seats)
    return rows.match


def make_hand(match, bids=None, number=None, trump=None):
    """A hand for its place in the match: everybody bids nothing by default, and the first seat takes every trick."""
    cards = match.state_before(number or len(match.round_facts) + 1).deal.cards
    tricks = [cards[0], *([0] * (len(cards) - 1))]
    facts = {"bids": bids or [0] * len(cards), "tricks": tricks} | ({"trump": trump} if trump else {})
    return read(facts, match.game.facts)


def suits(*seats):
    """The facts of a round of Good Little Tricks: which seat collected which suit, from the smallest."""
    return {"suits": dict(zip(("orange", "purple", "green", "pink", "blue", "red"), seats, strict=True))}


def six_rounds(count=0, names=NAMES[:3]):
    """A game of six equal rounds, so many of them played: any may be deleted, moved, or put in."""
    match = make_match(names=names, game="good-little-tricks")
    for number in range(count):
        recording.play(match, read(suits(*[number % 3] * 5, (number + 1) % 3), match.game.facts), entry(match))
    return match


def hand_form(match, bids=None, number=None):
    hand = make_hand(match, bids, number)
    return {f"{name}-{seat}": str(n) for name in ("bids", "tricks") for seat, n in enumerate(getattr(hand, name))}


def entry(match, key=None, digest=0, seen=None, device=None):
    """An entry as a device makes it that sees the match as it is."""
    return EntryRequest(key or uuid.uuid4(), digest, seen or match.token, device)


def match_form(match, answers=None, **more):
    """All fields of a form: its key, the version it was made for, and its answers."""
    return {"key": str(uuid.uuid4()), "seen": match.token} | (answers or {}) | more


def keep_draft(match, answers, mode=EntryMode.PLAY, number=None):
    """Answers that another device has typed and not saved, besides those that are there."""
    entered = {"number": match.rounds.count() + 1} if number is None else {"round": match.round_list[number - 1]}
    for name, text in answers.items():
        Answer.objects.create(match=match, mode=mode, question=name, text=text, **entered)
    match.__dict__.pop("draft", None)


def newest(match):
    """The last answer to anything, which a page that was drawn now shows."""
    return match.answers.order_by("pk").values_list("pk", flat=True).last() or 0


def reload(match):
    """The match as the database has it."""
    return Match.objects.get(pk=match.pk)


def called_out(match):
    """Return the highlights of the round that was saved last."""
    return [f"{highlight.name}{highlight.text}" for highlight in round_highlights(reload(match))]


def called_out_after(game, facts, **options):
    match = make_match(game=game, **options)
    recording.play(match, read(facts, match.game.facts), entry(match))
    return called_out(match)


def snapshot(match):
    """All that the database holds of a match, without ids."""
    match = reload(match)
    rows = [
        (kind.__name__, *row)
        for kind, columns in LEDGER.items()
        for row in kind.objects.filter(round__match=match).values_list("round__number", *columns)
    ]
    return {
        "facts": [plain(facts) for facts in match.round_facts],
        "notes": [row.note for row in match.round_list],
        "rows": sorted(rows, key=repr),
        "seats": list(match.seats.order_by("number").values_list("number", "side", "total", "place", "won")),
        "match": (match.finished, match.ended_by_table, match.ended),
    }
