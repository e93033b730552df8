import { isUuid } from "../../credential/uuid.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import * as store from "../../store/accounts/invitation-list.ts";
import { searchInvitations } from "../../store/accounts/invitation-search.ts";
import type { Query } from "../../store/connection/query.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { findPrefixError, requireValid, toEmail } from "./fields.ts";
import { ONE_SUBJECT, visibleInvitation } from "./invitation-rules.ts";
import { managesMerchant } from "./managed-merchant.ts";
import { managesTeam } from "./managed-team.ts";

export interface ListInvitationsRequest {
  /** Null: invitations to all merchants, which only the platform may list. */
  merchantId: string | null;
  /** Null or absent: invitations to all teams. Cannot be combined with a merchant. */
  teamId?: string | null;
  /** Empty: all addresses. */
  emailPrefix: string;
  /** A part of the address; empty or absent: all addresses. Then the prefix is ignored. */
  search?: string;
  /** Null or absent: all invitations. Otherwise the e-mail is ignored. */
  invitationId?: string | null;
  /** True includes accepted, revoked and expired invitations. */
  includeEnded: boolean;
  page: PageRequest;
}

/**
 * Lists invitations, newest first, or by e-mail if a prefix is given. OWNERs see the invitations of their merchant or team, but not which
 * operator created one.
 */
export async function listInvitations(
  deps: AccountDependencies,
  request: ListInvitationsRequest,
  call: Call,
): Promise<Page<store.InvitationView>> {
  const { merchantId, teamId = null, invitationId = null, includeEnded: ended } = request;
  if (merchantId === null && teamId === null) requirePlatform(call, "accounts:read");
  requireValid({
    email_prefix: findPrefixError(request.emailPrefix),
    search: findPrefixError(request.search ?? ""),
    team_account_id: merchantId !== null && teamId !== null ? ONE_SUBJECT : null,
  });
  const search = toEmail(request.search ?? "");
  if (search !== "") requirePlatform(call, "accounts:read");
  const emailPrefix = toEmail(request.emailPrefix);
  const isNewest = search === "" && emailPrefix === "";
  const { limit, after } = readPageRequest(request.page, isNewest ? ["id"] : ["text", "id"]);
  return deps.management.read(async (_em, query) => {
    const by = { call, permission: "accounts:read" } as const;
    if (teamId !== null && !(await managesTeam(query, teamId, by))) throw notFound("team");
    if (teamId === null && !(await managesMerchant(query, merchantId, by))) throw notFound("merchant");
    if (teamId !== null && !isUuid(teamId)) return { items: [], nextPageToken: "" };
    if (merchantId !== null && !isMerchantId(merchantId)) return { items: [], nextPageToken: "" };
    const read = { merchantId, teamId, emailPrefix, search, ended, limit, after };
    if (invitationId !== null) {
      const found = await findInvitation(query, invitationId, read);
      return { items: found.map((view) => visibleInvitation(view, call)), nextPageToken: "" };
    }
    const { shown, next } = await (search === "" ? store.listInvitations(query, read) : searchInvitations(query, read));
    return { items: shown.map((view) => visibleInvitation(view, call)), nextPageToken: toPageToken(next) };
  });
}

/** The invitation with this id, unless another filter of the request excludes it. */
async function findInvitation(
  query: Query,
  id: string,
  { merchantId, teamId, ended }: Pick<store.InvitationListQuery, "merchantId" | "teamId" | "ended">,
): Promise<store.InvitationView[]> {
  const found = isUuid(id) ? await store.findInvitationView(query, id) : null;
  if (found === null || (!ended && found.state !== "OPEN")) return [];
  const isInside = (merchantId ?? found.merchantId) === found.merchantId && (teamId ?? found.teamId) === found.teamId;
  return isInside ? [found] : [];
}
