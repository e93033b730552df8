import { StorageError } from "../../observe/storage-error.ts";
import type { AppDetails } from "../../store/apps/app-details.ts";
import type { Call } from "../call.ts";
import { endReview } from "../reviews/claim.ts";
import { changeApp, closeRevision } from "./change-app.ts";
import { applyTransition, requireTransition } from "./change-app-state.ts";
import type { AppDependencies } from "./dependencies.ts";

/** Archives an app permanently and revokes all its tokens with one `not_before` mark. @throws RequestError NOT_FOUND, STATE */
export async function archiveApp(
  deps: AppDependencies,
  { clientId }: { clientId: string },
  call: Call,
): Promise<AppDetails> {
  const archived = await changeApp(deps.apps, clientId, async (change) => {
    const { app } = change;
    applyTransition(change, call, requireTransition(change, call, "archive"));
    app.archivedAt = new Date(change.now / 1000);
    closeRevision(change);
    await endReview(change, "archive");
    const notBefore = await change.markNotBefore();
    change.publish({ subject: "APP", subjectId: app.clientId, kind: "REVOKED", notBefore });
    return { app, pending: null, secrets: [] };
  });
  await uninstall(deps, archived.app.id);
  return archived;
}

// Reads already treat installations of an archived app as uninstalled. `archived-app-cleanup.ts` updates the rows that remain.
async function uninstall({ apps }: AppDependencies, appId: string): Promise<void> {
  try {
    await apps.uninstallEverywhere(appId);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}
