import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.letters import only_forms_in_utf_8
from scorekeeper.request_body import only_complete_bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = only_complete_bodies(only_forms_in_utf_8(get_wsgi_application()))
