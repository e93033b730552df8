package com.example;

import com.latchkey.v1.*;
import com.sun.net.httpserver.*;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Answers 401, 403 or 503 unless the request has an active token with the scope. */
class RequireScope extends Filter {
  private static final Pattern BEARER = Pattern.compile("(?i:bearer) +([\\w.~+/-]+=*)");
  private final TokenServiceGrpc.TokenServiceBlockingStub tokens;
  private final String scope;

  RequireScope(TokenServiceGrpc.TokenServiceBlockingStub tokens, String scope) { this.tokens = tokens; this.scope = scope; }

  @Override public String description() { return "requires " + scope; }

  @Override public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
    var token = BEARER.matcher(String.join(",", exchange.getRequestHeaders().getOrDefault("Authorization", List.of())));
    if (!token.matches()) { deny(exchange, 401, ""); return; }
    var request = IntrospectRequest.newBuilder().setToken(token.group(1)).build();
    IntrospectResponse grant;
    try { grant = tokens.withDeadlineAfter(2, TimeUnit.SECONDS).introspect(request); }
    catch (StatusRuntimeException outage) { exchange.sendResponseHeaders(503, -1); return; }
    exchange.setAttribute("grant", grant);
    if (!grant.getActive()) deny(exchange, 401, ", error=\"invalid_token\"");
    else if (!grant.getScopesList().contains(scope)) deny(exchange, 403, ", error=\"insufficient_scope\", scope=\"" + scope + "\"");
    else chain.doFilter(exchange);
  }

  private static void deny(HttpExchange exchange, int status, String parameters) throws IOException {
    exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer realm=\"api\"" + parameters);
    exchange.sendResponseHeaders(status, -1);
  }
}
