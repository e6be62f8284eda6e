"""Django's settings. environment.py reads those that a host may change."""

import re

from django.utils.crypto import salted_hmac

from scorekeeper import limits
from scorekeeper.server import demo_folder, environment
from scorekeeper.server.bootstrap import version
from scorekeeper.server.environment import database_settings, read_key

ROOT = environment.ROOT
chosen = environment.read()

DATA = chosen["DATA"]
DEBUG = chosen["DEBUG"]
# Origin and path of SCOREKEEPER_ADDRESS.
ORIGIN, SUB_PATH = chosen["ORIGIN"], chosen["PATH"]
VERSION = version()
PORT = chosen["PORT"]
# People open an https:// address.
BEHIND_PROXY = chosen["BEHIND_PROXY"]
PROXY = chosen["PROXY"]
FOUNDING = chosen["FOUNDING"]
DEMO = demo_folder.is_demo(DATA)
OWN_KEY = chosen["SECRET_KEY"] is None
SECRET_KEY = chosen["SECRET_KEY"] or read_key(DATA)

# No auth, sessions, content types or admin: the cookie of a device says which club and role it has.
INSTALLED_APPS = [
    "scorekeeper",  # before staticfiles: both have a runserver
    "django.contrib.staticfiles",
    "django_htmx",
    "scorekeeper.clubs",
    "scorekeeper.matches",
    "scorekeeper.statistics",
    "scorekeeper.history",
    "scorekeeper.rulebook",
    "scorekeeper.transfer",
]

MIDDLEWARE = [
    "scorekeeper.web.middleware.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "scorekeeper.web.middleware.host_check",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Before all that looks at the path. Files have no prefix of a club.
    "scorekeeper.clubs.addresses.address_prefix",
    "scorekeeper.web.middleware.limit_size",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.common.CommonMiddleware",
    "scorekeeper.web.middleware.brotli_pages",
    "scorekeeper.web.middleware.writers_in_turn",
    # Before CSRF reads the form: strangers get 404 for a POST, too.
    "scorekeeper.clubs.permissions.DeviceMiddleware",
    "scorekeeper.web.middleware.ErrorPagesMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "scorekeeper.web.middleware.PlainTextMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "scorekeeper.clubs.preferences.preferences_context",
            ],
        },
    }
]

# Functions called at the start of the server, by name: it imports no app.
WARM_UP = ["scorekeeper.rulebook.question_box.warm_up"]
# Purges rows that were soft-deleted before the grace period; called at each start and before each backup.
PURGE = "scorekeeper.matches.cleanup.purge_deleted"

# Checks a backup before it is restored.
FIND_UNREADABLE_MATCH = "scorekeeper.matches.integrity.find_unreadable_match"

# --- Database and cache -------------------------------------------------------------------------
DATABASES = {"default": database_settings(chosen["DATABASE_URL"], DATA)}
READ_ONLY = "database" in DATABASES["default"]["OPTIONS"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    # Parts of pages that are drawn once. Their links lead into one club of a phone.
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "KEY_FUNCTION": "scorekeeper.clubs.addresses.key_of_drawn_part",
        "OPTIONS": {"MAX_ENTRIES": 300},
    },
    # In a club of 5,000 matches a player's page takes 450 ms of processor time without it, 20 with it.
    "figures": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "figures",
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
    # Pictures of shared pages: about 100 kB each.
    "pictures": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pictures",
        "OPTIONS": {"MAX_ENTRIES": 30},
    },
}

# Uploads stay in memory: a killed process would leave temporary files behind.
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
FILE_UPLOAD_MAX_MEMORY_SIZE = limits.MAX_IMPORT_REQUEST_BYTES

# --- Static files -------------------------------------------------------------------------------
STATIC_URL = f"{SUB_PATH}/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [ROOT / "static"]
STATICFILES_FINDERS = [
    # Without AppDirectoriesFinder: the one file of django-htmx that pages need is in a bundle.
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "scorekeeper.web.bundles.BundleFinder",
]
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}

# --- Security -----------------------------------------------------------------------------------
# web/middleware.py checks the host.
ALLOWED_HOSTS = ["*"]
KNOWN_HOSTS = chosen["HOSTS"]

# The path of an invitation is a secret: the Referer has none. "no-referrer" would also remove the Origin that CSRF
# checks.
SECURE_REFERRER_POLICY = "strict-origin"
CSRF_COOKIE_HTTPONLY = True
# __Host- requires the path "/": not possible if the host serves other apps, too.
COOKIE_PREFIX = ("__Secure-" if SUB_PATH else "__Host-") if BEHIND_PROXY else ""
# Cookies ignore ports, so their names depend on the secret key: a second record on the same host, such as a demo, must
# not replace them.
COOKIE_SUFFIX = f"-{salted_hmac('scorekeeper.settings.cookies', '', SECRET_KEY, algorithm='sha256').hexdigest()[:8]}"
COOKIE_PATH = CSRF_COOKIE_PATH = f"{SUB_PATH}/"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf{COOKIE_SUFFIX}"
CSRF_COOKIE_SECURE = BEHIND_PROXY
SECURE_SSL_REDIRECT = BEHIND_PROXY
# Health checks ask without the proxy.
SECURE_REDIRECT_EXEMPT = [r"^health$", f"^{re.escape(SUB_PATH[1:])}/health$"]
SECURE_SSL_HOST = ORIGIN.removeprefix("https://") if BEHIND_PROXY else None
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if BEHIND_PROXY else 0
SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # X-Frame-Options: web/middleware.py sets it
    "security.W005",  # HSTS for subdomains, and ...
    "security.W021",  # ... the preload list: for the owner of the domain to decide
]

# --- Language and time --------------------------------------------------------------------------
LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = chosen["TIME_ZONE"]

# --- Logging: without query strings and secret URLs ------------------------------
LOG = chosen["LOG"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"no_addresses": {"()": "scorekeeper.web.log_filter.WithoutAddresses"}},
    "formatters": {
        "lines": {"format": "{asctime} {levelname} {message}", "style": "{"},
        "json": {"()": "scorekeeper.web.log_filter.JsonLines"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "filters": ["no_addresses"], "formatter": LOG},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "loggers": {
        "waitress": {"handlers": ["console"], "level": "WARNING"},
        # It logs each request that waits for a thread.
        "waitress.queue": {"level": "ERROR"},
        "django": {"handlers": ["console"], "level": "WARNING"},
        "scorekeeper": {"handlers": ["console"], "level": "INFO"},
        # Client errors could fill the disk.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        # The access log of runserver contains secret URLs.
        "django.server": {"handlers": ["nowhere"], "propagate": False},
    },
}
