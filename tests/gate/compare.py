"""Two outputs of the gate side by side: which pages differ, and by what."""

import difflib
import re
import sys
from collections import Counter, defaultdict

SHOWN, LINES, WIDTH = 60, 12, 240


def compare(old_folder, new_folder, words=None):
    """Write what differs; return whether anything does. `words`: a file of lines PATTERN<tab>WORD, put into both."""
    old, new = read(old_folder), read(new_folder)
    swaps = [line.split("\t") for line in words.read_text().splitlines() if line] if words else []
    counts, changes, examples = defaultdict(Counter), Counter(), {}
    for page in sorted(old.keys() | new.keys()):
        found = set()
        if page not in new or page not in old:
            outcome = "only old" if page in old else "only new"
        elif old[page].read_bytes() == new[page].read_bytes():
            outcome = "same"
        else:
            found = differences(old[page].read_text(), new[page].read_text(), swaps)
            outcome = "differ" if found else "same but for words"
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


def read(folder):
    """Return the file of each page, by its key and role."""
    rows = (line.split("\t") for line in (folder / "index.tsv").read_text().splitlines())
    return {(key, role): folder / "pages" / file_of(key, role) for _, role, key, *_ in rows}


def file_of(key, role):
    """Return where a page is kept below pages/."""
    return re.sub(r"[^\w~./=-]", "_", f"{role}/{key}.txt")


def say(line):
    sys.stdout.write(f"{line}\n")
