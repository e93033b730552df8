import { isUuid } from "../../credential/uuid.ts";
import type { Party } from "../../model/merchant.ts";
import { OAuthError } from "../../oauth/errors.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { findReasonViolations } from "../reason.ts";
import { authenticateApp } from "../tokens/client.ts";
import { refuseViolations } from "../violations.ts";
import type { InstallationDependencies } from "./dependencies.ts";
import type { PartyStep, SuspendInstallation, UninstallByApp } from "./operations.ts";
import { notFound, toRecord } from "./reading.ts";
import type { InstallationRecord } from "./records.ts";
import { chooseParty, type Standing, standingOf } from "./standing.ts";
import { resumeInstallation, type SuspensionOutcome, suspendInstallation } from "./steps.ts";

/** Makes an installation's tokens inactive until the same side resumes it. */
export async function suspend(
  deps: InstallationDependencies,
  request: SuspendInstallation,
  call: Call,
): Promise<InstallationRecord> {
  const { installationId, reasonCode } = request;
  const reasonText = request.reasonText || null;
  refuseViolations(findReasonViolations({ code: reasonCode, text: request.reasonText }, { wordless: true }));
  return changeInstallation(deps, request, call, async ({ tx, by, entry }) => {
    const outcome = await suspendInstallation(tx, { installationId, by, reasonCode, reasonText });
    if (!tookEffect(outcome)) return;
    recordAudit(tx, call, { ...entry, action: "installation.suspend", detail: { party: by, reason: reasonCode } });
  });
}

/** Lifts the acting side's own suspension. */
export async function resume(
  deps: InstallationDependencies,
  request: PartyStep,
  call: Call,
): Promise<InstallationRecord> {
  const { installationId } = request;
  return changeInstallation(deps, request, call, async ({ tx, by, entry }) => {
    const outcome = await resumeInstallation(tx, { installationId, by });
    if (!tookEffect(outcome)) return;
    recordAudit(tx, call, { ...entry, action: "installation.resume", detail: { party: by } });
  });
}

/** Ends an installation and all its tokens by one row. A session's developer may not: apps end theirs by their own credentials. */
export async function uninstall(
  deps: InstallationDependencies,
  request: PartyStep,
  call: Call,
): Promise<InstallationRecord> {
  return changeInstallation(deps, { ...request, not: "APP" }, call, ({ tx, by, entry }) =>
    end(tx, { by, entry }, call),
  );
}

interface Change {
  tx: ManagementTransaction;
  by: Party;
  /** What the audit says of the installation. */
  entry: { clientId: string; merchantId: string; installationId: string };
}

async function changeInstallation(
  { installations }: InstallationDependencies,
  request: PartyStep & { not?: Party },
  call: Call,
  change: (change: Change) => Promise<void>,
): Promise<InstallationRecord> {
  const { installationId, party, not } = request;
  return installations.change(async (tx) => {
    const view = isUuid(installationId) ? await tx.find(installationId) : null;
    if (view === null) throw notFound();
    const standing = await standingOf(tx, call, view);
    if (!standing.reads) throw notFound();
    const by = chooseParty(without(standing, call, not), call, party);
    await change({ tx, by, entry: entryOf(view) });
    return toRecord((await tx.find(installationId))!, standing);
  });
}

function without(standing: Standing, call: Call, not: Party | undefined): Standing {
  return call.actor === null ? standing : { ...standing, parties: standing.parties.filter((party) => party !== not) };
}

function entryOf({ clientId, merchantId, installationId }: InstallationView): Change["entry"] {
  return { clientId, merchantId, installationId };
}

/** True if the step changed the row; false if it was so already. @throws RequestError where the rule forbids it */
function tookEffect(outcome: SuspensionOutcome): boolean {
  switch (outcome.kind) {
    case "change":
      return true;
    case "nothing":
      return false;
    case "absent":
      throw notFound();
    case "refuse":
      throw new RequestError("failed_precondition", outcome.reason, REFUSALS[outcome.reason]);
  }
}

const REFUSALS = {
  NOT_INSTALLED: "The app is not installed there.",
  SUSPENDED_BY_ANOTHER: "Another side suspended it, and only that side resumes it.",
};

async function end(tx: ManagementTransaction, { by, entry }: Omit<Change, "tx">, call: Call, actorClientId?: string) {
  const ended = await tx.endInstallation({ installationId: entry.installationId, by });
  if (!ended?.installed) return;
  const detail = { party: by, version: ended.version };
  recordAudit(tx, call, { ...entry, action: "installation.uninstall", detail, actorClientId: actorClientId ?? null });
}

/** The app itself ends its installation on a merchant, by its own credentials; nothing to end is no fault. */
export async function uninstallByApp(
  { installations, tokens }: InstallationDependencies,
  { credentials, merchantId }: UninstallByApp,
  call: Call,
): Promise<void> {
  // Giving access back is open to a suspended app, too.
  const { appId, clientId } = await authenticateApp(tokens, credentials, { call, purpose: "uninstall" });
  if (merchantId === "") throw new OAuthError("merchant_id_missing");
  const installationId = isMerchantId(merchantId) ? await installations.findId({ appId, merchantId }) : null;
  if (installationId === null) return;
  const entry = { clientId, merchantId, installationId };
  await installations.change((tx) => end(tx, { by: "APP", entry }, call, clientId));
}
