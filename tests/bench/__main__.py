"""Measure the server and what goes over the wire, as ratios within one run, and print each figure beside its goal."""

import argparse
import sys
from importlib import import_module

from tests.bench.data import data_folder
from tests.bench.report import table

PARTS = {
    "pages": ("pages", "The server's pages, one worker on one core, each against a bare view in the same run"),
    "writers": ("clients", "50 writers, 2 workers, synchronous=FULL"),
    "watchers": ("clients", "500 polling watchers"),
    "wire": ("wire", "On the wire: the score page in Chromium, slow 4G (150 ms, 1.6 Mbit/s), CPU ×4"),
    "tap": ("tap", "A tap on a key: nine players, sixty rounds, CPU ×4"),
    "lighthouse": ("lighthouse", "Lighthouse"),
    "tables": ("tables", "1,000 watched tables, one worker"),
    "strangers": ("strangers", "2,000 silent connections, 200 slow bodies and 16 dribbling uploads, 2 workers"),
    "record": ("record", "A record of 10,000 matches, by processor time"),
    "neighbours": (
        "neighbours",
        "Another club's pages and saves while one does its worst: p99 against quiet, 2 workers",
    ),
    "many": ("many", "Any page with 10,000 matches against the same with 100"),
}
"""The module that measures each part, in a generator called after it; and its title."""

ONLY_BY_NAME = {"record", "neighbours", "many"}


def main():
    parser = argparse.ArgumentParser(prog="manage.py bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=", ".join(PARTS) + " (default: all but record, neighbours and many)"
    )
    chosen = parser.parse_args().parts or [part for part in PARTS if part not in ONLY_BY_NAME]
    for part in chosen:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}")
    with data_folder() as data:
        for part in chosen:
            module, title = PARTS[part]
            measure = getattr(import_module(f"tests.bench.{module}"), part)
            sys.stdout.write(table(title, list(measure(data))) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
