import { isMerchantId } from "../../oauth/parameters.ts";
import * as store from "../../store/accounts/invitation-list.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { findPrefixError, requireValid, toEmail } from "./fields.ts";
import { managesMerchant } from "./managed-merchant.ts";

export interface ListInvitationsRequest {
  /** Null: of all merchants, for the platform only. */
  merchantId: string | null;
  /** Empty: all. */
  emailPrefix: string;
  /** Includes accepted, revoked and expired invitations. */
  includeEnded: boolean;
  page: PageRequest;
}

/** Lists invitations, newest first, or by e-mail if a prefix is given. OWNERs see those of their merchant. */
export async function listInvitations(
  deps: AccountDependencies,
  request: ListInvitationsRequest,
  call: Call,
): Promise<Page<store.InvitationView>> {
  const { merchantId, includeEnded: ended } = request;
  if (merchantId === null) requirePlatform(call, "accounts:read");
  requireValid({ email_prefix: findPrefixError(request.emailPrefix) });
  const emailPrefix = toEmail(request.emailPrefix);
  const { limit, after } = readPageRequest(request.page, emailPrefix === "" ? ["id"] : ["text", "id"]);
  return deps.management.read(async (_em, query) => {
    if (!(await managesMerchant(query, merchantId, { call, permission: "accounts:read" }))) throw notFound("merchant");
    if (merchantId !== null && !isMerchantId(merchantId)) return { items: [], nextPageToken: "" };
    const { shown, next } = await store.listInvitations(query, { merchantId, emailPrefix, ended, limit, after });
    const key = next && (emailPrefix === "" ? [next.id] : [next.email, next.id]);
    return { items: shown, nextPageToken: toPageToken(key) };
  });
}
