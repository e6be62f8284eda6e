"""The laws of the house: each is a function from a tree of files to what breaks the law in it."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from games.core.cards import SUITS

TOP_LEVEL = {"manage.py", "pyproject.toml", "scorekeeper", "games", "templates", "static", "tests", "README.md"}
LEFT_BY_TOOLS = {"htmlcov", "test-results"}
GAME_FILES = {
    "__init__.py", "game.py", "facts.py", "scoring.py", "round_form.py", "rules.md", "examples.toml",
}  # fmt: skip

# An app imports only apps that stand before it.
APPS = ["clubs", "matches", "statistics", "history", "rulebook", "transfer", "demo"]
# These know apps only through settings and Django's registry.
FOUNDATIONS = ["charts", "web", "server"]

# Words only one game would use. Names, keys and folders of the games are added to them.
DISTINCTIVE = {
    "sandbags?", "bags", "little a", "big a", "adders?", "bling", "reneges?", "took_trick", "sweeps?", "swept",
    "off[- ]?jack", "moon", "pitch", "grosse", "kleine", "all[- ]trump",
}  # fmt: skip

# Names that Django gives to files of every app.
DJANGO_MODULES = {"__init__", "apps", "forms", "middleware", "models", "settings", "urls", "views"}

Violations = Iterator[str]


def backward_imports(root: Path) -> Violations:
    """Imports point one way: scorekeeper to games, a later app to an earlier one, none from a foundation to an app."""
    for path in python_files(root / "games"):
        for imported in imports(path, root):
            package = imported.partition(".")[0]
            if package not in {"games", "msgspec", *sys.stdlib_module_names}:
                yield f"{path.relative_to(root)} imports {imported}"
    later_apps = {app: APPS[number + 1 :] for number, app in enumerate(APPS)} | dict.fromkeys(FOUNDATIONS, APPS)
    for app, later in later_apps.items():
        for path in python_files(root / "scorekeeper" / app):
            for imported in imports(path, root):
                if app_of(imported) in later:
                    yield f"{path.relative_to(root)} imports {imported}"


def imported_views(root: Path) -> Violations:
    """Only urls.py imports a view."""
    for path in python_files(root / "scorekeeper"):
        inside = "views" in path.relative_to(root).with_suffix("").parts
        for imported in imports(path, root):
            parts = imported.split(".")
            if parts[0] == "scorekeeper" and "views" in parts and path.name != "urls.py" and not inside:
                yield f"{path.relative_to(root)} imports {imported}"


def refusals_caught_in_views(root: Path) -> Violations:
    """One place turns a refusal into an answer: `ErrorPagesMiddleware`. No view catches one by hand."""
    for path in python_files(root / "scorekeeper"):
        if not any("views" in part for part in path.relative_to(root).with_suffix("").parts):
            continue
        functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
        for view in (node for node in functions if "request" in {arg.arg for arg in node.args.args}):
            caught = [node.type for node in ast.walk(view) if isinstance(node, ast.ExceptHandler) and node.type]
            if any("Impossible" in ast.unparse(kind) for kind in caught):
                yield f"{path.relative_to(root)}: {view.name} catches Impossible"


def import_circles(root: Path) -> Violations:
    """No file can be reached from itself by imports, type-checking imports included."""
    modules = {module_name(path, root): path for path in product_files(root)}
    graph = defaultdict(set)
    for name, path in modules.items():
        for imported in imports(path, root):
            found = imported if imported in modules else imported.rpartition(".")[0]
            if found in modules and found != name:
                graph[name].add(found)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        yield "import circle: " + " → ".join(circle.args[1])


def names_used_twice(root: Path) -> Violations:
    """One class name and one module name stands for one thing in all shared code."""
    classes, modules = defaultdict(list), defaultdict(list)
    for path in product_files(root):
        shown = str(path.relative_to(root))
        if path.relative_to(root).parts[1] in game_folders(root):
            continue
        for node in parse(path.read_text()):
            if isinstance(node, ast.ClassDef) and not node.col_offset and node.name not in {"Command", "Meta"}:
                classes[node.name].append(shown)
        if path.stem not in DJANGO_MODULES and not {"views", "commands", "templatetags"} & set(path.parts):
            modules[path.stem].append(shown)
    for kind, names in (("class", classes), ("module", modules)):
        yield from (f"{kind} {name} in {', '.join(where)}" for name, where in names.items() if len(where) > 1)


def games_that_know_each_other(root: Path) -> Violations:
    """No game looks into another, and shared code finds games by their folders alone."""
    folders = set(game_folders(root))
    for path in product_files(root):
        for imported in imports(path, root):
            parts = imported.split(".")
            known = parts[1] if parts[0] == "games" and len(parts) > 1 else ""
            if known in folders and path.parent.name != known:
                yield f"{path.relative_to(root)} imports {imported}"


def games_named_in_shared_code(root: Path) -> Violations:
    """Outside its own folder no game is named, nor spoken of in its own words."""
    words = re.compile(rf"(?<![a-z])(?:{'|'.join(sorted(DISTINCTIVE | names_of_games(root)))})(?![a-z])", re.IGNORECASE)
    for path in shared_files(root):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if found := words.search(line):
                yield f"{path.relative_to(root)}:{number} says “{found.group()}”"


def files_out_of_place(root: Path) -> Violations:
    """The top level is eight things, and every game has the same files."""
    there = {path.name for path in root.iterdir() if not path.name.startswith((".", "__"))} - LEFT_BY_TOOLS
    yield from (f"{name} is not one of the eight at the top" for name in sorted(there - TOP_LEVEL))
    yield from (f"{name} is missing at the top" for name in sorted(TOP_LEVEL - there))
    for folder in game_folders(root):
        files = {path.name for path in (root / "games" / folder).iterdir()}
        yield from (f"games/{folder} has no {name}" for name in sorted(GAME_FILES - files))
        if (root / "games" / folder / "__init__.py").stat().st_size:
            yield f"games/{folder}/__init__.py is not empty"


# --- What the laws look at ---


def imports(path: Path, root: Path) -> Iterator[str]:
    """Yield the full name of everything a file imports, wherever in it, relative ones resolved."""
    package = path.relative_to(root).parent.parts
    for node in parse(path.read_text()):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


@cache
def parse(text: str) -> list[ast.AST]:
    """Return the imports and classes of a file; most laws look at the same ones."""
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom | ast.ClassDef)]


def app_of(imported: str) -> str:
    """Return `matches` of `scorekeeper.matches.models.Match`; "" for what is not in an app or a foundation."""
    parts = imported.split(".")
    return parts[1] if parts[0] == "scorekeeper" and len(parts) > 1 else ""


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def product_files(root: Path) -> list[Path]:
    found = [*python_files(root / "games"), *python_files(root / "scorekeeper")]
    return [path for path in found if "migrations" not in path.parts]


def python_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def text_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg", ".txt"})


def shared_files(root: Path) -> list[Path]:
    core = [*(root / "games").glob("*.py"), *python_files(root / "games" / "core")]
    return [
        *sorted(core),
        *python_files(root / "scorekeeper"),
        *text_files(root / "templates"),
        *text_files(root / "static"),
    ]


def game_folders(root: Path) -> list[str]:
    return sorted(path.parent.name for path in (root / "games").glob("*/game.py"))


def names_of_games(root: Path) -> set[str]:
    """Return the folders of the games, with any sign between their words: big_little, big-little, Big Little.

    Every deck names the suits: of a game called like one, what only a game is asked for: games.spades, == "spades".
    """
    suits = SUITS.values()
    return {asked_for(one) if one in suits else one.replace("_", "[-_ ]?") for one in game_folders(root)}


def asked_for(name: str) -> str:
    return rf"""games[./]{name}|(?:[=!]=|\bin\b|\bkey\b|\bfind\()[^:]*["']{name}["']"""
