"""The rulebook's addresses."""

from django.urls import path

from scorekeeper.rulebook import views

urlpatterns = [path("rules/<slug:game>/", views.rules, name="rules")]
