import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { withEmailAddresses } from "../components/email-address.ts";
import { type Html, html } from "../components/html.ts";
import { emptyState } from "../components/list.ts";
import { linkButton, pageHeader } from "../components/page-header.ts";
import { supportLink } from "../components/support-link.ts";
import type { Frame } from "../layout/frame.ts";
import { isInTeam } from "../layout/teams.ts";

/** A merchant's page for an account that belongs to no merchant. */
export function noShopPage(frame: Frame, { title, account }: { title: string; account: Account | undefined }): Html {
  const texts = frame.t.connected.noShop;
  const next =
    account !== undefined && isInTeam(account)
      ? linkButton("/portal/test-merchants", texts.createTest, "secondary")
      : linkButton("/sign-out", texts.otherAccount, "secondary");
  const text = html`${withEmailAddresses(texts.text(account?.email ?? "", frame.platformName))} ${supportLink(frame)}`;
  const empty = emptyState({ icon: "store", title: texts.title, text, action: next });
  return html`<article>${pageHeader(frame, { title })}<section class="card">${empty}</section></article>`;
}
