"""A WSGI API requires an access token with a scope. Settings: LATCHKEY_URL (the gRPC port), SERVICE_KEY."""

import os, re
import flask, grpc
from latchkey.v1 import token_service_pb2 as latchkey, token_service_pb2_grpc

METADATA = [("authorization", f"Bearer {os.environ['SERVICE_KEY']}")]
tokens = token_service_pb2_grpc.TokenServiceStub(grpc.insecure_channel(os.environ["LATCHKEY_URL"]))
application = flask.Flask(__name__)

def deny(status, parameters=""):
    flask.abort(flask.Response(status=status, headers={"WWW-Authenticate": 'Bearer realm="api"' + parameters}))

def authorize(scope):
    """Returns the introspected token, or ends the request with 401, 403 or 503."""
    token = re.fullmatch(r"(?i:bearer) +([\w.~+/-]+=*)", flask.request.headers.get("Authorization", ""), re.ASCII)
    if token is None:
        deny(401)
    try:
        grant = tokens.Introspect(latchkey.IntrospectRequest(token=token[1]), timeout=2, metadata=METADATA)
    except grpc.RpcError:
        flask.abort(flask.Response(status=503, headers={"Retry-After": "1"}))
    if not grant.active:
        deny(401, ', error="invalid_token"')
    if scope not in grant.scopes:
        deny(403, f', error="insufficient_scope", scope="{scope}"')
    return grant

@application.get("/orders")
def orders():
    return {"merchant": authorize("orders:read").merchant_id}
