import type { Account, Membership } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge, badgeRow } from "../../components/badges.ts";
import { roleName } from "../../components/enum-names.ts";
import { type Html, html, initialOf } from "../../components/html.ts";
import { type IconName, icon, rowIcon } from "../../components/icon.ts";
import { pageHeader } from "../../components/page-header.ts";
import { signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";
import { nameOf } from "../../layout/layout.ts";
import { type Site, sitesOf } from "../../layout/sites.ts";

/** GetSession returns at most this many memberships. */
const MEMBERSHIPS_MAX = 100;

export function guestPage({ t, platformName }: Frame, signUpOpen: boolean): Html {
  const { home } = t;
  const steps = home.steps.map(
    ([title, text], at) =>
      html`<li class="card"><span class="avatar" aria-hidden="true">${at + 1}</span><h3>${title}</h3><p>${text}</p></li>`,
  );
  return html`<div class="hero">
<h1>${home.headline(platformName)}</h1>
<p class="lead">${home.lead(platformName)}</p>
<p class="actions"><a class="button" href="${signInPath(null)}">${t.signIn.submit}</a></p>
</div>
<h2>${home.merchantsHeading}</h2>
<ol class="columns steps-row">${steps}</ol>
<section class="card card-row"><div><h2>${home.developers}</h2><p>${home.developersText}</p>
<p><small><a href="/.well-known/oauth-authorization-server">${home.metadata}</a></small></p></div>
<div class="buttons">${signUpOpen && html`<a class="button secondary" href="/sign-up">${home.signUp}</a>`}
<a class="button secondary" href="/docs">${t.docs.title}</a></div></section>`;
}

/**
 * The start page of a signed-in account: its sites, then its merchants. Operators and developers without merchants see nothing about merchants.
 */
export function memberPage({ t }: Frame, account: Account, memberships: readonly Membership[]): Html {
  const hasShops = memberships.length > 0 || !(account.developer || account.operator);
  const sites = sitesOf({ t }, account).filter(({ href }) => hasShops || href !== "/connected-apps");
  const roles = [
    account.operator && badge("label", t.home.operator),
    account.developer && badge("label", t.home.developer),
  ];
  return html`${pageHeader(
    { t },
    {
      image: html`<span class="avatar avatar-large" aria-hidden="true">${initialOf(nameOf(account))}</span>`,
      title: t.home.greeting(nameOf(account)),
      badges: badgeRow(roles),
      lead: account.name !== "" && account.email,
    },
  )}
<div class="columns">${sites.map(siteCard)}</div>
${hasShops && merchantCard({ t }, memberships)}`;
}

const ICONS: Readonly<Record<string, IconName>> = {
  "/console": "shield",
  "/portal": "terminal",
  "/connected-apps": "plug",
};

/** The card of a site. The first card has the primary button. */
function siteCard({ href, label, about, open }: Site, at: number): Html {
  return html`<section class="card">${icon(ICONS[href] ?? "apps")}<h2>${label}</h2><p>${about}</p>
<p class="actions card-end"><a class="button ${at > 0 && "secondary outline"}" href="${href}">${open}</a></p></section>`;
}

function merchantCard({ t }: Pick<Frame, "t">, memberships: readonly Membership[]): Html {
  return html`<section class="card"><h2>${t.home.merchants}</h2>
${memberships.length === 0 ? html`<p>${t.home.merchantsNone}</p>` : merchantList({ t }, memberships)}
<p class="muted">${t.home.connectHint}</p></section>`;
}

function merchantList({ t }: Pick<Frame, "t">, memberships: readonly Membership[]): Html {
  const isShared = (name: string) => memberships.filter(({ merchantName }) => merchantName === name).length > 1;
  const items = memberships.map(
    ({ merchantId, merchantName, role }) =>
      html`<li class="row-link">${rowIcon("store")}<div><a href="${`/connected-apps?${new URLSearchParams({ merchant: merchantId })}`}"><strong dir="auto">${merchantName}</strong></a> ${isShared(merchantName) && html`<small><code>${merchantId}</code></small>`}</div> <span class="badge">${roleName(t, role)}</span></li>`,
  );
  return html`<ul class="rows">${items}</ul>
${memberships.length >= MEMBERSHIPS_MAX && html`<p><small>${t.home.merchantsMore(MEMBERSHIPS_MAX)}</small></p>`}`;
}
