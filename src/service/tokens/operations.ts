import type { Call } from "../call.ts";
import type { WatchMessage, WatchRequest } from "./watch.ts";

/** An app and its proof, as they came: an empty `clientId` is an absent one. */
export interface Credentials {
  clientId: string;
  proof: { kind: "secret"; secret: string } | { kind: "public" } | { kind: "none" };
}

export interface IssueRequest {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  state: string;
  merchantId: string;
  accountId: string;
  /** Empty: none. */
  codeChallenge: string;
  codeChallengeMethod: string;
}

export interface IssuedCode {
  code: string;
  /** Microseconds. */
  expiresAt: number;
  /** The redirect URI with `code`, `state` and `iss`. */
  redirectTo: string;
}

/** Empty texts are absent ones. */
export interface ExchangeRequest {
  credentials: Credentials;
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

export interface RefreshRequest {
  credentials: Credentials;
  refreshToken: string;
  /** Empty: all that were granted. */
  scopes: string[];
}

/** What exchange and refresh answer. */
export interface TokenPair {
  accessToken: string;
  tokenType: "Bearer";
  /** Seconds. */
  expiresIn: number;
  /** Null for apps of mode NONE. */
  refreshToken: string | null;
  /** Seconds; null without a refresh token. */
  refreshTokenExpiresIn: number | null;
  /** The effective scopes, canonical. */
  scopes: string[];
  merchantId: string;
  installationId: string;
}

export interface RevokeRequest {
  credentials: Credentials;
  token: string;
  /** Never decisive. */
  tokenTypeHint: string;
}

export type Consistency = "minimize_latency" | "fully_consistent";

export interface IntrospectRequest {
  token: string;
  tokenTypeHint: string;
  consistency: Consistency;
}

export interface BatchIntrospectRequest {
  /** 1 to 1,000. */
  tokens: string[];
  consistency: Consistency;
}

/** The introspection response of RFC 7662. Timestamps and `validFor` are in microseconds. */
export type Introspection =
  | { active: false }
  | {
      active: true;
      scopes: string[];
      clientId: string;
      merchantId: string;
      installationId: string;
      installationVersion: number;
      accountId: string;
      familyId: string;
      tokenId: string;
      tokenKind: "access" | "refresh";
      issuedAt: number;
      expiresAt: number;
      validFor: number;
      issuer: string;
      /** The merchant is a test merchant. */
      test: boolean;
    };

export type RevokeSubject =
  | { kind: "app"; clientId: string }
  | { kind: "merchant"; merchantId: string }
  | { kind: "everything" };

export interface RevokeBeforeRequest {
  /** null: the request names none, which is refused. */
  subject: RevokeSubject | null;
  /** Microseconds; null: now. */
  notBefore: number | null;
}

/**
 * The life of tokens. Every method answers after the commit of what it did. A storage fault is a StorageError: nothing was decided, or the
 * outcome is unknown, and the call may be repeated.
 *
 * @throws OAuthError what the app or the platform's consent page is told
 * @throws RequestError for what only internal callers can get wrong
 */
export interface TokenOperations {
  issue(request: IssueRequest, call: Call): Promise<IssuedCode>;
  exchange(request: ExchangeRequest, call: Call): Promise<TokenPair>;
  refresh(request: RefreshRequest, call: Call): Promise<TokenPair>;
  revoke(request: RevokeRequest, call: Call): Promise<void>;
  introspect(request: IntrospectRequest, call: Call): Promise<Introspection>;
  batchIntrospect(request: BatchIntrospectRequest, call: Call): Promise<Introspection[]>;
  /** Goes on until the call's signal is aborted. */
  watchRevocations(request: WatchRequest, call: Call): AsyncIterable<WatchMessage>;
  revokeBefore(request: RevokeBeforeRequest, call: Call): Promise<{ notBefore: number }>;
}
