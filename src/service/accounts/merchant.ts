import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { Membership, Merchant } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import { listMembers, type MembershipRow } from "../../store/accounts/memberships.ts";
import { listMerchantIds } from "../../store/accounts/merchants.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Actor, Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { type Page, type PageRequest, readPageRequest, toPage } from "../page.ts";
import { requireVerified } from "../verified-email.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findNameError, findPrefixError, refuseErrors } from "./fields.ts";
import type { MembershipRecord, MerchantRecord } from "./records.ts";
import { refuseTaken } from "./taken.ts";
import { toMerchantRecord } from "./to-record.ts";
import { denied, isPlatform, notFound, requirePlatform } from "./who.ts";

export interface CreateMerchant {
  /** Null: one is made. */
  merchantId: string | null;
  name: string;
  /** The first OWNER; null: the acting account, or for a service key nobody yet. */
  ownerAccountId: string | null;
  test: boolean;
}

/**
 * Makes a merchant. A developer who is no operator makes test merchants of their own and no other, under ids that are made here: an id is
 * what the platform's APIs find a merchant by, so a stranger who chose one could pass for, or take the place of, a merchant to come.
 */
export async function createMerchant(
  deps: AccountDependencies,
  request: CreateMerchant,
  call: Call,
): Promise<MerchantRecord> {
  const { ownerAccountId, test } = decideBirth(request, call);
  refuseErrors({
    merchant_id: request.merchantId === null || isMerchantId(request.merchantId) ? null : MERCHANT_ID_ADVICE,
    name: findNameError(request.name),
    owner_account_id: test && ownerAccountId === null ? "A test merchant needs the account of its developer." : null,
  });
  const id = request.merchantId ?? `mer_${crypto.randomUUID()}`;
  const creation = deps.management.transactional(async (tx) => {
    const owner = ownerAccountId === null ? null : await findOwner(tx, ownerAccountId);
    if (owner !== null && owner.id !== call.actor?.accountId) requireVerified(owner);
    const developer = test ? owner : null;
    const merchant = tx.em.create(Merchant, { id, name: request.name, test, developer });
    await tx.em.flush();
    if (owner !== null) tx.em.create(Membership, { account: owner, merchant, role: "OWNER" });
    recordAudit(tx, call, { action: "merchant.create", merchantId: id, accountId: ownerAccountId, detail: { test } });
    return toMerchantRecord(merchant);
  });
  return refuseTaken(
    creation,
    () =>
      new RequestError(
        "already_exists",
        "MERCHANT_EXISTS",
        "There is, or was, a merchant of this id; ids are never used again.",
      ),
  );
}

const MERCHANT_ID_ADVICE = "Merchant id must have 1 to 64 letters, digits, dots, underscores or hyphens.";

function decideBirth(request: CreateMerchant, call: Call): { ownerAccountId: string | null; test: boolean } {
  const { actor } = call;
  if (actor === null || actor.operator) {
    requirePlatform(call, "accounts:write");
    return { ownerAccountId: request.ownerAccountId ?? actor?.accountId ?? null, test: request.test };
  }
  requireDeveloper(actor);
  if (request.ownerAccountId !== null && request.ownerAccountId !== actor.accountId) {
    throw denied("OTHER_ACCOUNT", "A developer makes test merchants for nobody else.");
  }
  if (request.merchantId !== null)
    throw denied("MERCHANT_ID", "The id of a developer's test merchant is made, not chosen.");
  return { ownerAccountId: actor.accountId, test: true };
}

function requireDeveloper(actor: Actor): void {
  if (!actor.developer) throw denied("DEVELOPER_ONLY", "Only operators and developers make merchants.");
}

async function findOwner(tx: ManagementTransaction, accountId: string): Promise<Account> {
  const owner = isUuid(accountId) ? await tx.em.findOne(Account, { id: accountId }) : null;
  if (owner === null) throw notFound("account");
  return owner;
}

export interface MerchantWithMembers {
  merchant: MerchantRecord;
  /** 200 at most, the first of them first. */
  members: MembershipRecord[];
}

/** A merchant with its members, for the platform and for the members themselves; nobody else finds it. */
export async function getMerchant(
  deps: AccountDependencies,
  { merchantId, withoutMembers = false }: { merchantId: string; withoutMembers?: boolean },
  call: Call,
): Promise<MerchantWithMembers> {
  if (!isMerchantId(merchantId)) throw notFound("merchant");
  return deps.management.read(async (em, query) => {
    const merchant = await em.findOne(Merchant, { id: merchantId });
    if (merchant === null || !(await maySee())) throw notFound("merchant");
    const read = { merchantId, after: null, most: MEMBERS_MAX };
    const members = withoutMembers ? [] : await listMembers(query, read);
    return { merchant: toMerchantRecord(merchant), members: members.map(toMemberRecord) };

    async function maySee(): Promise<boolean> {
      if (isPlatform(call, "accounts:read")) return true;
      return (
        call.actor !== null && (await em.count(Membership, { merchant: merchantId, account: call.actor.accountId })) > 0
      );
    }
  });
}

const MEMBERS_MAX = 200;

/** Without the e-mail, which is not for every member to read. */
function toMemberRecord({ id: _id, ...row }: MembershipRow): MembershipRecord {
  return { ...row, accountEmail: null };
}

/** Merchants by name; for an account that is no operator, those that it belongs to. */
export async function listMerchants(
  deps: AccountDependencies,
  request: { namePrefix: string; page: PageRequest; ownTest?: boolean },
  call: Call,
): Promise<Page<MerchantRecord>> {
  const { actor } = call;
  if (actor === null) requirePlatform(call, "accounts:read");
  refuseErrors({ name_prefix: findPrefixError(request.namePrefix) });
  const { limit, after } = readPageRequest(request.page, ["text", "text"]);
  const prefix = request.namePrefix.toLowerCase();
  return deps.management.read(async (em, query) => {
    const ownTest = actor !== null && request.ownTest === true;
    const accountId = actor === null || (actor.operator && !ownTest) ? null : actor.accountId;
    const listed = await listMerchantIds(query, { prefix, after, most: limit + 1 }, accountId, { ownTest });
    const merchants = await em.find(Merchant, { id: listed.map(({ id }) => id) });
    const page = toPage(listed, limit, { item: ({ id }) => id, key: ({ sortName, id }) => [sortName, id] });
    const items = page.items.map((id) => toMerchantRecord(merchants.find((merchant) => merchant.id === id)!));
    return { ...page, items };
  });
}
