"""Two outputs of the gate side by side: which pages differ, and by what."""

import difflib
import re
import sys
from collections import Counter, defaultdict
from itertools import product

SHOWN, LINES, WIDTH = 60, 12, 240
ALIKE = 0.6
"""Pages of which so much is the same are the same page, where a URL name is only on one side."""
NAME = r"\{([\w-]+)"


def compare(old_folder, new_folder, words=None):
    """Write what differs; return whether anything does. `words`: a file of lines PATTERN<tab>WORD, put into both."""
    old, new = read(old_folder), read(new_folder)
    swaps = [line.split("\t") for line in words.read_text().splitlines() if line] if words else []
    names = renamed(old, new)
    for pair in names.items():
        say(f"taken as renamed: {' → '.join(pair)}")
    there = {(with_names(key, names, r"(?:^|(?<==))({})(?=[/~]|$)"), role): (key, role) for key, role in old}
    counts, changes, examples = defaultdict(Counter), Counter(), {}
    for page in sorted(there.keys() | new.keys()):
        found = set()
        if page not in new or page not in there:
            outcome = "only old" if page in there else "only new"
        elif old[there[page]].read_bytes() == new[page].read_bytes():
            outcome = "same"
        else:
            before = with_names(old[there[page]].read_text(), names, r"(?<=\{{)({})(?=[ }}])")
            found = differences(before, new[page].read_text(), swaps)
            outcome = "differ" if found else "same but for names and words"
        counts[re.split("[/~]", page[0])[0]][outcome] += 1
        changes.update(found)
        examples |= dict.fromkeys(found - examples.keys(), page)
    report(counts, changes, examples)
    return any(set(found) & {"differ", "only old", "only new"} for found in counts.values())


def report(counts, changes, examples):
    """Write how many pages of which URL name differ, then each change once, the most frequent ones first."""
    for name, found in sorted(counts.items()):
        if set(found) != {"same"}:
            say(f"{name}: {', '.join(f'{count} {outcome}' for outcome, count in sorted(found.items()))}")
    for (gone, came), count in changes.most_common(SHOWN):
        say(f"\n{count} pages, such as {' as '.join(examples[gone, came])}")
        for line in [*(f"- {line}" for line in gone[:LINES]), *(f"+ {line}" for line in came[:LINES])]:
            say(line[:WIDTH])
    total = sum(counts.values(), Counter())
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(total.items()))
    say(f"\n{len(changes)} changes; pages: {outcomes}")


def differences(before, after, swaps):
    """Return what was taken out and what stands in its place, of all changes; other numbers make no other change."""
    for pattern, word in swaps:
        before, after = (re.sub(pattern, word, text) for text in (before, after))
    before, after = before.splitlines(), after.splitlines()
    return {
        tuple(tuple(re.sub(r"\d+", "0", line) for line in lines) for lines in (before[a:b], after[c:d]))
        for kind, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        if kind != "equal"
    }


def renamed(old, new):
    """Return which URL name of the old output is which of the new one, where only one of them knows it.

    Lines that are the same but for a URL name say it; of the rest, pages that are alike.
    """
    sides, found = [defaultdict(dict), defaultdict(dict)], {}
    for side, pages in zip(sides, (old, new), strict=True):
        for (key, role), file in pages.items():
            name, _, values = key.partition("/")
            side[name] |= {} if "~" in key else {(role, values): file}
    gone, came = (set(sides[side]) - set(sides[1 - side]) for side in (0, 1))
    for _ in range(2):
        votes, likely = Counter(), {}
        for name in sides[0].keys() - (gone - found.keys()):
            for texts in shared(sides, name, found.get(name, name)):
                votes.update(named_otherwise(*texts))
        settle(found, {pair: count for pair, count in votes.items() if pair[0] in gone and pair[1] in came})
        for pair in product(gone - found.keys(), came - set(found.values())):
            likely[pair] = max((likeness(*texts) for texts in shared(sides, *pair, most=1)), default=0)
        settle(found, {pair: ratio for pair, ratio in likely.items() if ratio > ALIKE})
    return found


def settle(found, scores):
    """Add pairs of names that are free to what was found, those with the highest score first."""
    for before, after in sorted(scores, key=lambda pair: (scores[pair], pair), reverse=True):
        if before not in found and after not in found.values():
            found[before] = after


def shared(sides, before, after, most=30):
    """Yield the lines of some pages that two URL names have in common, as the first role sees them."""
    for page in sorted(sides[0][before].keys() & sides[1][after].keys(), reverse=True)[:most]:
        yield tuple(
            side[name][page].read_text().splitlines() for side, name in zip(sides, (before, after), strict=True)
        )


def named_otherwise(before, after):
    """Yield the URL names in which lines differ that are the same but for them, of pages with as many lines."""
    for one, other in zip(before, after, strict=False) if len(before) == len(after) else ():
        if one != other and re.sub(NAME, "{", one) == re.sub(NAME, "{", other):
            yield from zip(re.findall(NAME, one), re.findall(NAME, other), strict=True)


def likeness(before, after):
    """Return how much of two pages is the same. Those that refuse GET are all the same: they say nothing."""
    is_page = before[:1] == after[:1] != ["405"]
    return difflib.SequenceMatcher(None, before, after, autojunk=False).ratio() if is_page else 0


def with_names(text, names, pattern):
    """Put the new URL names into a text, where the pattern has a place for them."""
    known = "|".join(re.escape(name) for name in names)
    return re.sub(pattern.format(known), lambda found: names[found[1]], text) if names else text


def read(folder):
    """Return the file of each page, by its key and role."""
    rows = (line.split("\t") for line in (folder / "index.tsv").read_text().splitlines())
    return {(key, role): folder / "pages" / file_of(key, role) for _, role, key, *_ in rows}


def file_of(key, role):
    """Return where a page is kept below pages/."""
    return re.sub(r"[^\w~./=-]", "_", f"{role}/{key}.txt")


def say(line):
    sys.stdout.write(f"{line}\n")
