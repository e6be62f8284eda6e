"""The addresses there are where `serve` speaks HTTPS itself."""

from scorekeeper.urls import own_https
from scorekeeper.urls import urlpatterns as everywhere

urlpatterns = [*everywhere, *own_https]
