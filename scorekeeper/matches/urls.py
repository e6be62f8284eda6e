from django.urls import path

from scorekeeper.matches.models import EntryMode
from scorekeeper.matches.views import history, match, offline, own_phone, players, presets, rounds, seats, table_changes

CORRECT, INSERT = {"mode": EntryMode.CORRECT}, {"mode": EntryMode.INSERT}

urlpatterns = [
    # The most requested URLs first.
    path("matches/<int:pk>/", match.match, name="match"),
    path("matches/<int:pk>/board/", match.board, name="board"),
    path("games/", match.choose, name="choose-game"),
    path("games/<str:game>/matches/new/", match.new, name="new-match"),
    path("games/<str:game>/matches/", match.matches, name="matches"),
    path("games/<str:game>/presets/", presets.save, name="save-preset"),
    path("matches/<int:pk>/table-view/", match.table_view, name="table-view"),
    path("matches/<int:pk>/upcoming-rounds/", offline.upcoming_rounds, name="upcoming-rounds"),
    path("matches/<int:pk>/rematch/", match.rematch, name="rematch"),
    path("matches/<int:pk>/draft/", rounds.draft, name="draft"),
    path("matches/<int:pk>/own-player/", players.own_player, name="own-player"),
    path("matches/<int:pk>/own-answers/", own_phone.answer, name="own-answers"),
    path("matches/<int:pk>/hidden-answers/", own_phone.show_answers, name="hidden-answers"),
    path("matches/<int:pk>/rounds/", rounds.rounds, name="rounds"),
    path("matches/<int:pk>/rounds/<int:number>/", rounds.round_entry, CORRECT, name="round"),
    path("matches/<int:pk>/rounds/<int:number>/draft/", rounds.draft, CORRECT, name="round-draft"),
    path("matches/<int:pk>/rounds/<int:number>/before/", rounds.round_entry, INSERT, name="insertion"),
    path("matches/<int:pk>/rounds/<int:number>/before/draft/", rounds.draft, INSERT, name="insertion-draft"),
    path("matches/<int:pk>/rounds/<int:number>/deletion/", history.round_deletion, name="deletion"),
    path("matches/<int:pk>/rounds/<int:number>/note/", history.round_note, name="round-note"),
    path("matches/<int:pk>/rounds/<int:number>/seats/", seats.round_seats, name="round-seats"),
    path("matches/<int:pk>/joining/", table_changes.join_match, name="joining"),
    path("matches/<int:pk>/leaving/", table_changes.leave_match, name="leaving"),
    path("matches/<int:pk>/seats/", seats.seats, name="seats"),
    path("matches/<int:pk>/order/", seats.player_order, name="player-order"),
    path("matches/<int:pk>/history/", history.history, name="history"),
    path("matches/<int:pk>/history/<int:number>/undo/", history.undo_entry, name="undo"),
    path("matches/<int:pk>/end/", history.match_end, name="match-end"),
    path("matches/<int:pk>/decision/", history.match_decision, name="match-decision"),
    path("matches/<int:pk>/resume/", history.match_resume, name="match-resume"),
    path("matches/<int:pk>/deletion/", match.match_deletion, name="match-deletion"),
    path("deleted/", match.deleted_matches, name="deleted-matches"),
    path("deleted/<int:pk>/restore/", match.match_restore, name="match-restore"),
    path("players/<int:player>/details/", players.player_details, name="player-details"),
    path("players/<int:player>/merge/", players.player_merge, name="player-merge"),
    path("merges/<int:merge>/undo/", players.player_unmerge, name="player-unmerge"),
    path("settings/presets/", presets.presets, name="presets"),
    path("settings/presets/<int:preset>/", presets.preset, name="preset"),
    path("settings/presets/<int:preset>/removal/", presets.removal, name="preset-removal"),
    path("sw.js", offline.service_worker, name="service-worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
    path("offline/", offline.offline, name="offline"),
]
