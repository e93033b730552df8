import type { TokenFormat } from "../../credential/token.ts";
import { type AddSecretDecision, decideAddSecret, decideRetireSecret } from "../../oauth/client-secret.ts";
import type { AppChange } from "../../store/apps/apps.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { toMicros } from "../micros.ts";
import { checkAccess } from "./access.ts";
import { audit, changeApp, refuseState, touch } from "./change.ts";
import type { AppDependencies } from "./dependencies.ts";
import { toSecretRecord } from "./record.ts";
import type { SecretRecord } from "./records.ts";

export interface IssuedSecret {
  secret: SecretRecord;
  /** The secret itself: shown once, stored nowhere. */
  clientSecret: string;
}

const HINT_LENGTH = 4;

/** Makes a secret of the app under its lock. */
export function issueSecret(tokens: TokenFormat, change: AppChange, call: Call): IssuedSecret {
  const { text, digest } = tokens.create("cs", change.freshId);
  const hint = text.slice(-HINT_LENGTH);
  const createdBy = call.actor?.accountId ?? null;
  const row = change.addSecret({ id: change.freshId, digest, hint, createdBy });
  audit(change, call, "secret.add", { secretId: row.id, hint });
  return { secret: toSecretRecord(row), clientSecret: text };
}

/** Adds a second secret. Adds of one app take turns at its lock, so no two of them see the same free place. */
export async function addSecret(deps: AppDependencies, clientId: string, call: Call): Promise<IssuedSecret> {
  return changeApp(deps.apps, clientId, async (change) => {
    const { app } = change;
    checkAccess(call, app.developer.id, "write");
    const secrets = change.secrets.map(liveness);
    const decision = decideAddSecret({ app, secrets }, change.now);
    if (decision.kind === "refuse") throw refuseSecret(decision);
    touch(change);
    return issueSecret(deps.tokens, change, call);
  });
}

const liveness = ({ retiresAt }: { retiresAt?: Date | null }) => ({
  retiresAt: retiresAt == null ? null : toMicros(retiresAt),
});

function refuseSecret({ reason }: Extract<AddSecretDecision, { kind: "refuse" }>): RequestError {
  switch (reason) {
    case "SECRET_LIMIT":
      return new RequestError("failed_precondition", reason, "Two secrets work already: let one of them end first.");
    case "PUBLIC_APP":
      return new RequestError("failed_precondition", reason, "A public app has no secret.");
    case "APP_ARCHIVED":
      return refuseState("The app is archived, for good.");
  }
}

export interface RetireSecret {
  clientId: string;
  secretId: string;
  immediately: boolean;
}

/** Lets a secret end, after the overlap or at once. One that ends sooner already is left as it is. */
export async function retireSecret(deps: AppDependencies, request: RetireSecret, call: Call): Promise<SecretRecord> {
  const { clientId, secretId, immediately } = request;
  return changeApp(deps.apps, clientId, async (change) => {
    checkAccess(call, change.app.developer.id, "write");
    const secret = change.secrets.find(({ id }) => id === secretId);
    if (secret === undefined)
      throw new RequestError("not_found", "NOT_FOUND", "The app has no such secret that works.");
    const decision = decideRetireSecret(liveness(secret), immediately, change.now);
    if (decision.kind === "retire") {
      secret.retiresAt = new Date(decision.retiresAt / 1000);
      touch(change);
      audit(change, call, "secret.retire", { secretId, hint: secret.hint, immediately });
    }
    return toSecretRecord(secret);
  });
}
