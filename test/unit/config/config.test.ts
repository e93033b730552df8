import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Config } from "../../../src/config/config.ts";
import { loadConfig, parseConfig } from "../../../src/config/load-config.ts";
import type { Environment } from "../../../src/config/secret-files.ts";
import { SETTINGS } from "../../../src/config/settings.ts";
import { findTlsErrors } from "../../../src/config/tls-files.ts";

const KEY = randomBytes(32).toString("base64url");
const SERVICE_KEY = `lk_sk_${"0".repeat(71)}`;
const DATABASE_URL = "postgres://latchkey:s3cret@db:5432/latchkey?sslmode=verify-full";

const LOCAL_URL = "http://localhost:8080";
const EXTERNAL = { DATABASE_URL, TOKEN_KEY: KEY, PUBLIC_URL: LOCAL_URL };
const GATEWAY = { ROLE: "gateway", CORE_URL: "http://127.0.0.1:50051", SERVICE_KEY, PUBLIC_URL: LOCAL_URL };
const OIDC = { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "latchkey", OIDC_CLIENT_SECRET: "x" };
const PUBLIC_URL = "https://auth.example.com";
const PUBLIC = { ...EXTERNAL, PUBLIC_URL, TRUSTED_PROXIES: "none" };

function configOf(environment: Environment): Config {
  const parsed = parseConfig(environment, () => []);
  if (parsed.kind === "invalid") throw new Error(parsed.errors.join("\n"));
  return parsed.config;
}

function faultsOf(environment: Environment, findFileErrors: typeof findTlsErrors = () => []): string[] {
  const parsed = parseConfig(environment, findFileErrors);
  return parsed.kind === "invalid" ? parsed.errors : [];
}

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

it("docs/configuration.md or docs/operations.md documents every setting", () => {
  const texts = ["docs/configuration.md", "docs/operations.md"].map((file) =>
    readFileSync(join(import.meta.dirname, "../../..", file), "utf8"),
  );
  const unnamed = Object.keys(SETTINGS.shape).filter((name) => !texts.some((text) => text.includes(`\`${name}\``)));
  expect(unnamed).toEqual([]);
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
        tokenKey: KEY,
      },
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

describe("an invalid value is rejected with the setting's name", () => {
  const cases: [name: string, value: string, says: string][] = [
    ["ROLE", "cores", 'ROLE must be all, core or gateway, not "cores".'],
    ["HTTP_PORT", "0", 'HTTP_PORT must be a port, a whole number from 1 to 65535, not "0".'],
    ["GRPC_PORT", "65536", 'GRPC_PORT must be a port, a whole number from 1 to 65535, not "65536".'],
    [
      "CONNECT_PORT",
      "tcp://10.0.0.1:8081",
      'CONNECT_PORT must be a port, a whole number from 1 to 65535, not "tcp://10.0.0.1:8081".',
    ],
    ["HTTP_PORT", "8e3", 'HTTP_PORT must be a port, a whole number from 1 to 65535, not "8e3".'],
    ["HOST", "http://x", 'HOST must be an IP address or a host name, not "http://x".'],
    ["CODE_TTL", "601", 'CODE_TTL must be a whole number of seconds from 1 to 600, not "601".'],
    ["ACCESS_TOKEN_TTL", "1h", 'ACCESS_TOKEN_TTL must be a whole number of seconds from 1 to 604800, not "1h".'],
    ["AUDIT_RETENTION", "0", 'AUDIT_RETENTION must be a whole number of days from 1 to 36500, not "0".'],
    ["REFRESH_RETRY_WINDOW", "-1", 'REFRESH_RETRY_WINDOW must be a whole number of seconds from 0 to 86400, not "-1".'],
    ["FEED_MAX_AGE", "0", 'FEED_MAX_AGE must be a number of seconds from 0.05 to 60, not "0".'],
    ["DATABASE_TIMEOUT", "61", 'DATABASE_TIMEOUT must be a number of seconds from 0.1 to 60, not "61".'],
    ["MIGRATE", "yes", 'MIGRATE must be auto or check, not "yes".'],
    ["RATE_LIMITS", "OFF", 'RATE_LIMITS must be on or off, not "OFF".'],
    ["TOKEN_PREFIX", "lk_", 'TOKEN_PREFIX must be a letter and up to 15 letters or digits, not "lk_".'],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/33",
      'TRUSTED_PROXIES must be none, or list IP addresses, CIDR ranges or the names loopback, linklocal, uniquelocal, separated by commas, not "10.0.0.0/33".',
    ],
    ["ALLOW_PLAINTEXT_INTERNAL", "yes", 'ALLOW_PLAINTEXT_INTERNAL must be 0 or 1, not "yes".'],
    ["OIDC_SCOPES", "email", 'OIDC_SCOPES must be scopes separated by spaces, openid among them, not "email".'],
    [
      "OIDC_OPERATOR_CLAIM",
      "admin",
      'OIDC_OPERATOR_CLAIM must be claim=value, such as groups=latchkey-operators, not "admin".',
    ],
    ["TLS_GRPC_CLIENTCA", "ca.pem", "TLS_GRPC_CLIENTCA is not a setting of Latchkey."],
  ];
  it.each(cases)("%s=%s", (name, value, says) => {
    expect(faultsOf({ [name]: value })).toEqual([says]);
  });

  it.each([
    "https://auth.example.com/",
    "https://auth.example.com/oauth",
    "https://Auth.example.com",
    "https://auth.example.com:443",
    "https://user@auth.example.com",
    "auth.example.com",
    "ftp://auth.example.com",
    "https://auth.example.com?x",
  ])("PUBLIC_URL=%s is no bare origin", (value) => {
    expect(faultsOf({ ...EXTERNAL, PUBLIC_URL: value })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be a bare origin /),
    ]);
  });

  it.each([
    ["TOKEN_KEY", `${"A".repeat(42)}`],
    ["TOKEN_KEY", `${KEY}=`],
    ["TOKEN_KEY", `${KEY},${KEY}`],
    ["SERVICE_KEY", "lk_at_hunter2hunter2"],
    ["DATABASE_URL", "mysql://root:hunter2@db/x"],
    ["DATABASE_URL", "postgres://a:5432,b:port/hunter2"],
    ["DATABASE_DIRECT_URL", "hunter2"],
  ])("%s is rejected without printing its value", (name, value) => {
    const faults = faultsOf({ ...EXTERNAL, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} must be .*\\.$`));
    expect(faults[0]).not.toContain(value);
  });
});

describe("conflicting settings are rejected", () => {
  const cases: { name: string; environment: Environment; says: RegExp }[] = [
    {
      name: "a demo on the network",
      environment: { HOST: "0.0.0.0" },
      says: /^HOST must be a loopback address while PostgreSQL is embedded/,
    },
    {
      name: "a demo under a public name",
      environment: { PUBLIC_URL, TRUSTED_PROXIES: "none" },
      says: /^PUBLIC_URL must be a loopback URL while/,
    },
    {
      name: "an http issuer",
      environment: { ...EXTERNAL, PUBLIC_URL: "http://auth.example.com" },
      says: /^PUBLIC_URL must begin with https/,
    },
    {
      name: "a host name that resembles loopback",
      environment: { ...EXTERNAL, PUBLIC_URL: "http://localhost.example.com" },
      says: /^PUBLIC_URL must begin/,
    },
    {
      name: "an http issuer on a TLS port",
      environment: { TLS_HTTP_CERT: "c", TLS_HTTP_KEY: "k", PUBLIC_URL: "http://localhost:8080" },
      says: /^PUBLIC_URL must begin .* TLS_HTTP_CERT/,
    },
    {
      name: "internal ports in plain text on a network",
      environment: { ...PUBLIC, INTERNAL_HOST: "10.0.0.5" },
      says: /^INTERNAL_HOST is not a loopback/,
    },
    {
      name: "one internal port of two with TLS",
      environment: { ...PUBLIC, INTERNAL_HOST: "10.0.0.5", TLS_GRPC_CERT: "c", TLS_GRPC_KEY: "k" },
      says: /^INTERNAL_HOST is not a loopback/,
    },
    {
      name: "a gateway in plain text over a network",
      environment: { ...GATEWAY, CORE_URL: "http://core:50051" },
      says: /^CORE_URL is not a loopback/,
    },
    {
      name: "webhooks to loopback addresses in public",
      environment: { ...PUBLIC, WEBHOOK_ALLOW_LOOPBACK: "1" },
      says: /^WEBHOOK_ALLOW_LOOPBACK=1 is for development/,
    },
    {
      name: "no limits in public",
      environment: { ...PUBLIC, RATE_LIMITS: "off" },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "no limits on all addresses",
      environment: { ...EXTERNAL, RATE_LIMITS: "off" },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "no limits on all addresses of a gateway",
      environment: { ...GATEWAY, RATE_LIMITS: "off" },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "no limits in a core that other hosts reach",
      environment: {
        ...EXTERNAL,
        ROLE: "core",
        INTERNAL_HOST: "10.0.0.5",
        ALLOW_PLAINTEXT_INTERNAL: "1",
        RATE_LIMITS: "off",
      },
      says: /^RATE_LIMITS=off is for measurements/,
    },
    {
      name: "an https PUBLIC_URL without a certificate and without proxies",
      environment: { ...EXTERNAL, PUBLIC_URL },
      says: /^TRUSTED_PROXIES is required when PUBLIC_URL is https/,
    },
    {
      name: "the same with ROLE=gateway",
      environment: { ...GATEWAY, PUBLIC_URL },
      says: /^TRUSTED_PROXIES is required when PUBLIC_URL is https/,
    },
    {
      name: "an external database without a PUBLIC_URL",
      environment: { DATABASE_URL, TOKEN_KEY: KEY },
      says: /^PUBLIC_URL is required unless PostgreSQL is embedded/,
    },
    {
      name: "a gateway without a PUBLIC_URL",
      environment: { ...GATEWAY, PUBLIC_URL: "" },
      says: /^PUBLIC_URL is required unless PostgreSQL is embedded/,
    },
    {
      name: "a gateway without a core",
      environment: { ROLE: "gateway", SERVICE_KEY, PUBLIC_URL: LOCAL_URL },
      says: /^CORE_URL is required with ROLE=gateway/,
    },
    {
      name: "a gateway without a key",
      environment: { ROLE: "gateway", CORE_URL: "http://localhost:1", PUBLIC_URL: LOCAL_URL },
      says: /^SERVICE_KEY is required with ROLE=gateway/,
    },
    {
      name: "a gateway with a database",
      environment: { ...GATEWAY, DATABASE_URL },
      says: /must not be set with ROLE=gateway/,
    },
    {
      name: "a core without a database",
      environment: { ROLE: "core", TOKEN_KEY: KEY, PUBLIC_URL: LOCAL_URL },
      says: /^DATABASE_URL is required with ROLE=core/,
    },
    {
      name: "a database without a key",
      environment: { DATABASE_URL, PUBLIC_URL: LOCAL_URL },
      says: /^TOKEN_KEY is required unless/,
    },
    {
      name: "a direct URL over a network in plain text",
      environment: { ...EXTERNAL, DATABASE_DIRECT_URL: "postgres://direct/latchkey" },
      says: /^DATABASE_DIRECT_URL connects to another machine without verifying its certificate: .*ALLOW_PLAINTEXT_DATABASE=1/,
    },
    {
      name: "a direct URL alone",
      environment: { DATABASE_DIRECT_URL: DATABASE_URL },
      says: /^DATABASE_DIRECT_URL bypasses .* set DATABASE_URL too/,
    },
    {
      name: "a pool without ordinary connections",
      environment: { POOL_SIZE: "3", POOL_RESERVED: "3" },
      says: /^POOL_RESERVED must be smaller/,
    },
    {
      name: "one port twice",
      environment: { HTTP_PORT: "9000", GRPC_PORT: "9000" },
      says: /^HTTP_PORT and GRPC_PORT are both 9000/,
    },
    {
      name: "one port twice, by default",
      environment: { DEMO_API_PORT: "8080" },
      says: /^HTTP_PORT and DEMO_API_PORT are both 8080/,
    },
    {
      name: "a certificate without its key",
      environment: { TLS_CONNECT_CERT: "c" },
      says: /^TLS_CONNECT_CERT and TLS_CONNECT_KEY must be set together/,
    },
    {
      name: "a client CA without TLS, on the public port",
      environment: { TLS_HTTP_CLIENT_CA: "ca" },
      says: /^TLS_HTTP_CLIENT_CA requires/,
    },
    {
      name: "a client CA without TLS",
      environment: { TLS_GRPC_CLIENT_CA: "ca" },
      says: /^TLS_GRPC_CLIENT_CA requires/,
    },
    {
      name: "a client CA without TLS, on the other port",
      environment: { TLS_CONNECT_CLIENT_CA: "ca" },
      says: /^TLS_CONNECT_CLIENT_CA requires/,
    },
    {
      name: "a CA for a core without TLS",
      environment: { ...GATEWAY, TLS_CORE_CA: "ca" },
      says: /^TLS_CORE_CA and TLS_CORE_CERT require a CORE_URL/,
    },
    {
      name: "an incomplete sign-in provider",
      environment: { OIDC_ISSUER: "https://id.example.com" },
      says: /^OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together/,
    },
    {
      name: "an http sign-in provider",
      environment: { OIDC_ISSUER: "http://id.example.com", OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" },
      says: /^OIDC_ISSUER must be an https URL/,
    },
    {
      name: "no sign-in",
      environment: { ...EXTERNAL, PASSWORD_SIGN_IN: "off" },
      says: /^PASSWORD_SIGN_IN=off requires another sign-in/,
    },
    {
      name: "a demo without password sign-in",
      environment: { ...OIDC, PASSWORD_SIGN_IN: "off" },
      says: /^PASSWORD_SIGN_IN=off is not possible while PostgreSQL is embedded/,
    },
  ];
  it.each(cases)("$name", ({ environment, says }) => {
    expect(faultsOf(environment)).toEqual([expect.stringMatching(says)]);
  });
});

describe("the files of TLS_* are checked", () => {
  const pem = (name: string) => join(import.meta.dirname, "../rpc/certificates", `${name}.pem`);
  const own = { TLS_HTTP_CERT: pem("server"), TLS_HTTP_KEY: pem("server-key") };
  const cases: { name: string; environment: Environment; says: RegExp[] }[] = [
    { name: "a certificate and its key", environment: own, says: [] },
    {
      name: "a missing file",
      environment: { ...own, TLS_HTTP_KEY: "/nowhere/k.pem" },
      says: [/^TLS_HTTP_KEY names a file that cannot be read: "\/nowhere\/k.pem"\.$/],
    },
    {
      name: "certificate and key swapped",
      environment: { TLS_HTTP_CERT: pem("server-key"), TLS_HTTP_KEY: pem("server") },
      says: [
        /^TLS_HTTP_CERT names a file that contains no certificate/,
        /^TLS_HTTP_KEY names a file that contains no private key/,
      ],
    },
    {
      name: "another certificate's key",
      environment: { ...own, TLS_HTTP_KEY: pem("caller-key") },
      says: [/^TLS_HTTP_KEY is not the key of TLS_HTTP_CERT\.$/],
    },
    {
      name: "a client CA without a certificate",
      environment: {
        TLS_GRPC_CERT: pem("server"),
        TLS_GRPC_KEY: pem("server-key"),
        TLS_GRPC_CLIENT_CA: pem("caller-key"),
      },
      says: [/^TLS_GRPC_CLIENT_CA names a file that contains no certificate/],
    },
  ];
  it.each(cases)("$name", ({ environment, says }) => {
    expect(faultsOf(environment, findTlsErrors)).toEqual(says.map((pattern) => expect.stringMatching(pattern)));
  });
});

describe("a database over a network needs a verified certificate", () => {
  const databaseAt = (url: string, more: Environment = {}) =>
    faultsOf({ DATABASE_URL: url, TOKEN_KEY: KEY, PUBLIC_URL: LOCAL_URL, ...more });

  it.each([
    ["nothing", "postgres://db/x"],
    ["encryption without a certificate", "postgres://db/x?sslmode=no-verify"],
    ["sslmode=require, which a later node-postgres will weaken", "postgres://db/x?sslmode=require"],
    ["encryption if the server offers it", "postgres://db/x?sslmode=prefer"],
    ["ssl without a mode", "postgres://db/x?ssl=true"],
    ["a repeated mode, of which the last applies", "postgres://db/x?sslmode=verify-full&sslmode=disable"],
    ["a mode in the fragment", "postgres://db/x#?sslmode=verify-full"],
    ["a remote host behind a local one", "postgres://localhost/x?host=db"],
    ["a private address", "postgres://10.0.0.5/x"],
    ["a remote host after a local one", "postgres://localhost:5432,db:5432/x?target_session_attrs=read-write"],
  ])("rejected: %s", (_name, url) => {
    expect(databaseAt(url)).toEqual([expect.stringMatching(/^DATABASE_URL connects to another machine/)]);
    expect(databaseAt(url, { ALLOW_PLAINTEXT_DATABASE: "1" })).toEqual([]);
  });

  it.each([
    ["verify-full", "postgres://db/x?sslmode=verify-full"],
    ["verify-ca", "postgres://db/x?sslmode=verify-ca&sslrootcert=ca.pem"],
    ["the last of two modes", "postgres://db/x?sslmode=disable&sslmode=verify-full"],
    ["loopback", "postgres://127.0.0.1/x"],
    ["loopback in IPv6", "postgres://[::1]/x"],
    ["localhost", "postgres://localhost/x"],
    ["a Unix socket for a host", "postgres://%2Frun%2Fpostgresql/x"],
    ["several local hosts", "postgres://u:p@127.0.0.1:5432,[::1]:5433,localhost/x"],
    ["several hosts with certificates", "postgres://a,b:5433/x?sslmode=verify-full&target_session_attrs=primary"],
    ["a Unix socket as a parameter", "postgres://db/x?host=/run/postgresql"],
  ])("accepted: %s", (_name, url) => {
    expect(databaseAt(url)).toEqual([]);
  });

  it("a URL that selects standbys is rejected", () => {
    for (const parameter of ["target_session_attrs=any", "target_session_attrs=standby", "load_balance_hosts=yes"]) {
      const url = `${DATABASE_URL}&${parameter}`;
      expect(databaseAt(url)).toEqual([
        expect.stringMatching(/^DATABASE_URL may have target_session_attrs=read-write/),
      ]);
    }
  });

  it("files named in the URL are read at startup", () => {
    const url = `${DATABASE_URL}&sslrootcert=/nowhere/ca.pem`;
    expect(faultsOf({ ...EXTERNAL, DATABASE_URL: url }, findTlsErrors)).toEqual([
      'DATABASE_URL names a file in sslrootcert that cannot be read: "/nowhere/ca.pem".',
    ]);
  });
});

describe("mail", () => {
  it.each([
    { name: "another scheme", url: "http://mail.example.com" },
    { name: "a query, which could turn off the verification", url: "smtp://mail.example.com?tls.rejectUnauthorized=0" },
    { name: "a path", url: "smtp://mail.example.com/x" },
    { name: "a user without a password", url: "smtp://ada@mail.example.com" },
    { name: "no host", url: "smtp://" },
  ])("refuses SMTP_URL with $name, and never prints it", ({ url }) => {
    expect(faultsOf({ SMTP_URL: url, MAIL_FROM: "a@example.com" })).toEqual([
      "SMTP_URL must be smtp://user:password@host:587 or smtps://user:password@host:465, without path and query.",
    ]);
  });

  it.each([
    "no address",
    "Ada <ada@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "A\nB <ada@example.com>",
    "a@b@c",
  ])("refuses MAIL_FROM=%j", (from) => {
    expect(faultsOf({ SMTP_URL: "smtp://localhost", MAIL_FROM: from })).toEqual([
      expect.stringMatching(/^MAIL_FROM must be an address/),
    ]);
  });

  it("needs both settings", () => {
    expect(faultsOf({ SMTP_URL: "smtp://localhost" })).toEqual([
      "SMTP_URL and MAIL_FROM must be set together: set all of them or none.",
    ]);
  });
});

describe("all errors at once", () => {
  it("reports invalid values and conflicts together, without the conflicts of invalid values", () => {
    expect(
      faultsOf({ ROLE: "gateways", HTTP_PORT: "x", GRPC_PORT: "8081", HOST: "0.0.0.0", TOKEN_KEY: "short" }),
    ).toEqual([
      expect.stringMatching(/^ROLE must be/),
      expect.stringMatching(/^HTTP_PORT must be/),
      expect.stringMatching(/^TOKEN_KEY must be/),
      expect.stringMatching(/^HOST must be a loopback/),
      expect.stringMatching(/^GRPC_PORT and CONNECT_PORT are both 8081/),
    ]);
  });

  it("reports them in one message", () => {
    expect(() => loadConfig({ HTTP_PORT: "x", LOG_LEVEL: "loud" })).toThrow(
      '2 invalid settings:\n  HTTP_PORT must be a port, a whole number from 1 to 65535, not "x".\n  LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent, not "loud".',
    );
    expect(() => loadConfig({ WORKERS: "0" })).toThrow(
      'Invalid setting:\n  WORKERS must be a whole number from 1 to 256, not "0".',
    );
  });
});
