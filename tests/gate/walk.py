"""The walk: every URL pattern with arguments that the pages name, as every role, and what their forms lead to."""

import re
from collections import Counter, defaultdict
from datetime import date
from urllib.parse import urlsplit

from django.urls import get_resolver, resolve, reverse

from tests.gate.club import spread
from tests.gate.pages import Links, name_of, normalize

MOST, FEW = (16, 4), (4,)
"""So many of the addresses with a query that a page names are looked at for each URL pattern; then of those pages.
Few where a page is one of many of its kind: each question, each number."""


class Walk:
    """Looks at pages and writes each of them down.

    `matches`: the ids of those looked at on all their pages; `deep`: of those whose links with a query are looked at.
    `values`: which arguments the addresses on the pages have, by what stands before them.
    """

    def __init__(self, browsers, write, phrases, matches):
        self.browsers, self.write, self.phrases = browsers, write, phrases
        self.matches = {str(pk) for ids in matches.values() for pk in ids}
        self.deep = {str(pk) for ids in matches.values() for pk in ids[:: len(ids) - 1]}
        self.of_match = literals_of(resolve(reverse("match", args=[1])).route)[:1]
        self.values, self.varying, self.seen, self.sources = defaultdict(set), Counter(), set(), []
        for pk in self.matches:
            self.learn(reverse("match", args=[pk]))

    def learn(self, url):
        """Remember the arguments of an address, each by what stands before it."""
        if name_of(url):
            found = resolve(urlsplit(url).path)
            literals, values = literals_of(found.route), [str(value) for value in found.kwargs.values()]
            for place, value in enumerate(values):
                self.values[literals[: place + 1], tuple(values[:place])].add(value)

    def everything(self):
        """Look at all patterns, with what is learned on the way, until nothing is new; then at what has a query."""
        while new := sorted(set(self.addresses()) - self.seen):
            for url in new:
                self.seen.add(url)
                links = self.look(url, self.key_of(url))
                for address in links.addresses if links else ():
                    self.learn(address)
        for key, links in self.sources:
            self.queries(key, links, MOST if key.count("/") < 2 else FEW)

    def key_of(self, url):
        """Return the name of the pattern and the arguments; those that differ in each run are numbered."""
        name, values = name_of(url)
        number = self.varying[name] = self.varying[name] + ("…" in values)
        return "/".join([name, *(value.replace("…", f"…{number}") for value in values)])

    def addresses(self):
        """Yield an address for each pattern and each list of arguments known by now."""
        for route in routes(get_resolver().url_patterns):
            literals, filled = literals_of(route), [()]
            for place in range(len(literals) - 1):
                filled = [(*before, value) for before in filled for value in self.sample(literals[: place + 1], before)]
            for values in filled:
                yield "/" + "".join(part for pair in zip(literals, [*values, ""], strict=True) for part in pair)

    def sample(self, literals, before):
        """Return the arguments to look at: by what they are, so that others beside them change nothing."""
        values = self.values[literals, before]
        if literals == self.of_match:
            return sorted(values & self.matches)
        if before:
            return sorted(one for one in values if not one.isdecimal() or int(one) <= 2 or int(one) % 8 == 0)
        return sorted(one for one in values if ordinal(one) % 3 == 0)

    def is_source(self, url):
        """Say whether the addresses with a query on this page are looked at."""
        found = resolve(urlsplit(url).path)
        first, *others = [str(value) for value in found.kwargs.values()] or [""]
        if literals_of(found.route)[:1] == self.of_match:
            return first in self.deep and all(not one.isdecimal() or int(one) == 1 for one in others)
        return (not first.isdecimal() or int(first) <= 2) and ordinal(first) % 21 == 0

    def look(self, url, key):
        """Write a page down as each role sees it; return its links as the first role does.

        Of a page with a query that role and one other: which, follows from the numbers in its key.
        """
        links, roles = None, list(self.browsers)
        if "~" in key:
            roles = [roles[0], roles[1 + sum(map(int, re.findall(r"\d+", key))) % (len(roles) - 1)]]
        for role in roles:
            response = self.browsers[role].get(url)
            self.write(key, role, url, normalize(response))
            if links is None and response.status_code == 200 and "html" in response.headers["Content-Type"]:
                links = Links(url, response)
        if links and "~" not in key and self.is_source(url):
            self.sources.append((key, links))
        return links

    def queries(self, key, links, most):
        """Look at addresses with a query that a page names, and at those its forms lead to."""
        gets = [form for form in links.forms if not form.is_post]
        by_name = defaultdict(dict)
        for url in [*links.addresses, *(url for form in gets for url in form.addresses())]:
            if urlsplit(url).query and name_of(url) and url != links.url:
                by_name[name_of(url)[0]][url] = None
        picked = [(name, number, url) for name, urls in by_name.items() for number, url in spread(urls, most[0])]
        for form in gets:
            if form.texts and form.action == links.url:
                picked += [("words", number, form.filled(words)) for number, words in enumerate(self.phrases)]
        for name, number, url in picked:
            below = f"{key}~{number}={name}"
            found = self.look(url, below)
            if found and most[1:]:
                self.queries(below, found, most[1:])


def routes(patterns, before=""):
    """Yield the route of every URL pattern."""
    for one in patterns:
        route = before + str(one.pattern)
        if hasattr(one, "url_patterns"):
            yield from routes(one.url_patterns, route)
        else:
            yield route


def literals_of(route):
    """Return what stands around the arguments of a route."""
    return tuple(re.split("<[^>]+>", route))


def ordinal(text):
    """Return the number of a day; 0 for what is no date."""
    return date.fromisoformat(text).toordinal() if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else 0
