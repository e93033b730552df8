import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createClient,
  createRouterTransport,
  type HandlerContext,
} from "@connectrpc/connect";
import { AppService } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { ConsentService, type StartAuthorizationRequest } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { InstallationService } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { type ClientCredentials, TokenKind, TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import type { GatewayClients } from "../../../src/gateway/clients.ts";
import { OAuthError } from "../../../src/oauth/errors.ts";
import { toConnectError } from "../../../src/rpc/errors.ts";

export const APP = { clientId: "app_one", clientSecret: "lk_cs_secret" };
export const PUBLIC_APP = { clientId: "app_public" };
export const CODE = "lk_ac_code";
export const REDIRECT_URI = "https://app.example/callback";
export const REFRESH_TOKEN = "lk_rt_one";
export const ACCESS_TOKEN = "lk_at_one";
/** A token of a test merchant. */
export const TEST_ACCESS_TOKEN = "lk_at_test";
export const OTHER_APPS_TOKEN = "lk_at_other";
export const SERVICE_KEY = `lk_sk_${"a".repeat(71)}`;
export const WEAK_SERVICE_KEY = `lk_sk_${"b".repeat(71)}`;
export const SESSION_TOKEN = "session-of-someone";

interface SeenCall {
  rpc: string;
  headers: Record<string, string>;
  request: unknown;
}

export interface FakeCore {
  clients: GatewayClients;
  /** The received calls in order. */
  calls: SeenCall[];
  /** The error of all calls; null for none. */
  failure: unknown;
  /** Awaited by each refresh; null for none. */
  onRefresh: ((signal: AbortSignal) => Promise<void>) | null;
}

/** A fake core that checks, in order: the key, the app, the parameters, the grant. */
export function createFakeCore(): FakeCore {
  const core: FakeCore = { clients: null as unknown as GatewayClients, calls: [], failure: null, onRefresh: null };
  const see = <I, O>(rpc: string, answer: (request: I, context: HandlerContext) => O) => {
    return (request: I, context: HandlerContext): O => {
      core.calls.push({ rpc, headers: Object.fromEntries(context.requestHeader), request });
      try {
        if (core.failure !== null) throw core.failure;
        return answer(request, context);
      } catch (error) {
        throw toConnectError(error);
      }
    };
  };
  const transport = createRouterTransport((router) => {
    serveTokens(router, see, core);
    router.service(ConsentService, { startAuthorization: see("begin", begin) });
    router.service(InstallationService, {
      uninstallByApp: see("uninstallByApp", ({ credentials, merchantId }) => {
        authenticate(credentials);
        require(merchantId, "merchant_id_missing");
        return {};
      }),
    });
    router.service(AppService, {
      listScopes: see("listScopes", () => ({ scopes: [{ name: "orders:read" }, { name: "orders:write" }] })),
    });
  });
  core.clients = {
    tokens: createClient(TokenService, transport),
    consent: createClient(ConsentService, transport),
    installations: createClient(InstallationService, transport),
    apps: createClient(AppService, transport),
  };
  return core;
}

type See = <I, O>(rpc: string, answer: (request: I, context: HandlerContext) => O) => typeof answer;

const PAIR = {
  accessToken: ACCESS_TOKEN,
  tokenType: "Bearer",
  expiresIn: 3600,
  refreshToken: REFRESH_TOKEN,
  refreshTokenExpiresIn: 7776000,
  scopes: ["orders:read", "orders:write"],
  merchantId: "shop_1",
  installationId: "019a0000-0000-7000-8000-000000000001",
};

function serveTokens(router: ConnectRouter, see: See, core: FakeCore): void {
  router.service(TokenService, {
    exchange: see("exchange", ({ credentials, code, redirectUri, codeVerifier }) => {
      authenticate(credentials);
      require(code, "code_missing");
      require(redirectUri, "redirect_uri_missing");
      if (code !== CODE || redirectUri !== REDIRECT_URI) throw new OAuthError("code_unknown");
      if (credentials?.proof.case === "publicClient" && codeVerifier === "")
        throw new OAuthError("code_verifier_missing");
      return PAIR;
    }),
    refresh: see("refresh", ({ credentials, refreshToken, scopes }, { signal }) => {
      if (core.onRefresh !== null) return core.onRefresh(signal).then(() => PAIR);
      authenticate(credentials);
      require(refreshToken, "refresh_token_missing");
      if (refreshToken !== REFRESH_TOKEN) throw new OAuthError("refresh_unknown");
      if (scopes.includes("")) throw new OAuthError("refresh_scope_malformed");
      return {
        ...PAIR,
        scopes: scopes.length === 0 ? PAIR.scopes : scopes,
        refreshToken: "",
        refreshTokenExpiresIn: 0,
      };
    }),
    revoke: see("revoke", ({ credentials, token }) => {
      authenticate(credentials);
      require(token, "token_missing");
      if (token === OTHER_APPS_TOKEN) throw new OAuthError("token_foreign");
      return {};
    }),
    introspect: see("introspect", ({ token, tokenTypeHint }, { requestHeader }) => {
      admit(requestHeader.get("authorization"));
      require(token, "token_missing");
      if (token === ACCESS_TOKEN) return activeToken(TokenKind.ACCESS);
      if (token === TEST_ACCESS_TOKEN) return { ...activeToken(TokenKind.ACCESS), test: true };
      return token === REFRESH_TOKEN && tokenTypeHint === "refresh_token"
        ? activeToken(TokenKind.REFRESH)
        : { active: false };
    }),
  });
}

function authenticate(credentials: ClientCredentials | undefined): void {
  const { clientId = "", proof } = credentials ?? {};
  if (clientId === PUBLIC_APP.clientId && proof?.case === "publicClient") return;
  const right = clientId === APP.clientId && proof?.case === "clientSecret" && proof.value === APP.clientSecret;
  if (!right) throw new OAuthError("client_unknown");
}

function require(text: string, reason: ConstructorParameters<typeof OAuthError>[0]): void {
  if (text === "") throw new OAuthError(reason);
}

function admit(authorization: string | null): void {
  if (authorization === `Bearer ${WEAK_SERVICE_KEY}`) throw new ConnectError("no right", Code.PermissionDenied);
  if (authorization !== `Bearer ${SERVICE_KEY}`) throw new ConnectError("no key", Code.Unauthenticated);
}

function activeToken(tokenKind: TokenKind) {
  return {
    active: true,
    scopes: ["orders:read"],
    clientId: APP.clientId,
    merchantId: "shop_1",
    installationId: PAIR.installationId,
    installationVersion: 2,
    accountId: "account_1",
    familyId: "family_1",
    tokenId: "token_1",
    tokenKind,
    tokenType: tokenKind === TokenKind.ACCESS ? "Bearer" : "",
    issuedAt: timestampFromMs(1_800_000_000_999),
    expiresAt: timestampFromMs(1_800_003_600_999),
    issuer: "https://auth.example",
  };
}

function begin({ parameters, malformed }: StartAuthorizationRequest, { requestHeader }: HandlerContext) {
  const values = (name: string) => parameters.filter((parameter) => parameter.name === name).map(({ value }) => value);
  const page = { case: "errorPage", value: { reason: "unknown_client", message: "No <app> & no way." } } as const;
  if (values("client_id").join() !== APP.clientId || values("redirect_uri").join() !== REDIRECT_URI)
    return { outcome: page };
  if (malformed.length > 0 || values("state").length !== 1)
    return { outcome: { case: "redirectTo", value: `${REDIRECT_URI}?error=invalid_request` } } as const;
  const signInRequired = requestHeader.get("latchkey-session") !== SESSION_TOKEN;
  return { outcome: { case: "interactionId", value: "interaction-1" }, signInRequired } as const;
}
