import { type ClosedMerchant, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge, merchantStateBadge } from "../../components/badges.ts";
import { closedShopsText } from "../../components/closed-shops.ts";
import { roleName } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import { rowIcon } from "../../components/icon.ts";
import { pathWith } from "../../components/list.ts";
import { linkButton } from "../../components/page-header.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Shop } from "./read.ts";

/** GetSession returns at most this many memberships. */
const MEMBERSHIPS_MAX = 100;

/** The shops of the account with their states. Each row leads to its apps. Only a single shop has a button, because it would not say which. */
export function shopsCard(frame: Frame, shops: readonly Shop[], closed: readonly ClosedMerchant[]): Html {
  const { home } = frame.t;
  if (shops.length === 0) {
    const text =
      closed.length > 0
        ? html`<p>${closedShopsText(frame, closed)}</p>`
        : html`<p>${home.merchantsNone}</p><p class="muted">${home.connectHint}</p>`;
    return html`<section class="card"><h2>${home.merchants}</h2>${text}</section>`;
  }
  const isShared = (name: string) => shops.filter(({ membership }) => membership.merchantName === name).length > 1;
  const rows = shops.map((shop) => shopRow(frame, shop, isShared(shop.membership.merchantName)));
  const isCut = shops.length >= MEMBERSHIPS_MAX;
  return html`<section class="card"><h2>${home.merchants}</h2>
<ul class="rows shops">${rows}</ul>
${isCut && html`<p><small>${home.merchantsMore(MEMBERSHIPS_MAX)}</small></p>`}
<p class="muted"><small>${home.connectHint}</small></p>
${shops.length === 1 && html`<p class="actions">${linkButton("/connected-apps", home.connectedOpen, "secondary")}</p>`}</section>`;
}

function shopRow(frame: Frame, shop: Shop, showsId: boolean): Html {
  const { merchantId, merchantName, role, test } = shop.membership;
  const href = pathWith("/connected-apps", { merchant: merchantId });
  const apps = countText(frame, shop.summary);
  return html`<li class="row-link">${rowIcon("store")}<div><a href="${href}"><strong dir="auto">${merchantName}</strong></a> ${test && badge("label", frame.t.connected.test)}
<small>${roleName(frame.t, role)}${apps && html` · ${apps}`}${showsId && html` · <code>${merchantId}</code>`}</small></div> ${stateOf(frame, shop)}</li>`;
}

/** The number of connected apps; null if it is unknown or too high to count. */
function countText({ t }: Frame, summary: Shop["summary"]): string | null {
  if (summary === null || summary.partial) return null;
  return summary.connected === 0 ? t.home.noApps : t.home.apps(summary.connected);
}

/** The state that needs a reader most: the suspended shop, apps that need attention, paused apps, and else that all apps are active. */
function stateOf(frame: Frame, { membership, summary }: Shop): Html | null {
  const { home } = frame.t;
  const { merchantState } = membership;
  if (merchantState !== MerchantState.ACTIVE) return merchantStateBadge(frame, merchantState);
  if (summary === null) return null;
  const { needsAttention, suspended, connected } = summary;
  if (needsAttention > 0) return badge("warn", home.needsAttention);
  if (suspended > 0) return badge("plain", home.paused(suspended));
  return connected > 0 ? badge("good", home.allActive) : null;
}
