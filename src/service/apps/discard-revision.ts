import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { endReview } from "../reviews/claim.ts";
import { checkAccess } from "./access.ts";
import { addHistory, changeApp, closeRevision, touch, wrongState } from "./change-app.ts";
import type { AppDependencies } from "./dependencies.ts";

/** Discards the pending revision of a live app. @throws RequestError NOT_FOUND, DEVELOPER_ONLY, STATE */
export async function discardRevision(
  deps: AppDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<AppDetails> {
  return changeApp(deps.apps, clientId, async (change) => {
    const { app, pending } = change;
    checkAccess(call, app.developer.id, "write");
    if (pending === null) throw wrongState("The app has no pending revision.");
    const { number: revision, state: fromState } = pending;
    closeRevision(change);
    await endReview(change, "discard_revision");
    await change.dropLogos();
    touch(change);
    addHistory(change, call, { action: "discard_revision", revision, fromState, toState: app.state });
    return change;
  });
}
