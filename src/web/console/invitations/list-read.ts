import type { Invitation } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { Fields } from "../../http/fields.ts";
import type { PageContext } from "../../router/page-router.ts";
import { searchMerchant } from "../search.ts";
import { filterText, idOf, isUnresolved, type SearchFilter } from "../search-filter.ts";

/** One page of the list of invitations. */
export interface InvitationList {
  /** The query parameters of the filter. */
  filter: Record<"email" | "merchant" | "ended", string>;
  merchant: SearchFilter;
  invitations: readonly Invitation[];
  token: string;
  next: string;
}

/** Reads a page of the list. @param source the query of the list, or the form that keeps it */
export async function readInvitations(context: PageContext, source: Pick<Fields, "one">): Promise<InvitationList> {
  const one = (name: string) => (source.one(name) ?? "").trim();
  const [email, token, ended] = [one("email"), one("page"), one("ended") === "yes" ? "yes" : ""];
  const match = await searchMerchant(context, one("merchant"));
  const { invitations: texts, installations } = context.t.console;
  const merchant = { name: "merchant", label: texts.merchantSearch, noun: installations.merchantColumn, match };
  // A core of the previous release knows only the prefix.
  const text = { search: email, emailPrefix: email };
  const request = { merchantId: idOf(match), ...text, includeEnded: ended === "yes", pageToken: token };
  const { invitations, nextPageToken: next } = isUnresolved([merchant])
    ? { invitations: [], nextPageToken: "" }
    : await context.web.clients.accounts.listInvitations(request, context.call);
  return { filter: { email, merchant: filterText(match), ended }, merchant, invitations, token, next };
}
