"""The rulebook's addresses."""

from django.urls import path

from scorekeeper.rulebook.views import desk, rules

urlpatterns = [
    path("rules/", rules.rulebook, name="rulebook"),
    path("rules/search/", rules.search, name="search"),
    path("rules/<slug:game>/", rules.rules, name="rules"),
    path("rules/<slug:game>/referee/", desk.referee, name="referee"),
    path("rules/<slug:game>/referee/<slug:ask>/", desk.asked, name="asked"),
    path("matches/<int:pk>/referee/", desk.match_referee, name="match-referee"),
    path("matches/<int:pk>/referee/<slug:ask>/", desk.match_asked, name="match-asked"),
    path("matches/<int:pk>/rules/", rules.match_rules, name="match-rules"),
    path("matches/<int:pk>/otherwise/", rules.otherwise, name="otherwise"),
    path("matches/<int:pk>/rounds/<int:number>/sides/<int:side>/", rules.side_of_round, name="why"),
]
