import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../components/html.ts";
import { icon } from "../components/icon.ts";
import { letterTile } from "../components/letter-tile.ts";
import { LANGUAGES, MESSAGES } from "../http/language.ts";
import { signInPath } from "../http/next-path.ts";
import type { Frame } from "./frame.ts";
import { withSoftHyphens } from "./hyphenation.ts";
import { type Link, linkList, sitesOf } from "./sites.ts";

export interface PageView {
  title: string;
  body: Html;
  /** The signed-in account; null if signed out, undefined if unknown, as on most error pages. */
  account: Account | null | undefined;
  /** True if the account is unknown although the browser has a session, as on error pages without the core. */
  hasSession?: boolean;
  /** True if the title has the prefix for errors. */
  hasErrors?: boolean;
  /** True if the page uses the full width, for lists. */
  wide?: boolean;
  /** True if the section has so few pages that a phone always shows its navigation. */
  fewPages?: boolean;
  /** True if a phone shows the navigation as a row that scrolls. */
  phoneRow?: boolean;
  /** The navigation of the section. */
  sections?: Html;
  /** A second header, such as that of the documentation. */
  bar?: Html;
  /** The URL of the section's script. */
  script?: string;
  /** The path that the script gives the page in the browser's history; null keeps that of the request. */
  historyPath?: string | null;
}

export function layout(frame: Frame, view: PageView): Html {
  const { t, language, platformName, brand, assets } = frame;
  const title = `${view.hasErrors ? t.layout.errorPrefix : ""}${view.title} · ${platformName}`;
  // Under the header's policy no-referrer, browsers would send `Origin: null` with forms to this origin. The meta element relaxes the
  // policy to same-origin.
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${brand.logo ?? assets.icon}">
<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.style}">
${brand.style && html`<link rel="stylesheet" href="${brand.style}">`}
<script type="module" src="${assets.script}"></script>
${view.script && html`<script type="module" src="${view.script}"></script>`}
</head>
<body ${bodyClass(view)} ${view.historyPath && html`data-history-path="${view.historyPath}"`}>
<a class="skip" href="#content">${t.layout.skip}</a>
<header class="top">
<a class="brand" href="/"><img ${brand.logo && html`class="platform-logo"`} src="${brand.logo ?? assets.icon}" alt="" height="28"> <span>${platformName}</span></a>
${menu(frame, view)}
${sites(frame, view)}
${account(frame, view)}
</header>
${view.bar}
<div class="frame">
${view.sections}
<main id="content" tabindex="-1">
${view.body}
</main>
</div>
<footer class="bottom">
<p>${t.layout.footer(platformName)}${brand.support && html` <a href="${brand.support.href}">${t.layout.contact(platformName)}</a>`}</p>
${languages(frame)}
</footer>
</body>
</html>
`;
  return language === "de" ? withSoftHyphens(page) : page;
}

/** The look of the frame: that of a list, or that of a page of a guest, which shows the platform's brand. */
function bodyClass({ wide, sections, fewPages, phoneRow, account: who }: PageView): Html | null {
  if (wide)
    return html`class="wide ${sections && "with-sections"} ${fewPages && "few-pages"} ${phoneRow && "phone-row"}"`;
  return who ? null : html`class="guest"`;
}

/** The switch that shows the navigation on a phone. The style sheet reads its state, so it works without a script. */
function menu({ t }: Frame, { account: who, sections }: PageView): Html | null {
  if (!who && !sections) return null;
  return html`<details class="menu"><summary>${icon("menu")}${t.layout.menu}</summary></details>`;
}

function account(frame: Frame, view: PageView): Html | null {
  const links = accountLinks(frame, view);
  return links && html`<nav class="account" aria-label="${frame.t.layout.accountNavigation}">${links}</nav>`;
}

function accountLinks(frame: Frame, { account: who, hasSession }: PageView): Html | null {
  const { t, path } = frame;
  if (who === null) return html`<a href="${signInPath(null)}">${t.layout.signIn}</a>`;
  if (who === undefined) return hasSession ? html`<a href="/account">${t.layout.account}</a>` : null;
  return html`<a class="who" href="/account" title="${t.layout.signedInAs(nameOf(who))}" ${isAccountPage(path) && html`aria-current="true"`}>${letterTile(nameOf(who), "person")}<span class="who-name">${nameOf(who)}</span></a>
<details class="who-menu"><summary><span class="sr">${t.layout.accountPages}</span></summary>${linkList(frame, accountPages(t))}</details> <a class="sign-out" href="/sign-out">${t.layout.signOut}</a>`;
}

/** The pages of the account that the menu beside its name opens. */
function accountPages({ security }: Frame["t"]): Link[] {
  return [
    { href: "/account", label: security.account, above: "/account/close" },
    { href: "/account/security", label: security.title },
    { href: "/account/devices", label: security.sessions },
    { href: "/account/activity", label: security.activity.title },
  ];
}

const isAccountPage = (path: string | null) => /^\/account(?:[/?]|$)/.test(path ?? "");

function sites(frame: Frame, { account: who }: PageView): Html | null {
  if (!who) return null;
  return html`<nav class="sites" aria-label="${frame.t.layout.sites}">${linkList(frame, sitesOf(frame, who))}</nav>`;
}

function languages({ t, language, path }: Frame): Html | null {
  if (path === null) return null;
  const links = LANGUAGES.map((one) => {
    const name = MESSAGES[one].layout.languageName;
    if (one === language) return html`<li><span aria-current="true" lang="${one}">${name}</span></li>`;
    return html`<li><a href="${`/language?${new URLSearchParams({ to: one, next: path })}`}" lang="${one}" hreflang="${one}" rel="nofollow">${name}</a></li>`;
  });
  return html`<nav aria-label="${t.layout.language}"><ul class="languages">${links}</ul></nav>`;
}

/** The name of an account, or its email address if it has none. */
export function nameOf(account: Account): string {
  return account.name || account.email;
}

/** The name and email address of an account. */
export function fullNameOf(account: Account): string {
  return account.name !== "" && account.email !== "" ? `${account.name} (${account.email})` : nameOf(account);
}
