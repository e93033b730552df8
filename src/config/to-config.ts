import { resolve } from "node:path";
import type { Config, CoreAddress, Listener, SignInProvider } from "./config.ts";
import { isEmbedded, publicHost, runsCore, runsGateway } from "./conflicting-settings.ts";
import { isLoopbackUrl } from "./loopback.ts";
import type { Settings } from "./settings.ts";

/** In seconds. Longer than two health checks of a load balancer at the usual interval of two seconds. */
const DRAIN_DELAY = 5;

/** Converts validated settings to the configuration. */
export function toConfig(s: Settings): Config {
  const embedded = isEmbedded(s);
  return {
    role: s.ROLE,
    ...toListeners(s),
    publicUrl: s.PUBLIC_URL ?? `${s.TLS_HTTP_CERT ? "https" : "http"}://localhost:${s.HTTP_PORT}`,
    trustedProxies: s.TRUSTED_PROXIES ?? [],
    core: toCoreAddress(s),
    database: toDatabase(s),
    poolSize: s.POOL_SIZE,
    poolReserved: s.POOL_RESERVED,
    databaseTimeout: s.DATABASE_TIMEOUT,
    migrate: s.MIGRATE ?? (embedded ? "auto" : "check"),
    dataDir: resolve(s.DATA_DIR),
    tokenKey: runsCore(s) ? (s.TOKEN_KEY ?? null) : null,
    tokenPrefix: s.TOKEN_PREFIX,
    codeTtl: s.CODE_TTL,
    accessTokenTtl: s.ACCESS_TOKEN_TTL,
    refreshTokenTtl: s.REFRESH_TOKEN_TTL,
    refreshRetryWindow: s.REFRESH_RETRY_WINDOW,
    refreshRetryWindowPublic: s.REFRESH_RETRY_WINDOW_PUBLIC,
    auditRetention: s.AUDIT_RETENTION * 86_400,
    feedMaxAge: s.FEED_MAX_AGE,
    introspectionCacheSize: s.INTROSPECTION_CACHE_SIZE,
    webhooks: toWebhooks(s),
    workers: s.WORKERS,
    drainDelay: s.DRAIN_DELAY ?? (embedded ? 0 : DRAIN_DELAY),
    limits: toLimits(s),
    quotas: toQuotas(s),
    passwordSignIn: s.PASSWORD_SIGN_IN === "on",
    operatorsNeedSecondFactor: s.REQUIRE_SECOND_FACTOR === "operators",
    signUp: s.SIGN_UP === "on",
    mail: runsCore(s) && s.SMTP_URL && s.MAIL_FROM ? { server: s.SMTP_URL, from: s.MAIL_FROM } : null,
    logLevel: s.LOG_LEVEL,
    brand: {
      name: s.PLATFORM_NAME ?? null,
      accent: s.ACCENT_COLOR ?? null,
      logoFile: s.PLATFORM_LOGO_FILE ?? null,
      support: s.SUPPORT_CONTACT ?? null,
    },
    docsApiUrl: s.DOCS_API_URL ?? (embedded ? `http://127.0.0.1:${s.DEMO_API_PORT}/sandbox/orders` : null),
    telemetry: toTelemetry(s),
    continueTraces: s.CONTINUE_TRACES === "1",
    demo: embedded ? { appPort: s.DEMO_APP_PORT, apiPort: s.DEMO_API_PORT } : null,
    signInProvider: toSignInProvider(s),
  };
}

function toWebhooks(s: Settings): Config["webhooks"] {
  const isLocal = s.PUBLIC_URL === undefined || isLoopbackUrl(s.PUBLIC_URL);
  const allowLoopback = s.WEBHOOK_ALLOW_LOOPBACK ?? (isEmbedded(s) && isLocal ? "1" : "0");
  return { concurrency: s.WEBHOOK_CONCURRENCY, allowLoopback: allowLoopback === "1" };
}

function toListeners(s: Settings): Pick<Config, "http" | "grpc" | "connect" | "health"> {
  const listen = (host: string, port: number, tls: [cert?: string, key?: string, clientCa?: string]): Listener => {
    const [certFile, keyFile, clientCaFile = null] = tls;
    return { host, port, tls: certFile && keyFile ? { certFile, keyFile, clientCaFile } : null };
  };
  const inside = s.INTERNAL_HOST;
  return {
    health: s.HEALTH_PORT === undefined ? null : { host: inside, port: s.HEALTH_PORT },
    http: runsGateway(s)
      ? listen(publicHost(s), s.HTTP_PORT, [s.TLS_HTTP_CERT, s.TLS_HTTP_KEY, s.TLS_HTTP_CLIENT_CA])
      : null,
    grpc: runsCore(s) ? listen(inside, s.GRPC_PORT, [s.TLS_GRPC_CERT, s.TLS_GRPC_KEY, s.TLS_GRPC_CLIENT_CA]) : null,
    connect: runsCore(s)
      ? listen(inside, s.CONNECT_PORT, [s.TLS_CONNECT_CERT, s.TLS_CONNECT_KEY, s.TLS_CONNECT_CLIENT_CA])
      : null,
  };
}

function toCoreAddress(s: Settings): CoreAddress | null {
  if (s.ROLE !== "gateway" || s.CORE_URL === undefined || s.SERVICE_KEY === undefined) return null;
  const tls = { caFile: s.TLS_CORE_CA ?? null, certFile: s.TLS_CORE_CERT ?? null, keyFile: s.TLS_CORE_KEY ?? null };
  return { url: s.CORE_URL, serviceKey: s.SERVICE_KEY, tls };
}

function toDatabase(s: Settings): Config["database"] {
  if (isEmbedded(s)) return { kind: "embedded" };
  if (s.DATABASE_URL === undefined) return null;
  return { kind: "external", url: s.DATABASE_URL, directUrl: s.DATABASE_DIRECT_URL ?? s.DATABASE_URL };
}

function toLimits(s: Settings): Config["limits"] {
  if (s.RATE_LIMITS === "off") return null;
  return {
    appAndAddressPerMinute: s.RATE_LIMIT_CLIENT_ADDRESS,
    addressPerMinute: s.RATE_LIMIT_ADDRESS,
    signInPerQuarterHour: s.RATE_LIMIT_SIGN_IN,
  };
}

function toQuotas(s: Settings): Config["quotas"] {
  if (s.RATE_LIMITS === "off") return null;
  return {
    signUpsPerAddressPerHour: s.RATE_LIMIT_SIGN_UP_ADDRESS,
    signUpsPerHour: s.RATE_LIMIT_SIGN_UP,
    appsPerDeveloper: s.MAX_APPS_PER_DEVELOPER,
    openAuthorizationsPerAddress: s.MAX_OPEN_AUTHORIZATIONS_PER_ADDRESS,
    openAuthorizationsPerAccount: s.MAX_OPEN_AUTHORIZATIONS_PER_ACCOUNT,
  };
}

function toTelemetry(s: Settings): Config["telemetry"] {
  if (s.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || s.OTEL_SDK_DISABLED === "true") return null;
  return {
    serviceName: s.OTEL_SERVICE_NAME ?? null,
    traces: s.OTEL_TRACES_EXPORTER === "otlp",
    metrics: s.OTEL_METRICS_EXPORTER === "otlp",
    sampler: s.OTEL_TRACES_SAMPLER,
    samplerRatio: s.OTEL_TRACES_SAMPLER_ARG,
    traceDelayMs: s.OTEL_BSP_SCHEDULE_DELAY,
    metricIntervalMs: s.OTEL_METRIC_EXPORT_INTERVAL,
  };
}

function toSignInProvider(s: Settings): SignInProvider | null {
  if (!s.OIDC_ISSUER || !s.OIDC_CLIENT_ID || !s.OIDC_CLIENT_SECRET) return null;
  return {
    issuer: s.OIDC_ISSUER,
    clientId: s.OIDC_CLIENT_ID,
    clientSecret: s.OIDC_CLIENT_SECRET,
    label: s.OIDC_LABEL,
    scopes: s.OIDC_SCOPES,
    emailClaim: s.OIDC_EMAIL_CLAIM,
    nameClaim: s.OIDC_NAME_CLAIM,
    membershipClaim: s.OIDC_MEMBERSHIP_CLAIM ?? null,
    operator: s.OIDC_OPERATOR_CLAIM ?? null,
    developer: s.OIDC_DEVELOPER_CLAIM ?? null,
  };
}
