import { type AppState, reachOf } from "./app-state.ts";
import { type Rejection, reject } from "./errors.ts";

export interface ClientFacts {
  /** Null if no app has the `client_id`. */
  app: { state: AppState; confidential: boolean } | null;
  /** The request's proof: a client secret, the claim to be a public app, or neither. */
  proof: "secret" | "public" | "none";
  /** True if the presented secret matches a live secret of the app. Compared in constant time, for unknown apps too. */
  secretMatches: boolean;
  purpose: ClientPurpose;
}

/** The purpose of the authentication. A `revoke` presents a token as further proof, an `uninstall` only names a merchant. */
export type ClientPurpose = "grant" | "revoke" | "uninstall";

export type ClientDecision = { kind: "authenticated" } | Rejection;

/**
 * Authenticates an app. All failures share one public answer, also those of suspended, rejected and archived apps; `revoke` and
 * `uninstall` work in every state.
 * @see RFC 6749 §2.3, §3.2.1, §5.2
 */
export function decideClientAuthentication({ app, proof, secretMatches, purpose }: ClientFacts): ClientDecision {
  if (app === null) return reject("client_unknown");
  const reason = app.confidential ? findSecretError(proof, secretMatches) : findPublicAppError(proof);
  if (reason !== null) return reject(reason);
  if (purpose === "grant" && reachOf(app.state) === "none") return reject("client_unusable");
  // RFC 6749 §2.2: the client identifier is not a secret and MUST NOT be used alone for client authentication.
  return purpose === "uninstall" && !app.confidential ? reject("uninstall_unproven") : { kind: "authenticated" };
}

function findSecretError(proof: ClientFacts["proof"], secretMatches: boolean) {
  if (proof !== "secret") return "client_secret_missing";
  return secretMatches ? null : "client_secret_wrong";
}

/** A public app has no secret: any presented secret is wrong. */
function findPublicAppError(proof: ClientFacts["proof"]) {
  if (proof === "secret") return "client_secret_unexpected";
  return proof === "public" ? null : "client_missing";
}
