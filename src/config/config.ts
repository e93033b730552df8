import type { TelemetryOptions } from "../observe/telemetry-options.ts";
import type { ClaimMatch } from "./fields.ts";
import type { Settings } from "./settings.ts";
import type { Sender, SmtpServer } from "./smtp-url.ts";

/** Paths of PEM files. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
  /** If set, clients must present a certificate of this CA. */
  clientCaFile: string | null;
}

export interface Listener {
  host: string;
  port: number;
  tls: TlsFiles | null;
}

export interface CoreAddress {
  /** Origin of the core's gRPC port; https means TLS. */
  url: string;
  serviceKey: string;
  tls: { caFile: string | null; certFile: string | null; keyFile: string | null };
}

export interface SignInProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  label: string;
  scopes: readonly string[];
  emailClaim: string;
  nameClaim: string;
  membershipClaim: string | null;
  operator: ClaimMatch | null;
  developer: ClaimMatch | null;
}

/** The process's configuration. Durations are in seconds. Contains secrets: never log. */
export interface Config {
  role: Settings["ROLE"];
  /** The public port; null with ROLE=core. */
  http: Listener | null;
  /** The internal ports; null with ROLE=gateway. */
  grpc: Listener | null;
  connect: Listener | null;
  /** The port of the probes and the metrics alone; null unless HEALTH_PORT is set. */
  health: { host: string; port: number } | null;
  /** The issuer, an origin. */
  publicUrl: string;
  /** The value of Fastify's `trustProxy`. */
  trustedProxies: readonly string[];
  /** The core's address; null unless ROLE=gateway. */
  core: CoreAddress | null;
  /** Null with ROLE=gateway. `directUrl` names the same database without a pooler, and defaults to `url`. */
  database: { kind: "embedded" } | { kind: "external"; url: string; directUrl: string } | null;
  poolSize: number;
  poolReserved: number;
  databaseTimeout: number;
  migrate: "auto" | "check";
  /** An absolute path. */
  dataDir: string;
  /**
   * The text for `parseKeySet`. Null for a gateway, which needs no key, and with embedded PostgreSQL, where `dataDir` holds a generated
   * key.
   */
  tokenKey: string | null;
  tokenPrefix: string;
  codeTtl: number;
  accessTokenTtl: number;
  refreshTokenTtl: number;
  refreshRetryWindow: number;
  refreshRetryWindowPublic: number;
  auditRetention: number;
  feedMaxAge: number;
  /** The maximum number of access tokens in the introspection cache of each process. */
  introspectionCacheSize: number;
  webhooks: {
    /** The maximum number of deliveries at the same time to one endpoint. */
    concurrency: number;
    /** True if deliveries may go to loopback addresses. */
    allowLoopback: boolean;
  };
  workers: number;
  /** Time between SIGTERM and closing the ports. */
  drainDelay: number;
  /** Maximum failures; null with RATE_LIMITS=off. */
  limits: { appAndAddressPerMinute: number; addressPerMinute: number; signInPerQuarterHour: number } | null;
  /** Quotas per party; null with RATE_LIMITS=off. */
  quotas: {
    signUpsPerAddressPerHour: number;
    signUpsPerHour: number;
    appsPerDeveloper: number;
    openAuthorizationsPerAddress: number;
    openAuthorizationsPerAccount: number;
  } | null;
  /** True if users may sign in with e-mail address and password. */
  passwordSignIn: boolean;
  /** True if the operator role needs a second factor. */
  operatorsNeedSecondFactor: boolean;
  /** True if developers may sign up without an invitation. */
  signUp: boolean;
  /** Null: no mails are sent. The demo stores its mails for `/demo/mail`. */
  mail: { server: SmtpServer; from: Sender } | null;
  /** The parts of the platform's identity that settings determine; null for a part that operators set in the console. */
  brand: { name: string | null; accent: string | null; logoFile: string | null; support: string | null };
  /** A request of the sandbox API for the documentation; null for a placeholder. */
  docsApiUrl: string | null;
  logLevel: Settings["LOG_LEVEL"];
  /** Null: no traces and metrics are exported. */
  telemetry: TelemetryOptions | null;
  /** True if the public port continues the traces of trusted proxies. */
  continueTraces: boolean;
  /** Ports of the demo; null unless PostgreSQL is embedded. */
  demo: { appPort: number; apiPort: number } | null;
  signInProvider: SignInProvider | null;
}
