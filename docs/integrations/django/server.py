"""Django requires an access token with a scope. Settings: INTROSPECTION_URL, SERVICE_KEY, SECRET_KEY of Django."""

import functools, os, re
import httpx
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse, JsonResponse
from django.urls import path

settings.configure(ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, SECRET_KEY=os.environ["SECRET_KEY"])
# Any user name: the service key authenticates.
latchkey = httpx.Client(auth=("orders-api", os.environ["SERVICE_KEY"]), timeout=2)

def challenge(status, parameters=""):
    return HttpResponse(status=status, headers={"WWW-Authenticate": 'Bearer realm="api"' + parameters})

def require_scope(scope):
    def decorate(view):
        @functools.wraps(view)
        def guarded(request, *args, **kwargs):
            token = re.fullmatch(r"(?i:bearer) +([\w.~+/-]+=*)", request.headers.get("Authorization", ""), re.ASCII)
            if token is None:
                return challenge(401)
            try:
                answer = latchkey.post(os.environ["INTROSPECTION_URL"], data={"token": token[1]}).raise_for_status()
            except httpx.HTTPError:
                return HttpResponse(status=503, headers={"Retry-After": "1"})
            request.grant = answer.json()
            if not request.grant["active"]:
                return challenge(401, ', error="invalid_token"')
            if scope not in request.grant["scope"].split(" "):
                return challenge(403, f', error="insufficient_scope", scope="{scope}"')
            return view(request, *args, **kwargs)
        return guarded
    return decorate

orders = require_scope("orders:read")(lambda request: JsonResponse({"merchant": request.grant["merchant_id"]}))
urlpatterns = [path("orders", orders)]
application = get_wsgi_application()
