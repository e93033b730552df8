import { Membership, Merchant } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import { countTestMerchants } from "../../store/accounts/merchants.ts";
import { syncTestMerchants } from "../../store/accounts/team-members.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { teamRoleOf } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireVerified } from "../verified-email.ts";
import { requirePlatform } from "./authorization.ts";
import { mapConflict } from "./conflict.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied } from "./errors.ts";
import { findNameError, requireValid } from "./fields.ts";
import { lockTeam } from "./managed-team.ts";
import { lockNewMember } from "./upsert-membership.ts";

export interface CreateMerchantRequest {
  /** Null: an id is generated. */
  merchantId: string | null;
  name: string;
  /** The first OWNER. Null: the signed-in account, or no owner if a service key calls. */
  ownerAccountId: string | null;
  test: boolean;
}

/**
 * Creates a merchant. Developers create only test merchants of their teams, with generated ids: the platform's APIs trust merchant ids, so a
 * chosen id could impersonate a later merchant.
 */
export async function createMerchant(
  deps: AccountDependencies,
  request: CreateMerchantRequest,
  call: Call,
): Promise<Merchant> {
  const { ownerAccountId, test } = decideOwner(request, call);
  requireValid({
    merchant_id: request.merchantId === null || isMerchantId(request.merchantId) ? null : INVALID_ID,
    name: findNameError(request.name),
    owner_account_id: test && ownerAccountId === null ? "A test merchant needs the account of its developer." : null,
  });
  const id = request.merchantId ?? `mer_${crypto.randomUUID()}`;
  const created = deps.management.transactional(async (tx) => {
    if (test) await lockTeam(tx, ownerAccountId!);
    if (call.actor !== null && !call.actor.operator) await requireQuota(tx, ownerAccountId!);
    const owner = ownerAccountId === null ? null : await lockNewMember(tx, ownerAccountId);
    if (owner !== null && owner.id !== call.actor?.accountId) requireVerified(owner);
    const developer = test ? owner : null;
    const merchant = tx.em.create(Merchant, { id, name: request.name, test, developer });
    await tx.em.flush();
    if (owner !== null) tx.em.create(Membership, { account: owner, merchant, role: "OWNER" });
    if (test) {
      await tx.em.flush();
      await syncTestMerchants(tx.query, ownerAccountId!);
    }
    recordAudit(tx, call, { action: "merchant.create", merchantId: id, accountId: ownerAccountId, detail: { test } });
    return merchant;
  });
  return mapConflict(created, merchantExists);
}

/** The maximum number of test merchants that a team creates. The platform may create more. */
const MAX_TEST_MERCHANTS = 100;

/** @throws RequestError TEST_MERCHANT_LIMIT unless the team, which is locked, may have another test merchant */
async function requireQuota({ query }: ManagementTransaction, teamId: string): Promise<void> {
  if ((await countTestMerchants(query, teamId)) < MAX_TEST_MERCHANTS) return;
  const message = `A team has at most ${MAX_TEST_MERCHANTS} test merchants. Ask the platform to close some.`;
  throw new RequestError("resource_exhausted", "TEST_MERCHANT_LIMIT", message);
}

const INVALID_ID = "Merchant id must have 1 to 64 letters, digits, dots, underscores or hyphens.";

/** The owner and kind of the new merchant. @throws RequestError if the caller may not create it */
function decideOwner(request: CreateMerchantRequest, call: Call): { ownerAccountId: string | null; test: boolean } {
  const { actor } = call;
  if (actor === null || actor.operator) {
    requirePlatform(call, "accounts:write");
    return { ownerAccountId: request.ownerAccountId ?? actor?.accountId ?? null, test: request.test };
  }
  const team = request.ownerAccountId ?? actor.accountId;
  if (teamRoleOf(actor, team) === null)
    throw denied("OTHER_ACCOUNT", "Developers can create test merchants only for themselves and their teams.");
  if (team === actor.accountId && !actor.developer)
    throw denied("DEVELOPER_ONLY", "Only operators and developers can create merchants.");
  if (request.merchantId !== null) throw denied("MERCHANT_ID", "The id of a developer's test merchant is generated.");
  return { ownerAccountId: team, test: true };
}

function merchantExists(): RequestError {
  const message = "A merchant with this id exists or existed. Ids are never reused.";
  return new RequestError("already_exists", "MERCHANT_EXISTS", message);
}
