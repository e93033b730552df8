import { personName } from "../components/person-name.ts";
import type { PageContext } from "../router/page-router.ts";

/** The author of a step or a change, such as "by Dana": the account itself, a member of the team by name, or the platform. */
export function authorOf(
  { t, account, platformName }: PageContext,
  { accountId, accountName }: { accountId: string; accountName: string },
): string {
  if (accountId === account.accountId) return t.portal.app.byYou(personName({ t }, account.name));
  return accountName === ""
    ? t.portal.app.byReviewer(platformName)
    : t.portal.app.byMember(personName({ t }, accountName));
}
