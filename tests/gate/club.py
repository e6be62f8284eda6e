"""The club whose pages are looked at: made-up matches, and what happens to matches while people use them."""

from collections import defaultdict
from itertools import combinations

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scorekeeper.table.models import Match
from tests.gate.pages import Links

EVERY = 10
"""One match of so many is looked at on all its pages: those with these numbers."""


def use(owner):
    """Do what people do: undo, leave drafts, delete, merge players, write about a night, import a file.

    Returns the address of the imported file, which no page names.
    """
    newest = defaultdict(list)
    for pk, game in Match.objects.order_by("-pk").values_list("pk", "game_key"):
        if pk % EVERY == 0:
            newest[game].append(pk)
    for running, drafted, deleted, *_ in newest.values():
        _submit(owner, reverse("history", args=[running]))
        last = reverse("round", args=[running, Match.objects.get(pk=running).rounds.count()])
        typed = _post_form(owner, last).answers
        _keep(owner, reverse("match", args=[running]), dict(list(typed.items())[: len(typed) // 2]))
        for name in ("round", "insertion"):
            _keep(owner, reverse(name, args=[drafted, 2]), typed)
        _submit(owner, reverse("match-deletion", args=[deleted]))
    _merge_two(owner)
    _submit(owner, reverse("player-details", args=[3]), archived="on")
    _submit(owner, reverse("night", args=[Match.objects.latest("pk").evening]), name="Midwinter", place="At Ada’s")
    file = SimpleUploadedFile("club.json", owner.get(reverse("club-file")).getvalue(), "application/json")
    return _submit(owner, reverse("keeping"), file=file)


def _merge_two(owner):
    """Merge the first two players of whom the page lets it be done: they never sat in one match."""
    for one, other in combinations(range(1, 12), 2):
        url = f"{reverse('merging', args=[one])}?other={other}"
        if any(form.is_post for form in Links(url, owner.get(url)).forms):
            return _submit(owner, url)
    raise AssertionError("no two players can be merged")


def _keep(owner, url, typed):
    """Leave a draft: the first button of the form that leads elsewhere keeps what is typed."""
    form = _post_form(owner, url)
    keep = next(action for name, _, action in form.buttons if action != form.action and not name)
    _post(owner, keep, {**dict(form.fields), **typed})


def _submit(owner, url, **changes):
    form = _post_form(owner, url)
    return _post(owner, form.action, {**dict(form.fields), **changes})


def _post_form(owner, url):
    return next(form for form in Links(url, owner.get(url)).forms if form.is_post)


def _post(owner, url, fields):
    answer = owner.post(url, fields)
    assert answer.status_code == 302, f"{url}: {answer.status_code}\n{answer.content.decode()}"
    return answer.headers["Location"]
