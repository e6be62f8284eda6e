from django.urls import path

from scorekeeper.transfer import views

urlpatterns = [
    path("transfer/", views.transfer, name="transfer"),
    path("transfer/club.json", views.club_download, name="club-file"),
    path("transfer/bg-stats.json", views.bg_stats_download, name="bg-stats"),
    path("transfer/security-log.csv", views.security_log_download, name="security-log-file"),
    path("transfer/<slug:table>.csv", views.csv_download, name="csv-table"),
    path("transfer/imports/", views.imports, name="imports"),
    path("transfer/imports/<uuid:key>/", views.pending_import, name="import"),
    path("games/<str:game>/blank-sheet/", views.blank_sheet, name="blank-sheet"),
    path("games/<str:game>/sheet/", views.share_sheet, name="share-sheet"),
    path("sheets/", views.open_sheet, name="open-sheet"),
    path("sheets/<str:sheet_token>/", views.sheet, name="sheet"),
    path("sheets/<str:sheet_token>/preset/", views.sheet_preset, name="sheet-preset"),
    path("matches/<int:pk>/scoresheet/", views.scoresheet_file, name="scoresheet"),
    path("matches/<int:pk>/bg-stats/", views.bg_stats_of_match, name="match-bg-stats"),
]
