"""The nights' addresses."""

from django.urls import path

from scorekeeper.nights import views

urlpatterns = [path("", views.home, name="home")]
