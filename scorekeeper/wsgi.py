import os

from django.core.wsgi import get_wsgi_application

from scorekeeper.web.middleware import drop_untrusted_headers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
application = drop_untrusted_headers(get_wsgi_application())
