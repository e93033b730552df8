import { isUuid } from "../../credential/uuid.ts";
import { isClientId, isMerchantId } from "../../oauth/parameters.ts";
import type { InstallationView } from "../../store/installations/installation-list.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import type { InstallationDependencies } from "./dependencies.ts";
import type { InstallationFilter } from "./operations.ts";
import type { InstallationRecord } from "./records.ts";
import { type Standing, standingOf } from "./standing.ts";

export async function getInstallation(
  { installations }: InstallationDependencies,
  installationId: string,
  call: Call,
): Promise<InstallationRecord> {
  const view = isUuid(installationId) ? await installations.find(installationId) : null;
  if (view === null) throw notFound();
  const standing = await standingOf(installations, call, view);
  if (!standing.reads) throw notFound();
  return toRecord(view, standing);
}

export function notFound(): RequestError {
  return new RequestError("not_found", "NOT_FOUND", "There is no such installation.");
}

/** The sides in the order of their weight: an operator's block is what everybody has to hear of first. */
const WEIGHT = ["OPERATOR", "MERCHANT", "APP"] as const;

export function toRecord(view: InstallationView, standing: Pick<Standing, "onlyAsApp">): InstallationRecord {
  const { developerId: _, ...record } = view;
  const suspendedBy = WEIGHT.filter((party) => view.suspendedBy.includes(party));
  const nobody = standing.onlyAsApp ? { connectedByAccountId: null, connectedByName: null } : {};
  return { ...record, ...nobody, suspendedBy };
}

const NOTHING: Page<InstallationRecord> = { items: [], nextPageToken: "" };

/** Installations of an app or a merchant, or all of them for the platform. */
export async function listInstallations(
  { installations }: InstallationDependencies,
  { filter, page }: { filter: InstallationFilter; page: PageRequest },
  call: Call,
): Promise<Page<InstallationRecord>> {
  const { clientId, merchantId, state, changedSince } = filter;
  const keyset = readPageRequest(page, changedSince === null ? ["id"] : ["moment", "id"]);
  if (clientId === null && merchantId === null) requirePlatform(call);
  const app = clientId !== null && isClientId(clientId) ? await installations.findApp(clientId) : null;
  const known = (clientId === null || app !== null) && (merchantId === null || isMerchantId(merchantId));
  if (!known && actsForPlatform(call)) return NOTHING;
  const of = { developerId: app?.developerId ?? "", merchantId: merchantId ?? "" };
  const standing = await standingOf(installations, call, of);
  if (!known || !standing.reads) throw new RequestError("not_found", "NOT_FOUND", "There is no such app or merchant.");
  const asked = { app, merchantId, state, changedSince, ...keyset };
  const { shown, next } = await installations.page(asked);
  const key = next && (changedSince === null ? [next.installationId] : [`${next.changedAt}`, next.installationId]);
  return { items: shown.map((view) => toRecord(view, standing)), nextPageToken: toPageToken(key) };
}

function requirePlatform(call: Call): void {
  if (actsForPlatform(call)) return;
  throw new RequestError("invalid_argument", "INVALID", "Name an app or a merchant.", {
    violations: [
      { field: "client_id", description: "Required without merchant_id." },
      { field: "merchant_id", description: "Required without client_id." },
    ],
  });
}
