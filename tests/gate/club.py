"""The club whose pages are looked at: made-up matches, and what happens to matches while people use them."""

from collections import defaultdict
from itertools import combinations

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.matches.models import Match
from tests.gate.pages import Links

OF_EACH_GAME = 8
"""So many matches of each game are looked at on all their pages."""
RUNNING, DRAFTED, DELETED = range(3)


def chosen():
    """Return ids of matches by game: some far from each other, the newest one first."""
    by_game = defaultdict(list)
    for pk, game in Match.objects.order_by("-pk").values_list("pk", "game_key"):
        by_game[game].append(pk)
    for game, ids in by_game.items():
        by_game[game] = [pk for _, pk in spread(ids, OF_EACH_GAME)]
    return by_game


def spread(values, most):
    """Yield so many of these, far from each other, each with its number."""
    there = list(values)
    step = max(1, len(there) / most)
    for place in range(min(most, len(there))):
        yield int(place * step), there[int(place * step)]


def use(owner, matches):
    """Do what people do: undo, leave drafts, delete, merge players, write about a night, import a file.

    Returns the address of the imported file, which no page names.
    """
    for ids in matches.values():
        running, drafted, deleted = ids[RUNNING], ids[DRAFTED], ids[DELETED]
        _undo(owner, running)
        last = reverse("round", args=[running, Match.objects.get(pk=running).rounds.count()])
        typed = _post_form(owner, last).answers
        _keep(owner, reverse("match", args=[running]), dict(list(typed.items())[: len(typed) // 2]))
        for name in ("round", "insertion"):
            _keep(owner, reverse(name, args=[drafted, 2]), typed)
        _submit(owner, reverse("match-deletion", args=[deleted]))
    _merge_two(owner)
    _submit(owner, reverse("player-details", args=[3]), archived="on")
    _submit(owner, reverse("night", args=[Match.objects.latest("pk").night_date]), name="Midwinter", place="At Ada’s")
    file = SimpleUploadedFile("club.json", owner.get(reverse("club-file")).getvalue(), "application/json")
    return _submit(owner, reverse("transfer"), file=file)


def _undo(owner, match):
    """Take the last entries back until the match goes on. Those that took one back come first in the history."""
    for number in range(4):
        url = reverse("history", args=[match])
        form = [form for form in Links(url, owner.get(url)).forms if form.is_post][number]
        _post(owner, form.action, dict(form.fields))
        if _keeps(_post_form(owner, reverse("match", args=[match]))):
            return
    raise AssertionError(f"match {match} is still over")


def _merge_two(owner):
    """Merge the first two players of whom the page lets it be done: they never sat in one match."""
    for one, other in combinations(range(1, 12), 2):
        url = f"{reverse('player-merge', args=[one])}?other={other}"
        if any(form.is_post for form in Links(url, owner.get(url)).forms):
            return _submit(owner, url)
    raise AssertionError("no two players can be merged")


def _keep(owner, url, typed):
    """Leave a draft: the button of the form that leads elsewhere keeps what is typed."""
    form = _post_form(owner, url)
    _post(owner, _keeps(form)[0], {**dict(form.fields), **typed})


def _keeps(form):
    return [action for name, _, action in form.buttons if action != form.action and not name]


def _submit(owner, url, **changes):
    form = _post_form(owner, url)
    return _post(owner, form.action, {**dict(form.fields), **changes})


def _post_form(owner, url):
    return next(form for form in Links(url, owner.get(url)).forms if form.is_post)


def _post(owner, url, fields):
    answer = owner.post(url, fields)
    assert answer.status_code == 302, f"{url}: {answer.status_code}\n{answer.content.decode()}"
    return answer.headers["Location"]
