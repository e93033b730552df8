import { Code, ConnectError } from "@connectrpc/connect";
import {
  type GetSessionResponse,
  type ListMembershipsResponse,
  type Membership,
  MerchantRole,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { Installation } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { PageError } from "../../errors/page-error.ts";
import type { RequestContext } from "../../request-context.ts";

/** What one merchant's page is made of. */
export interface ConnectedApps {
  memberships: readonly Membership[];
  merchant: Membership;
  installations: readonly Installation[];
  /** What a scope is called, by its name. */
  titles: ReadonlyMap<string, string>;
  /** The installation that the link led to; empty: none. */
  marked: string;
  /** Of this page; empty: the first. */
  token: string;
  next: string;
}

/** What the address asks for; empty: not said. */
export interface Asked {
  merchantId: string;
  installationId: string;
  token: string;
}

/** GetSession answers no more memberships than this. */
const MEMBERSHIPS_MAX = 100;

/**
 * The apps of the merchant that was asked for, or of the only or first one. Null: the account belongs to no merchant.
 *
 * @throws PageError 404 for a merchant or an installation that is none of the account's, an operator's account too
 */
export async function readConnectedApps(
  context: RequestContext,
  signedIn: GetSessionResponse,
  asked: Asked,
): Promise<ConnectedApps | null> {
  const { memberships } = signedIn;
  const linked = asked.installationId === "" ? null : await findInstallation(context, asked.installationId);
  const merchantId = linked?.merchantId ?? asked.merchantId;
  if (merchantId === "" && memberships.length === 0) return null;
  const merchant = merchantId === "" ? memberships[0]! : await membershipIn(context, signedIn, merchantId);
  const { apps, installations } = context.web.clients;
  const [page, { scopes }] = await Promise.all([
    installations.listInstallations({ merchantId: merchant.merchantId, pageToken: asked.token }, context.call),
    apps.listScopes({ includeRetired: true }, context.call),
  ]);
  const listed = page.installations.some(({ installationId }) => installationId === linked?.installationId);
  return {
    memberships,
    merchant,
    // The row that the link leads to is there, on whichever page it is.
    installations: linked === null || listed ? page.installations : [linked, ...page.installations],
    titles: new Map(scopes.map(({ name, title }: Scope) => [name, title])),
    marked: linked?.installationId ?? "",
    token: asked.token,
    next: page.nextPageToken,
  };
}

const INSTALLATION_ID = /^[0-9a-f-]{36}$/;

/** @throws PageError 404; a failed call for one that the core does not show */
export async function findInstallation({ web, call }: RequestContext, installationId: string): Promise<Installation> {
  if (!INSTALLATION_ID.test(installationId)) throw new PageError(404, "installation_not_found");
  const { installation } = await web.clients.installations.getInstallation({ installationId }, call);
  if (installation === undefined) throw new PageError(404, "installation_not_found");
  return installation;
}

/** The account's own place in a merchant. Operators and developers see installations too, but not here. @throws PageError 404 */
export async function membershipIn(
  { web, call }: RequestContext,
  { account, memberships }: GetSessionResponse,
  merchantId: string,
): Promise<Membership> {
  const found = memberships.find((one) => one.merchantId === merchantId);
  if (found !== undefined) return found;
  if (memberships.length < MEMBERSHIPS_MAX) throw new PageError(404, "installation_not_found");
  const asked = { merchantId, accountId: account?.accountId ?? "" };
  const { memberships: own } = await web.clients.accounts.listMemberships(asked, call).catch(orNone);
  if (own[0] === undefined) throw new PageError(404, "installation_not_found");
  return own[0];
}

/** Who is no member of a merchant is told that there is none. */
function orNone(failure: unknown): Pick<ListMembershipsResponse, "memberships"> {
  if (ConnectError.from(failure).code === Code.NotFound) return { memberships: [] };
  throw failure;
}

/** Owners and managers change what is connected; members look. */
export function mayChange({ role }: Membership): boolean {
  return role === MerchantRole.OWNER || role === MerchantRole.MANAGER;
}
