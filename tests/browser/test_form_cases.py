"""The script works out what is entered as the server does: both run the same cases."""

from django.template.loader import render_to_string
from hypothesis import given

from scorekeeper.matches.answers import Place
from scorekeeper.matches.models import EntryMode
from scorekeeper.matches.round_entry import RoundEntry, Viewpoint
from tests.browser.score_page import ScorePage
from tests.matches.form_cases import CASES, LOOKS, made_up_cases, open_case, shown_by_server

ENTER = """([html, taps, ofAnswers]) => {
    const page = document.createElement("main");
    document.querySelector("#entry").parentElement.replaceChildren(page);
    KeyPad.chosen = {};
    page.innerHTML = html;
    const form = page.querySelector("form"), keypad = form.querySelector("key-pad");
    form.querySelector("key-pad").removeAttribute("hx-post"); // no match of this server is entered
    for (const [name, answer] of taps) {
        const question = keypad.question(name);
        keypad.fillIn(name, answer);
        if (question.querySelector("[no-spaces]")) KeyPad.chosen.typed = name;
        question.querySelector("input").dispatchEvent(new Event("change", { bubbles: true }));
        question.querySelector("card-keys")?.finish();
    }
    keypad.choose(null);
    const answers = {};
    for (const { dataset: { name } } of keypad.questions) if (keypad.answer(name)) answers[name] = keypad.answer(name);
    const cells = {};
    for (const cell of form.querySelectorAll(".cell")) cells[cell.dataset.question] = {
        text: cell.lastElementChild.textContent, name: cell.ariaLabel, tone: cell.dataset.tone ?? "",
        looks: [...cell.classList].filter(name => ofAnswers.includes(name)).sort().join(" "),
    };
    return {
        next: keypad.current?.dataset.name ?? "",
        shown: {
            answers, derived: form.elements.derived.value.split(" ").filter(Boolean).sort(),
            missing: keypad.needed.map(({ dataset }) => dataset.name),
            to_go: Number(keypad.saveButton.dataset.toGo), cells,
        },
    };
}"""
# They keep and send what is entered.
SENDERS = ("<round-draft", "<outbox-submit", "<keyboard-entry")


def test_script_and_server_make_the_same_of_what_is_entered(phone):
    match = ScorePage(phone).open("any-game")

    def entered(case):
        entry = RoundEntry(match, Place(EntryMode.PLAY, 1), {})
        entry.form = open_case(case)
        entry.form.is_valid()
        context = {"entry": entry, "match": match, "viewpoint": Viewpoint(can_score=True)}
        html = render_to_string("matches/_entry.html", context)
        for sender in SENDERS:
            html = html.replace(sender, "<i")
        return phone.evaluate(ENTER, [html, case["taps"], sorted(LOOKS)])

    for case in CASES:
        by_script = entered(case)
        assert by_script["next"] == case["next"], case["name"]
        assert by_script["shown"] == shown_by_server(open_case(case, case["taps"])), case["name"]

    @given(made_up_cases())
    def check_made_up(case):
        assert entered(case)["shown"] == shown_by_server(open_case(case, case["taps"]))

    check_made_up()
