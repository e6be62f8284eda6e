"""The laws of the house, each a function from a tree of files to what breaks the law in it."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

TOP_LEVEL = {"manage.py", "pyproject.toml", "scorekeeper", "games", "templates", "static", "tests", "README.md"}
LEFT_BY_TOOLS = {"htmlcov", "mutants", "test-results"}
PARTS = {"__init__.py", "game.py", "record.py", "scoring.py", "referee.py", "form.py", "rules.md", "examples.toml"}
LONGEST_FILE = 200

# Which other rooms a room may look into.
ARROWS = {"club": set(), "table": {"club"}, "nights": {"table", "club"}, "rulebook": {"table", "club"}}

# Words only one game would use. Names, keys and folders of the games are added to them.
DISTINCTIVE = {
    "sandbags?", "bags", "little a", "big a", "adders?", "bling", "reneges?", "took_trick", "sweeps?", "swept",
    "off[- ]?jack", "moon", "pitch", "grosse", "kleine", "all[- ]trump",
}  # fmt: skip

Broken = Iterator[str]


def arrows_that_point_back(root: Path) -> Broken:
    """Law 1: scorekeeper knows games, never the other way; only form.py knows Django; rooms as drawn."""
    for path in python_files(root / "games"):
        for imported in imports(path, root):
            package = imported.partition(".")[0]
            allowed = {"games", "msgspec", *sys.stdlib_module_names} | ({"django"} if path.name == "form.py" else set())
            if package not in allowed:
                yield f"{path.relative_to(root)} imports {imported}"
    for room, others in ARROWS.items():
        for path in python_files(root / "scorekeeper" / room):
            for imported in imports(path, root):
                seen = imported.split(".")[1] if imported.startswith("scorekeeper.") else room
                if seen in set(ARROWS) - others - {room}:
                    yield f"{path.relative_to(root)} imports {imported}"


def games_that_know_each_other(root: Path) -> Broken:
    """Law 1 again: no game looks into another, and shared code finds games by their folders alone."""
    folders = set(game_folders(root))
    for path in [*python_files(root / "games"), *python_files(root / "scorekeeper")]:
        for imported in imports(path, root):
            parts = imported.split(".")
            known = parts[1] if parts[0] == "games" and len(parts) > 1 else ""
            if known in folders and path.parent.name != known:
                yield f"{path.relative_to(root)} imports {imported}"


def games_named_in_shared_code(root: Path) -> Broken:
    """Law 2: outside its own folder and its own templates no game is named, nor spoken of in its own words."""
    words = re.compile(rf"(?<![a-z])(?:{'|'.join(sorted(DISTINCTIVE | names_of_games(root)))})(?![a-z])", re.IGNORECASE)
    for path in shared_files(root):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if found := words.search(line):
                yield f"{path.relative_to(root)}:{number} says “{found.group()}”"


def files_out_of_place(root: Path) -> Broken:
    """The top level is eight things, and every game has the same eight parts."""
    there = {path.name for path in root.iterdir() if not path.name.startswith((".", "__"))} - LEFT_BY_TOOLS
    yield from (f"{name} is not one of the eight at the top" for name in sorted(there - TOP_LEVEL))
    yield from (f"{name} is missing at the top" for name in sorted(TOP_LEVEL - there))
    for folder in game_folders(root):
        parts = {path.name for path in (root / "games" / folder).iterdir()}
        yield from (f"games/{folder} has no {part}" for part in sorted(PARTS - parts))
        if (root / "games" / folder / "__init__.py").stat().st_size:
            yield f"games/{folder}/__init__.py is not empty"


def files_too_long(root: Path) -> Broken:
    """A file over 150 lines asks to be split; one over 200 has to be."""
    for path in [*python_files(root / "games"), *python_files(root / "scorekeeper"), *text_files(root / "static")]:
        lines = len(path.read_text().splitlines())
        if lines > LONGEST_FILE and "migrations" not in path.parts:
            yield f"{path.relative_to(root)} has {lines} lines"


# --- What the laws look at ---


def imports(path: Path, root: Path) -> Iterator[str]:
    """Yield the full name of everything a file imports, wherever in it, relative ones resolved."""
    package = path.relative_to(root).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def python_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def text_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg", ".txt"})


def shared_files(root: Path) -> list[Path]:
    """Return all code that serves every game: what is not inside a game's own folders."""
    templates = [path for path in text_files(root / "templates") if "games" not in path.relative_to(root).parts]
    shared_games = sorted((root / "games").glob("*.py"))
    return [*shared_games, *python_files(root / "scorekeeper"), *templates, *text_files(root / "static")]


def game_folders(root: Path) -> list[str]:
    return sorted(path.parent.name for path in (root / "games").glob("*/game.py"))


def names_of_games(root: Path) -> set[str]:
    """Return the folders of the games, with any sign between their words: big_little, big-little, Big Little."""
    return {folder.replace("_", "[-_ ]?") for folder in game_folders(root)}
