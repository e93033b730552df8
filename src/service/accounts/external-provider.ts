import * as oidc from "openid-client";
import type { ExternalLogin } from "../../credential/external-login.ts";
import { RequestError } from "../errors.ts";

/** A claim and the value that it must equal, or contain if it is a list. */
export interface ClaimMatch {
  claim: string;
  value: string;
}

/** The OpenID Connect provider of the platform (settings OIDC_*). */
export interface ExternalSettings {
  /** The only issuer whose ID tokens are valid. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The label of the sign-in button. */
  label: string;
  scopes: readonly string[];
  emailClaim: string;
  nameClaim: string;
  /** Grants the operator role; null: sign-ins grant no operator role. */
  operator: ClaimMatch | null;
  /** Grants the developer role; null: sign-ins do not change the role. */
  developer: ClaimMatch | null;
  /** The claim with a list of `merchant_id:ROLE`; null: sign-ins grant no memberships. */
  membershipClaim: string | null;
}

/** The claims of the ID token, completed by claims of the userinfo endpoint that the ID token lacks. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

export interface ExternalProvider {
  settings: ExternalSettings;
  /** Returns the authorization URL of the provider. */
  begin(login: ExternalLogin): Promise<string>;
  /** Exchanges the callback's code and verifies the claims. @throws RequestError if the provider fails or its response is invalid */
  complete(login: ExternalLogin, query: string): Promise<Claims>;
}

/** The path of the callback under PUBLIC_URL. */
export const CALLBACK_PATH = "/sign-in/external/callback";

const TIMEOUT_SECONDS = 5;

/** Creates the provider of `settings`. Its metadata is discovered at the first sign-in. */
export function createExternalProvider(settings: ExternalSettings, publicUrl: string): ExternalProvider {
  const redirectUri = publicUrl + CALLBACK_PATH;
  let discovered: Promise<oidc.Configuration> | null = null;
  const configuration = () => {
    discovered ??= discover(settings).catch((error) => {
      discovered = null;
      throw unavailable(error);
    });
    return discovered;
  };
  return {
    settings,
    async begin(login) {
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(" "),
        state: login.state,
        nonce: login.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(login.codeVerifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    complete: async (login, query) =>
      fetchVerifiedClaims(await configuration(), login, new URL(`${redirectUri}?${query}`)),
  };
}

async function discover({ issuer, clientId, clientSecret }: ExternalSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // The settings allow an http issuer only on loopback hosts.
  const execute =
    server.protocol === "http:"
      ? [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
      : [oidc.enableNonRepudiationChecks];
  return oidc.discovery(server, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
}

async function fetchVerifiedClaims(
  configuration: oidc.Configuration,
  login: ExternalLogin,
  callback: URL,
): Promise<Claims> {
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
      expectedState: login.state,
      expectedNonce: login.nonce,
      pkceCodeVerifier: login.codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  } catch (error) {
    throw toRequestError(error);
  }
}

/** Maps an error of the provider. `cause` keeps the original for the log. */
function toRequestError(error: unknown): RequestError {
  if (error instanceof oidc.AuthorizationResponseError) {
    return new RequestError("failed_precondition", "EXTERNAL_DENIED", "The sign-in was not completed at the provider.");
  }
  if (isUnavailable(error)) return unavailable(error);
  const message = "The provider's response is not valid. Sign in again.";
  return Object.assign(new RequestError("unauthenticated", "EXTERNAL_REFUSED", message), { cause: error });
}

/** True for a missing response or a 5xx status. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof oidc.ClientError)) return error instanceof TypeError;
  return error.code === "OAUTH_TIMEOUT" || error.cause instanceof TypeError;
}

function unavailable(cause: unknown): RequestError {
  const message = "The provider does not answer. Try again later.";
  return Object.assign(new RequestError("unavailable", "EXTERNAL_UNAVAILABLE", message), { cause });
}

/** @throws RequestError EXTERNAL_CLOSED if no provider is configured */
export function requireProvider({ external }: { external: ExternalProvider | null }): ExternalProvider {
  if (external !== null) return external;
  throw new RequestError("failed_precondition", "EXTERNAL_CLOSED", "No identity provider is configured.");
}
