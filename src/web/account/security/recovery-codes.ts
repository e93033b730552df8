import { badge, type Tone } from "../../components/badges.ts";
import { copyButton } from "../../components/copy.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { securityHeader } from "./header.ts";
import { PATH } from "./paths.ts";
import { sectionCard } from "./section-card.ts";
import { type FactorsView, hasSecondFactor } from "./two-step.ts";

/** With this number of codes or fewer, the page asks for new ones. */
const FEW = 3;

export function codesTone(left: number): Tone {
  return left > FEW ? "good" : "warn";
}

/** The recovery codes of the account; null without a second factor, which they replace. */
export function codesSection({ t }: Frame, { factors, csrfToken }: FactorsView): Html | null {
  const { security } = t;
  if (!hasSecondFactor(factors)) return null;
  const left = factors.recoveryCodes;
  return sectionCard({
    id: "recovery-codes",
    title: security.codes,
    badges: badge(codesTone(left), security.left(left)),
    text: security.codesHint,
    action: html`<form method="post" action="${`${PATH}/new-codes`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary">${security.newCodes}</button></form>`,
    content: left <= FEW && notice("warn", security.fewCodes(left)),
  });
}

/** The page that shows new recovery codes once. The download comes first, because the page cannot be opened again. */
export function codesPage(context: PageContext): Page | string {
  const { t, flash } = context;
  const { security } = t;
  if (flash?.codes === undefined) return PATH;
  const items: Html[] = flash.codes.split(" ").map((code) => html`<li><code>${code}</code></li>\n`);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${flash.codes.replaceAll(" ", "\n")}\n`)}`;
  const body = html`${securityHeader(context, security.codesTitle)}<section class="card">
<p>${security.codesLead}</p>
<ul class="recovery-codes" id="codes">${items}</ul>
<div class="buttons"><a class="button" href="${file}" download="recovery-codes.txt">${security.downloadCodes}</a>
${copyButton(t, { id: "codes", label: security.codesTitle })}
<button type="button" class="secondary outline" data-print hidden>${security.printCodes}</button></div>
<div class="last-step"><p><strong>${security.codesOnce}</strong></p>
<a class="button secondary" href="${`${PATH}?done=added`}">${security.codesDone}</a></div></section>`;
  return { title: security.codesTitle, body };
}
