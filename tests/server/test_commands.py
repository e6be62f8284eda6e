"""`score` and `referee` at a terminal: to the letter of SCORESHEET.md, and never a traceback."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper.management import sheet_commands
from tests.cases import cases

ROOT = Path(__file__).parents[2]
SHEET = {
    "scoresheet": 1,
    "game": "big-little",
    "players": ["Ada", "Ben", "Cleo", "Dan"],
    "first_dealer": 0,
    "house_rules": {},
    "rounds": [{"bids": [1, 0, 0, 1], "tricks": [1, 0, 0, 0]}],
}
IMPOSSIBLE = SHEET | {"rounds": [{"bids": [0, 0, 0, 0], "tricks": [1, 1, 0, 0]}]}
QUESTION = {"ask": "winner", "cards": ["9H", "KH", "2S", "AD"], "trump": "S"}


@pytest.fixture
def file(tmp_path):
    def written(facts, name="sheet.json"):
        path = tmp_path / name
        path.write_bytes(facts if isinstance(facts, bytes) else json.dumps(facts).encode())
        return str(path)

    return written


@pytest.fixture
def run(capsys):
    """Run a command in this process: exit status, standard output, standard error."""
    return lambda *arguments: (sheet_commands.run(arguments), *capsys.readouterr())


# --- The scorecard ---


def test_score_prints_every_point_with_its_reason(run, file):
    status, out, err = run("score", file(SHEET | {"house_rules": {"hook": True}}))

    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "Big Little: Ada, Ben, Cleo, Dan",
        "House rule: The hook: the dealer may not make the bids add up to the cards",
        "",
        "Hand 1, dealt by Ada",
        "  Ada     +10     10  bid 1, took 1: 10 × 1",
        "  Ben       0      0  bid 0, took 0: 10 × 0",
        "  Cleo      0      0  bid 0, took 0: 10 × 0",
        "  Dan     −10    −10  bid 1, took 0: −10 × 1",
        "",
        "1. Ada: 10 (bags 0 of 11)",
        "2. Ben: 0 (bags 0 of 11)",
        "2. Cleo: 0 (bags 0 of 11)",
        "4. Dan: −10 (bags 0 of 11)",
        "",
        "Next: hand 2, Ben deals 2 cards each, Cleo comes first.",
    ]


def test_an_unfinished_hand_is_marked(run, file):
    _, out, _ = run("score", file(SHEET | {"rounds": [{"bids": [1, 0, 0, 0]}]}))

    assert "Hand 1, dealt by Ada\n  not finished yet\n" in out
    assert "Next: hand 1, Ada deals 1 card each, Ben comes first." in out


def test_shared_wins_name_all_winners(run, file):
    """Thirteen players have seven hands; in each, one player bids and takes every trick."""
    takers = zip((1, 2, 3, 4, 3, 2, 1), (0, 1, 0, 0, 1, 1, 1), strict=True)
    columns = [[cards * (seat == taker) for seat in range(13)] for cards, taker in takers]
    rounds = [{"bids": column, "tricks": column} for column in columns]
    _, out, _ = run("score", file(SHEET | {"players": [f"P{seat}" for seat in range(13)], "rounds": rounds}))

    assert out.splitlines()[-1] == "P0 and P1 share the win."


def test_several_files_are_one_json_object_a_line(run, file, tmp_path):
    good, bad = file(SHEET), file(IMPOSSIBLE, "bad.json")
    status, out, err = run("score", "--json", good, bad, str(tmp_path / "none.json"), good)

    assert "10 × 1" in out
    first, second, third, fourth = map(json.loads, out.splitlines())
    assert (status, err) == (2, "")
    assert first == fourth
    assert first["totals"] == [10, 0, 0, -10]
    assert second == {"error": "hand 1: tricks add up to 2, but 1 card was dealt: 1 too many, count the piles again"}
    assert third == {"error": f"{tmp_path / 'none.json'}: there is no such file"}


def test_errors_in_several_files_name_the_file(run, file, tmp_path):
    good, bad, none = file(SHEET), file(IMPOSSIBLE, "bad.json"), str(tmp_path / "none.json")
    status, out, err = run("score", bad, none, good)

    assert status == 2
    assert out.startswith("Big Little: Ada")
    assert [line.split(": ")[0] for line in err.splitlines()] == [bad, none]


@cases("options", [[], ["--json"]])
@cases(
    "content, message",
    [
        (IMPOSSIBLE, "hand 1: tricks add up to 2, but 1 card was dealt: 1 too many, count the piles again"),
        (b"", "this file is empty"),
        (SHEET | {"a\nb": 1}, "take out what does not belong here (“a�b”; "),
    ],
)
def test_a_bad_file_is_one_line_on_standard_error(run, file, content, message, options):
    status, out, err = run("score", file(content), *options)

    assert (status, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


def test_a_file_that_cannot_be_read_is_one_line(run, tmp_path):
    (tmp_path / "loop").symlink_to(tmp_path / "loop")

    assert run("score", str(tmp_path)) == (2, "", f"{tmp_path} is a folder, not a file\n")
    status, _, err = run("score", str(tmp_path / "loop"))
    assert (status, err.count("\n")) == (2, 1)
    assert err.startswith(f"{tmp_path}/loop cannot be read: ")
    assert run("score", "/dev/zero") == (2, "", "/dev/zero is too large: a file has at most 16 MB\n")


def test_a_dash_is_standard_input(run, file, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(SHEET).encode())))
    assert run("score", "-", "--json") == run("score", file(SHEET), "--json")


# --- The referee ---


def test_the_referee_answers_in_json(run, file):
    status, out, err = run("referee", "big-little", file(QUESTION))

    assert (status, err) == (0, "")
    assert json.loads(out) == {"answer": 2, "why": "2♠ is the highest trump", "rule": "trick"}


@cases(
    "game, question, message",
    [
        ("snap", QUESTION, "there is no game “snap”; there are "),
        ("big-little", {"ask": "winner", "cards": ["9H", "9H"]}, "9♥ is there twice"),
        ("big-little", b'{"ask": "winner", "ask": "legal"}', "“ask” is there twice"),
    ],
)
def test_an_impossible_question_is_one_line_on_standard_error(run, file, game, question, message):
    status, out, err = run("referee", game, file(question))

    assert (status, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


# --- As processes: what only shows outside ---


@pytest.fixture
def process(tmp_path):
    """Start a command in a folder and an environment of its own."""
    start = "import sys; from scorekeeper.management import sheet_commands; sys.exit(sheet_commands.run(sys.argv[1:]))"

    def started(*arguments, **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        environment = os.environ | {"PYTHONPATH": str(ROOT)} | options.pop("env", {})
        return subprocess.Popen([sys.executable, "-c", start, *arguments], env=environment, cwd=tmp_path, **options)

    return started


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_gets_no_traceback(process, file):
    with Path("/dev/full").open("wb") as full:
        running = process("score", "--json", file(SHEET), stdout=full)
        _, err = running.communicate()
    assert (running.returncode, err) == (2, b"the answer could not be written: No space left on device\n")


def test_json_is_utf8_whatever_the_locale(process, file):
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    out, _ = process("score", "--json", file(SHEET), env=plain).communicate()
    text, err = process("score", file(SHEET), env=plain).communicate()

    assert "10 × 1" in json.loads(out.decode())["rounds"][0]["lines"][0]["reason"]
    assert rb"10 \xd7 1" in text
    assert err == b""


def test_score_and_referee_do_not_import_django():
    """Loading it takes longer than all else these commands do."""
    start = "import sys; from scorekeeper.management import sheet_commands; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", start], cwd=ROOT, check=False).returncode == 0
