import { isUuid } from "../../credential/uuid.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import * as store from "../../store/accounts/invitation-list.ts";
import { searchInvitations } from "../../store/accounts/invitation-search.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { type Page, type PageRequest, readPageRequest, toPageToken } from "../page.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { findPrefixError, requireValid, toEmail } from "./fields.ts";
import { ONE_SUBJECT } from "./invitation-rules.ts";
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
  const { merchantId, teamId = null, includeEnded: ended } = request;
  if (merchantId === null && teamId === null) requirePlatform(call, "accounts:read");
  requireValid({
    email_prefix: findPrefixError(request.emailPrefix),
    search: findPrefixError(request.search ?? ""),
    team_account_id: merchantId !== null && teamId !== null ? ONE_SUBJECT : null,
  });
  const search = toEmail(request.search ?? "");
  const emailPrefix = toEmail(request.emailPrefix);
  const isNewest = search === "" && emailPrefix === "";
  const { limit, after } = readPageRequest(request.page, isNewest ? ["id"] : ["text", "id"]);
  return deps.management.read(async (_em, query) => {
    const by = { call, permission: "accounts:read" } as const;
    if (teamId !== null && !(await managesTeam(query, teamId, by))) throw notFound("team");
    if (teamId === null && !(await managesMerchant(query, merchantId, by))) throw notFound("merchant");
    if (teamId !== null && !isUuid(teamId)) return { items: [], nextPageToken: "" };
    if (merchantId !== null && !isMerchantId(merchantId)) return { items: [], nextPageToken: "" };
    const read = { merchantId, teamId, ended, limit, after };
    const { shown, next } =
      search === ""
        ? await store.listInvitations(query, { ...read, emailPrefix })
        : await searchInvitations(query, { ...read, search });
    const items = actsForPlatform(call) ? shown : shown.map(withoutOperator);
    return { items, nextPageToken: toPageToken(next) };
  });
}

function withoutOperator(view: store.InvitationView): store.InvitationView {
  return view.invitedByOperator ? { ...view, invitedByAccountId: null, invitedByName: null } : view;
}
