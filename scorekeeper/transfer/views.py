"""Pages for blank sheets, scoresheets, backup, export and import."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.core import scoresheet
from games.core.errors import Impossible
from games.core.schema import read, whole_number
from scorekeeper.clubs.addresses import shared_path
from scorekeeper.clubs.invitations import qr_svg, site_address
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.permissions import AnyRequest, ClubRequest, one_stranger_at_a_time, open_to_all, requires_role
from scorekeeper.clubs.preferences import read_preferences
from scorekeeper.clubs.security_log import record_download
from scorekeeper.matches.lookup import find_game, find_match, find_own_game
from scorekeeper.matches.models import Match
from scorekeeper.matches.setup import Setup, setup_page
from scorekeeper.matches.views.rounds import match_key
from scorekeeper.transfer import scoresheets
from scorekeeper.transfer.bg_stats_file import bg_stats_chunks, bg_stats_file
from scorekeeper.transfer.blank_sheet import BlankSheet
from scorekeeper.transfer.club_file import club_file
from scorekeeper.transfer.club_import import finish_import, read_otherwise, save_upload
from scorekeeper.transfer.models import PendingImport, TableChoices
from scorekeeper.transfer.shared_sheet import SharedSheet, find_token
from scorekeeper.transfer.spreadsheets import SEPARATORS, TABLES, csv_chunks, security_log_chunks
from scorekeeper.transfer.table_import import names_of_games
from scorekeeper.web.turns import Turns

TRY_AGAIN = "at the moment: try again in a few seconds."
download_turns = Turns(2, waiting=2, seconds=3, sentence=f"Other files are downloaded {TRY_AGAIN}")
import_turns = Turns(1, waiting=2, seconds=3, sentence=f"Other files are imported {TRY_AGAIN} Nothing was saved.")


@require_safe
def blank_sheet(request: ClubRequest, game: str) -> HttpResponse:
    sheet = BlankSheet.of(Setup.of(find_game(game), request.club, request.GET), request.GET.get("players", ""))
    return render(request, "transfer/blank_sheet.html", {"blank": sheet})


@requires_role(Role.SCORER)
@require_safe
def share_sheet(request: ClubRequest, game: str) -> HttpResponse:
    """Go to the sheet of a preset, of a set-up, or of a game as the club plays it."""
    chosen_game = find_own_game(request.club, find_game(game))
    if chosen_game.requires_name:
        raise Http404
    if "preset" in request.GET:
        pk = whole_number(request.GET["preset"], digits=18)
        preset = get_object_or_404(request.club.presets, game_key=chosen_game.key, pk=pk)
        shared = SharedSheet.of(chosen_game, preset.rules, preset.name)
    else:
        setup = Setup.of(chosen_game, request.club, request.GET)
        if setup.has_option_errors:
            return setup_page(request, setup, status=422)
        shared = SharedSheet.of(chosen_game, setup.rules)
    return redirect("sheet", shared.token)


@open_to_all
@require_safe
@one_stranger_at_a_time
def sheet(request: AnyRequest, sheet_token: str) -> HttpResponse:
    request.refusal_page = partial(_damaged_sheet_page, request)
    return _sheet_page(request, SharedSheet.open(sheet_token))


@require_POST
def sheet_preset(request: ClubRequest, sheet_token: str) -> HttpResponse:
    """Save a sheet that another club shared as house rules of this club."""
    request.refusal_page = partial(_damaged_sheet_page, request)
    shared = SharedSheet.open(sheet_token)
    request.refusal_page = partial(_sheet_page, request, shared)
    shared.save(request.club, request.POST.get("name", ""))
    return redirect(shared.setup_address(request.club))


@requires_role(Role.SCORER)
@require_safe
def open_sheet(request: ClubRequest) -> HttpResponse:
    """Ask for the link of a sheet; show the sheet of the link that was pasted."""
    link = request.GET.get("link", "").strip()
    if not link:
        return render(request, "transfer/open_sheet.html")
    request.refusal_page = lambda error: render(
        request, "transfer/open_sheet.html", {"link": link, "error": error}, status=422
    )
    return redirect("sheet", SharedSheet.open(find_token(link)).token)


def _damaged_sheet_page(request: AnyRequest | ClubRequest, error: str) -> HttpResponse:
    return render(request, "transfer/open_sheet.html", {"error": error}, status=404)


def _sheet_page(request: AnyRequest | ClubRequest, shared: SharedSheet, error: str = "") -> HttpResponse:
    site = site_address(request) if request.club else None
    address = f"{site}{shared_path('sheet', shared.token)}" if site else ""
    context = {
        "sheet": shared, "game": shared.described_game, "error": error, "name": request.POST.get("name", shared.title),
        "can_start_match": request.device is not None and request.device.is_scorer,
        "setup_address": shared.setup_address(request.club) if request.club else "",
        "address": address, "qr_code": qr_svg(address) if address else "",
    }  # fmt: skip
    response = render(request, "transfer/sheet.html", context, status=422 if error else 200)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
def scoresheet_file(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    return _file_of(match, scoresheet.dump(scoresheets.sheet_of(match)))


@require_safe
def bg_stats_of_match(request: ClubRequest, pk: int) -> HttpResponse:
    match = find_match(request.club, pk)
    return _file_of(match, bg_stats_file(match), "-bg-stats")


def _file_of(match: Match, text: str, suffix: str = "") -> HttpResponse:
    name = f"{timezone.localdate(match.started)}-{slugify(match.game.name)}-{match.pk}{suffix}.json"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="application/json", headers=disposition)


@require_safe
def transfer(request: ClubRequest) -> HttpResponse:
    return _transfer_page(request)


@require_safe
def club_download(request: ClubRequest) -> StreamingHttpResponse:
    return _download(request, "the whole club", club_file(request.club), "club.json", "application/json")


@require_safe
def bg_stats_download(request: ClubRequest) -> StreamingHttpResponse:
    plays = bg_stats_chunks(request.club)
    return _download(request, "the matches for BG Stats", plays, "bg-stats.json", "application/json")


@require_safe
def csv_download(request: ClubRequest, table: str) -> StreamingHttpResponse:
    if table not in TABLES:
        raise Http404
    rows = csv_chunks(TABLES[table], request.club, _separator(request))
    return _download(request, f"{table} as a table", rows, f"{table}.csv", "text/csv; charset=utf-8")


def _separator(request: ClubRequest) -> str:
    return SEPARATORS[read_preferences(request).get("cells", "")]


@requires_role(Role.OWNER)
@require_safe
def security_log_download(request: ClubRequest) -> StreamingHttpResponse:
    rows = security_log_chunks(request.club, _separator(request))
    return _download(request, "the security log", rows, "security-log.csv", "text/csv; charset=utf-8")


@require_POST
def imports(request: ClubRequest) -> HttpResponse:
    """Store what was uploaded or pasted, and show its preview; what cannot be imported is not stored."""
    request.refusal_page = partial(_transfer_page, request)
    file, pasted = request.FILES.get("file"), request.POST.get("table", "")
    if file is None and not pasted.strip():
        raise Impossible("choose a file, or paste a table first")
    with import_turns.take():
        text = file.read() if file else pasted.encode()
        return redirect("import", save_upload(request.club, match_key(request, text) or uuid.uuid4(), text).key)


@requires_role(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def pending_import(request: ClubRequest, key: uuid.UUID) -> HttpResponse:
    """Show what an import would change or has changed; POST imports the file, or reads a table as it was chosen."""
    pending = get_object_or_404(PendingImport, club=request.club, key=key)
    if request.method != "POST":
        return _import_page(request, pending)
    request.refusal_page = partial(_import_page, request, pending)
    table = pending.summary.table
    choices = read({name: request.POST.get(name, "") for name in TableChoices.__struct_fields__}, TableChoices)
    with import_turns.take():
        if table and ("import" not in request.POST or choices != table.choices):
            # What nobody has seen is not imported.
            read_otherwise(pending, choices)
        else:
            finish_import(pending, request.device)
    return redirect("import", key)


def _import_page(request: ClubRequest, pending: PendingImport, error: str = "") -> HttpResponse:
    context = {"pending": pending, "summary": pending.summary, "error": error}
    if pending.summary.table:
        context["game_names"] = names_of_games(request.club)
    return render(request, "transfer/import_preview.html", context, status=422 if error else 200)


def _transfer_page(request: ClubRequest, error: str = "") -> HttpResponse:
    counts = {name: getattr(request.club, name).count() for name in ("matches", "players", "nights")}
    context = {"counts": counts, "error": error, "key": uuid.uuid4(), "pasted": request.POST.get("table", "")}
    return render(request, "transfer/transfer.html", context, status=422 if error else 200)


def _download(
    request: ClubRequest, description: str, text: Iterator[str], name: str, content_type: str
) -> StreamingHttpResponse:
    with ExitStack() as turn:
        if request.method == "GET":  # HEAD has no body
            turn.enter_context(download_turns.take())
            record_download(f"downloaded {description}", request.club, request.device)
        today = timezone.now().astimezone(ZoneInfo(request.club.zone))
        headers = {
            "Content-Disposition": f'attachment; filename="scorekeeper-{today:%Y-%m-%d}-{name}"',
            "Cache-Control": "no-store",
        }
        return StreamingHttpResponse(Download(text, turn.pop_all()), content_type=content_type, headers=headers)


class Download:
    """A file that is generated while it is sent. Django closes it at the end of the response, sent whole or not."""

    def __init__(self, text: Iterator[str], turn: ExitStack) -> None:
        self.text, self.turn = text, turn

    def __iter__(self) -> Iterator[str]:
        return self.text

    def close(self) -> None:
        self.turn.close()
