import { raw } from "@mikro-orm/core";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { App, AppState } from "../../model/app.ts";
import { AppRevision } from "../../model/app-revision.ts";
import { AppSecret } from "../../model/app-secret.ts";

/** An app with its parts. Changes of the entities are written when their transaction ends. */
export interface AppDetails {
  app: App;
  /** The pending revision. */
  pending: AppRevision | null;
  /** The valid secrets, oldest first. */
  secrets: AppSecret[];
}

const OPEN: AppState[] = ["DRAFT", "SUBMITTED", "IN_REVIEW", "CHANGES_REQUESTED", "REJECTED"];

/** Loads the pending revisions and valid secrets of apps. */
export async function loadDetails(em: SqlEntityManager, apps: readonly App[]): Promise<AppDetails[]> {
  if (apps.length === 0) return [];
  const ids = apps.map((app) => app.id);
  const findRevisions = () => em.find(AppRevision, { app: { $in: ids }, state: { $in: OPEN } });
  const live = { $or: [{ retiresAt: null }, { retiresAt: { $gt: raw("clock_timestamp()") } }] };
  const findSecrets = () =>
    em.find(AppSecret, { app: { $in: ids }, ...live }, { populate: ["createdBy"], orderBy: { id: "asc" } });
  // In a transaction the reads run one after another, because they share its connection.
  const [revisions, secrets] = em.isInTransaction()
    ? [await findRevisions(), await findSecrets()]
    : await Promise.all([findRevisions(), findSecrets()]);
  const pendingOf = new Map(revisions.map((revision) => [revision.app.id, revision]));
  const secretsOf = Map.groupBy(secrets, (secret) => secret.app.id);
  return apps.map((app) => ({ app, pending: pendingOf.get(app.id) ?? null, secrets: secretsOf.get(app.id) ?? [] }));
}
