"""Render SVG from standard input as PNG. This is a separate process because resvg holds the GIL."""

import os
import sys

import resvg_py

if __name__ == "__main__":
    os.nice(10)
    # The renderer falls back to installed fonts for characters that this font lacks.
    png = resvg_py.svg_to_bytes(svg_string=sys.stdin.read(), font_files=[sys.argv[1]], font_family="DejaVu Sans")
    sys.stdout.buffer.write(bytes(png))
