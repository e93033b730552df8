import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { type Html, html } from "../../components/html.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { DemoMail } from "../../deps.ts";
import type { Frame } from "../../layout/frame.ts";

/** The mails of the demo, as text with links. */
export function demoMailPage(frame: Frame, mails: readonly DemoMail[]): Html {
  const texts = frame.t.demoMail;
  return html`<article class="card"><h1>${texts.title}</h1><p>${texts.lead}</p>
<p><a href="/demo/mail">${texts.refresh}</a></p>
${mails.length === 0 && html`<p class="muted">${texts.none}</p>`}</article>
${mails.map((mail) => mailCard(frame, mail))}`;
}

function mailCard(frame: Frame, { id, subject, to, at, text }: DemoMail): Html {
  const time = timestampFromDate(new Date(at));
  return html`<section class="card" aria-labelledby="${`mail-${id}`}"><h2 id="${`mail-${id}`}" dir="auto">${subject}</h2>
<p class="muted">${frame.t.demoMail.to(to)} · ${formatTimestamp(frame, time)}</p>
${paragraphsOf(text)}</section>`;
}

const LINK = /https?:\/\/[^\s]+/g;

function paragraphsOf(text: string): Html[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => html`<p dir="auto">${paragraph.split("\n").map((line) => html`${withLinks(line)}<br>`)}</p>`);
}

function withLinks(line: string): (Html | string)[] {
  const links = line.match(LINK) ?? [];
  return line
    .split(LINK)
    .flatMap((text, at) =>
      at < links.length ? [text, html`<a class="break" href="${links[at]!}">${links[at]!}</a>`] : [text],
    );
}
