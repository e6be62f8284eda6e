"""What people read, taken from the files it stands in: templates, Python, scripts, and the text beside the games."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]

RETIRED = re.compile(
    r"\b(?:evenings?|tabletop|dearest|desks?|keepers?|watchers?|parcels?|feats?|told|let in|coming in|may look"
    r"|worth telling|same again|ask anew|judge by|somebody new|take a file|keep and carry"
    r"|anew|tales?|came in|lets? \w+ in|to send round|more to come|work it out|take the cards out"
    r"|opens nothing|never were|put in a forgotten|as the count allows|as they stand|to the start"
    r"|kept taps|other reading)\b",
    re.IGNORECASE,
)
"""Words that WORDS.md replaced by others: one thing has one name."""

IDENTIFIER = re.compile(r"\b[a-z]+_\w+")

TAG, CODE = re.compile(r"<[^>]*>", re.DOTALL), re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|<!--.*?-->", re.DOTALL)
LABEL = re.compile(r'(?:aria-label|title|alt|placeholder|content)="([^"]*)"')
ARGUMENT = re.compile(r'="([^"]* [^"]*)"')
SCRIPT_TEXT = re.compile(r'"([^"\n]* [^"\n]*)"|`([^`]* [^`]*)`')
SCRIPT_COMMENT = re.compile(r"^\s*(?://|/?\*).*$", re.MULTILINE)
SQL = re.compile(r"\b(?:SELECT|PRAGMA|SET|UPDATE|INSERT|DELETE|WHERE|VALUES|CONFLICT|FROM|CAST)\b|%s|\w = \w+\.")
COLUMNS = re.compile(r"\W*[\w.]+(?:,\s*[\w.]+)*\W*")
"""Of a table, for SQL."""

SEARCHED = re.compile(r"^\[words\].*?(?=^\[\[)", re.DOTALL | re.MULTILINE)
"""What people may type into the search, in their own words."""


def template_texts(source):
    """Yield what a template shows, its labels, and the arguments of its tags."""
    for tag in CODE.findall(source):
        yield from ARGUMENT.findall(tag) if tag.startswith("{%") else ()
    source = CODE.sub(" ", source)
    for tag in TAG.findall(source):
        yield from LABEL.findall(tag)
    yield TAG.sub("\n", source)


def python_texts(source):
    """Yield the sentences of a module, and words given by name (`short="won"`); docstrings are for developers."""
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    named = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docstrings else None
        if isinstance(text, str) and (" " in text.strip() or id(node) in named) and not SQL.search(text):
            yield text


def script_texts(source):
    yield from (one or other for one, other in SCRIPT_TEXT.findall(SCRIPT_COMMENT.sub("", source)))


def rule_texts(source):
    """Yield rules, lessons, glossaries and worked examples; a name in `backquotes` is shown as its title."""
    yield re.sub(r"`\w+`|{%.*?%}|{{.*?}}|^# .*|\b\w+ = |\S+\.html", "", SEARCHED.sub("", source), flags=re.MULTILINE)


KINDS = (
    ("templates/**/*.html", template_texts),
    ("scorekeeper/**/*.py", python_texts),
    ("games/**/*.py", python_texts),
    ("static/**/*.js", script_texts),
    ("games/**/rules.md", rule_texts),
    ("games/**/*.toml", rule_texts),
)


def wrong_words(texts):
    """Return retired words, and identifiers in what is a sentence."""
    texts = list(texts)
    sentences = [text for text in texts if " " in text.strip() and not COLUMNS.fullmatch(text)]
    found = [RETIRED.findall(text) for text in texts] + [IDENTIFIER.findall(text) for text in sentences]
    return sorted({word for words in found for word in words})


def wrong_words_of_files():
    for files, texts in KINDS:
        for file in sorted(ROOT.glob(files)):
            words = [] if "migrations" in file.parts else wrong_words(texts(file.read_text(encoding="utf-8")))
            yield from (f"{file.relative_to(ROOT)}: {word}" for word in words)
