import type { AppSecret } from "../../model/app-secret.ts";
import { decideRetireSecret } from "../../oauth/client-secret.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { checkAccess } from "./access.ts";
import { toSecretFacts } from "./add-secret.ts";
import { auditChange, changeApp, touch } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";

export interface RetireSecretRequest {
  clientId: string;
  secretId: string;
  /** True: the secret ends now, without the overlap of seven days. */
  immediately: boolean;
}

/** Retires a secret. No effect if the secret already ends sooner. @throws RequestError NOT_FOUND, DEVELOPER_ONLY */
export async function retireSecret(
  deps: AppDependencies,
  request: RetireSecretRequest,
  call: Call,
): Promise<AppSecret> {
  const { clientId, secretId, immediately } = request;
  return changeApp(deps.apps, clientId, async (change) => {
    checkAccess(call, change.app.developer.id, "write");
    const secret = change.secrets.find(({ id }) => id === secretId);
    if (secret === undefined) throw new RequestError("not_found", "NOT_FOUND", "The app has no such valid secret.");
    const decision = decideRetireSecret(toSecretFacts(secret), immediately, change.now);
    if (decision.kind === "retire") {
      secret.retiresAt = new Date(decision.retiresAt / 1000);
      secret.retiredById = call.actor?.accountId ?? null;
      touch(change);
      auditChange(change, call, "secret.retire", { secretId, hint: secret.hint, immediately });
    }
    return secret;
  });
}
