"""Measure what GOALS asks of the server and the wire, and print its figures beside the measured ones."""

import argparse
import sys
from importlib import import_module

from tests.bench.figures import table
from tests.bench.house import house

PARTS = {
    "pages": "The server's pages, one worker on one core, each against a bare view in the same run",
    "statements": "Statements, BEGIN and COMMIT included",
    "fold": "Working a match out",
    "writers": "50 writers, 2 workers, synchronous=FULL",
    "watchers": "500 polling watchers",
    "wire": "On the wire: the score page in Chromium, slow 4G (150 ms, 1.6 Mbit/s), CPU ×4",
    "lighthouse": "Lighthouse",
    "many": "Any page with 10,000 matches against the same with 100",
}
ONLY_WHEN_ASKED = {"many"}


def main():
    """Run the parts asked for, each in a data folder of its own, and print each as soon as it is measured."""
    parser = argparse.ArgumentParser(prog="manage.py bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS) + " (default: all but many)")
    asked = parser.parse_args().parts or [part for part in PARTS if part not in ONLY_WHEN_ASKED]
    for part in asked:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}")
    with house() as data:
        for part in asked:
            measure = import_module(f"tests.bench.{part}").measure
            sys.stdout.write(table(PARTS[part], list(measure(data))) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
