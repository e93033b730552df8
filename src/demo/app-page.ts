import { html } from "hono/html";
import { cutSecrets, type Step, type Tokens } from "./oauth-app.ts";

/** The demo app's state for one browser. */
export interface Visit {
  /** The `state` values of the open authorizations. Several tabs can have one each. */
  states: string[];
  tokens: Tokens | null;
  steps: Step[];
  error: string | null;
}

/** The demo app's only page: its tokens, its actions, and all requests, the newest first. */
export function appPage(appName: string, visit: Visit) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${appName}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><h1>${appName}</h1><p>A third-party app of the Latchkey demo.</p></header>
<main>
${visit.error === null ? "" : html`<p class="error" role="alert">${visit.error}</p>`}
${visit.tokens === null ? notConnected(visit) : connected(visit.tokens)}
${visit.steps.length === 0 ? "" : transcript(visit.steps)}
</main>
</body>
</html>`;
}

function notConnected(visit: Visit) {
  return html`<section>
<h2>${visit.steps.length === 0 ? "Not connected yet" : "Not connected"}</h2>
<p>Connect a merchant to see its orders here.</p>
<p><a class="button" href="/connect">Connect a merchant</a></p>
</section>`;
}

function connected(tokens: Tokens) {
  return html`<section>
<h2>Connected to <b>${tokens.merchant_id}</b></h2>
<p>Granted: ${tokens.scope.split(" ").map((scope) => html`<code>${scope}</code> `)}</p>
<p>Holds: <code>${cutSecrets(tokens.access_token)}</code> <code>${cutSecrets(tokens.refresh_token)}</code></p>
<form method="post" action="/actions">
<button name="action" value="orders">Call the API: orders</button>
<button name="action" value="customers">Call the API: customers</button>
<button name="action" value="refresh">Refresh</button>
<button name="action" value="revoke-access">Revoke the access token</button>
<button name="action" value="revoke" class="end">Revoke everything</button>
</form>
</section>`;
}

function transcript(steps: Step[]) {
  const newestFirst = steps.map((step, index) => ({ step, number: index + 1 })).reverse();
  return html`<section>
<h2>Requests</h2>
${newestFirst.map(
  ({ step, number }) => html`<article>
<h3>${number}. ${step.title} ${status(step)}</h3>
<div class="pair">
<div><h4>Request</h4><pre>${step.request}</pre></div>
<div><h4>Response</h4><pre>${step.response}</pre></div>
</div>
</article>`,
)}
</section>`;
}

function status({ status }: Step) {
  const isGood = status !== null && status < 400;
  return html`<span class="${isGood ? "good" : "bad"}">${status ?? "no response"}</span>`;
}

/** The demo app's own style, distinct from the platform's. */
export const APP_STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1b1b; --line: #8886; --act: #7a3e00; --on-act: #fff; --good: #176b35; --bad: #a3201d; }
@media (prefers-color-scheme: dark) { :root { --paper: #16130f; --ink: #f1ece6; --act: #ffb870; --on-act: #241300; --good: #7fd89c; --bad: #ff9c97; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 64rem; margin: 0 auto; padding: 1rem; }
header { border-bottom: 3px solid var(--act); }
h1 { margin: 0; } header p { margin: 0; }
section { margin: 1.5rem 0; }
a.button, button { display: inline-block; font: inherit; font-weight: 600; padding: .6rem 1rem; margin: 0 .4rem .5rem 0;
  border: 2px solid var(--act); border-radius: .5rem; background: var(--act); color: var(--on-act); text-decoration: none; cursor: pointer; }
button.end { background: transparent; color: inherit; }
:focus-visible { outline: 3px solid var(--act); outline-offset: 3px; }
article { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem 1rem; margin: 0 0 1rem; }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
.pair > div { min-width: 0; }
h4 { margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .25rem 0 .5rem; padding: .6rem; border: 1px solid var(--line); border-radius: .25rem; font-size: .85rem; }
.good { color: var(--good); } .bad, .error { color: var(--bad); } .error { font-weight: 600; }
`;
