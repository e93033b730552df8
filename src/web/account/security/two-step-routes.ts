import { requestErrorOf } from "../../../rpc/errors.ts";
import { copySecret } from "../../components/copy.ts";
import { csrfField, type FieldError } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { qrCode } from "../../components/qr-code.ts";
import type { Fields } from "../../http/fields.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { codeField } from "./code-field.ts";
import { securityHeader } from "./header.ts";
import { PATH } from "./paths.ts";
import { codesPage } from "./recovery-codes.ts";

const APP = `${PATH}/app`;
const CODES = `${PATH}/recovery-codes`;

/** Set-up of the authenticator app, and recovery codes. */
export function addTwoStepRoutes(router: PageRouter): void {
  router.form(`${PATH}/set-up-app`, {
    basePath: () => PATH,
    async handle({ web, call }) {
      const { secret, otpauthUri } = await web.clients.accounts.startTotpSetup({}, call);
      return { to: APP, flash: { secret, uri: otpauthUri } };
    },
  });
  // Without the flash, there is no secret to show, because the secret is shown only once.
  router.page(APP, async (context) => {
    const { secret, uri } = context.flash ?? {};
    return secret === undefined || uri === undefined ? PATH : appPage(context, { secret, uri, rejected: null });
  });
  router.form(APP, { basePath: () => PATH, handle: confirmApp, redisplay: redisplayApp });
  router.page(CODES, async (context) => codesPage(context));
  router.form(`${PATH}/new-codes`, {
    basePath: () => PATH,
    async handle({ web, call }) {
      return shownOnce((await web.clients.accounts.createRecoveryCodes({}, call)).recoveryCodes);
    },
  });
}

/** The page that shows new recovery codes, once. */
export function shownOnce(codes: readonly string[]): FormResult {
  return { to: CODES, flash: { codes: codes.join(" ") } };
}

async function confirmApp({ web, call, t }: PageContext, fields: Fields): Promise<FormResult> {
  const code = fields.one("code") ?? "";
  const { recoveryCodes } = await web.clients.accounts.confirmTotpSetup({ code }, call).catch((failure) => {
    if (requestErrorOf(failure)?.reason !== "SECOND_FACTOR") throw failure;
    throw new FormError([{ field: "code", text: t.security.wrongCode }]);
  });
  return recoveryCodes.length > 0 ? shownOnce(recoveryCodes) : `${PATH}?done=added`;
}

/** Shows the page again after a wrong code. The form contains the secret, so that the user need not scan another QR code. */
async function redisplayApp(context: PageContext, rejected: RejectedForm): Promise<Page> {
  const [secret, uri] = [rejected.fields.one("secret") ?? "", rejected.fields.one("uri") ?? ""];
  return appPage(context, { secret, uri, rejected });
}

function appPage(context: PageContext, shown: { secret: string; uri: string; rejected: RejectedForm | null }): Page {
  const { security } = context.t;
  const { secret, uri, rejected } = shown;
  const errors: readonly FieldError[] = rejected?.errors ?? [];
  const isUri = /^otpauth:\/\/totp\/.{1,400}$/.test(uri);
  const key = { id: "app-key", label: security.secretLabel, value: secret.match(/.{1,4}/g)?.join(" ") ?? "" };
  const body = html`${securityHeader(context, security.setUpTitle)}
${rejectionNotice(context, rejected)}
<section class="card"><ol class="numbered app-steps"><li><p>${security.scan}</p>
${isUri && qrCode(uri, security.qrLabel)}
<p class="muted"><small>${security.typeSecret}</small></p>${copySecret(context.t, key)}</li>
<li><p>${security.enterCode}</p>
<form method="post" action="${APP}" data-once novalidate>${csrfField(context.csrfToken)}
<input type="hidden" name="secret" value="${secret}"><input type="hidden" name="uri" value="${uri}">
${codeField(context, "totp", errors)}
<div class="buttons"><button type="submit">${security.confirm}</button> <a class="button secondary" href="${PATH}">${security.cancel}</a></div>
</form></li></ol></section>`;
  return { title: security.setUpTitle, body };
}
