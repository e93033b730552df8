import { timestampMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { type ClosedMerchant, type Membership, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { ConsentApp } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { InstallationState } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { listManagers } from "../../components/installation/list-managers.ts";
import { findSessionWithMemberships, type RequestContext } from "../../request-context.ts";

/** Why an account cannot connect apps to one of its shops. */
export type Obstacle =
  | { kind: "suspended"; shop: string }
  /** `helpers`: the first owners and managers of the shop, by name. `connected`: the app has access to the shop. */
  | { kind: "role"; shop: string; helpers: readonly string[]; connected: boolean };

/** Why an account cannot connect an app to any shop. `test-only`: the app is not reviewed. */
export type Refusal =
  | { kind: "test-only" }
  /** `closed`: shops that the account belonged to. */
  | { kind: "no-shop"; closed: readonly ClosedMerchant[] }
  | { kind: "shops"; obstacles: Obstacle[]; more: number };

/** The maximum number of shops. */
const SHOWN_MAX = 3;

/**
 * Reads why the signed-in account, for which the core lists no merchants, cannot connect the app. @param installed the client id of an app
 * whose shops are to be marked as connected
 */
export async function readRefusal(
  context: RequestContext,
  app: ConsentApp | undefined,
  installed: string | null = null,
): Promise<Refusal> {
  if (app !== undefined && !app.verified) return { kind: "test-only" };
  const { memberships = [], closedMerchants = [] } = (await findSessionWithMemberships(context)) ?? {};
  const open = memberships.filter(({ merchantState }) => merchantState !== MerchantState.CLOSED);
  if (open.length === 0) return { kind: "no-shop", closed: closedMerchants };
  // A shop whose owners can connect the app comes before a suspended one.
  const sorted = open.toSorted((one, other) => Number(isSuspended(one)) - Number(isSuspended(other)));
  const obstacles = await Promise.all(sorted.slice(0, SHOWN_MAX).map((one) => readObstacle(context, one, installed)));
  return { kind: "shops", obstacles, more: open.length - obstacles.length };
}

function isSuspended({ merchantState }: Membership): boolean {
  return merchantState === MerchantState.SUSPENDED;
}

async function readObstacle(
  context: RequestContext,
  membership: Membership,
  installed: string | null,
): Promise<Obstacle> {
  const { merchantId, merchantName: shop } = membership;
  if (isSuspended(membership)) return { kind: "suspended", shop };
  const [helpers, connected] = await Promise.all([
    listManagers(context, merchantId),
    installed !== null && isConnected(context, { clientId: installed, merchantId }),
  ]);
  return { kind: "role", shop, helpers, connected };
}

/** True if the app is usable at the merchant. A membership that ends meanwhile reads no connection. */
async function isConnected(
  { web, call }: RequestContext,
  of: { clientId: string; merchantId: string },
): Promise<boolean> {
  const request = { ...of, state: InstallationState.ACTIVE, pageSize: 1 };
  try {
    const { installations } = await web.clients.installations.listInstallations(request, call);
    return installations.some(({ tokensExpireAt: at }) => at === undefined || timestampMs(at) > Date.now());
  } catch (failure) {
    if (requestErrorOf(failure)?.code === Code.NotFound) return false;
    throw failure;
  }
}
