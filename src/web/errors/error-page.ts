import { copyText } from "../components/copy.ts";
import { type Html, html, safeLink } from "../components/html.ts";
import type { IconName } from "../components/icon.ts";
import { illustration } from "../components/illustration.ts";
import { supportLink } from "../components/support-link.ts";
import { waitText } from "../components/timestamp.ts";
import { signInPath } from "../http/next-path.ts";
import type { Frame } from "../layout/frame.ts";
import type { Messages } from "../messages.en.ts";
import type { ErrorReason, PageError } from "./page-error.ts";

/** A repeated answer changes nothing, so its page does not look like a failure. */
const REPEATS: readonly ErrorReason[] = ["interaction_used", "interaction_approved", "interaction_denied"];

/** Only the developer of the app can help. */
const OF_APP: readonly ErrorReason[] = ["app", "app_refused", "consent_refused"];

/** The platform can help with these reasons and refusals, whatever their status. */
const ASK_PLATFORM: readonly string[] = [
  ...REPEATS,
  "interaction_expired",
  "app_suspended",
  "external_failed",
  "EMAIL_UNVERIFIED",
  "MAIL_OFF",
  "NAME_IN_USE",
];

interface ErrorRequest {
  requestId: string;
  /** True for a request without a session. */
  isGuest: boolean;
}

/** An error page: title, text, recovery link and request id. */
export function errorPage(
  frame: Frame,
  error: PageError,
  { requestId, isGuest }: ErrorRequest,
): { title: string; body: Html } {
  const { t } = frame;
  const title = titleOf(frame, error);
  // A page that needs an account is not found without one.
  const isHidden = isGuest && error.status === 404 && (error.reason === null || error.reason === "not_found");
  const isRepeat = error.reason !== null && REPEATS.includes(error.reason);
  const body = html`<article class="card question error-page">
${illustration(isRepeat ? repeatIconOf(error) : iconOf(error))}
<h1>${title}</h1>
<p>${isHidden ? t.errors.signInToSee : textOf(frame, error)}</p>
${causesOf(t, error)}
${error.status === 429 && error.retryAfter !== null && html`<p>${t.errors.wait(waitText(t, error.retryAfter))}</p>`}
${error.typed !== "" && copyText(t, { id: "typed-text", label: t.errors.typed, value: error.typed })}
<p class="buttons">${recovery(frame, error)}${isHidden && html` <a class="button secondary" href="${signInPath(null)}">${t.errors.signIn}</a>`}</p>
${againOf(t, error)}
${asksPlatform(error) && support(frame)}
<p class="request-id"><small>${t.errors.requestId} <code>${requestId}</code></small></p>
</article>`;
  return { title, body };
}

function titleOf({ t: { errors }, platformName }: Frame, { title, reason, status, app }: PageError): string {
  if (title !== null) return title;
  if (app?.connected) return errors.stillConnected(app.appName, app.merchantName);
  const named =
    reason === null || app === null ? undefined : lookUp(errors.titlesWithApp, reason)?.(app.appName, app.merchantName);
  const known = named ?? lookUp(errors.reasonTitles, reason ?? "");
  if (known === undefined && status === 503) return errors.unavailable(platformName);
  return known ?? lookUp(errors.titles, status) ?? errors.titles[500];
}

/** The error's own explanation, else the text for the page's reason, else for the core's reason, else for the status, else the error's own message. */
function textOf({ t, platformName }: Frame, error: PageError): string | Html {
  const { explanation, reason, refusal, status, text, app } = error;
  if (app !== null && reason === "app_suspended") return t.errors.suspendedBy({ ...app, platform: platformName });
  if (app?.connected) return t.errors.stillConnectedText;
  if (explanation !== null) return explanation;
  if (reason === null && status === 500) return t.errors.internal(platformName);
  if (reason !== null) return t.errors.reasons[reason];
  const ours = lookUp(t.errors.refusals, refusal ?? "") ?? lookUp(t.errors.statuses, status);
  return ours ?? text ?? t.errors.reasons.bad_request;
}

/** The possible causes and the way out of each; null for an error with one cause. */
function causesOf(t: Messages, { reason }: PageError): Html | null {
  const causes = lookUp(t.errors.causes, reason ?? "");
  if (causes === undefined) return null;
  return html`<ul class="causes">${causes.map(([cause, wayOut]) => html`<li><strong>${cause}</strong> ${wayOut}</li>`)}</ul>`;
}

function lookUp<T>(texts: Readonly<Record<string, T>>, key: string | number): T | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** The errors that the platform can help with. */
function asksPlatform({ status, reason, refusal }: PageError): boolean {
  if (reason !== null && OF_APP.includes(reason)) return false;
  return (
    status >= 500 ||
    status === 403 ||
    status === 404 ||
    status === 429 ||
    [reason ?? "", refusal ?? ""].some((one) => ASK_PLATFORM.includes(one))
  );
}

function support(frame: Frame): Html | null {
  const link = supportLink(frame);
  return link && html`<p class="error-support">${link}</p>`;
}

/** The picture with a tick is not for an app that the account did not allow. */
function repeatIconOf({ reason, app }: PageError): IconName {
  return reason === "interaction_denied" && !app?.connected ? "plug" : "repeat";
}

function iconOf({ status, reason }: PageError): IconName {
  if (reason === "app_suspended") return "lock";
  if (status === 403) return "lock";
  if (status === 404) return "search";
  return status === 429 ? "stop" : "warning";
}

/** The way to an app that was allowed; null without its address. */
function openApp({ t }: Frame, { app }: PageError): Html | null {
  if (app === null || !app.website.startsWith("https://")) return null;
  return html`<a class="button" href="${safeLink(app.website)}" rel="noopener noreferrer nofollow">${t.errors.openApp(app.appName)}</a>`;
}

/** The way to connect an app again that was allowed and is not in the list. */
function againOf(t: Messages, { recovery: way, reason }: PageError): Html | null {
  if (reason !== "interaction_approved" || way.kind !== "connect-again" || way.path === null) return null;
  return html`<p class="muted">${t.errors.notListed} <a href="${way.path}">${t.errors.connectAgain}</a></p>`;
}

/** The next step as a button, and another one. A connection that was allowed is in the list, so this list comes first. */
function recovery(frame: Frame, error: PageError): Html {
  const { t } = frame;
  const { recovery: way, reason } = error;
  const home = html`<a href="/">${t.errors.home}</a>`;
  switch (way.kind) {
    case "home":
      return html`<a class="button" href="/">${t.errors.home}</a>`;
    case "connect-again":
      if (reason === "interaction_approved" || error.app?.connected) {
        const open = openApp(frame, error);
        return html`${open} <a ${open === null && html`class="button"`} href="/connected-apps">${t.errors.connectedApps}</a>`;
      }
      return way.path === null
        ? html`<a class="button" href="/connected-apps">${t.errors.connectedApps}</a> ${home}`
        : html`<a class="button" href="${way.path}">${t.errors.connectAgain}</a> <a href="/connected-apps">${t.errors.connectedApps}</a>`;
    case "sign-in":
      return html`<a class="button" href="${signInPath(way.next)}">${way.other ? t.errors.signInOther : t.errors.signIn}</a> ${home}`;
    case "retry":
      return html`<a class="button" href="${way.path}">${t.errors.retry}</a> ${home}`;
    case "page":
      return html`<a class="button" href="${way.path}">${way.label}</a> ${home}`;
  }
}
