import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.request_body import only_complete_bodies
from scorekeeper.web.request_checks import only_forms_in_utf_8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = only_complete_bodies(only_forms_in_utf_8(get_wsgi_application()))
