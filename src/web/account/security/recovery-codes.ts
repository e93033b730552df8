import { badge } from "../../components/badges.ts";
import { copyButton } from "../../components/copy.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { notice } from "../../components/notice.ts";
import type { Frame } from "../../layout/frame.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { setting, stepCard } from "../setting.ts";
import { securityHeader } from "./header.ts";
import { PATH } from "./paths.ts";
import { type FactorsView, hasSecondFactor } from "./two-step.ts";

/** With this number of codes or fewer, the page asks for new ones. */
const FEW = 3;

/** The recovery codes of the account; null without a second factor, which they replace. */
export function codesSetting({ t }: Frame, { factors, csrfToken }: FactorsView): Html | null {
  const { security } = t;
  if (!hasSecondFactor(factors)) return null;
  const left = factors.recoveryCodes;
  return setting({
    id: "recovery-codes",
    title: security.codes,
    purpose: security.codesHint,
    state: badge(left > FEW ? "good" : "warn", security.left(left)),
    action: html`<form method="post" action="${`${PATH}/new-codes`}" data-once>${csrfField(csrfToken)}
<button type="submit" class="secondary">${security.newCodes}</button></form>`,
    content: left <= FEW && notice("warn", left === 0 ? security.noCodes : security.fewCodes),
  });
}

/** The page that shows new recovery codes once. The instructions come before the codes, because the page cannot be opened again. */
export function codesPage(context: PageContext): Page | string {
  const { t, flash } = context;
  const { security } = t;
  if (flash?.codes === undefined) return PATH;
  const items: Html[] = flash.codes.split(" ").map((code) => html`<li><code>${code}</code></li>\n`);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${flash.codes.replaceAll(" ", "\n")}\n`)}`;
  const about = html`${notice("warn", html`<strong>${security.codesOnce}</strong> ${security.codesStore}`)}
<p class="muted">${security.codesLead}</p>`;
  const content = html`<div class="codes-row"><ul class="recovery-codes" id="codes">${items}</ul>
<div class="codes-actions"><a class="button secondary" href="${file}" download="recovery-codes.txt">${security.downloadCodes}</a>
${copyButton(t, { id: "codes", label: security.codesTitle })}
<button type="button" class="secondary outline" data-print hidden>${security.printCodes}</button></div></div>
<p class="last-step"><a class="button" href="${`${PATH}?done=added`}">${security.codesDone}</a></p>`;
  const body = html`${securityHeader(context, security.codesTitle)}${stepCard({ about, content })}`;
  return { title: security.codesTitle, body };
}
