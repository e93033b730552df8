import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Config } from "../../../src/config/config.ts";
import type { Environment } from "../../../src/config/secret-files.ts";
import { SETTINGS } from "../../../src/config/settings.ts";
import {
  configOf,
  DATABASE_URL,
  EXTERNAL,
  GATEWAY,
  KEY,
  OIDC,
  PUBLIC,
  PUBLIC_URL,
  SERVICE_KEY,
} from "./environments.ts";

describe("without any setting", () => {
  it("everything runs in one process with embedded PostgreSQL, on loopback only", () => {
    expect(configOf({})).toEqual({
      role: "all",
      health: null,
      http: { host: "127.0.0.1", port: 8080, tls: null },
      grpc: { host: "127.0.0.1", port: 50051, tls: null },
      connect: { host: "127.0.0.1", port: 8081, tls: null },
      publicUrl: "http://localhost:8080",
      trustedProxies: [],
      core: null,
      database: { kind: "embedded" },
      poolSize: 10,
      poolReserved: 2,
      databaseTimeout: 1,
      migrate: "auto",
      dataDir: resolve(".latchkey"),
      tokenKey: null,
      tokenPrefix: "lk",
      codeTtl: 60,
      accessTokenTtl: 3600,
      refreshTokenTtl: 7776000,
      refreshRetryWindow: 600,
      refreshRetryWindowPublic: 60,
      auditRetention: 34_560_000,
      feedMaxAge: 1,
      introspectionCacheSize: 100_000,
      webhooks: { concurrency: 20, allowLoopback: true },
      workers: 1,
      drainDelay: 0,
      telemetry: null,
      continueTraces: false,
      limits: { appAndAddressPerMinute: 60, addressPerMinute: 300, signInPerQuarterHour: 10 },
      quotas: {
        signUpsPerAddressPerHour: 50,
        signUpsPerHour: 1_000,
        appsPerDeveloper: 50,
        openAuthorizationsPerAddress: 1_000,
        openAuthorizationsPerAccount: 200,
      },
      passwordSignIn: true,
      operatorsNeedSecondFactor: false,
      signUp: true,
      mail: null,
      brand: { name: null, accent: null, logoFile: null, support: null },
      docsApiUrl: "http://127.0.0.1:8091/sandbox/orders",
      logLevel: "info",
      demo: { appPort: 8090, apiPort: 8091 },
      signInProvider: null,
    });
  });

  it("an empty value counts as absent", () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS.shape).map((name) => [name, ""]));
    expect(configOf(empty)).toEqual(configOf({}));
  });

  it("the config is deeply frozen", () => {
    const config = configOf({});
    expect(() => Object.assign(config, { role: "core" })).toThrow(TypeError);
    expect(() => Object.assign(config.http!, { port: 1 })).toThrow(TypeError);
  });
});

describe("settings that depend on each other", () => {
  const cases: { name: string; environment: Environment; expected: Partial<Config> }[] = [
    {
      name: "PUBLIC_URL follows HTTP_PORT",
      environment: { HTTP_PORT: "9000" },
      expected: { publicUrl: "http://localhost:9000" },
    },
    {
      name: "PUBLIC_URL follows TLS of the public port",
      environment: { TLS_HTTP_CERT: "c.pem", TLS_HTTP_KEY: "k.pem" },
      expected: {
        publicUrl: "https://localhost:8080",
        http: { host: "127.0.0.1", port: 8080, tls: { certFile: "c.pem", keyFile: "k.pem", clientCaFile: null } },
      },
    },
    {
      name: "client certificates on the public port",
      environment: { TLS_HTTP_CERT: "c.pem", TLS_HTTP_KEY: "k.pem", TLS_HTTP_CLIENT_CA: "ca.pem" },
      expected: {
        http: { host: "127.0.0.1", port: 8080, tls: { certFile: "c.pem", keyFile: "k.pem", clientCaFile: "ca.pem" } },
      },
    },
    {
      name: "an external database: all addresses, no demo, no automatic migration",
      environment: PUBLIC,
      expected: {
        http: { host: "0.0.0.0", port: 8080, tls: null },
        grpc: { host: "127.0.0.1", port: 50051, tls: null },
        database: { kind: "external", url: DATABASE_URL, directUrl: DATABASE_URL },
        migrate: "check",
        demo: null,
        docsApiUrl: null,
        tokenKey: KEY,
      },
    },
    {
      name: "a request of the sandbox API for the documentation",
      environment: { DOCS_API_URL: "https://sandbox.example.com/orders?limit=1" },
      expected: { docsApiUrl: "https://sandbox.example.com/orders?limit=1" },
    },
    {
      name: "a pooler",
      environment: { ...EXTERNAL, DATABASE_DIRECT_URL: "postgres://direct/latchkey?sslmode=verify-full" },
      expected: {
        database: { kind: "external", url: DATABASE_URL, directUrl: "postgres://direct/latchkey?sslmode=verify-full" },
      },
    },
    {
      name: "ROLE=core opens no public port",
      environment: { ...PUBLIC, ROLE: "core" },
      expected: { role: "core", http: null, publicUrl: "https://auth.example.com", core: null },
    },
    {
      name: "ROLE=gateway opens only the public port and has no token key",
      environment: { ...GATEWAY, PUBLIC_URL, TRUSTED_PROXIES: "10.0.0.1", TOKEN_KEY: KEY },
      expected: {
        role: "gateway",
        http: { host: "0.0.0.0", port: 8080, tls: null },
        grpc: null,
        connect: null,
        database: null,
        tokenKey: null,
        core: {
          url: "http://127.0.0.1:50051",
          serviceKey: SERVICE_KEY,
          tls: { caFile: null, certFile: null, keyFile: null },
        },
      },
    },
    {
      name: "several token keys",
      environment: { TOKEN_KEY: `${"A".repeat(43)},${KEY}` },
      expected: { tokenKey: `${"A".repeat(43)},${KEY}` },
    },
    {
      name: "an OpenTelemetry receiver",
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
        OTEL_METRICS_EXPORTER: "none",
        OTEL_TRACES_SAMPLER: "traceidratio",
        OTEL_TRACES_SAMPLER_ARG: "0.05",
      },
      expected: {
        telemetry: {
          serviceName: null,
          traces: true,
          metrics: false,
          sampler: "traceidratio",
          samplerRatio: 0.05,
          traceDelayMs: 5_000,
          metricIntervalMs: 60_000,
        },
      },
    },
    {
      name: "OTEL_SDK_DISABLED=true with a receiver",
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", OTEL_SDK_DISABLED: "true" },
      expected: { telemetry: null },
    },
    {
      name: "RATE_LIMITS=off on loopback",
      environment: { RATE_LIMITS: "off" },
      expected: { limits: null, quotas: null },
    },
    {
      name: "quotas",
      environment: {
        RATE_LIMIT_SIGN_UP: "7",
        RATE_LIMIT_SIGN_UP_ADDRESS: "6",
        MAX_APPS_PER_DEVELOPER: "5",
        MAX_OPEN_AUTHORIZATIONS_PER_ADDRESS: "4",
        MAX_OPEN_AUTHORIZATIONS_PER_ACCOUNT: "3",
      },
      expected: {
        quotas: {
          signUpsPerHour: 7,
          signUpsPerAddressPerHour: 6,
          appsPerDeveloper: 5,
          openAuthorizationsPerAddress: 4,
          openAuthorizationsPerAccount: 3,
        },
      },
    },
    {
      name: "RATE_LIMITS=off on loopback with an external database",
      environment: { ...EXTERNAL, HOST: "127.0.0.1", RATE_LIMITS: "off" },
      expected: { limits: null },
    },
    {
      name: "a mail server with a password",
      environment: {
        SMTP_URL: "smtp://ada%40example.com:s%3Acret@mail.example.com",
        MAIL_FROM: "no-reply@example.com",
      },
      expected: {
        mail: {
          server: {
            host: "mail.example.com",
            port: 587,
            implicitTls: false,
            auth: { user: "ada@example.com", pass: "s:cret" },
          },
          from: { name: "", address: "no-reply@example.com" },
        },
      },
    },
    {
      name: "a mail server with TLS from the first byte, and a sender with a name",
      environment: { SMTP_URL: "smtps://[::1]", MAIL_FROM: "Example, Inc. <no-reply@example.com>" },
      expected: {
        mail: {
          server: { host: "::1", port: 465, implicitTls: true, auth: null },
          from: { name: "Example, Inc.", address: "no-reply@example.com" },
        },
      },
    },
    {
      name: "an https PUBLIC_URL without a proxy",
      environment: { ...PUBLIC, TRUSTED_PROXIES: "none" },
      expected: { trustedProxies: [] },
    },
    {
      name: "an https PUBLIC_URL with TLS on the public port",
      environment: { ...EXTERNAL, PUBLIC_URL, TLS_HTTP_CERT: "c.pem", TLS_HTTP_KEY: "k.pem" },
      expected: { trustedProxies: [] },
    },
    {
      name: "a core never needs TRUSTED_PROXIES",
      environment: { ...EXTERNAL, ROLE: "core", PUBLIC_URL },
      expected: { role: "core" },
    },
    {
      name: "proxies",
      environment: { TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1,fd00::/8,loopback" },
      expected: { trustedProxies: ["10.0.0.0/8", "192.0.2.1", "fd00::/8", "loopback"] },
    },
    {
      name: "internal ports on a network with TLS",
      environment: {
        ...PUBLIC,
        INTERNAL_HOST: "0.0.0.0",
        TLS_GRPC_CERT: "a",
        TLS_GRPC_KEY: "b",
        TLS_GRPC_CLIENT_CA: "ca",
        TLS_CONNECT_CERT: "c",
        TLS_CONNECT_KEY: "d",
      },
      expected: { grpc: { host: "0.0.0.0", port: 50051, tls: { certFile: "a", keyFile: "b", clientCaFile: "ca" } } },
    },
    {
      name: "internal ports on an encrypted network",
      environment: { ...PUBLIC, INTERNAL_HOST: "0.0.0.0", ALLOW_PLAINTEXT_INTERNAL: "1" },
      expected: { connect: { host: "0.0.0.0", port: 8081, tls: null } },
    },
    {
      name: "external sign-in alone cannot create an operator",
      environment: {
        OIDC_ISSUER: "https://id.example.com",
        OIDC_CLIENT_ID: "latchkey",
        OIDC_CLIENT_SECRET: "x",
        OIDC_DEVELOPER_CLAIM: "groups=dev=a",
      },
      expected: {
        signInProvider: {
          issuer: "https://id.example.com",
          clientId: "latchkey",
          clientSecret: "x",
          label: "Single sign-on",
          scopes: ["openid", "email", "profile"],
          emailClaim: "email",
          nameClaim: "name",
          membershipClaim: null,
          operator: null,
          developer: { claim: "groups", value: "dev=a" },
        },
      },
    },
    {
      name: "the platform's login only",
      environment: { ...EXTERNAL, ...OIDC, PASSWORD_SIGN_IN: "off" },
      expected: { passwordSignIn: false },
    },
    {
      name: "the platform's login and passwords",
      environment: { ...EXTERNAL, ...OIDC },
      expected: { passwordSignIn: true },
    },
    {
      name: "a gateway ignores the settings of its core",
      environment: { ...GATEWAY, PASSWORD_SIGN_IN: "off" },
      expected: { role: "gateway" },
    },
    {
      name: "IPv6 loopback",
      environment: { HOST: "::1", PUBLIC_URL: "http://[::1]:8080" },
      expected: { publicUrl: "http://[::1]:8080" },
    },
    {
      name: "a role ignores the ports that it does not open",
      environment: { ...GATEWAY, HTTP_PORT: "50051" },
      expected: { role: "gateway" },
    },
    {
      name: "NODE_ENV changes nothing",
      environment: { NODE_ENV: "production" },
      expected: { database: { kind: "embedded" } },
    },
  ];
  it.each(cases)("$name", ({ environment, expected }) => {
    expect(configOf(environment)).toMatchObject(expected);
  });
});
