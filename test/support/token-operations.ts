import type { Call } from "../../src/service/call.ts";
import { type BatchIntrospectRequest, batchIntrospect } from "../../src/service/tokens/batch-introspect.ts";
import type { TokenDependencies } from "../../src/service/tokens/dependencies.ts";
import { type ExchangeRequest, exchange } from "../../src/service/tokens/exchange.ts";
import { type IntrospectRequest, introspect } from "../../src/service/tokens/introspect.ts";
import type { Introspection } from "../../src/service/tokens/introspection.ts";
import { type IssueRequest, issue } from "../../src/service/tokens/issue.ts";
import { type RefreshRequest, refresh } from "../../src/service/tokens/refresh.ts";
import { type RevokeRequest, revoke } from "../../src/service/tokens/revoke.ts";
import { type RevokeBeforeRequest, revokeBefore } from "../../src/service/tokens/revoke-before.ts";
import type { TokenPair } from "../../src/service/tokens/token-pair.ts";
import { type WatchRequest, watchRevocations } from "../../src/service/tokens/watch-revocations.ts";
import { createCall, type Installed, introspector, REDIRECT_URI, type TestApp } from "./world/tokens.ts";

/** The RPCs of TokenService, bound to their dependencies, and short forms of the usual requests. */
export type TokenOperations = ReturnType<typeof createTokenOperations>;

export function createTokenOperations(deps: TokenDependencies) {
  return {
    issue: (request: IssueRequest, call: Call) => issue(deps, request, call),
    exchange: (request: ExchangeRequest, call: Call) => exchange(deps, request, call),
    refresh: (request: RefreshRequest, call: Call) => refresh(deps, request, call),
    revoke: (request: RevokeRequest, call: Call) => revoke(deps, request, call),
    introspect: (request: IntrospectRequest, call: Call) => introspect(deps, request, call),
    batchIntrospect: (request: BatchIntrospectRequest, call: Call) => batchIntrospect(deps, request, call),
    watchRevocations: (request: WatchRequest, call: Call) => watchRevocations(deps, request, call),
    revokeBefore: (request: RevokeBeforeRequest, call: Call) => revokeBefore(deps, request, call),
    ...createTokenRequests(deps),
  };
}

/** The usual requests about an app of `world.app`. */
export type TokenRequests = ReturnType<typeof createTokenRequests>;

export function createTokenRequests(deps: TokenDependencies) {
  const look = (token: string, tokenTypeHint = "", call = introspector({ test: true })): Promise<Introspection> =>
    introspect(deps, { token, tokenTypeHint, consistency: "fully_consistent" }, call);
  return {
    /** A code for an app and a merchant, issued as a platform's own consent page would. */
    async issueCode(
      { app, merchant }: Pick<Installed, "app" | "merchant">,
      changes: CodeChanges = {},
    ): Promise<string> {
      const { scopes = ["orders.read", "orders.write"], requestedScopes = [], codeChallenge = "" } = changes;
      const request: IssueRequest = {
        clientId: app.clientId,
        redirectUri: REDIRECT_URI,
        scopes,
        requestedScopes,
        state: "xyz",
        merchantId: merchant.id,
        accountId: merchant.ownerId,
        codeChallenge,
        codeChallengeMethod: changes.codeChallenge === undefined ? "" : "S256",
      };
      return (await issue(deps, request, createCall())).code;
    },
    exchangeCode({ credentials }: TestApp, request: CodeRequest): Promise<TokenPair> {
      const { code, codeVerifier = "", redirectUri = REDIRECT_URI } = request;
      return exchange(deps, { credentials, code, redirectUri, codeVerifier }, createCall());
    },
    refreshWith: ({ credentials }: TestApp, refreshToken: string | null, scopes: string[] = []): Promise<TokenPair> =>
      refresh(deps, { credentials, refreshToken: refreshToken ?? "", scopes }, createCall()),
    look,
    isActive: async (token: string, hint = ""): Promise<boolean> => (await look(token, hint)).active,
  };
}

interface CodeChanges {
  scopes?: string[];
  requestedScopes?: string[];
  codeChallenge?: string;
}

interface CodeRequest {
  code: string;
  codeVerifier?: string;
  redirectUri?: string;
}
