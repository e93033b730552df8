import { createHash, randomBytes } from "node:crypto";
import type { PageContext } from "../../router/page-router.ts";
import { type Choice, grantableScopes } from "./read.ts";

export interface Approved {
  kind: "approved";
  /** The parameters of the token request. */
  grant: Record<string, string>;
}

/** The authorization ended without a code. `error` is an error code of RFC 6749 §4.1.2.1. */
export interface Refused {
  kind: "refused";
  error: string;
  description: string;
}

/**
 * Runs an authorization of the developer's app against the core, as the consent page does, and returns the code. Requests only scopes that
 * can be granted, because the core refuses the request of an approved app if it names a restricted scope that the app may not use.
 * @param scopes the optional scopes that the developer allows
 */
export async function authorize(
  context: PageContext,
  choice: Choice,
  scopes: readonly string[],
): Promise<Approved | Refused> {
  const { app, merchant } = choice;
  const { merchantId } = merchant;
  const { consent } = context.web.clients;
  const [state, verifier] = [randomBytes(16).toString("base64url"), randomBytes(32).toString("base64url")];
  const redirectUri = app.profile?.redirectUris[0] ?? "";
  const requested = grantableScopes(choice).map(({ name }) => name);
  const parameters = {
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: requested.join(" "),
    state,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    merchant_hint: merchantId,
    prompt: "consent",
  };
  const pairs = Object.entries(parameters).map(([name, value]) => ({ name, value }));
  const { outcome } = await consent.startAuthorization({ parameters: pairs }, context.call);
  if (outcome.case === "errorPage")
    return { kind: "refused", error: outcome.value.reason, description: outcome.value.message };
  if (outcome.case !== "interactionId") return readRedirect(outcome.value ?? "", { redirectUri, verifier });
  const interactionId = outcome.value;
  const interaction = await consent.getInteraction({ interactionId }, context.call);
  const { csrfToken, requiredScopes, requestedScopes, redirectTo: already } = interaction;
  if (already !== "") return readRedirect(already, { redirectUri, verifier });
  const allowed = requestedScopes.filter((name) => requiredScopes.includes(name) || scopes.includes(name));
  const approval = { interactionId, merchantId, scopes: allowed, csrfToken };
  const { redirectTo } = await consent.approve(approval, context.call);
  return readRedirect(redirectTo, { redirectUri, verifier });
}

/** The result in the URL of a redirect. A redirect URI with a private-use scheme need not be a valid URL. */
export function readRedirect(location: string, { redirectUri, verifier }: { redirectUri: string; verifier: string }) {
  const answer = new URLSearchParams(/\?([^#]*)/.exec(location)?.[1]);
  const code = answer.get("code");
  if (code === null) {
    const [error, description] = [answer.get("error") ?? "", answer.get("error_description") ?? ""];
    return { kind: "refused", error, description } satisfies Refused;
  }
  const grant = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier };
  return { kind: "approved", grant } satisfies Approved;
}
