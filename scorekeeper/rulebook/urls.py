"""The rulebook's addresses."""

from django.urls import path

from scorekeeper.rulebook import views

urlpatterns = [
    path("rules/", views.rulebook, name="rulebook"),
    path("rules/search/", views.search, name="search"),
    path("rules/using-the-app/", views.guide, name="guide"),
    path("rules/<str:game>/rulings/", views.table_rulings, name="table-rulings"),
    path("rules/<str:game>/note/", views.rules_note, name="rules-note"),
    path("rules/rulings/<int:ruling>/removal/", views.table_ruling_removal, name="table-ruling-removal"),
    path("rules/<str:game>/", views.rules, name="rules"),
    path("rules/<str:game>/first-hand/", views.first_hand, name="first-hand"),
    path("rules/<str:game>/calculator/", views.calculator, name="calculator"),
    path("rules/<str:game>/referee/", views.referee, name="referee"),
    path("rules/<str:game>/referee/<slug:ask>/", views.referee_question, name="referee-question"),
    path("matches/<int:pk>/calculator/", views.match_calculator, name="match-calculator"),
    path("matches/<int:pk>/referee/", views.match_referee, name="match-referee"),
    path("matches/<int:pk>/referee/<slug:ask>/", views.match_referee_question, name="match-referee-question"),
    path("matches/<int:pk>/rules/", views.match_rules, name="match-rules"),
    path("matches/<int:pk>/what-if/", views.what_if, name="what-if"),
    path("matches/<int:pk>/rounds/<int:number>/sides/<int:side>/", views.why, name="why"),
]
