import type { App } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { selectField } from "../components/fields.ts";
import { type Html, html } from "../components/html.ts";
import { pathWith } from "../components/list.ts";
import { signInPath } from "../http/next-path.ts";
import type { Messages } from "../messages.en.ts";
import type { CodeLanguage } from "./code-language.ts";

interface AppChoice {
  /** The page with the samples. */
  path: string;
  /** The id of the section with the samples. Default: the start of the page. */
  section?: string;
  /** The app in the samples; null for placeholders. */
  app: App | null;
  apps: readonly App[];
  /** The language of the samples, which the form of the choice keeps; null if none was chosen. */
  language: CodeLanguage | null;
  signedIn: boolean;
  /** The client id in the link to the page, which the sign-in keeps. */
  asked?: string | null;
  unavailable?: boolean;
}

/** The choice of the app whose values the samples show, or how to get an app. */
export function appChoice(
  t: Messages,
  { path, section = "", app, apps, language, signedIn, asked, unavailable }: AppChoice,
): Html | null {
  const texts = t.docs.quickstart;
  if (unavailable) return null;
  if (app === null) {
    const [text, href] = signedIn
      ? [texts.noApp, "/portal/apps/new"]
      : [texts.signedOut, signInPath(pathWith(path, { app: asked ?? "" }))];
    return html`<p class="docs-app"><a href="${href}">${text}</a></p>`;
  }
  if (apps.length === 1) return filledInFor(t, app);
  const options = apps.map(({ clientId, profile }) => ({
    value: clientId,
    label: `${profile?.name || t.app.unnamed} (${clientId})`,
  }));
  return html`<form class="filters" method="get" action="${section === "" ? path : `${path}#${section}`}">
${language && html`<input type="hidden" name="code" value="${language}">`}
${selectField({ name: "app", label: texts.app, options, value: app.clientId })}
<div class="filter-buttons"><button type="submit" class="secondary">${texts.show}</button></div></form>`;
}

/** Names the app whose values the samples show. */
export function filledInFor(t: Messages, { clientId, profile }: App): Html {
  const name = html`<a href="${`/portal/apps/${clientId}`}">${profile?.name || t.app.unnamed}</a>`;
  return html`<p class="docs-app">${t.docs.quickstart.filledIn} ${name} <code>${clientId}</code></p>`;
}
