from django.urls import path

from scorekeeper.statistics import views

urlpatterns = [
    path("leaderboard/", views.leaderboard_page, name="leaderboard"),
    path("players/", views.players, name="players"),
    path("players/<int:player>/", views.player, name="player"),
    path("players/<int:player>/cases/", views.figure_cases, name="figure-cases"),
    path("players/<int:player>/matches/", views.shared_matches, name="shared-matches"),
]
