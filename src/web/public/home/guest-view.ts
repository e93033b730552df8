import { type Html, html } from "../../components/html.ts";
import { signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";

/** The start page without a session. */
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
