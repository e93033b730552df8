import { requestErrorOf } from "../../../rpc/errors.ts";
import { copyButton } from "../../components/copy.ts";
import { csrfField, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { qrCode } from "../../components/qr-code.ts";
import type { Fields } from "../../http/fields.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { stepCard } from "../setting.ts";
import { codeField } from "./code-field.ts";
import { securityHeader } from "./header.ts";
import { PATH, SET_UP_APP } from "./paths.ts";
import { addCodesRoutes, shownOnce } from "./recovery-codes.ts";
import { endSetUp, nextField, nextOf, startPath, stepPath } from "./set-up.ts";
import { hasSecondFactor } from "./two-step.ts";

const APP = `${PATH}/app`;

/** Set-up of the authenticator app, and recovery codes. */
export function addTwoStepRoutes(router: PageRouter): void {
  router.form(SET_UP_APP, {
    basePath: (_params, fields) => startPath(nextOf(fields)),
    async handle({ web, call }, fields) {
      const { secret, otpauthUri } = await web.clients.accounts.startTotpSetup({ replace: isMoveIn(fields) }, call);
      return { to: stepPath(APP, nextOf(fields)), flash: { secret, uri: otpauthUri } };
    },
  });
  // Without the flash, there is no secret to show, because the secret is shown only once.
  router.page(APP, async (context) => {
    const { secret, uri } = context.flash ?? {};
    const next = nextOf(context.query);
    if (secret === undefined || uri === undefined) return startPath(next);
    return appPage(context, { secret, uri, next, rejected: null });
  });
  router.form(APP, {
    basePath: (_params, fields) => startPath(nextOf(fields)),
    handle: confirmApp,
    redisplay: redisplayApp,
  });
  addCodesRoutes(router);
}

async function confirmApp(context: PageContext, fields: Fields): Promise<FormResult> {
  const { web, call, t } = context;
  const { security } = t;
  const [code, secret] = [fields.one("code") ?? "", fields.one("secret") ?? ""];
  const next = nextOf(fields);
  try {
    const { recoveryCodes } = await web.clients.accounts.confirmTotpSetup({ code, secret }, call);
    if (recoveryCodes.length > 0) return shownOnce(recoveryCodes, "added", next);
    return endSetUp(context, isMoveIn(fields) ? "moved" : "added", next);
  } catch (failure) {
    const reason = requestErrorOf(failure)?.reason;
    if (reason === "TOTP_REPLACED") return startAgain(context, fields);
    if (reason === "TOTP_EXISTS") return { to: startPath(next), flash: { done: security.appElsewhere } };
    if (reason !== "SECOND_FACTOR") throw failure;
    throw new FormError([{ field: "code", text: security.wrongCode }]);
  }
}

/**
 * The set-up with a new key, after another window has replaced that of the page. The key of the other window is not shown, because another
 * person may have started that set-up in another session.
 */
async function startAgain(context: PageContext, fields: Fields): Promise<Page> {
  const { web, call, t } = context;
  const { secret, otpauthUri: uri } = await web.clients.accounts.startTotpSetup({ replace: isMoveIn(fields) }, call);
  const rejected = { status: 409, fields, errors: [], message: t.security.keyReplaced, stale: false };
  return { ...(await appPage(context, { secret, uri, next: nextOf(fields), rejected })), status: 409, hasErrors: true };
}

const isMoveIn = (fields: Fields) => fields.one("replace") === "yes";

/** Shows the page again after a wrong code. The form contains the secret, so that the user need not scan another QR code. */
async function redisplayApp(context: PageContext, rejected: RejectedForm): Promise<Page> {
  const [secret, uri] = [rejected.fields.one("secret") ?? "", rejected.fields.one("uri") ?? ""];
  return appPage(context, { secret, uri, next: nextOf(rejected.fields), rejected });
}

async function appPage(
  context: PageContext,
  shown: { secret: string; uri: string; next: string | null; rejected: RejectedForm | null },
): Promise<Page> {
  const { security } = context.t;
  const factors = await context.web.clients.accounts.getSecondFactors({}, context.call);
  // Recovery codes follow the first second factor only.
  const isFirst = !hasSecondFactor(factors);
  const isMove = factors.totpAt !== undefined;
  const { secret, uri, next, rejected } = shown;
  const errors: readonly FieldError[] = rejected?.errors ?? [];
  const isUri = /^otpauth:\/\/totp\/.{1,1000}$/.test(uri);
  const content = html`<ol class="numbered app-steps"><li>${appKey(context, { secret, uri: isUri ? uri : null, isMove })}</li>
<li><p>${security.enterCode}</p>
<form method="post" action="${APP}" class="short-form" data-once novalidate>${csrfField(context.csrfToken)}
<input type="hidden" name="secret" value="${secret}"><input type="hidden" name="uri" value="${uri}">${nextField(next)}
${isMove && html`<input type="hidden" name="replace" value="yes">`}
${codeField(context, "totp", errors)}
<div class="buttons"><button type="submit">${isMove ? security.confirmMove : security.confirm}</button> <a class="button secondary" href="${startPath(next)}">${security.cancel}</a></div>
</form></li>${isFirst && html`<li><p>${security.storeCodes}</p></li>`}</ol>`;
  const title = isMove ? security.moveTitle : security.setUpTitle;
  const aside = isMove
    ? { title: security.moveAbout, points: security.movePoints }
    : { title: security.appAbout, points: security.appPoints };
  const body = html`${securityHeader(context, title)}
${rejectionNotice(context, rejected)}
${stepCard({ lead: isMove && security.moveLead, content, aside })}`;
  return { title, body };
}

/**
 * The ways to hand the key to the app. Beside a wide page, a phone scans the QR code. A phone cannot scan its own screen: there, a link opens
 * the app, and the QR code is folded unless another phone scans it.
 */
function appKey(
  context: PageContext,
  { secret, uri, isMove }: { secret: string; uri: string | null; isMove: boolean },
): Html {
  const { security } = context.t;
  if (uri === null) return html`<p>${security.addKey}</p>${keyToCopy(context, secret)}`;
  return html`<p class="app-wide">${security.scan}</p><p class="app-phone">${security.addKey}</p>
<div class="app-key"><div><a class="app-phone button secondary" href="${uri}">${security.openApp}</a>
<p class="muted app-wide">${security.typeSecret}</p><p class="muted app-phone">${security.orTypeSecret}</p>${keyToCopy(context, secret)}</div>
<details class="phone-fold" ${isMove && "open"}><summary>${security.showQr}</summary>${qrCode(uri, security.qrLabel)}</details></div>`;
}

/** The key in groups of four characters, which do not wrap. */
function keyToCopy({ t }: PageContext, secret: string): Html {
  const groups = secret.match(/.{1,4}/g) ?? [];
  return html`<code class="secret" id="app-key">${groups.map((group) => html`<span>${group}</span> `)}</code>
${copyButton(t, { id: "app-key", label: t.security.secretLabel })}`;
}
