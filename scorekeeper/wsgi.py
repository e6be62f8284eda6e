import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.web.middleware import accept_utf8_forms, believe_proxy_only

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = believe_proxy_only(accept_utf8_forms(get_wsgi_application()))
