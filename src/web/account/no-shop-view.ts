import type { Account, ClosedMerchant } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { closedShopsText } from "../components/closed-shops.ts";
import { withEmailAddresses } from "../components/email-address.ts";
import { type Html, html } from "../components/html.ts";
import { emptyState } from "../components/list.ts";
import { linkButton, pageHeader } from "../components/page-header.ts";
import { supportLink } from "../components/support-link.ts";
import type { Frame } from "../layout/frame.ts";
import { isInTeam } from "../layout/teams.ts";

interface NoShop {
  title: string;
  account: Account | undefined;
  /** The merchants that the account belonged to. */
  closedMerchants: readonly ClosedMerchant[];
}

/** A merchant's page for an account that belongs to no merchant, or whose merchants were closed. */
export function noShopPage(frame: Frame, { title, account, closedMerchants: closed }: NoShop): Html {
  const texts = frame.t.connected.noShop;
  const next =
    account !== undefined && isInTeam(account)
      ? linkButton("/portal/test-merchants", texts.createTest, "secondary")
      : linkButton("/sign-out", texts.otherAccount, "secondary");
  const invited = () =>
    html`${withEmailAddresses(texts.text(account?.email ?? "", frame.platformName))} ${supportLink(frame)}`;
  const [heading, text] =
    closed.length > 0 ? [texts.closedTitle(closed.length), closedShopsText(frame, closed)] : [texts.title, invited()];
  const empty = emptyState({ icon: "store", title: heading, text, action: next });
  return html`<article>${pageHeader(frame, { title })}<section class="card">${empty}</section></article>`;
}
