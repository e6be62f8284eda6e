"""Measures what GOALS asks of the server and the wire, as ratios within one run: `python3 manage.py bench --help`."""
