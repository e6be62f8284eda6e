"""What a game's files load: no game knows Django."""

import subprocess
import sys
from pathlib import Path

import games

CORE = Path(next(iter(games.__path__))) / "core"

LOADS = """
import sys
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
    django = sorted({one.partition(".")[0] for one in sys.modules} & {"django", "scorekeeper"})
    if django:
        sys.exit(f"{name} loads {django}")
"""


def test_no_module_of_the_games_loads_django():
    modules = [f"games.core.{path.stem}" for path in sorted(CORE.glob("*.py"))]
    folders = sorted(path.parent for path in CORE.parent.glob("*/game.py"))
    modules += [f"games.{folder.name}.{path.stem}" for folder in folders for path in sorted(folder.glob("*.py"))]
    loaded = subprocess.run(
        [sys.executable, "-c", LOADS, *modules], cwd=CORE.parent.parent, capture_output=True, text=True, check=False
    )

    assert loaded.returncode == 0, loaded.stderr
