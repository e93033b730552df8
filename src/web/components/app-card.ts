import type { App } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { ConsentApp } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import type { ConsentPreview } from "./consent/facts.ts";
import { copyCode } from "./copy.ts";
import { type Html, type HtmlValue, html, safeLink } from "./html.ts";
import { icon } from "./icon.ts";
import { letterTile } from "./letter-tile.ts";
import { monthText } from "./timestamp.ts";

interface HeaderOptions {
  /** Set if the page already has a first-level heading. */
  preview?: ConsentPreview | undefined;
  /** True if the page connects the app to a shop. */
  isPair?: boolean;
}

/** True for a heading with long names, which has smaller letters on phones. */
export const isLongHeading = (heading: string) => heading.length > 70;

/** Logo, heading, developer and review status of an app. */
export function appHeader(frame: Frame, app: ConsentApp, heading: string, options: HeaderOptions = {}): Html {
  const { t } = frame;
  const { preview, isPair = false } = options;
  const unstored = preview?.logo;
  const logo = unstored
    ? html`<img class="logo" src="${unstored}" alt="${t.app.logo(app.name)}" width="64" height="64">`
    : appLogo(frame, app);
  return html`<header class="app${isLongHeading(heading) && " app-long"}">
${isPair ? html`<div class="app-and-shop">${logo}${icon("link")}<span class="logo logo-letter shop-mark">${icon("store")}</span></div>` : logo}
<div>
${preview ? html`<p class="h1">${heading}</p>` : html`<h1>${heading}</h1>`}
${makerLine(frame, app)}
</div>
</header>`;
}

/** The developer, then the review status. */
function makerLine(frame: Frame, app: ConsentApp): Html {
  const by = app.developerName && html`<span>${frame.t.app.by(app.developerName)}</span>`;
  return html`<div class="maker">${by} ${reviewStatus(frame, app)}</div>`;
}

/** The review status. If the app is reviewed, it unfolds into what the review covers. */
function reviewStatus(frame: Frame, app: ConsentApp): Html {
  const badge = verificationBadge(frame, app);
  if (!app.verified) return badge;
  return html`<details class="review"><summary> ${badge}</summary><p>${frame.t.app.reviewCovers(frame.platformName)}${app.createdAt && html` ${frame.t.app.since(frame.platformName, monthText(frame, app.createdAt))}`}</p></details>`;
}

/** Logo, name, developer and review status of an app in short, above the heading of a page about something else. */
export function appLine(frame: Frame, app: ConsentApp): Html {
  return html`<div class="app-line">${smallLogo(app)}
<div><p class="app-name"><strong dir="auto">${app.name}</strong></p>
${makerLine(frame, app)}</div></div>`;
}

/** The app's logo, or the initial of its name. */
export function appLogo({ t }: Frame, app: Pick<ConsentApp, "clientId" | "name" | "logoDigest">): Html {
  if (app.logoDigest === "") return letterTile(app.name, "app");
  return html`<img class="logo" src="${`/logos/${app.clientId}/${app.logoDigest}`}" alt="${t.app.logo(app.name)}" width="64" height="64">`;
}

/** The first cell of a row about an app: small logo, name as a link, and a note. @param note default: the client id, not on phones */
export function appCell(
  { t }: Pick<Frame, "t">,
  { clientId, logoDigest, profile }: Pick<App, "clientId" | "logoDigest" | "profile">,
  href: string,
  note?: HtmlValue,
): Html {
  const name = profile?.name || t.app.unnamed;
  const below =
    note === undefined
      ? html`<small>${copyClientId({ t }, { clientId, name })}</small>`
      : html`<small class="name-note">${note}</small>`;
  return html`<div class="app-cell">${smallLogo({ clientId, logoDigest, name })}<div><a class="short" href="${href}" title="${name}"><strong dir="auto">${name}</strong></a> ${below}</div></div>`;
}

/** The client id of an app in a list, and an icon that copies it. */
export function copyClientId({ t }: Pick<Frame, "t">, { clientId, name }: Pick<ConsentApp, "clientId" | "name">): Html {
  return copyCode(t, { id: `id-${clientId}`, label: t.app.clientIdOf(name), value: clientId });
}

/** The logo beside the name of an app in a list, or the initial of the name. */
export function smallLogo({ clientId, logoDigest, name }: Pick<ConsentApp, "clientId" | "logoDigest" | "name">): Html {
  if (logoDigest === "") return letterTile(name, "app-small");
  return html`<img class="logo logo-small" src="${`/logos/${clientId}/${logoDigest}`}" alt="" width="36" height="36" loading="lazy">`;
}

export function verificationBadge({ t, platformName }: Frame, app: Pick<ConsentApp, "verified">): Html {
  return app.verified
    ? html`<span class="badge badge-good">${t.app.verified(platformName)}</span>`
    : html`<span class="badge badge-warn">${t.app.inTest}</span>`;
}

/** A notice if the app is not reviewed. */
export function notReviewed({ t, platformName }: Frame, app: ConsentApp): Html | null {
  return app.verified ? null : html`<p class="notice notice-warn">${t.app.inTestText(platformName)}</p>`;
}

/** The app's complete purpose, folded. */
export function appPurpose(frame: Frame, { name, purpose }: ConsentApp): Html {
  return html`<details><summary>${frame.t.app.about(name)}</summary>
<blockquote class="purpose" dir="auto">${purpose}</blockquote></details>`;
}

/** Website, privacy policy or the lack of one, and support contact, as links in one line. */
export function appLinks({ t }: Frame, app: Contacts & Pick<ConsentApp, "privacyPolicy">): Html {
  const links = [
    link(app.website, t.app.website),
    link(app.privacyPolicy, t.app.privacyPolicy) ?? html`${t.app.noPrivacyPolicy}`,
    link(app.supportContact, t.app.supportLink),
  ].filter((shown) => shown !== null);
  return html`<p class="links">${links.map((shown) => html`<span>${shown}</span> `)}</p>`;
}

/** A link to the website of the app; null without one. */
export function websiteLink({ website }: Pick<ConsentApp, "website">, text: string): Html | null {
  const href = safeLink(website);
  return href === null ? null : html`<a href="${href}" rel="noopener noreferrer nofollow">${text}</a>`;
}

/** The privacy policy of the app with its name; null without one. */
export function privacyFact(
  { t }: Pick<Frame, "t">,
  { privacyPolicy }: Pick<ConsentApp, "privacyPolicy">,
): readonly [name: string, address: Html] | null {
  const address = link(privacyPolicy);
  return address === null ? null : [t.app.privacyPolicy, address];
}

type Contacts = Pick<ConsentApp, "website" | "supportContact">;

/** Website and support contact, with their names, as far as the app has them. */
export function contactFacts({ t }: Pick<Frame, "t">, app: Contacts): (readonly [name: string, address: Html])[] {
  return [[t.app.website, link(app.website)] as const, [t.app.support, link(app.supportContact)] as const].flatMap(
    ([name, address]) => (address === null ? [] : [[name, address] as const]),
  );
}

/** The host of the app's website, such as "parcels.example"; empty without a website. */
export function websiteHost(website = ""): string {
  return safeLink(website) !== null && URL.canParse(website) ? new URL(website).host : "";
}

/** The link to an address, which it shows unless it has a text; null for an address that is no link. */
function link(address: string, text?: string): Html | null {
  const href = safeLink(address);
  if (href === null) return null;
  const shown = text ?? address.replace(/^https:\/\//i, "").replace(/\/$/, "");
  return html`<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${shown}</a>`;
}
