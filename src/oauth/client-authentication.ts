import { type AppState, reachOf } from "./app-state.ts";
import { type Rejection, reject } from "./errors.ts";

export interface ClientFacts {
  /** Null if no app has the `client_id`. */
  app: { state: AppState; confidential: boolean } | null;
  /** What the request brings: a secret, the word that the app is public, or neither. */
  proof: "secret" | "public" | "none";
  /** The presented secret's digest equals that of a live secret of the app (constant time, looked at for an unknown app too). */
  secretMatches: boolean;
  purpose: ClientPurpose;
}

/** What an app authenticates for. `revoke` gives a token back, which is its own proof; `uninstall` names a merchant and nothing more. */
export type ClientPurpose = "grant" | "revoke" | "uninstall";

export type ClientDecision = { kind: "authenticated" } | Rejection;

/**
 * Whether the app is who it says. Every refusal of that reads alike outside; a suspended or archived app is refused as for a wrong secret.
 * Giving access back is open to an app in every state.
 * @see RFC 6749 §2.3, §3.2.1, §5.2
 */
export function decideClientAuthentication({ app, proof, secretMatches, purpose }: ClientFacts): ClientDecision {
  if (app === null) return reject("client_unknown");
  const refusal = app.confidential ? refuseSecret(proof, secretMatches) : refusePublic(proof);
  if (refusal !== null) return reject(refusal);
  if (purpose === "grant" && reachOf(app.state) === "none") return reject("client_unusable");
  // RFC 6749 §2.2: the client identifier is not a secret and MUST NOT be used alone for client authentication.
  return purpose === "uninstall" && !app.confidential ? reject("uninstall_unproven") : { kind: "authenticated" };
}

function refuseSecret(proof: ClientFacts["proof"], secretMatches: boolean) {
  if (proof !== "secret") return "client_secret_missing";
  return secretMatches ? null : "client_secret_wrong";
}

/** A public app has no secret, so one that comes with its name was made up or belongs to somebody else. */
function refusePublic(proof: ClientFacts["proof"]) {
  if (proof === "secret") return "client_secret_unexpected";
  return proof === "public" ? null : "client_missing";
}
