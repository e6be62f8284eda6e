"""The rulebook's addresses."""

from django.urls import path

from scorekeeper.rulebook import views

urlpatterns = [
    path("rules/", views.rulebook, name="rulebook"),
    path("rules/search/", views.search, name="search"),
    path("rules/<slug:game>/", views.rules, name="rules"),
    path("matches/<int:pk>/rules/", views.match_rules, name="match-rules"),
    path("matches/<int:pk>/otherwise/", views.otherwise, name="otherwise"),
    path("matches/<int:pk>/rounds/<int:number>/sides/<int:side>/", views.side_of_round, name="why"),
]
