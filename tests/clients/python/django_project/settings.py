"""A project with one application. DATABASE is the URL of its database."""
import os
from urllib.parse import urlsplit

_url = urlsplit(os.environ["DATABASE"])

SECRET_KEY = "for tests only"
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions", "shop"]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": _url.path[1:],
        "USER": "postgres",
        "HOST": _url.hostname,
        "PORT": _url.port,
        "TEST": {"NAME": "test_of_django"},
    }
}
