import { type Membership, MerchantRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Installation, InstallationState } from "../../../gen/latchkey/v1/installation_service_pb.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Visit } from "../visit.ts";

/** One page of a merchant's connected apps. */
export interface ConnectedApps {
  /** The merchant that is shown; null if the account belongs to none. */
  merchant: Membership | null;
  /** The account may disconnect, and does not only look. */
  mayDisconnect: boolean;
  installations: readonly Installation[];
  /** What a scope is called, by its name. */
  scopeTitles: ReadonlyMap<string, string>;
  nextPageToken: string;
}

const PAGE_SIZE = 50;

/** @throws PageFault 404 for a merchant that is not the account's */
export async function findPage(
  visit: Visit,
  memberships: readonly Membership[],
  wanted: { merchantId: string | null; pageToken: string },
): Promise<ConnectedApps> {
  const { installations: client, apps } = visit.web.clients;
  const merchant = chooseMerchant(memberships, wanted.merchantId);
  if (merchant === null) {
    return { merchant, mayDisconnect: false, installations: [], scopeTitles: new Map(), nextPageToken: "" };
  }
  const { merchantId, role } = merchant;
  const list = (state: InstallationState, pageToken: string) =>
    client.listInstallations({ merchantId, state, pageToken, pageSize: PAGE_SIZE }, visit.call);
  const [active, suspended, { scopes }] = await Promise.all([
    list(InstallationState.ACTIVE, wanted.pageToken),
    // There are few of them, and they come first.
    wanted.pageToken === "" ? list(InstallationState.SUSPENDED, "") : null,
    apps.listScopes({ includeRetired: true }, visit.call),
  ]);
  return {
    merchant,
    mayDisconnect: role === MerchantRole.OWNER || role === MerchantRole.MANAGER,
    installations: [...(suspended?.installations ?? []), ...active.installations],
    scopeTitles: new Map(scopes.map(({ name, title }) => [name, title])),
    nextPageToken: active.nextPageToken,
  };
}

function chooseMerchant(memberships: readonly Membership[], merchantId: string | null): Membership | null {
  if (merchantId === null) return memberships[0] ?? null;
  const found = memberships.find((one) => one.merchantId === merchantId);
  if (found === undefined) throw new PageFault(404, "not_found");
  return found;
}
