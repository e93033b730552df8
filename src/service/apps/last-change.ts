import type { AuditAction } from "../../model/audit-action.ts";
import type { ListedAuditEvent } from "../../store/audit/audit-list.ts";
import type { AppDependencies } from "./dependencies.ts";

const DRAFT_ACTIONS: readonly string[] = ["app.update", "app.set_logo", "app.discard_revision"] satisfies AuditAction[];

/** The events of an app among which its last change is looked for. */
const NEWEST = 50;

const ALL = { installationId: null, merchantId: null, accountId: null, actorId: null, action: null };

/** The last change of the profile that the developer edits; null if it is not among the newest events of the app. */
export async function findLastChange(
  { audit }: Pick<AppDependencies, "audit">,
  clientId: string,
): Promise<ListedAuditEvent | null> {
  const query = { ...ALL, clientId, from: null, before: null, after: null, limit: NEWEST };
  const { shown } = await audit.page(query);
  // A change of settings alone makes no revision.
  return shown.find(({ action, detail }) => DRAFT_ACTIONS.includes(action) && detail.revision !== null) ?? null;
}
