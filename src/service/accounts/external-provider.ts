import * as oidc from "openid-client";
import type { ExternalLogin } from "../../credential/external-login.ts";
import { RequestError } from "../errors.ts";

/** A claim and the value that it must hold, or hold among others where it is a list. */
export interface ClaimMatch {
  claim: string;
  value: string;
}

/** The platform's own OpenID Connect provider, as the settings name it (OIDC_*). */
export interface ExternalSettings {
  /** Fixed: no other issuer's word counts, whatever an answer says. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button says. */
  label: string;
  scopes: readonly string[];
  emailClaim: string;
  nameClaim: string;
  /** Makes an operator; null: nobody becomes one by signing in. */
  operator: ClaimMatch | null;
  /** Makes a developer; null: signing in changes nothing about that. */
  developer: ClaimMatch | null;
  /** The claim with a list of `merchant_id:ROLE`; null: signing in makes nobody a member. */
  membershipClaim: string | null;
}

/** What the provider says about a person: the ID token's claims, and those of its userinfo endpoint beside them. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

export interface ExternalProvider {
  settings: ExternalSettings;
  /** The address that takes the browser to the provider. */
  begin(login: ExternalLogin): Promise<string>;
  /** Who came back. @throws RequestError where the provider or what it sent back cannot be believed */
  complete(login: ExternalLogin, query: string): Promise<Claims>;
}

/** Where the provider sends the browser back to, under PUBLIC_URL. */
export const CALLBACK_PATH = "/sign-in/external/callback";

const TIMEOUT_SECONDS = 5;

/** The provider of `settings`, discovered when first needed. */
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
    complete: async (login, query) => readClaims(await configuration(), login, new URL(`${redirectUri}?${query}`)),
  };
}

async function discover({ issuer, clientId, clientSecret }: ExternalSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // Settings allow http on loopback hosts only.
  const execute =
    server.protocol === "http:"
      ? [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks]
      : [oidc.enableNonRepudiationChecks];
  return oidc.discovery(server, clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_SECONDS });
}

async function readClaims(configuration: oidc.Configuration, login: ExternalLogin, callback: URL): Promise<Claims> {
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
    throw toRefusal(error);
  }
}

/** The provider said no, did not answer, or said what cannot be believed: the last two read alike to the person, not to the log. */
function toRefusal(error: unknown): RequestError {
  if (error instanceof oidc.AuthorizationResponseError) {
    return new RequestError("failed_precondition", "EXTERNAL_DENIED", "The sign-in was not completed at the provider.");
  }
  if (isUnanswered(error)) return unavailable(error);
  const refusal = new RequestError(
    "unauthenticated",
    "EXTERNAL_REFUSED",
    "What the provider sent back cannot be accepted. Sign in again.",
  );
  refusal.cause = error;
  return refusal;
}

/** No answer at all, or one that says that the provider itself is at fault. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof oidc.ClientError)) return error instanceof TypeError;
  return error.code === "OAUTH_TIMEOUT" || error.cause instanceof TypeError;
}

function unavailable(cause: unknown): RequestError {
  const refusal = new RequestError(
    "unavailable",
    "EXTERNAL_UNAVAILABLE",
    "The provider does not answer. Try again later.",
  );
  refusal.cause = cause;
  return refusal;
}
