import { pathWith } from "../components/list.ts";

/** The path of a merchant's page. A merchant id may be any text, `..` included, so it is in the query. */
export function merchantPath(merchantId: string): string {
  return pathWith("/console/merchants/view", { id: merchantId });
}

/** The path of the page that shows the link of a new invitation once. */
export function createdInvitationPath(invitationId: string): string {
  return `/console/invitations/${invitationId}/made`;
}
