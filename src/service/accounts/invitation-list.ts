import { isUuid } from "../../credential/uuid.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import * as store from "../../store/accounts/invitation-list.ts";
import { revokeInvitation as withdraw } from "../../store/accounts/invitations.ts";
import { findMembership } from "../../store/accounts/memberships.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call, Permission } from "../call.ts";
import { RequestError } from "../errors.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findPrefixError, refuseErrors, toEmail } from "./fields.ts";
import type { KeptInvitation } from "./records.ts";
import { denied, isPlatform, notFound, requirePlatform } from "./who.ts";

export interface ListInvitations {
  /** Into this merchant; null: of all, for the platform alone. */
  merchantId: string | null;
  /** Only those for e-mails that start with this; empty: whichever. */
  emailPrefix: string;
  /** Those that can no longer be taken up too. */
  includeEnded: boolean;
  page: PageRequest;
}

/** Invitations, the newest first, or by e-mail where a prefix is asked for. An OWNER sees those into their merchant. */
export async function listInvitations(
  deps: AccountDependencies,
  request: ListInvitations,
  call: Call,
): Promise<Page<KeptInvitation>> {
  const { merchantId, includeEnded: ended } = request;
  if (merchantId === null) requirePlatform(call, "accounts:read");
  refuseErrors({ email_prefix: findPrefixError(request.emailPrefix) });
  const emailPrefix = toEmail(request.emailPrefix);
  const { limit, after } = readPageRequest(request.page, emailPrefix === "" ? ["id"] : ["text", "id"]);
  return deps.management.read(async (_em, query) => {
    if (!(await isManaged(query, merchantId, { call, permission: "accounts:read" }))) throw notFound("merchant");
    if (merchantId !== null && !isMerchantId(merchantId)) return { items: [], nextPageToken: "" };
    const { shown, next } = await store.listInvitations(query, { merchantId, emailPrefix, ended, limit, after });
    const key = next && (emailPrefix === "" ? [next.id] : [next.email, next.id]);
    return { items: shown, nextPageToken: toPageToken(key) };
  });
}

/** Ends an invitation, so that its link opens nothing. One that has ended in another way stays as it is. */
export async function revokeInvitation(
  deps: AccountDependencies,
  invitationId: string,
  call: Call,
): Promise<KeptInvitation> {
  return deps.management.transactional(async (tx) => {
    const found = await findManaged(tx, invitationId, call);
    if (found.state === "ACCEPTED")
      throw new RequestError("failed_precondition", "INVITATION_USED", "The invitation has been taken up already.");
    if (await withdraw(tx.query, found.id)) {
      const { merchantId, role, developer, operator } = found;
      const detail = { invitation_id: found.id, role, developer, operator };
      recordAudit(tx, call, { action: "invitation.revoke", merchantId, detail });
    }
    const ended = (await store.showInvitation(tx.query, found.id))!;
    // Taken up while it was being withdrawn: that must not look as if it had been kept from it.
    if (ended.state === "ACCEPTED")
      throw new RequestError("failed_precondition", "INVITATION_USED", "The invitation has been taken up already.");
    return ended;
  });
}

/** @throws RequestError not found also for those who may not know of it */
async function findManaged({ query }: ManagementTransaction, id: string, call: Call): Promise<KeptInvitation> {
  const found = isUuid(id) ? await store.showInvitation(query, id) : null;
  if (!(await isManaged(query, found?.merchantId ?? null, { call, permission: "accounts:write" })) || found === null)
    throw notFound("invitation");
  return found;
}

/**
 * True for the platform, and for an OWNER of the merchant; false for whoever is no member.
 * @throws RequestError for other members, and for a service key without the permission
 */
async function isManaged(
  query: Query,
  merchantId: string | null,
  { call, permission }: { call: Call; permission: Permission },
): Promise<boolean> {
  if (isPlatform(call, permission)) return true;
  if (call.actor === null) requirePlatform(call, permission);
  const { accountId } = call.actor!;
  const own =
    merchantId !== null && isMerchantId(merchantId) ? await findMembership(query, { merchantId, accountId }) : null;
  if (own === null) return false;
  if (own.role !== "OWNER") throw denied("OWNER_ONLY", "Only an owner of the merchant decides on its members.");
  return true;
}
