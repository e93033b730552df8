import { checkAccess } from "../apps/access.ts";
import { auditChange, changeApp } from "../apps/change-app.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import type { ReviewDependencies } from "./dependencies.ts";

/** Ends the claim of the operator; no effect if the operator has no claim. @throws RequestError NOT_FOUND, OPERATOR_ONLY */
export async function releaseReview(
  { apps }: Pick<ReviewDependencies, "apps">,
  { clientId }: { clientId: string },
  call: Call,
): Promise<void> {
  const { accountId } = requireActor(call);
  await changeApp(apps, clientId, async (change) => {
    checkAccess(call, change.app.developer.id, "review");
    if (await change.endClaim(accountId)) auditChange(change, call, "review.release");
    return change;
  });
}
