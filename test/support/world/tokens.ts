import { randomBytes, randomUUID } from "node:crypto";
import { type KeySet, parseKeySet } from "../../../src/credential/derive.ts";
import { createTokenFormat } from "../../../src/credential/token.ts";
import { OAuthError } from "../../../src/oauth/errors.ts";
import type { Call, Permission } from "../../../src/service/call.ts";
import type { Credentials } from "../../../src/service/tokens/client-authentication.ts";
import type { TokenPair } from "../../../src/service/tokens/token-pair.ts";

export const REDIRECT_URI = "https://app.example/callback";
export const format = createTokenFormat("lk");

export function createKeys(count = 1): string[] {
  return Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
}

export function toKeySet(...keys: string[]): KeySet {
  const parsed = parseKeySet(keys.join(","));
  if (parsed.kind !== "keys") throw new Error(parsed.reason);
  return parsed.keys;
}

/** A service key with `tokens:introspect`, and on request `tokens:introspect_test`. */
export function introspector({ test }: { test: boolean }): Call {
  const permissions = new Set<Permission>([
    "tokens:introspect",
    ...(test ? (["tokens:introspect_test"] as const) : []),
  ]);
  return createCall({ caller: { kind: "key", keyId: randomUUID(), name: "an API", permissions } });
}

export function createCall(given: Partial<Call> = {}): Call {
  return {
    caller: { kind: "gateway", keyId: null, name: "gateway", permissions: new Set(["tokens:forward"]) },
    actor: null,
    address: "203.0.113.7",
    requestId: randomUUID(),
    ...given,
  };
}

export interface TestApp {
  id: string;
  clientId: string;
  developerId: string;
  credentials: Credentials;
}

export interface Installed {
  app: TestApp;
  merchant: { id: string; ownerId: string };
  pair: TokenPair;
}

/** RFC 7636 appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** The internal reason of a rejection; "none" without an error; the name of any other error. */
export async function reasonOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return "none";
  } catch (error) {
    if (error instanceof OAuthError) return error.reason;
    return error instanceof Error ? error.name : String(error);
  }
}

/** Changes the last character of a token, so that its checksum is wrong. */
export function tamper(text: string): string {
  return text.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
}

/** The id inside a token. */
export function idOf(text: string): string {
  const parsed = format.parse(text, "at", "rt", "ac", "cs");
  if (parsed.kind !== "token") throw new Error(parsed.reason);
  return parsed.id;
}
