import { badge } from "../../components/badges.ts";
import { questionCard } from "../../components/confirmation.ts";
import { copyButton } from "../../components/copy.ts";
import { checkField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { statusMessage } from "../../components/notice.ts";
import { linkButton } from "../../components/page-header.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Frame } from "../../layout/frame.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { setting, stepCard } from "../setting.ts";
import { securityHeader } from "./header.ts";
import { NEW_CODES, PATH } from "./paths.ts";
import { endSetUp, nextField, nextOf, startPath, stepPath } from "./set-up.ts";
import { type FactorsView, hasSecondFactor } from "./two-step.ts";

/** With this number of codes or fewer, the page asks for new ones. */
export const FEW_CODES = 3;

/** The recovery codes of the account; null without a second factor, which they replace. */
export function codesSetting(
  frame: Frame,
  { factors, csrfToken }: Pick<FactorsView, "factors" | "csrfToken">,
): Html | null {
  const { security } = frame.t;
  if (!hasSecondFactor(factors)) return null;
  const { recoveryCodes: left, recoveryCodesAt: at } = factors;
  return setting({
    id: "recovery-codes",
    title: security.codes,
    purpose: security.codesHint,
    state: badge(left > FEW_CODES ? "good" : "warn", security.left(left)),
    // A core of the previous release does not return the time.
    value: at !== undefined && html`<span class="muted">${security.codesSince} ${formatDay(frame, at)}</span>`,
    // With few codes, the button is in the status at the top of the page.
    action: left > FEW_CODES && newCodesButton({ ...frame, csrfToken }, left, "secondary"),
  });
}

/** Creates new codes: at once, or after a question if they replace unused ones. @param left the number of unused codes */
export function newCodesButton(
  { t, csrfToken }: Pick<PageContext, "t" | "csrfToken">,
  left: number,
  tone: "primary" | "secondary",
): Html {
  const { newCodes } = t.security;
  if (left > 0) return linkButton(NEW_CODES, `${newCodes} …`, tone);
  return html`<form method="post" action="${NEW_CODES}" data-once>${csrfField(csrfToken)}
<button type="submit" class="${tone === "secondary" && tone}">${newCodes}</button></form>`;
}

/** Adds the page that asks before new recovery codes replace unused ones. */
function addNewCodesRoutes(router: PageRouter): void {
  router.page(NEW_CODES, async (context) => {
    const { security } = context.t;
    const { recoveryCodes: left } = await context.web.clients.accounts.getSecondFactors({}, context.call);
    if (left === 0) return PATH;
    const title = security.newCodesQuestion;
    const effects = [security.newCodesEffect(left)];
    const question = { effects, action: NEW_CODES, submit: security.newCodes, cancel: security.cancel, back: PATH };
    return { title, body: html`${securityHeader(context, title)}${questionCard(context, question)}` };
  });
  router.form(NEW_CODES, {
    basePath: () => NEW_CODES,
    async handle({ web, call }) {
      return shownOnce((await web.clients.accounts.createRecoveryCodes({}, call)).recoveryCodes, "codesCreated", null);
    },
  });
}

/** Adds the page that shows new recovery codes once. The form contains them, so that a form without the tick shows them again. */
export function addCodesRoutes(router: PageRouter): void {
  addNewCodesRoutes(router);
  router.page(CODES, async (context) => {
    const { codes, outcome = "" } = context.flash ?? {};
    const next = nextOf(context.query);
    // After a reload, the codes cannot be shown again.
    if (codes === undefined) return startPath(next, { codes: "shown" });
    return codesPage(context, { codes: codes.split(" "), outcome, next, rejected: null });
  });
  router.form(CODES, {
    basePath: (_params, fields) => startPath(nextOf(fields)),
    async handle(context, fields) {
      const { codesUnstored } = context.t.security;
      if (fields.one("stored") !== "yes") throw new FormError([{ field: "stored", text: codesUnstored }]);
      return endSetUp(context, fields.one("outcome") === "codesCreated" ? "codesCreated" : "added", nextOf(fields));
    },
    async redisplay(context, rejected) {
      const { fields } = rejected;
      const codes = (fields.one("codes") ?? "").split(" ").filter((code) => CODE.test(code));
      const outcome = fields.one("outcome") ?? "";
      return codesPage(context, { codes: codes.slice(0, MAX_CODES), outcome, next: nextOf(fields), rejected });
    },
  });
}

const CODES = `${PATH}/recovery-codes`;
const CODE = /^[A-Z2-7-]{1,40}$/;
const MAX_CODES = 20;

/** The page that shows new recovery codes, once. @param outcome the action that created them @param next the page after it */
export function shownOnce(
  codes: readonly string[],
  outcome: "added" | "passkeyAdded" | "codesCreated",
  next: string | null,
): FormResult {
  return { to: stepPath(CODES, next), flash: { codes: codes.join(" "), outcome } };
}

interface CodesView {
  codes: readonly string[];
  /** The action that created the codes. */
  outcome: string;
  /** The page after the codes are stored; null for the security page. */
  next: string | null;
  rejected: RejectedForm | null;
}

function codesPage(context: PageContext, { codes, outcome, next, rejected }: CodesView): Page {
  const { t, csrfToken } = context;
  const { security } = t;
  const items: Html[] = codes.map((code) => html`<li><code>${code}</code></li>\n`);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  const content = html`<p class="codes-once">${icon("warning")} <strong>${security.codesOnce}</strong></p>
<ul class="recovery-codes" id="codes">${items}</ul>
<div class="codes-actions"><a class="button" href="${file}" download="recovery-codes.txt">${security.downloadCodes}</a>
${copyButton(t, { id: "codes", label: security.codesTitle })}
<button type="button" class="secondary outline" data-print hidden>${security.printCodes}</button></div>
<form method="post" action="${CODES}" class="last-step" data-once>${csrfField(csrfToken)}
<input type="hidden" name="codes" value="${codes.join(" ")}"><input type="hidden" name="outcome" value="${outcome}">${nextField(next)}
${checkField({ id: "stored", name: "stored", label: security.codesStored, required: true }, rejected?.errors)}
<button type="submit" class="secondary">${security.codesDone}</button></form>`;
  const body = html`${securityHeader(context, security.codesTitle)}
${rejectionNotice(context, rejected)}
${(outcome === "added" || outcome === "passkeyAdded") && rejected === null && statusMessage(security[outcome])}
${stepCard({ lead: outcome === "codesCreated" ? `${security.codesLead} ${security.codesReplaced}` : security.codesLead, content, aside: { title: security.codesPlaces, points: security.codesPlaceList } })}`;
  return { title: security.codesTitle, body };
}
