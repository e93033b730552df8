import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SETTINGS } from "../../../src/config/settings.ts";
import { EXTERNAL, errorsOf, KEY } from "./environments.ts";

it("docs/configuration.md or docs/operations.md documents every setting", () => {
  const texts = ["docs/configuration.md", "docs/operations.md"].map((file) =>
    readFileSync(join(import.meta.dirname, "../../..", file), "utf8"),
  );
  const unnamed = Object.keys(SETTINGS.shape).filter((name) => !texts.some((text) => text.includes(`\`${name}\``)));
  expect(unnamed).toEqual([]);
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
    ...[
      "sandbox.example/orders",
      "https://user@sandbox.example",
      "https://sandbox.example/#a",
      "https://a.example/\n",
    ].map((url): [string, string, string] => [
      "DOCS_API_URL",
      url,
      `DOCS_API_URL must be an http or https URL such as https://sandbox.example.com/orders, without user name and fragment, not ${JSON.stringify(url)}.`,
    ]),
    ["TLS_GRPC_CLIENTCA", "ca.pem", "TLS_GRPC_CLIENTCA is not a setting of Latchkey."],
  ];
  it.each(cases)("%s=%s", (name, value, says) => {
    expect(errorsOf({ [name]: value })).toEqual([says]);
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
    expect(errorsOf({ ...EXTERNAL, PUBLIC_URL: value })).toEqual([
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
    const errors = errorsOf({ ...EXTERNAL, [name]: value });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${name} must be .*\\.$`));
    expect(errors[0]).not.toContain(value);
  });
});
