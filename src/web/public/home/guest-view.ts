import { type Html, html } from "../../components/html.ts";
import { type IconName, icon } from "../../components/icon.ts";
import { linkButton } from "../../components/page-header.ts";
import { signInPath } from "../../http/next-path.ts";
import type { Frame } from "../../layout/frame.ts";

/** The start page without a session: a card for merchants, one for developers, and how an app is connected. */
export function guestPage({ t, platformName }: Frame, signUpOpen: boolean): Html {
  const { home } = t;
  const steps = home.steps.map(
    ([title, text], at) =>
      html`<li><span class="avatar" aria-hidden="true">${at + 1}</span><div><h3>${title}</h3><p>${text}</p></div></li>`,
  );
  const docs = linkButton("/docs", home.docs, signUpOpen ? "secondary" : "primary");
  return html`<div class="hero">
<h1>${home.headline(platformName)}</h1>
<p class="lead">${home.lead(platformName)}</p>
</div>
<div class="columns audiences">
${audience({
  id: "shops",
  name: "store",
  title: home.shops.title,
  text: home.shops.text,
  points: home.shops.points,
  actions: linkButton(signInPath("/connected-apps"), t.signIn.submit),
  hint: home.shops.hint,
})}
${audience({
  id: "developers",
  name: "terminal",
  title: home.developers.title,
  text: home.developers.text(platformName),
  points: home.developers.points,
  actions: html`${signUpOpen && linkButton("/sign-up", home.signUp, "secondary")}${docs}`,
  hint: html`${home.developers.hint} <a href="${signInPath("/portal")}">${home.developers.signIn}</a>`,
})}
</div>
<section class="how" aria-labelledby="how"><h2 id="how">${home.how}</h2>
<ol class="how-steps">${steps}</ol></section>`;
}

interface Audience {
  id: string;
  name: IconName;
  title: string;
  text: string;
  points: readonly string[];
  actions: Html;
  /** Below the buttons. */
  hint: Html | string;
}

function audience({ id, name, title, text, points, actions, hint }: Audience): Html {
  return html`<section class="card" aria-labelledby="${id}">${icon(name)}<h2 id="${id}">${title}</h2><p>${text}</p>
<ul class="ticks">${points.map((point) => html`<li>${point}</li>`)}</ul>
<div class="card-end"><div class="buttons">${actions}</div><p class="muted"><small>${hint}</small></p></div></section>`;
}
