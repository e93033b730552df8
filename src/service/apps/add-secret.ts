import type { TokenFormat } from "../../credential/token.ts";
import type { AppSecret } from "../../model/app-secret.ts";
import { type AddSecretDecision, decideAddSecret } from "../../oauth/client-secret.ts";
import type { AppChange } from "../../store/apps/app-change.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { checkAccess } from "./access.ts";
import { auditChange, changeApp, touch, wrongState } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface IssuedSecret {
  secret: AppSecret;
  /** The secret's text, which is not stored. */
  clientSecret: string;
}

/** Adds a second secret. @throws RequestError NOT_FOUND, DEVELOPER_ONLY, SECRET_LIMIT, PUBLIC_APP, STATE */
export async function addSecret(
  deps: AppDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<IssuedSecret> {
  return changeApp(deps.apps, clientId, async (change) => {
    const { app } = change;
    checkAccess(call, app.developer.id, "write");
    const secrets = change.secrets.map(toSecretFacts);
    const decision = decideAddSecret({ app, secrets }, change.now);
    if (decision.kind === "refuse") throw toError(decision);
    touch(change);
    return issueSecret(deps.format, change, call);
  });
}

const HINT_LENGTH = 4;

/** Creates a secret in the transaction that has locked the app. */
export function issueSecret(format: TokenFormat, change: AppChange, call: Call): IssuedSecret {
  const { text, digest } = format.create("cs", change.freshId);
  const hint = text.slice(-HINT_LENGTH);
  const createdBy = call.actor?.accountId ?? null;
  const secret = change.addSecret({ id: change.freshId, digest, hint, createdBy });
  auditChange(change, call, "secret.add", { secretId: secret.id, hint });
  return { secret, clientSecret: text };
}

/** The facts about a secret that its rules read, in microseconds. */
export function toSecretFacts({ retiresAt }: Pick<AppSecret, "retiresAt">): { retiresAt: number | null } {
  return { retiresAt: retiresAt == null ? null : retiresAt.getTime() * 1000 };
}

function toError({ reason }: Extract<AddSecretDecision, { kind: "refuse" }>): RequestError {
  switch (reason) {
    case "SECRET_LIMIT":
      return new RequestError("failed_precondition", reason, "Two secrets are valid: retire one of them first.");
    case "PUBLIC_APP":
      return new RequestError("failed_precondition", reason, "A public app has no secret.");
    case "APP_ARCHIVED":
      return wrongState("The app is archived.");
  }
}
