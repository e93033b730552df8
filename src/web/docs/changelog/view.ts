import { badge, type Tone } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { blocksOf, prose } from "../blocks.ts";
import type { SampleView } from "../guides/samples/blocks.ts";
import { guidePage } from "../guides/view.ts";
import { anchor, heading } from "../heading.ts";
import { CHANGES, type ChangeKind } from "./changes.ts";

const TONES: Readonly<Record<ChangeKind, Tone>> = {
  added: "good",
  changed: "plain",
  fixed: "plain",
  security: "warn",
};

/** The versions of the API, the changes by day, and what a change may do. */
export function changelogPage(t: Messages, view: SampleView): Html {
  const { guide, kinds, changes: texts, policy, subscribe, days: dates } = t.docs.changelog;
  const days = CHANGES.map(({ day, changes }) => {
    const entries = changes.map(({ id, kind }) => {
      const { title, text } = texts[id];
      return html`<li id="${id}"><h3>${anchor(id, title)} ${badge(TONES[kind], kinds[kind])}</h3><p>${prose(text)}</p></li>`;
    });
    return html`${heading(`changes-${day}`, dates[day])}
<ul class="docs-changes">${entries}</ul>
`;
  });
  return guidePage(t, guide, view, {
    section: html`<p class="docs-subscribe">${prose(subscribe)}</p>${days}${blocksOf(t, policy)}`,
  });
}
