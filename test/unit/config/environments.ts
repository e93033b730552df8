import { randomBytes } from "node:crypto";
import type { Config } from "../../../src/config/config.ts";
import { parseConfig } from "../../../src/config/load-config.ts";
import type { Environment } from "../../../src/config/secret-files.ts";
import type { findTlsErrors } from "../../../src/config/tls-files.ts";

export const KEY = randomBytes(32).toString("base64url");
export const SERVICE_KEY = `lk_sk_${"0".repeat(71)}`;
export const DATABASE_URL = "postgres://latchkey:s3cret@db:5432/latchkey?sslmode=verify-full";

export const LOCAL_URL = "http://localhost:8080";
export const EXTERNAL = { DATABASE_URL, TOKEN_KEY: KEY, PUBLIC_URL: LOCAL_URL };
export const GATEWAY = { ROLE: "gateway", CORE_URL: "http://127.0.0.1:50051", SERVICE_KEY, PUBLIC_URL: LOCAL_URL };
export const OIDC = { OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "latchkey", OIDC_CLIENT_SECRET: "x" };
export const PUBLIC_URL = "https://auth.example.com";
export const PUBLIC = { ...EXTERNAL, PUBLIC_URL, TRUSTED_PROXIES: "none" };

export function configOf(environment: Environment): Config {
  const parsed = parseConfig(environment, () => []);
  if (parsed.kind === "invalid") throw new Error(parsed.errors.join("\n"));
  return parsed.config;
}

/** The errors of the settings; those of the files that they name only with `findTlsErrors`. */
export function errorsOf(environment: Environment, findFileErrors: typeof findTlsErrors = () => []): string[] {
  const parsed = parseConfig(environment, findFileErrors);
  return parsed.kind === "invalid" ? parsed.errors : [];
}
