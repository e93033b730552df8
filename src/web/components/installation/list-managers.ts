import { Code } from "@connectrpc/connect";
import { type Membership, MerchantRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import type { RequestContext } from "../../request-context.ts";

const NAMED_MAX = 3;
const MEMBERS_READ = 50;

/** The first owners and managers of a shop, by name, whom a member can ask. */
export async function listManagers({ web, call }: RequestContext, merchantId: string): Promise<string[]> {
  const { memberships } = await web.clients.accounts
    .listMemberships({ merchantId, pageSize: MEMBERS_READ }, call)
    .catch(orNoMembers);
  return memberships
    .filter(({ role, accountName }) => role !== MerchantRole.MEMBER && accountName !== "")
    .slice(0, NAMED_MAX)
    .map(({ accountName }) => accountName);
}

/** Handles a membership that has ended since the session was read. */
function orNoMembers(failure: unknown): { memberships: Membership[] } {
  if (requestErrorOf(failure)?.code === Code.NotFound) return { memberships: [] };
  throw failure;
}
