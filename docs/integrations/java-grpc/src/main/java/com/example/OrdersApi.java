package com.example;

import static java.lang.System.getenv;

import com.latchkey.v1.*;
import com.sun.net.httpserver.*;
import io.grpc.*;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.*;

/** An API that requires an access token with a scope. Settings: LATCHKEY_URL (the gRPC port), SERVICE_KEY, PORT. */
class OrdersApi {
  public static void main(String[] arguments) throws IOException {
    var headers = new Metadata();
    headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + getenv("SERVICE_KEY"));
    var channel = ManagedChannelBuilder.forTarget(getenv("LATCHKEY_URL")).usePlaintext().build();
    var tokens = TokenServiceGrpc.newBlockingStub(channel).withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    var server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(getenv("PORT"))), 0);
    server.createContext("/orders", OrdersApi::orders).getFilters().add(new RequireScope(tokens, "orders:read"));
    server.setExecutor(Executors.newFixedThreadPool(16));
    server.start();
  }

  static void orders(HttpExchange exchange) throws IOException {
    var grant = (IntrospectResponse) exchange.getAttribute("grant");
    var body = ("{\"merchant\":\"" + grant.getMerchantId() + "\"}").getBytes();
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
