import { z } from "zod";
import { DEFAULT_LIMITS } from "../oauth/failure-limit.ts";
import { DAY, HOUR, MINUTE } from "../oauth/lifetimes.ts";
import { SAMPLERS } from "../observe/telemetry-options.ts";
import * as field from "./fields.ts";

/** All environment variables with their validation, default and description for the documentation. */
export const SETTINGS = z.object({
  ROLE: field.choice("all", "core", "gateway").default("all").describe("all, core (RPC only) or gateway (HTTP only)"),
  HTTP_PORT: field.port.default(8080).describe("public port: OAuth routes and pages"),
  GRPC_PORT: field.port.default(50_051).describe("internal port: gRPC"),
  CONNECT_PORT: field.port
    .default(8081)
    .describe("internal port: Connect, gRPC-Web, JSON, gRPC, /healthz, /readyz, /metrics"),
  HEALTH_PORT: field.port
    .optional()
    .describe("internal port without TLS: /healthz, /readyz, /metrics; not opened unless set"),
  HOST: field.host.optional().describe("listen address of the public port; 127.0.0.1 when embedded, else 0.0.0.0"),
  INTERNAL_HOST: field.host.default("127.0.0.1").describe("listen address of the two internal ports"),
  PUBLIC_URL: field.origin.optional().describe("the issuer and the origin of all links; required unless embedded"),
  TRUSTED_PROXIES: field.proxies
    .optional()
    .describe("proxies whose X-Forwarded-For is trusted; none: there is no proxy"),
  ALLOW_PLAINTEXT_INTERNAL: field
    .choice("0", "1")
    .default("0")
    .describe("1: internal ports and CORE_URL may cross a network without TLS"),

  CORE_URL: field.origin.optional().describe("gateway: the core's gRPC port, http://host:port or https://host:port"),
  SERVICE_KEY: field.serviceKey.optional().describe("gateway: its service key, with tokens:forward and web:act"),

  DATABASE_URL: field.databaseUrl
    .optional()
    .describe("PostgreSQL URL; without it, ROLE=all starts an embedded PostgreSQL with the demo"),
  DATABASE_DIRECT_URL: field.databaseUrl
    .optional()
    .describe("the same database without a pooler, for LISTEN and migrations"),
  ALLOW_PLAINTEXT_DATABASE: field
    .choice("0", "1")
    .default("0")
    .describe("1: the database may be reached over a network without a verified certificate"),
  POOL_SIZE: field.whole(3, 1_000).default(10).describe("connections for tokens, in each process"),
  POOL_RESERVED: field
    .whole(1, 100)
    .default(2)
    .describe("how many of them are reserved for revocation, introspection and the feed"),
  DATABASE_TIMEOUT: field
    .fineSeconds(0.1, 60)
    .default(1)
    .describe("longest wait for a database connection; a statement may take 3 times as long, on pages 5 times"),
  MIGRATE: field
    .choice("auto", "check")
    .optional()
    .describe("auto: apply migrations at startup; check: fail if the schema is outdated"),
  DATA_DIR: field.anyText.default(".latchkey").describe("embedded: the directory of data, token_key and demo.json"),

  TOKEN_KEY: field.tokenKey
    .optional()
    .describe("32 bytes in base64url; separated by commas for rotation: the first derives, all verify"),
  TOKEN_PREFIX: field.tokenPrefix.default("lk").describe("prefix of every token, secret and key"),
  CODE_TTL: field.seconds(1, 600).default(MINUTE).describe("lifetime of an authorization code"),
  ACCESS_TOKEN_TTL: field.seconds(1, 604_800).default(HOUR).describe("lifetime of an access token"),
  REFRESH_TOKEN_TTL: field
    .seconds(1, 315_360_000)
    .default(90 * DAY)
    .describe("lifetime of a refresh token; each rotation starts it again"),
  REFRESH_RETRY_WINDOW: field
    .seconds(0, 86_400)
    .default(10 * MINUTE)
    .describe("how long an app with a secret can repeat a refresh"),
  REFRESH_RETRY_WINDOW_PUBLIC: field.seconds(0, 86_400).default(MINUTE).describe("the same for public apps"),
  AUDIT_RETENTION: field
    .whole(1, 36_500, "a whole number of days")
    .default(400)
    .describe("days for which audit events are kept"),
  FEED_MAX_AGE: field
    .fineSeconds(0.05, 60)
    .default(1)
    .describe("maximum age of the revocation feed before introspection caches are bypassed"),
  INTROSPECTION_CACHE_SIZE: field
    .whole(1, 10_000_000)
    .default(100_000)
    .describe("access tokens in the introspection cache of each process, about 1 KB each"),
  WEBHOOK_CONCURRENCY: field
    .whole(1, 100)
    .default(20)
    .describe("webhook deliveries at once to one endpoint; one at a time to an endpoint that fails"),
  WEBHOOK_ALLOW_LOOPBACK: field
    .choice("0", "1")
    .optional()
    .describe("1: webhooks may be delivered to loopback addresses, also over http; default 0, embedded 1"),

  WORKERS: field.whole(1, 256).default(1).describe("processes that share the ports"),
  DRAIN_DELAY: field
    .fineSeconds(0, 600)
    .optional()
    .describe("seconds from SIGTERM to closing the ports; /readyz answers 503 meanwhile; default 5, embedded 0"),
  RATE_LIMITS: field.choice("on", "off").default("on").describe("off: no rate limits, for measurements on loopback"),
  RATE_LIMIT_CLIENT_ADDRESS: field
    .whole(1, 1_000_000)
    .default(DEFAULT_LIMITS.appAndAddress.failures)
    .describe("failed authentications a minute of one app from one address"),
  RATE_LIMIT_ADDRESS: field
    .whole(1, 1_000_000)
    .default(DEFAULT_LIMITS.address.failures)
    .describe("failed authentications a minute from one address"),
  RATE_LIMIT_SIGN_IN: field
    .whole(1, 1_000_000)
    .default(DEFAULT_LIMITS.signIn.failures)
    .describe("failed sign-ins of one account from one address in 15 minutes"),
  RATE_LIMIT_SIGN_UP: field.whole(1, 1_000_000).default(1_000).describe("new accounts an hour"),
  RATE_LIMIT_SIGN_UP_ADDRESS: field
    .whole(1, 1_000_000)
    .default(50)
    .describe("sign-up attempts an hour from one address"),
  MAX_APPS_PER_DEVELOPER: field.whole(1, 1_000_000).default(50).describe("apps of one developer"),
  MAX_OPEN_AUTHORIZATIONS_PER_ADDRESS: field
    .whole(1, 1_000_000)
    .default(1_000)
    .describe("authorization requests of one address before sign-in"),
  MAX_OPEN_AUTHORIZATIONS_PER_ACCOUNT: field
    .whole(1, 1_000_000)
    .default(200)
    .describe("authorization requests of one account"),
  PASSWORD_SIGN_IN: field.choice("on", "off").default("on").describe("off: external login only"),
  REQUIRE_SECOND_FACTOR: field
    .choice("none", "operators")
    .default("none")
    .describe("operators: an operator without a second factor sets one up before any console page"),
  SIGN_UP: field.choice("on", "off").default("on").describe("off: developer accounts are created by invitation only"),
  SMTP_URL: field.smtpUrl
    .optional()
    .describe("core: mail server, smtp://user:password@host:587 (STARTTLS) or smtps://…:465; none: no mails are sent"),
  MAIL_FROM: field.sender
    .optional()
    .describe("core: sender of mails, such as Example <no-reply@example.com>; required with SMTP_URL"),
  PLATFORM_NAME: field.platformName
    .optional()
    .describe("the platform's name on all pages; default: as set in the console"),
  PLATFORM_LOGO_FILE: field.anyText
    .optional()
    .describe("the platform's logo, a PNG, JPEG or WebP file of at most 256 KiB; default: as set in the console"),
  ACCENT_COLOR: field.accentColor
    .optional()
    .describe("colour of buttons and links as #rrggbb; default: as set in the console"),
  SUPPORT_CONTACT: field.supportContact
    .optional()
    .describe("where people get help, an e-mail address or an https URL; default: as set in the console"),
  LOG_LEVEL: field
    .choice("trace", "debug", "info", "warn", "error", "fatal", "silent")
    .default("info")
    .describe("minimum level of log lines"),
  OTEL_EXPORTER_OTLP_ENDPOINT: field.endpoint
    .optional()
    .describe("OpenTelemetry: URL of the receiver of traces and metrics (OTLP over HTTP, protobuf); none: no export"),
  OTEL_EXPORTER_OTLP_PROTOCOL: field.otlpProtocol.optional().describe("OpenTelemetry: only http/protobuf"),
  OTEL_SDK_DISABLED: field
    .choice("true", "false")
    .default("false")
    .describe("OpenTelemetry: true turns the export off"),
  OTEL_SERVICE_NAME: field.anyText.optional().describe("OpenTelemetry: service.name of all traces and metrics"),
  OTEL_TRACES_EXPORTER: field.choice("otlp", "none").default("otlp").describe("OpenTelemetry: none exports no traces"),
  OTEL_METRICS_EXPORTER: field
    .choice("otlp", "none")
    .default("otlp")
    .describe("OpenTelemetry: none exports no metrics"),
  OTEL_TRACES_SAMPLER: field
    .choice(...SAMPLERS)
    .default("parentbased_always_on")
    .describe("OpenTelemetry: which traces are exported"),
  OTEL_TRACES_SAMPLER_ARG: field.share.default(1).describe("OpenTelemetry: the share of traces for traceidratio"),
  OTEL_BSP_SCHEDULE_DELAY: field
    .whole(10, 600_000, "milliseconds, a whole number")
    .default(5_000)
    .describe("OpenTelemetry: milliseconds between exports of spans"),
  OTEL_METRIC_EXPORT_INTERVAL: field
    .whole(100, 3_600_000, "milliseconds, a whole number")
    .default(60_000)
    .describe("OpenTelemetry: milliseconds between exports of metrics"),
  CONTINUE_TRACES: field
    .choice("0", "1")
    .default("0")
    .describe(
      "1: the public port continues the traces of TRUSTED_PROXIES; 0: it begins traces that are linked to them",
    ),
  DEMO_APP_PORT: field.port.default(8090).describe("demo: port of the app"),
  DEMO_API_PORT: field.port.default(8091).describe("demo: port of the API"),

  TLS_HTTP_CERT: field.anyText.optional().describe("public port: certificate chain, a PEM file"),
  TLS_HTTP_KEY: field.anyText.optional().describe("public port: private key, a PEM file"),
  TLS_HTTP_CLIENT_CA: field.anyText
    .optional()
    .describe("public port: requires client certificates of this CA, for a proxy; a PEM file"),
  TLS_GRPC_CERT: field.anyText.optional().describe("gRPC port: certificate chain, a PEM file"),
  TLS_GRPC_KEY: field.anyText.optional().describe("gRPC port: private key, a PEM file"),
  TLS_GRPC_CLIENT_CA: field.anyText
    .optional()
    .describe("gRPC port: requires client certificates of this CA, a PEM file"),
  TLS_CONNECT_CERT: field.anyText.optional().describe("Connect port: certificate chain, a PEM file"),
  TLS_CONNECT_KEY: field.anyText.optional().describe("Connect port: private key, a PEM file"),
  TLS_CONNECT_CLIENT_CA: field.anyText
    .optional()
    .describe("Connect port: requires client certificates of this CA, a PEM file"),
  TLS_CORE_CA: field.anyText
    .optional()
    .describe("gateway: CA of the core's certificate, a PEM file; default: the system's CAs"),
  TLS_CORE_CERT: field.anyText.optional().describe("gateway: client certificate for the core, a PEM file"),
  TLS_CORE_KEY: field.anyText.optional().describe("gateway: private key of TLS_CORE_CERT, a PEM file"),

  OIDC_ISSUER: field.anyText.optional().describe("external sign-in: the provider's issuer URL"),
  OIDC_CLIENT_ID: field.anyText.optional().describe("external sign-in: client id at the provider"),
  OIDC_CLIENT_SECRET: field.anyText.optional().describe("external sign-in: client secret at the provider"),
  OIDC_LABEL: field.anyText.default("Single sign-on").describe("external sign-in: text of the button"),
  OIDC_SCOPES: field.scopes.default(["openid", "email", "profile"]).describe("external sign-in: requested scopes"),
  OIDC_EMAIL_CLAIM: field.anyText.default("email").describe("external sign-in: claim with the e-mail address"),
  OIDC_NAME_CLAIM: field.anyText.default("name").describe("external sign-in: claim with the display name"),
  OIDC_MEMBERSHIP_CLAIM: field.anyText
    .optional()
    .describe("external sign-in: claim with a list of merchant_id:ROLE; default: no memberships"),
  OIDC_OPERATOR_CLAIM: field.claimMatch
    .optional()
    .describe("external sign-in: claim=value that gives the operator role"),
  OIDC_DEVELOPER_CLAIM: field.claimMatch
    .optional()
    .describe("external sign-in: claim=value that gives the developer role"),
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
  "SMTP_URL",
]);
