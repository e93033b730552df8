import { type Html, html } from "../components/html.ts";
import { waitText } from "../components/timestamp.ts";
import { signInPath } from "../http/next-path.ts";
import type { Messages } from "../messages.en.ts";
import type { PageError, WayOn } from "./page-error.ts";

/** What an error page shows: what it means, how to go on, and the request's id for support. */
export function errorPage(t: Messages, fault: PageError, requestId: string): { title: string; body: Html } {
  const title =
    lookUp(t.fault.reasonTitles, fault.reason ?? "") ?? lookUp(t.fault.titles, fault.status) ?? t.fault.titles[500];
  const body = html`<article class="card error-page">
<p class="status" aria-hidden="true">${fault.status}</p>
<h1>${title}</h1>
<p>${textOf(t, fault)}</p>
${fault.status === 429 && fault.retryAfter !== null && html`<p>${t.fault.wait(waitText(t, fault.retryAfter))}</p>`}
<p class="actions">${wayOn(t, fault.wayOn)}</p>
<p class="request-id"><small>${t.fault.requestId}: <code>${requestId}</code></small></p>
</article>`;
  return { title, body };
}

/** Ours by reason, else ours for the core's reason, else ours by status, else the sentence that came with the fault. */
function textOf(t: Messages, { reason, refusal, status, text }: PageError): string {
  if (reason !== null) return t.fault.reasons[reason];
  const ours = lookUp(t.fault.refusals, refusal ?? "") ?? lookUp(t.fault.statuses, status);
  return ours ?? text ?? t.fault.reasons.bad_request;
}

function lookUp(texts: Readonly<Record<string, string>>, key: string | number): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

function wayOn(t: Messages, way: WayOn): Html {
  const home = html`<a href="/">${t.fault.home}</a>`;
  switch (way.kind) {
    case "home":
      return home;
    case "sign-in":
      return html`<a role="button" href="${signInPath(way.next)}">${way.other ? t.fault.signInOther : t.fault.signIn}</a> ${home}`;
    case "retry":
      return html`<a role="button" href="${way.path}">${t.fault.retry}</a> ${home}`;
  }
}
