import type { AppScope } from "../../model/app.ts";
import type { InstallationState } from "../../model/installation.ts";
import type { Party } from "../../model/merchant.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import type { TransactionContext } from "../connection/transaction-context.ts";

/** An installation's row, locked until the transaction ends. */
export interface LockedInstallation {
  id: string;
  state: InstallationState;
  suspendedBy: Party[];
  version: number;
  reasonCode: string | null;
  reasonText: string | null;
  grantedScopes: string[];
}

const LOCK: Statement = {
  name: "lock-installation",
  text: `
    select id, state, suspended_by as "suspendedBy", version, reason_code as "reasonCode", reason_text as "reasonText",
      granted_scopes as "grantedScopes"
    from installation where id = $1 for update`,
};

/** Locks an installation; null if it is unknown. Lock order: first tokens, then the installation, then app and merchant. */
export async function lockInstallation(query: Query, id: string): Promise<LockedInstallation | null> {
  const [row] = await query<LockedInstallation>(LOCK, [id]);
  return row ?? null;
}

const FIND_ID: Statement = {
  name: "find-installation-id",
  text: "select id from installation where app_id = $1 and merchant_id = $2",
};

/** The id of an app's installation on a merchant; null if the app was never installed there. */
export async function findInstallationId(
  query: Query,
  of: { appId: string; merchantId: string },
): Promise<string | null> {
  const [row] = await query<{ id: string }>(FIND_ID, [of.appId, of.merchantId]);
  return row?.id ?? null;
}

const LIVE_SCOPES: Statement = {
  name: "find-live-scopes",
  text: "select a.scopes from installation i join app a on a.id = i.app_id where i.id = $1",
};

/** The live scopes of an installation's app. */
export async function findLiveScopes(query: Query, id: string): Promise<AppScope[]> {
  const [row] = await query<{ scopes: AppScope[] }>(LIVE_SCOPES, [id]);
  return row?.scopes ?? [];
}

type Transaction = Pick<TransactionContext, "query" | "publish" | "emit">;

export interface UninstallResult {
  /** False if the app was not installed. Then earlier codes still become invalid, but no event is published. */
  installed: boolean;
  version: number;
}

// The clock is read after the lock, so that the mark is later than a code issued during the wait for the lock.
const UNINSTALL: Statement = {
  name: "uninstall",
  text: `
    with l as materialized (select id, state from installation where id = $1 for update),
    t as materialized (select l.*, state in ('ACTIVE', 'SUSPENDED') as installed, clock_timestamp() as at from l)
    update installation i set
      not_before = t.at,
      state = case when t.installed then 'UNINSTALLED' else i.state end,
      ended_at = case when t.installed then t.at else i.ended_at end,
      ended_by = case when t.installed then $2 else i.ended_by end,
      changed_at = case when t.installed then t.at else i.changed_at end,
      suspended_by = array_remove(i.suspended_by, $2)
    from t where i.id = t.id
    returning t.installed, i.version, ${micros("i.not_before")} as not_before`,
};

/**
 * Uninstalls by a change of one row, for any number of tokens. Codes issued before become invalid and cannot re-install the app. Lifts the
 * suspension by the uninstalling party, but not those by other parties. Null if the installation is unknown.
 */
export async function uninstall(
  tx: Transaction,
  step: { installationId: string; by: Party },
): Promise<UninstallResult | null> {
  const [row] = await tx.query<UninstallResult & { not_before: number }>(UNINSTALL, [step.installationId, step.by]);
  if (row === undefined) return null;
  const { installed, version, not_before: notBefore } = row;
  if (installed) {
    tx.publish({ ...about(step.installationId, version), kind: "REVOKED", notBefore });
    tx.emit({ type: "installation.uninstalled", installationId: step.installationId });
  }
  return { installed, version };
}

export interface SuspensionChange {
  state: InstallationState;
  suspendedBy: readonly string[];
  reasonCode: string | null;
  reasonText: string | null;
}

const SUSPENSION: Statement = {
  name: "change-suspension",
  text: `
    update installation set state = $2, suspended_by = $3, reason_code = $4, reason_text = $5, changed_at = clock_timestamp(),
      suspended_at = case when cardinality($3::text[]) = 0 then null else coalesce(suspended_at, clock_timestamp()) end
    where id = $1`,
};

/** Writes a suspension or resumption, and events if the state changes. */
export async function changeSuspension(
  tx: Transaction,
  locked: LockedInstallation,
  to: SuspensionChange,
): Promise<void> {
  await tx.query(SUSPENSION, [locked.id, to.state, to.suspendedBy, to.reasonCode, to.reasonText]);
  if (locked.state === to.state) return;
  const suspends = to.state === "SUSPENDED";
  tx.publish({ ...about(locked.id, locked.version), kind: suspends ? "SUSPENDED" : "RESUMED" });
  tx.emit({ type: suspends ? "installation.suspended" : "installation.resumed", installationId: locked.id });
}

const REMOVE_SCOPES: Statement = {
  name: "remove-granted-scopes",
  text: `
    update installation set granted_scopes = $2, changed_at = clock_timestamp(), scopes_removed_at = clock_timestamp()
    where id = $1`,
};

/**
 * Writes the granted scopes that are left. Codes issued before become invalid, because their exchange would grant the removed scopes again.
 */
export async function removeScopes(
  tx: Transaction,
  { id, version }: LockedInstallation,
  left: readonly string[],
): Promise<void> {
  await tx.query(REMOVE_SCOPES, [id, left]);
  tx.publish({ ...about(id, version), kind: "SCOPES_REDUCED" });
  tx.emit({ type: "installation.scopes_changed", installationId: id, version, scopes: left });
}

function about(id: string, installationVersion: number) {
  return { subject: "INSTALLATION", subjectId: id, installationVersion } as const;
}
