"""Two outputs of the gate side by side: which pages differ, and by what."""

import difflib
import re
import sys
from collections import Counter, defaultdict

SHOWN, LINES, WIDTH = 60, 12, 240
ALIKE = 0.6
"""Pages of which so much is the same are the same page, where a URL name is only on one side."""


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
    """Return which URL name of the old output is which of the new one, where only one of them knows it."""
    pages = [
        {
            (key.split("/")[0], tuple(key.split("/")[1:]), role): file
            for (key, role), file in side.items()
            if "~" not in key
        }
        for side in (old, new)
    ]
    names = [{name for name, *_ in side} for side in pages]
    firsts = [{} for _ in pages]
    for side, first, only in zip(pages, firsts, (names[0] - names[1], names[1] - names[0]), strict=True):
        for (name, values, role), file in sorted(side.items()):
            if name in only:
                first.setdefault(name, {})[values, role] = file
    alike = sorted(
        (
            (likeness(gone, came), before, after)
            for before, gone in firsts[0].items()
            for after, came in firsts[1].items()
        ),
        reverse=True,
    )
    found = {}
    for likely, before, after in alike:
        if likely > ALIKE and before not in found and after not in found.values():
            found[before] = after
    return found


def likeness(gone, came):
    """Return how much of the first page that two URL names have in common is the same."""
    for page in gone.keys() & came.keys() and sorted(gone.keys() & came.keys())[-1:]:
        texts = (side[page].read_text().splitlines() for side in (gone, came))
        return difflib.SequenceMatcher(None, *texts, autojunk=False).ratio()
    return 0


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
