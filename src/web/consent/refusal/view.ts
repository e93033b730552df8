import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { ConsentApp } from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { actionRow } from "../../components/action-row.ts";
import { appHeader } from "../../components/app-card.ts";
import { badge } from "../../components/badges.ts";
import { closedShopsText } from "../../components/closed-shops.ts";
import { accountLine } from "../../components/consent/account-view.ts";
import { copyAction } from "../../components/copy.ts";
import { type Html, html } from "../../components/html.ts";
import { alternativesList } from "../../components/sentence-list.ts";
import { supportLink } from "../../components/support-link.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Messages } from "../../messages.en.ts";
import type { Obstacle, Refusal } from "./read.ts";

type Texts = Pick<Messages["consent"]["forbidden"], "title" | "member" | "suspended" | "noShop">;

export interface RefusalView {
  app: ConsentApp;
  /** Of the install page or the consent page. */
  texts: Texts;
  account: Account;
  refusal: Refusal;
  /** The next steps, in place of the decision. */
  actions: Html;
}

/** The page for an account that cannot connect an app to any shop: the reason for each shop, and who can help. */
export function refusalPage(frame: Frame, { app, texts, account, refusal, actions }: RefusalView): Html {
  return html`<article class="card consent refused">
<div class="card-top">${accountLine(frame.t, account, null)}</div>
${appHeader(frame, app, refusalTitle(frame, { app, texts, refusal }))}
${reasonOf(frame, refusal, texts)}
${actions}
</article>`;
}

/** The heading, which is the title of the page. */
export function refusalTitle(
  { t }: Pick<Frame, "t">,
  { app, texts, refusal }: Pick<RefusalView, "texts" | "refusal"> & { app: Pick<ConsentApp, "name"> },
): string {
  const [shop] = connectedShops(refusal);
  return shop === undefined ? texts.title(app.name) : t.merchant.connectedHeading(app.name, shop);
}

/** The shops that the app is connected to. */
export function connectedShops(refusal: Refusal): string[] {
  if (refusal.kind !== "shops") return [];
  return refusal.obstacles.flatMap((one) => (one.kind === "role" && one.connected ? [one.shop] : []));
}

/** True if an owner or manager of a shop can connect the app in place of the account. */
export function canAskOthers(refusal: Refusal): boolean {
  return refusal.kind === "shops" && refusal.obstacles.some(({ kind }) => kind === "role");
}

/** The install link, which an owner or manager opens in place of the account. */
export function linkForOthers({ t }: Frame, { app, publicUrl }: { app: ConsentApp; publicUrl: string }): Html {
  return html`<div class="field"><label for="${LINK_ID}">${t.install.sendLink}</label>
<input id="${LINK_ID}" type="text" value="${new URL(`/install/${app.clientId}`, publicUrl).href}" readonly data-select autocomplete="off" spellcheck="false"></div>`;
}

/** The button that copies the install link. */
export function copyLink({ t }: Frame): Html {
  return copyAction(t, { id: LINK_ID, label: t.install.copyLink });
}

const LINK_ID = "install-link";

function reasonOf(frame: Frame, refusal: Refusal, texts: Texts): Html {
  const { t, platformName } = frame;
  const { forbidden } = t.consent;
  switch (refusal.kind) {
    case "test-only":
      return html`<p class="lines">${t.app.inTestText(platformName)} ${forbidden.noTestShop}</p>`;
    case "no-shop":
      if (refusal.closed.length > 0) return html`<p class="lines">${closedShopsText(frame, refusal.closed)}</p>`;
      return html`<p class="lines">${texts.noShop} ${forbidden.invitation(platformName)} ${supportLink(frame)}</p>`;
    case "shops":
      return html`<ul class="rows obstacles">${refusal.obstacles.map((obstacle) => html`<li>${shopRow(frame, obstacle, texts)}</li>`)}</ul>
${refusal.more > 0 && html`<p class="muted"><small>${forbidden.more(refusal.more)}</small></p>`}`;
  }
}

function shopRow(frame: Frame, obstacle: Obstacle, texts: Texts): Html {
  const { t, language, platformName } = frame;
  const { forbidden } = t.consent;
  const title = html`<span dir="auto">${obstacle.shop}</span>`;
  if (obstacle.kind === "suspended") {
    const badges = badge("bad", t.states.suspended);
    return actionRow({
      icon: "store",
      title,
      badges,
      details: html`<span>${texts.suspended(platformName)} ${supportLink(frame)}</span>`,
    });
  }
  const { helpers } = obstacle;
  const ask = helpers.length > 0 && html` ${forbidden.ask(alternativesList(language, helpers))}`;
  const badges = badge("label", forbidden.yourRole(t.roles.member));
  const rule = obstacle.connected ? forbidden.connected : texts.member;
  return actionRow({ icon: "store", title, badges, details: html`<span>${rule}${ask}</span>` });
}
