import type { App } from "../../../gen/latchkey/v1/app_service_pb.ts";
import type { ConsentApp } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import type { ConsentPreview } from "./consent/facts.ts";
import { type Html, html, safeLink } from "./html.ts";
import { letterTile } from "./letter-tile.ts";

/** Logo, heading, developer and review status of an app. @param preview set if the page already has a first-level heading */
export function appHeader(frame: Frame, app: ConsentApp, heading: string, preview?: ConsentPreview): Html {
  const { t } = frame;
  const unstored = preview?.logo;
  return html`<header class="app">
${unstored ? html`<img class="logo" src="${unstored}" alt="${t.app.logo(app.name)}" width="64" height="64">` : appLogo(frame, app)}
<div>
${preview ? html`<p class="h1">${heading}</p>` : html`<h1>${heading}</h1>`}
<p class="maker">${app.developerName && t.app.by(app.developerName)} ${verificationBadge(frame, app)}</p>
</div>
</header>`;
}

/** Logo, name, developer and review status of an app in short, above the heading of a page about something else. */
export function appLine(frame: Frame, app: ConsentApp): Html {
  return html`<div class="app-line">${smallLogo(app)}
<div><p><strong dir="auto">${app.name}</strong> ${verificationBadge(frame, app)}</p>
${app.developerName && html`<p class="muted">${frame.t.app.by(app.developerName)}</p>`}</div></div>`;
}

/** The app's logo, or the initial of its name. */
export function appLogo({ t }: Frame, app: Pick<ConsentApp, "clientId" | "name" | "logoDigest">): Html {
  if (app.logoDigest === "") return letterTile(app.name, "app");
  return html`<img class="logo" src="${`/logos/${app.clientId}/${app.logoDigest}`}" alt="${t.app.logo(app.name)}" width="64" height="64">`;
}

/** The first cell of a row about an app: small logo, name as a link, and client id. */
export function appCell(
  { t }: Pick<Frame, "t">,
  { clientId, logoDigest, profile }: Pick<App, "clientId" | "logoDigest" | "profile">,
  href: string,
): Html {
  const name = profile?.name || t.app.unnamed;
  return html`<div class="app-cell">${smallLogo({ clientId, logoDigest, name })}<div><a href="${href}"><strong dir="auto">${name}</strong></a> <small><code>${clientId}</code></small></div></div>`;
}

/** The logo beside the name of an app in a list, or the initial of the name. */
export function smallLogo({ clientId, logoDigest, name }: Pick<ConsentApp, "clientId" | "logoDigest" | "name">): Html {
  if (logoDigest === "") return letterTile(name, "app-small");
  return html`<img class="logo logo-small" src="${`/logos/${clientId}/${logoDigest}`}" alt="" width="36" height="36" loading="lazy">`;
}

function verificationBadge({ t, platformName }: Frame, app: ConsentApp): Html {
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

/** Website and support contact. */
export function appLinks(frame: Frame, app: Contacts): Html | null {
  const links = contactFacts(frame, app).map(([label, address]) => html`<span>${label}: ${address}</span> `);
  return links.length === 0 ? null : html`<p class="links">${links}</p>`;
}

type Contacts = Pick<ConsentApp, "website" | "supportContact">;

/** Website and support contact, with their names, as far as the app has them. */
export function contactFacts({ t }: Pick<Frame, "t">, app: Contacts): (readonly [name: string, address: Html])[] {
  return [[t.app.website, link(app.website)] as const, [t.app.support, link(app.supportContact)] as const].flatMap(
    ([name, address]) => (address === null ? [] : [[name, address] as const]),
  );
}

function link(address: string): Html | null {
  const href = safeLink(address);
  if (href === null) return null;
  const shown = address.replace(/^https:\/\//i, "").replace(/\/$/, "");
  return html`<a href="${href}" rel="noopener noreferrer nofollow" target="_blank">${shown}</a>`;
}
