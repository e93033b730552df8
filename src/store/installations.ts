import type { InstallationState } from "../model/installation.ts";
import type { Side } from "../model/merchant.ts";
import type { FeedEvent } from "./feed.ts";
import { micros, type Query, type Statement } from "./query.ts";

/** Where an installation's step is taken: `event` goes into the feed of the same transaction, as its last statement. */
export interface InstallationTransaction {
  query: Query;
  event(event: FeedEvent): void;
}

export interface SideStep {
  installationId: string;
  /** The side that acts. */
  by: Side;
}

export type InstallationStep =
  /** `state` may still be SUSPENDED after a resume: another side holds it too. */
  | { kind: "done"; version: number; state: InstallationState }
  /** It was so already: nothing changed, no event. */
  | { kind: "unchanged" }
  /** `held`: only the side that suspended lifts it. */
  | { kind: "refused"; reason: "absent" | "not_installed" | "held" };

interface StepRow {
  was: InstallationState;
  is: InstallationState;
  version: number;
  changed: boolean;
  not_before: number | null;
}

// Each statement takes the row's lock first and reads the clock after the wait: a code issued while it waited lies before the mark.
const lock = (changes: string, result: string): string => `
  with l as materialized (select id, state, suspended_by from installation where id = $1 for update)
  update installation i set ${changes} from l where i.id = l.id
  returning l.state as was, i.state as is, i.version, ${result} as changed, ${micros("i.not_before")} as not_before`;

const END: Statement = {
  name: "end-installation",
  text: lock(
    `state = case when l.state = 'PENDING' then l.state else 'ENDED' end,
     not_before = clock_timestamp(),
     ended_at = case when l.state in ('ACTIVE', 'SUSPENDED') then clock_timestamp() else i.ended_at end,
     ended_by = case when l.state in ('ACTIVE', 'SUSPENDED') then $2::text else i.ended_by end,
     suspended_by = array_remove(i.suspended_by, $2::text),
     changed_at = case when l.state in ('ACTIVE', 'SUSPENDED') then clock_timestamp() else i.changed_at end`,
    "l.state in ('ACTIVE', 'SUSPENDED')",
  ),
};

/**
 * Uninstalls: one row, however many tokens. Codes issued before are dead too, so none of them installs it again; the side's own suspension
 * goes with it, another side's stays and keeps a re-install out.
 */
export async function endInstallation(tx: InstallationTransaction, step: SideStep): Promise<InstallationStep> {
  const [row] = await tx.query<StepRow>(END, [step.installationId, step.by]);
  if (row === undefined) return { kind: "refused", reason: "absent" };
  if (!row.changed) return { kind: "unchanged" };
  tx.event({ ...about(step, row, "ENDED"), notBefore: row.not_before });
  return { kind: "done", version: row.version, state: row.is };
}

const SUSPEND: Statement = {
  name: "suspend-installation",
  text: lock(
    `state = case when l.state = 'ACTIVE' then 'SUSPENDED' else l.state end,
     suspended_by = case when l.state not in ('ACTIVE', 'SUSPENDED') or $2::text = any(l.suspended_by) then l.suspended_by
       else l.suspended_by || $2::text end,
     suspended_at = case when l.state = 'ACTIVE' then clock_timestamp() else i.suspended_at end,
     reason_code = case when l.state = 'ACTIVE' or (l.state = 'SUSPENDED' and $2::text <> all(l.suspended_by)) then $3 else i.reason_code end,
     reason_text = case when l.state = 'ACTIVE' or (l.state = 'SUSPENDED' and $2::text <> all(l.suspended_by)) then $4 else i.reason_text end,
     changed_at = case when l.state in ('ACTIVE', 'SUSPENDED') and $2::text <> all(l.suspended_by) then clock_timestamp() else i.changed_at end`,
    "$2::text <> all(l.suspended_by)",
  ),
};

export interface Suspension extends SideStep {
  reasonCode: string | null;
  reasonText: string | null;
}

/** Suspends for one side. A second side's suspension is kept beside the first, so that neither lifts the other's. */
export async function suspendInstallation(tx: InstallationTransaction, step: Suspension): Promise<InstallationStep> {
  const [row] = await tx.query<StepRow>(SUSPEND, [step.installationId, step.by, step.reasonCode, step.reasonText]);
  if (row === undefined) return { kind: "refused", reason: "absent" };
  if (row.is !== "SUSPENDED") return { kind: "refused", reason: "not_installed" };
  if (!row.changed) return { kind: "unchanged" };
  if (row.was === "ACTIVE") tx.event(about(step, row, "SUSPENDED"));
  return { kind: "done", version: row.version, state: row.is };
}

const RESUME: Statement = {
  name: "resume-installation",
  text: lock(
    `state = case when l.state = 'SUSPENDED' and l.suspended_by <@ array[$2::text] then 'ACTIVE' else l.state end,
     suspended_by = array_remove(l.suspended_by, $2::text),
     suspended_at = case when l.suspended_by <@ array[$2::text] then null else i.suspended_at end,
     reason_code = case when l.suspended_by <@ array[$2::text] then null else i.reason_code end,
     reason_text = case when l.suspended_by <@ array[$2::text] then null else i.reason_text end,
     changed_at = case when $2::text = any(l.suspended_by) then clock_timestamp() else i.changed_at end`,
    "$2::text = any(l.suspended_by)",
  ),
};

/** Lifts one side's own suspension, of an ended installation too, and no other side's. */
export async function resumeInstallation(tx: InstallationTransaction, step: SideStep): Promise<InstallationStep> {
  const [row] = await tx.query<StepRow>(RESUME, [step.installationId, step.by]);
  if (row === undefined) return { kind: "refused", reason: "absent" };
  if (!row.changed) return row.is === "SUSPENDED" ? { kind: "refused", reason: "held" } : { kind: "unchanged" };
  if (row.was === "SUSPENDED" && row.is === "ACTIVE") tx.event(about(step, row, "RESUMED"));
  return { kind: "done", version: row.version, state: row.is };
}

function about(step: SideStep, row: StepRow, kind: FeedEvent["kind"]): FeedEvent {
  return { subject: "INSTALLATION", subjectId: step.installationId, kind, installationVersion: row.version };
}
