import { readFileSync } from "node:fs";
import { type Client, createClient, type Transport } from "@connectrpc/connect";
import { ChannelCredentials, type ChannelOptions, Client as GrpcClient } from "@grpc/grpc-js";
import { AccountService } from "../../gen/latchkey/v1/account_service_pb.ts";
import { AppService } from "../../gen/latchkey/v1/app_service_pb.ts";
import { AuditService } from "../../gen/latchkey/v1/audit_service_pb.ts";
import { ConsentService } from "../../gen/latchkey/v1/consent_service_pb.ts";
import { InstallationService } from "../../gen/latchkey/v1/installation_service_pb.ts";
import { TokenService } from "../../gen/latchkey/v1/token_service_pb.ts";
import { AUTHORIZATION } from "./metadata.ts";
import { createGrpcJsTransport } from "./transports/grpc-js-transport.ts";

/** Paths of PEM files; null: the system's authorities, no certificate of our own. */
export interface ClientTls {
  caFile: string | null;
  certFile: string | null;
  keyFile: string | null;
}

export interface CoreOptions {
  /** Origin of the core's gRPC port; https means TLS. Several addresses behind the name share the calls. */
  url: string;
  /** The service key that a call carries unless its own headers say otherwise. */
  key: string;
  tls?: ClientTls;
}

export interface CoreConnection {
  transport: Transport;
  /** Ends the connection; calls under way still finish. */
  close(): void;
}

/** One typed client for each service of the contract. */
export interface Clients {
  tokens: Client<typeof TokenService>;
  consent: Client<typeof ConsentService>;
  apps: Client<typeof AppService>;
  installations: Client<typeof InstallationService>;
  accounts: Client<typeof AccountService>;
  audit: Client<typeof AuditService>;
}

/** The services over `transport`: a connection of `connectCore`, or the direct transport of this process. */
export function clients(transport: Transport): Clients {
  return {
    tokens: createClient(TokenService, transport),
    consent: createClient(ConsentService, transport),
    apps: createClient(AppService, transport),
    installations: createClient(InstallationService, transport),
    accounts: createClient(AccountService, transport),
    audit: createClient(AuditService, transport),
  };
}

const OPTIONS: ChannelOptions = {
  // Every replica behind the name gets its share, and one that goes away is left out.
  "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  "grpc.service_config_disable_resolution": 1,
  // The key goes to the core and to nobody between.
  "grpc.enable_http_proxy": 0,
  "grpc.keepalive_time_ms": 30_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.max_reconnect_backoff_ms": 2_000,
  // A page of 200 apps may exceed the library's 4 MiB.
  "grpc.max_receive_message_length": 32 * 1024 * 1024,
};

/**
 * A remote core over gRPC. The connection is opened at the first call and reopened by itself; while there is none, calls fail with
 * UNAVAILABLE at once.
 * @throws TypeError for a `url` that is none
 */
export function connectCore({ url, key, tls }: CoreOptions): CoreConnection {
  const { protocol, host, hostname, port } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("the core's URL begins with http: or https:");
  const secure = protocol === "https:";
  // URL drops the port that is the scheme's own.
  const target = `dns:${port === "" ? `${hostname}:${secure ? 443 : 80}` : host}`;
  const client = new GrpcClient(target, secure ? tlsCredentials(tls) : ChannelCredentials.createInsecure(), OPTIONS);
  const transport = createGrpcJsTransport(client, { [AUTHORIZATION]: `Bearer ${key}` });
  return { transport, close: () => client.close() };
}

function tlsCredentials(tls: ClientTls | undefined): ChannelCredentials {
  const read = (file: string | null | undefined) => (typeof file === "string" ? readFileSync(file) : null);
  return ChannelCredentials.createSsl(read(tls?.caFile), read(tls?.keyFile), read(tls?.certFile));
}
