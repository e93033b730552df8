import { type Membership, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { ConsentApp } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { listManagers } from "../../components/installation/list-managers.ts";
import { findSessionWithMemberships, type RequestContext } from "../../request-context.ts";

/** Why an account cannot connect apps to one of its shops. */
export type Obstacle =
  | { kind: "suspended"; shop: string }
  /** `helpers`: the first owners and managers of the shop, by name. */
  | { kind: "role"; shop: string; helpers: readonly string[] };

/** Why an account cannot connect an app to any shop. `test-only`: the app is not reviewed. */
export type Refusal =
  | { kind: "test-only" }
  | { kind: "no-shop" }
  | { kind: "shops"; obstacles: Obstacle[]; more: number };

/** The maximum number of shops. */
const SHOWN_MAX = 3;

/** Reads why the signed-in account, for which the core lists no merchants, cannot connect the app. */
export async function readRefusal(context: RequestContext, app: ConsentApp | undefined): Promise<Refusal> {
  if (app !== undefined && !app.verified) return { kind: "test-only" };
  const memberships = (await findSessionWithMemberships(context))?.memberships ?? [];
  const open = memberships.filter(({ merchantState }) => merchantState !== MerchantState.CLOSED);
  if (open.length === 0) return { kind: "no-shop" };
  // A shop whose owners can connect the app comes before a suspended one.
  const sorted = open.toSorted((one, other) => Number(isSuspended(one)) - Number(isSuspended(other)));
  const obstacles = await Promise.all(sorted.slice(0, SHOWN_MAX).map((one) => readObstacle(context, one)));
  return { kind: "shops", obstacles, more: open.length - obstacles.length };
}

function isSuspended({ merchantState }: Membership): boolean {
  return merchantState === MerchantState.SUSPENDED;
}

async function readObstacle(context: RequestContext, membership: Membership): Promise<Obstacle> {
  const { merchantId, merchantName: shop } = membership;
  if (isSuspended(membership)) return { kind: "suspended", shop };
  return { kind: "role", shop, helpers: await listManagers(context, merchantId) };
}
