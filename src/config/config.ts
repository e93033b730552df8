import type { ClaimMatch } from "./fields.ts";
import type { Settings } from "./settings.ts";

/** Paths of PEM files. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
  /** Where set, only clients with a certificate of this CA are let in. */
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

/** Everything the process is told from outside. Durations in seconds. Holds secrets: never logged. */
export interface Config {
  role: Settings["ROLE"];
  /** The public port; null with ROLE=core. */
  http: Listener | null;
  /** The internal ports; null with ROLE=gateway. */
  grpc: Listener | null;
  connect: Listener | null;
  /** The issuer, an origin. */
  publicUrl: string;
  /** For Fastify's `trustProxy`. */
  trustedProxies: readonly string[];
  /** Where the core is, with ROLE=gateway only. */
  core: CoreAddress | null;
  /** Null with ROLE=gateway. `directUrl` bypasses a pooler; the same as `url` where there is none. */
  database: { kind: "embedded" } | { kind: "external"; url: string; directUrl: string } | null;
  poolSize: number;
  poolReserved: number;
  databaseTimeout: number;
  migrate: "auto" | "check";
  /** Absolute. */
  dataDir: string;
  /** For `parseKeySet`; null where none is given: embedded (made and kept in `dataDir`) or a gateway (has none). */
  tokenKey: string | null;
  tokenPrefix: string;
  codeTtl: number;
  accessTokenTtl: number;
  refreshTokenTtl: number;
  refreshRetryWindow: number;
  refreshRetryWindowPublic: number;
  auditRetention: number;
  feedMaxAge: number;
  workers: number;
  /** Failures at most; null with RATE_LIMITS=off. */
  limits: { appAndAddressPerMinute: number; addressPerMinute: number; signInPerQuarterHour: number } | null;
  /** How much one party may take up; null with RATE_LIMITS=off. */
  quotas: {
    signUpsPerAddressPerHour: number;
    signUpsPerHour: number;
    appsPerDeveloper: number;
    openAuthorizationsPerAddress: number;
    openAuthorizationsPerAccount: number;
  } | null;
  /** Whether e-mail and password open accounts. */
  passwordSignIn: boolean;
  /** Whether strangers may make themselves a developer's account. */
  signUp: boolean;
  logLevel: Settings["LOG_LEVEL"];
  /** Ports of the demo, which runs where PostgreSQL is embedded. */
  demo: { appPort: number; apiPort: number } | null;
  signInProvider: SignInProvider | null;
}
