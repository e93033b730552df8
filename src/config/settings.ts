import { z } from "zod";
import * as field from "./fields.ts";

/** All environment variables with their validation, default and description for the documentation. */
export const SETTINGS = z.object({
  ROLE: field.choice("all", "core", "gateway").default("all").describe("all, core (RPC only) or gateway (HTTP only)"),
  HTTP_PORT: field.port.default(8080).describe("public port: OAuth and pages"),
  GRPC_PORT: field.port.default(50_051).describe("internal port: gRPC"),
  CONNECT_PORT: field.port.default(8081).describe("internal port: Connect, gRPC-Web, JSON, health, metrics"),
  HOST: field.host.optional().describe("address of the public port; 127.0.0.1 when embedded, else 0.0.0.0"),
  INTERNAL_HOST: field.host.default("127.0.0.1").describe("address of the two internal ports"),
  PUBLIC_URL: field.origin
    .optional()
    .describe("the issuer, where browsers and apps reach the public port; required unless embedded"),
  TRUSTED_PROXIES: field.proxies
    .optional()
    .describe("whose X-Forwarded-For counts; none: clients connect without a proxy"),
  ALLOW_PLAINTEXT_INTERNAL: field
    .choice("0", "1")
    .default("0")
    .describe("1: internal ports and CORE_URL may go over a network without TLS"),

  CORE_URL: field.origin.optional().describe("gateway: the core's gRPC port, http://host:port or https://host:port"),
  SERVICE_KEY: field.serviceKey.optional().describe("gateway: its key, with tokens:forward and web:act"),

  DATABASE_URL: field.databaseUrl
    .optional()
    .describe("PostgreSQL; without it and with ROLE=all, embedded with the demo"),
  DATABASE_DIRECT_URL: field.databaseUrl
    .optional()
    .describe("the same database past a pooler, for LISTEN and migrations"),
  ALLOW_PLAINTEXT_DATABASE: field
    .choice("0", "1")
    .default("0")
    .describe("1: the database may be reached over a network without a verified certificate"),
  POOL_SIZE: field.whole(3, 1_000).default(10).describe("connections of the token path, for each process"),
  POOL_RESERVED: field.whole(1, 100).default(2).describe("of them kept for revoke, introspect and the feed"),
  DATABASE_TIMEOUT: field
    .fineSeconds(0.1, 60)
    .default(1)
    .describe("longest wait for a database connection; a statement may take 3 times as long, on pages 5 times"),
  MIGRATE: field.choice("auto", "check").optional().describe("auto: at start; check: refuse a schema that is behind"),
  DATA_DIR: field.anyText.default(".latchkey").describe("embedded: data, token_key, demo.json"),

  TOKEN_KEY: field.tokenKey.optional().describe("32 bytes base64url; several for rotation, the first derives"),
  TOKEN_PREFIX: field.tokenPrefix.default("lk").describe("what every token begins with"),
  CODE_TTL: field.seconds(1, 600).default(60).describe("life of an authorization code"),
  ACCESS_TOKEN_TTL: field.seconds(1, 604_800).default(3_600).describe("life of an access token"),
  REFRESH_TOKEN_TTL: field.seconds(1, 315_360_000).default(7_776_000).describe("life of a refresh token, sliding"),
  REFRESH_RETRY_WINDOW: field.seconds(0, 86_400).default(600).describe("how long a spent refresh token may be retried"),
  REFRESH_RETRY_WINDOW_PUBLIC: field.seconds(0, 86_400).default(60).describe("the same for apps without a secret"),
  AUDIT_RETENTION: field
    .whole(1, 36_500, "a whole number of days")
    .default(400)
    .describe("days that an event of the audit log stays"),
  FEED_MAX_AGE: field
    .fineSeconds(0.05, 60)
    .default(1)
    .describe("age of the revocation feed past which caches are bypassed"),
  INTROSPECTION_CACHE_SIZE: field
    .whole(1, 10_000_000)
    .default(100_000)
    .describe("access tokens in the introspection cache of each process, about 1 KB each"),

  WORKERS: field.whole(1, 256).default(1).describe("processes that share the ports"),
  RATE_LIMITS: field.choice("on", "off").default("on").describe("off: no limits, for measurements on loopback"),
  RATE_LIMIT_CLIENT_ADDRESS: field
    .whole(1, 1_000_000)
    .default(60)
    .describe("failures a minute of one app from one address"),
  RATE_LIMIT_ADDRESS: field.whole(1, 1_000_000).default(300).describe("failures a minute from one address"),
  RATE_LIMIT_SIGN_IN: field
    .whole(1, 1_000_000)
    .default(10)
    .describe("failed sign-ins of one account from one address in 15 minutes"),
  RATE_LIMIT_SIGN_UP: field.whole(1, 1_000_000).default(1_000).describe("sign-ups an hour"),
  RATE_LIMIT_SIGN_UP_ADDRESS: field.whole(1, 1_000_000).default(50).describe("sign-ups an hour from one address"),
  MAX_APPS_PER_DEVELOPER: field.whole(1, 1_000_000).default(50).describe("apps that one developer may have"),
  MAX_OPEN_AUTHORIZATIONS_PER_ADDRESS: field
    .whole(1, 1_000_000)
    .default(1_000)
    .describe("authorization requests from one address that wait for a sign-in"),
  MAX_OPEN_AUTHORIZATIONS_PER_ACCOUNT: field
    .whole(1, 1_000_000)
    .default(200)
    .describe("authorization requests that wait for the answer of one account"),
  PASSWORD_SIGN_IN: field
    .choice("on", "off")
    .default("on")
    .describe("off: people sign in with the platform's own login only"),
  SIGN_UP: field.choice("on", "off").default("on").describe("off: developers' accounts only by invitation"),
  LOG_LEVEL: field
    .choice("trace", "debug", "info", "warn", "error", "fatal", "silent")
    .default("info")
    .describe("what is logged"),
  DEMO_APP_PORT: field.port.default(8090).describe("demo: the app"),
  DEMO_API_PORT: field.port.default(8091).describe("demo: the platform's API"),

  TLS_HTTP_CERT: field.anyText.optional().describe("public port: certificate chain, a PEM file"),
  TLS_HTTP_KEY: field.anyText.optional().describe("public port: private key, a PEM file"),
  TLS_HTTP_CLIENT_CA: field.anyText
    .optional()
    .describe("public port: only clients, such as a proxy in front, with a certificate of this CA, a PEM file"),
  TLS_GRPC_CERT: field.anyText.optional().describe("gRPC port: certificate chain, a PEM file"),
  TLS_GRPC_KEY: field.anyText.optional().describe("gRPC port: private key, a PEM file"),
  TLS_GRPC_CLIENT_CA: field.anyText
    .optional()
    .describe("gRPC port: only clients with a certificate of this CA, a PEM file"),
  TLS_CONNECT_CERT: field.anyText.optional().describe("Connect port: certificate chain, a PEM file"),
  TLS_CONNECT_KEY: field.anyText.optional().describe("Connect port: private key, a PEM file"),
  TLS_CONNECT_CLIENT_CA: field.anyText
    .optional()
    .describe("Connect port: only clients with a certificate of this CA, a PEM file"),
  TLS_CORE_CA: field.anyText
    .optional()
    .describe("gateway: the CA of the core's certificate, a PEM file; the system's when absent"),
  TLS_CORE_CERT: field.anyText.optional().describe("gateway: certificate that it shows to the core, a PEM file"),
  TLS_CORE_KEY: field.anyText.optional().describe("gateway: private key of that certificate, a PEM file"),

  OIDC_ISSUER: field.anyText.optional().describe("external sign-in: the provider's issuer URL"),
  OIDC_CLIENT_ID: field.anyText.optional().describe("external sign-in: Latchkey's client id there"),
  OIDC_CLIENT_SECRET: field.anyText.optional().describe("external sign-in: its secret"),
  OIDC_LABEL: field.anyText.default("Single sign-on").describe("external sign-in: what the button says"),
  OIDC_SCOPES: field.scopes.default(["openid", "email", "profile"]).describe("external sign-in: scopes asked for"),
  OIDC_EMAIL_CLAIM: field.anyText.default("email").describe("external sign-in: claim with the e-mail address"),
  OIDC_NAME_CLAIM: field.anyText.default("name").describe("external sign-in: claim with the display name"),
  OIDC_MEMBERSHIP_CLAIM: field.anyText
    .optional()
    .describe("external sign-in: claim with a list of merchant_id:ROLE; no memberships when absent"),
  OIDC_OPERATOR_CLAIM: field.claimMatch.optional().describe("external sign-in: claim=value that makes an operator"),
  OIDC_DEVELOPER_CLAIM: field.claimMatch.optional().describe("external sign-in: claim=value that makes a developer"),
});

export type Settings = z.output<typeof SETTINGS>;
export type SettingName = keyof Settings;

/** Settings whose values never appear in messages. */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set<SettingName>([
  "DATABASE_URL",
  "DATABASE_DIRECT_URL",
  "TOKEN_KEY",
  "SERVICE_KEY",
  "OIDC_CLIENT_SECRET",
]);
