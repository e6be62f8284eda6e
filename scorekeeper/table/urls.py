"""The table's addresses: nouns."""

from django.urls import path

from scorekeeper.table.views import deleting, drafts, history, matches, paper, phone, rounds, sheets, tabletop

urlpatterns = [
    # First what is asked for most.
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/board/", matches.board, name="board"),
    path("games/", matches.choose, name="choose"),
    path("games/<slug:game>/matches/new/", matches.new, name="new-match"),
    path("games/<slug:game>/matches/", matches.matches, name="matches"),
    path("games/<slug:game>/matches/paper/", paper.paper, name="paper"),
    path("games/<slug:game>/blank/", paper.blank, name="blank"),
    path("matches/<int:pk>/tabletop/", tabletop.tabletop, name="tabletop"),
    path("matches/<int:pk>/ahead/", phone.ahead, name="ahead"),
    path("matches/<int:pk>/again/", matches.again, name="again"),
    path("matches/<int:pk>/draft/", drafts.draft, name="draft"),
    path("matches/<int:pk>/rounds/", rounds.rounds, name="rounds"),
    path("matches/<int:pk>/rounds/<int:number>/", rounds.one_round, name="round"),
    path("matches/<int:pk>/rounds/<int:number>/draft/", drafts.round_draft, name="round-draft"),
    path("matches/<int:pk>/rounds/<int:number>/before/", rounds.insertion, name="insertion"),
    path("matches/<int:pk>/rounds/<int:number>/before/draft/", drafts.insertion_draft, name="insertion-draft"),
    path("matches/<int:pk>/rounds/<int:number>/deletion/", rounds.deletion, name="deletion"),
    path("matches/<int:pk>/history/", history.history, name="history"),
    path("matches/<int:pk>/history/<int:number>/undoing/", history.undoing, name="undoing"),
    path("matches/<int:pk>/end/", history.end, name="end"),
    path("matches/<int:pk>/scoresheet/", sheets.sheet, name="scoresheet"),
    path("matches/<int:pk>/deletion/", deleting.deletion, name="match-deletion"),
    path("deleted/", deleting.deleted, name="deleted"),
    path("deleted/<int:pk>/return/", deleting.returning, name="returning"),
    path("sw.js", phone.worker, name="worker"),
    path("manifest.webmanifest", phone.manifest, name="manifest"),
    path("offline/", phone.offline, name="offline"),
]
