"""Pages of the rulebook: rules, search, referee, why and what if."""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from games.core.definition import Game
from games.core.lessons import read_lesson
from games.core.referee import questions
from games.core.registry import games
from games.core.schema import whole_number
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.permissions import (
    AnyRequest,
    ClubRequest,
    one_stranger_at_a_time,
    open_to_all,
    requires_role,
)
from scorekeeper.clubs.security_log import record
from scorekeeper.matches.lookup import find_game, find_match
from scorekeeper.matches.models import Match
from scorekeeper.matches.presets import usual_rules
from scorekeeper.matches.round_entry import Viewpoint
from scorekeeper.rulebook.calculator import Calculator
from scorekeeper.rulebook.first_hand import first_hand_context
from scorekeeper.rulebook.guide import read_guide
from scorekeeper.rulebook.models import (
    RulingForm,
    latest_note,
    noted_games,
    notes_of,
    rulings_of,
    save_note,
    save_ruling,
)
from scorekeeper.rulebook.question_box import ask_box
from scorekeeper.rulebook.referee_page import KnownFacts, RefereeForm, own_address, plain_address
from scorekeeper.rulebook.rules_page import render_rules
from scorekeeper.rulebook.what_if import comparable_rules, read_what_if
from scorekeeper.rulebook.why import RoundReasons
from scorekeeper.web.pagination import ROWS_PER_PAGE, page_of

SUGGESTIONS = ("who leads", "how many cards", "a tie", "wrong card", "everybody passes")


@open_to_all
@require_safe
def referee(request: AnyRequest, game: str) -> HttpResponse:
    return _referee_page(request, find_game(game))


@require_safe
def match_referee(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    return _referee_page(request, match.game, match)


@open_to_all
@require_safe
@one_stranger_at_a_time
@vary_on_headers("HX-Request")
def referee_question(request: AnyRequest, game: str, ask: str) -> HttpResponse:
    return _question_page(request, find_game(game), ask, KnownFacts())


@require_safe
@vary_on_headers("HX-Request")
def match_referee_question(request: ClubRequest, pk: int, ask: str) -> HttpResponse:
    match = find_match(request.club, pk)
    return _question_page(request, match.game, ask, KnownFacts.at(match))


def _referee_page(request: HttpRequest, game: Game, match: Match | None = None) -> HttpResponse:
    titles = {ask: kind.title for ask, kind in questions(game).items()}
    return render(request, "rulebook/referee.html", {"game": game, "match": match, "titles": titles})


def _question_page(request: AnyRequest | ClubRequest, game: Game, ask: str, known: KnownFacts) -> HttpResponse:
    kinds = questions(game)
    if ask not in kinds:
        raise Http404
    question = RefereeForm(game, request.GET, known, kinds[ask])
    context = {
        "question": question, "game": game, "match": known.match,
        "differing": sum(field.differs for field in question.options), "shared": plain_address(question),
    }  # fmt: skip
    template = "rulebook/_ruling_update.html" if request.htmx else "rulebook/referee_question.html"
    response = render(request, template, context, status=422 if question.refusal else 200)
    # The address bar always holds the whole question.
    response["HX-Replace-Url"] = own_address(question)
    return response


@open_to_all
@require_safe
@one_stranger_at_a_time
@vary_on_headers("HX-Request")
def calculator(request: AnyRequest, game: str) -> HttpResponse:
    return _calculator_page(request, find_game(game), KnownFacts())


@require_safe
@vary_on_headers("HX-Request")
def match_calculator(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    return _calculator_page(request, match.game, KnownFacts.at(match))


def _calculator_page(request: AnyRequest | ClubRequest, game: Game, known: KnownFacts) -> HttpResponse:
    if game.requires_name:
        raise Http404
    calculator = Calculator(game, request.GET, known)
    context = {
        "calculator": calculator, "entry": calculator.entry, "viewpoint": Viewpoint(can_score=True), "game": game,
        "match": known.match, "differing": sum(field.differs for field in calculator.options),
    }  # fmt: skip
    template = "rulebook/_calculator_update.html" if request.htmx else "rulebook/calculator.html"
    response = render(request, template, context, status=422 if calculator.entry.error else 200)
    # The address bar always holds the whole round.
    response["HX-Replace-Url"] = calculator.address
    return response


@open_to_all
@require_safe
def rulebook(request: AnyRequest) -> HttpResponse:
    page = page_of(request, [*games().values(), *noted_games(request.club)])
    return render(request, "rulebook/rulebook.html", {"page": page})


@open_to_all
@require_safe
@one_stranger_at_a_time
@vary_on_headers("HX-Request")
def search(request: AnyRequest) -> HttpResponse:
    game = request.GET.get("game")
    return _box_page(request, find_game(game) if game else None)


@require_http_methods(["GET", "HEAD", "POST"])
def table_rulings(request: ClubRequest, game: str) -> HttpResponse:
    """Show the rulings of this club, or save one; 422 with the question box if the form is invalid."""
    posted, chosen_game = request.POST, find_game(game)
    if request.method != "POST":
        page = page_of(request, rulings_of(request.club, chosen_game))
        return render(request, "rulebook/table_rulings.html", {"game": chosen_game, "page": page})
    form = RulingForm({"question": posted.get("q"), "ruling": posted.get("ruling"), "section": posted.get("section")})
    if not form.is_valid():
        return _box_page(request, chosen_game, status=422, ruling_error=next(iter(form.errors.values()))[0])
    save_ruling(request.club, chosen_game, **form.cleaned_data)
    query = {"q": posted["q"], "game": chosen_game.key} | ({"match": posted["match"]} if posted.get("match") else {})
    return redirect(f"{reverse('search')}?{urlencode(query)}")


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def table_ruling_removal(request: ClubRequest, ruling: int) -> HttpResponse:
    table_ruling = get_object_or_404(request.club.rulings, pk=ruling)
    question = f"{reverse('search')}?{urlencode({'q': table_ruling.question, 'game': table_ruling.game_key})}"
    if request.method == "POST":
        record(f"took back the ruling on “{table_ruling.question}”", request.club, request.device)
        table_ruling.delete()
        return redirect(question)
    context = {
        "question": "Take this ruling back?", "verb": "Take it back", "removes": True, "cancel": question,
        "lines": [
            f"{table_ruling.question}: {table_ruling.ruling}",
            f"Your table decided this on {table_ruling.decided:%-d %B %Y}. It cannot be restored, but decided again.",
        ],
    }  # fmt: skip
    return render(request, "confirm.html", context)


def _box_page(
    request: AnyRequest | ClubRequest, game: Game | None, status: int = 200, **context: object
) -> HttpResponse:
    data = request.POST if request.method == "POST" else request.GET
    match = _match_of(request.club, data.get("match", ""))
    box = ask_box(data.get("q", ""), request.club, match, game)
    context |= {
        "box": box,
        "question": box.question,
        "match": match,
        "game": game,
        "typed": data.get("ruling") or (box.earlier_ruling.ruling if box.earlier_ruling else ""),
    }
    context |= {"games": games().values(), "tries": SUGGESTIONS}
    context["referee_address"] = own_address(box.referee) if box.referee else ""
    context["can_decide"] = request.device is not None and request.device.is_scorer
    template = "rulebook/_box_update.html" if request.htmx else "rulebook/search.html"
    return render(request, template, context, status=status)


@open_to_all
@require_safe
def guide(request: AnyRequest) -> HttpResponse:
    """Show how the app is used; of a match, with keys to the places in it."""
    match = _match_of(request.club, request.GET.get("match", ""))
    page = read_guide(match.game if match else None)
    return render(request, "rulebook/guide.html", {"page": page, "match": match})


@open_to_all
@require_safe
def rules(request: AnyRequest, game: str) -> HttpResponse:
    return _rules_page(request, find_game(game))


# A note may be long.
NOTES_PER_PAGE = 10


@require_http_methods(["GET", "HEAD", "POST"])
def rules_note(request: ClubRequest, game: str) -> HttpResponse:
    """Show all notes of this club about a game that it named itself, or save one; 422 if it is too long."""
    chosen_game, text = find_game(game), request.POST.get("text", "").strip()
    if request.method != "POST":
        page = page_of(request, notes_of(request.club, chosen_game), NOTES_PER_PAGE)
        return render(request, "rulebook/notes.html", {"game": chosen_game, "page": page})
    request.refusal_page = lambda error: _rules_page(request, chosen_game, status=422, error=error, typed=text)
    if chosen_game.is_named:
        save_note(request.club, chosen_game, text)
    return redirect("rules", chosen_game.key)


@open_to_all
@require_safe
def first_hand(request: AnyRequest, game: str) -> HttpResponse:
    chosen_game = find_game(game)
    lesson = read_lesson(chosen_game)
    if lesson is None:
        raise Http404
    return render(request, "rulebook/first_hand.html", first_hand_context(chosen_game, lesson))


@require_safe
def match_rules(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    return _rules_page(request, match.game, match)


def _rules_page(
    request: HttpRequest, game: Game, match: Match | None = None, status: int = 200, **context: object
) -> HttpResponse:
    club = getattr(request, "club", None)
    table_rulings = rulings_of(club, game)
    rules, players = (match.initial_state.rules, len(match.seats_at_table)) if match else (None, None)
    if game.is_named and not match:
        rules = usual_rules(club, game)  # the sheet that the table has drawn
    note = latest_note(club, game)
    body = render_rules(game, rules, players, table_rulings[:ROWS_PER_PAGE], note)
    context |= {
        "game": game, "match": match, "body": body, "note": note, "has_older_notes": notes_of(club, game).count() > 1,
        "ruling_count": len(table_rulings), "shows_all_rulings": len(table_rulings) <= ROWS_PER_PAGE,
    }  # fmt: skip
    return render(request, "rulebook/rules.html", context, status=status)


@require_safe
@vary_on_headers("HX-Request")
def why(request: ClubRequest, pk: int, number: int, side: int) -> HttpResponse:
    match = find_match(request.club, pk)
    if not 1 <= number <= len(match.round_facts) or side >= len(match.state.totals):
        raise Http404
    template = "rulebook/_why.html" if request.htmx else "rulebook/why.html"
    response = render(request, template, {"match": match, "why": RoundReasons(match, number, side)})
    # Shown over the match, it gets no entry in the browser history.
    response["HX-Push-Url"] = "false"
    return response


@require_safe
def what_if(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    context = {"rules": comparable_rules(match), "other": read_what_if(match, request.GET)}
    return render(request, "rulebook/what_if.html", {"match": match, **context})


def _match_of(club: Club | None, pk: str) -> Match | None:
    number = whole_number(pk, digits=18)
    if number is None:
        return None
    if club is None:
        raise Http404
    return find_match(club, number)
