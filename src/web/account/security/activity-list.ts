import { type ListSecurityEventsResponse, SecurityEventGroup } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { isUnimplemented } from "../../../rpc/errors.ts";
import type { Fields } from "../../http/fields.ts";
import type { PageContext } from "../../router/page-router.ts";

/** The groups of events, by the value in the query, the most important first. */
export const GROUPS = {
  failed: SecurityEventGroup.FAILED_SIGN_INS,
  security: SecurityEventGroup.SECURITY,
  sign_ins: SecurityEventGroup.SIGN_INS,
  account: SecurityEventGroup.ACCOUNT,
} as const;

export type Group = keyof typeof GROUPS | "";

/** The group in the query; empty for all events. */
export function groupOf(query: Fields): Group {
  const value = query.one("group");
  return value !== null && Object.hasOwn(GROUPS, value) ? (value as Group) : "";
}

/** The filter of a query, as in the request. */
export function filterOf(query: Fields): { group?: SecurityEventGroup } {
  const group = groupOf(query);
  return group === "" ? {} : { group: GROUPS[group] };
}

/** Reads a page of events. A core of the previous release returns its last ten events, and the one before it none. */
export async function readEvents(
  { web, call }: PageContext,
  request: { pageSize: number; pageToken?: string; group?: SecurityEventGroup },
): Promise<Pick<ListSecurityEventsResponse, "events" | "nextPageToken" | "retentionDays">> {
  return web.clients.accounts.listSecurityEvents(request, call).catch((failure) => {
    if (isUnimplemented(failure)) return { events: [], nextPageToken: "", retentionDays: 0 };
    throw failure;
  });
}
