import { readFileSync } from "node:fs";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { ChannelCredentials, type ChannelOptions, Client as GrpcClient } from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import { AccountService } from "../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../gen/latchkey/v1/consent_service_pb.ts";
import { EventService } from "../../gen/latchkey/v1/event_service_pb.ts";
import { InstallationService } from "../../gen/latchkey/v1/installation_service_pb.ts";
import { PlatformService } from "../../gen/latchkey/v1/platform_service_pb.ts";
import { ReviewService } from "../../gen/latchkey/v1/review_service_pb.ts";
import { TokenService } from "../../gen/latchkey/v1/token_service_pb.ts";
import { WebhookService } from "../../gen/latchkey/v1/webhook_service_pb.ts";
import { createGrpcJsTransport } from "./client-transport.ts";
import { AUTHORIZATION } from "./metadata.ts";

/** Paths of PEM files; null for the system's CA certificates and no client certificate. */
export interface ClientTls {
  caFile: string | null;
  certFile: string | null;
  keyFile: string | null;
}

export interface CoreOptions {
  /** Origin of the core's gRPC port; https means TLS. Calls are balanced over all addresses of the name. */
  url: string;
  /** The service key of calls without their own Authorization header. */
  key: string;
  tls?: ClientTls;
}

export interface CoreConnection {
  transport: Transport;
  /** Replaces the service key, from the next call on. */
  useKey(key: string): void;
  /** True if the core reports SERVING; false if it does not answer within a second. */
  isServing(): Promise<boolean>;
  /** Closes the connection after pending calls finish. */
  close(): void;
}

/** One typed client for each service. */
export interface Clients {
  tokens: Client<typeof TokenService>;
  consent: Client<typeof ConsentService>;
  apps: Client<typeof AppService>;
  installations: Client<typeof InstallationService>;
  accounts: Client<typeof AccountService>;
  audit: Client<typeof AuditService>;
  events: Client<typeof EventService>;
  webhooks: Client<typeof WebhookService>;
  platform: Client<typeof PlatformService>;
  reviews: Client<typeof ReviewService>;
}

/** Creates the clients over a connection of `connectCore` or the direct transport. */
export function clients(transport: Transport): Clients {
  return {
    tokens: createClient(TokenService, transport),
    consent: createClient(ConsentService, transport),
    apps: createClient(AppService, transport),
    installations: createClient(InstallationService, transport),
    accounts: createClient(AccountService, transport),
    audit: createClient(AuditService, transport),
    events: createClient(EventService, transport),
    webhooks: createClient(WebhookService, transport),
    platform: createClient(PlatformService, transport),
    reviews: createClient(ReviewService, transport),
  };
}

const OPTIONS: ChannelOptions = {
  // Balances over all replicas behind the name and skips those that are down.
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.service_config_disable_resolution": 1,
  // The service key must not pass through a proxy.
  "grpc.enable_http_proxy": 0,
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.max_reconnect_backoff_ms": 2_000,
  // A page of 200 apps may exceed the library's 4 MiB.
  "grpc.max_receive_message_length": 32 * 1024 * 1024,
};

/**
 * Connects to a remote core over gRPC at the first call, and reconnects automatically. Without a connection, calls fail immediately
 * with UNAVAILABLE.
 * @throws TypeError for an invalid `url`
 */
export function connectCore({ url, key, tls }: CoreOptions): CoreConnection {
  const { protocol, host, hostname, port } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("the core's URL begins with http: or https:");
  const secure = protocol === "https:";
  // URL drops the scheme's default port.
  const target = `dns:${port === "" ? `${hostname}:${secure ? 443 : 80}` : host}`;
  const client = new GrpcClient(target, secure ? tlsCredentials(tls) : ChannelCredentials.createInsecure(), OPTIONS);
  const defaults = { [AUTHORIZATION]: `Bearer ${key}` };
  return {
    transport: createGrpcJsTransport(client, defaults),
    useKey(replacement) {
      defaults[AUTHORIZATION] = `Bearer ${replacement}`;
    },
    isServing: () => isServing(client),
    close: () => client.close(),
  };
}

const HEALTH_TIMEOUT_MS = 1_000;

/** @see https://github.com/grpc/grpc/blob/master/doc/health-checking.md */
function isServing(client: GrpcClient): Promise<boolean> {
  const { path, requestSerialize, responseDeserialize } = healthService.Check!;
  const deadline = Date.now() + HEALTH_TIMEOUT_MS;
  return new Promise((resolve) => {
    const settle = (error: Error | null, answer?: { status?: unknown }) =>
      resolve(error === null && answer?.status === "SERVING");
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service: "" }, { deadline }, settle);
  });
}

function tlsCredentials(tls: ClientTls | undefined): ChannelCredentials {
  const read = (file: string | null | undefined) => (typeof file === "string" ? readFileSync(file) : null);
  return ChannelCredentials.createSsl(read(tls?.caFile), read(tls?.keyFile), read(tls?.certFile));
}
