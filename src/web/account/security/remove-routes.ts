import type { GetSecondFactorsResponse } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { questionCard } from "../../components/confirmation.ts";
import { type Html, html } from "../../components/html.ts";
import type { Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { unlessGone } from "../../router/unless-gone.ts";
import { securityHeader } from "./header.ts";
import { PATH, REMOVE_APP, REMOVE_PASSKEY } from "./paths.ts";

/** Pages that remove the authenticator app or a passkey after a confirmation. */
export function addRemoveRoutes(router: PageRouter): void {
  router.page(REMOVE_APP, async (context) => {
    const factors = await factorsOf(context);
    return factors.totpAt === undefined ? PATH : removeAppPage(context, factors);
  });
  router.form(REMOVE_APP, {
    basePath: () => PATH,
    async handle({ web, call }) {
      await web.clients.accounts.removeTotp({}, call);
      return `${PATH}?done=removed`;
    },
  });
  router.page(REMOVE_PASSKEY, async (context) => {
    const factors = await factorsOf(context);
    const passkey = factors.passkeys.find(({ passkeyId }) => passkeyId === context.query.one("passkey_id"));
    return passkey === undefined ? PATH : removePasskeyPage(context, factors, passkey);
  });
  router.form(REMOVE_PASSKEY, {
    basePath: () => PATH,
    async handle({ web, call }, fields) {
      const request = { passkeyId: fields.one("passkey_id") ?? "" };
      const removed = await unlessGone(web.clients.accounts.removePasskey(request, call));
      return `${PATH}?done=${removed ? "passkeyRemoved" : "passkeyGone"}`;
    },
  });
}

function factorsOf({ web, call }: PageContext): Promise<GetSecondFactorsResponse> {
  return web.clients.accounts.getSecondFactors({}, call);
}

function removeAppPage(context: PageContext, factors: GetSecondFactorsResponse): Page {
  const { security } = context.t;
  const effects = [security.removeAppEffect, ...lastFactorEffect(context, factors)];
  return confirmationPage(context, { title: security.removeApp, effects, action: REMOVE_APP, fields: null });
}

function removePasskeyPage(
  context: PageContext,
  factors: GetSecondFactorsResponse,
  { passkeyId, name }: { passkeyId: string; name: string },
): Page {
  const { security } = context.t;
  const effects = [security.removePasskeyEffect, ...lastFactorEffect(context, factors)];
  const fields = html`<input type="hidden" name="passkey_id" value="${passkeyId}">`;
  return confirmationPage(context, { title: security.removePasskey(name), effects, action: REMOVE_PASSKEY, fields });
}

/** The effect of removing the only second factor. */
function lastFactorEffect({ t }: PageContext, { totpAt, passkeys }: GetSecondFactorsResponse): string[] {
  return passkeys.length + (totpAt === undefined ? 0 : 1) > 1 ? [] : [t.security.removeLastEffect];
}

interface Confirmation {
  title: string;
  effects: readonly string[];
  action: string;
  fields: Html | null;
}

function confirmationPage(context: PageContext, { title, effects, action, fields }: Confirmation): Page {
  const { security } = context.t;
  const question = { effects, action, fields, submit: security.remove, cancel: security.cancel, back: PATH };
  const body = html`${securityHeader(context, title)}
${questionCard(context, question)}`;
  return { title, body };
}
