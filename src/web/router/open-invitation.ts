import type { PageContext } from "./page-router.ts";

/** True if an invitation of the address to the merchant or team is open, so that a new one ends its link. */
export async function isInvited(
  { web, call }: PageContext,
  { email, ...subject }: { email: string; merchantId?: string; teamAccountId?: string },
): Promise<boolean> {
  if (email === "") return false;
  const request = { ...subject, emailPrefix: email };
  const { invitations } = await web.clients.accounts.listInvitations(request, call);
  return invitations.some((one) => one.email === email.toLowerCase());
}
