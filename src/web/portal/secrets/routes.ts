import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { PageError } from "../../errors/page-error.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { orLate } from "../late-step.ts";
import { findOwnApp, pathOf } from "../own-app.ts";
import { endedText, retirePage, secretLimitPage, secretMadePage } from "./view.ts";

const basePath = ({ clientId = "" }: Readonly<Record<string, string>>) => `/portal/apps/${clientId}`;

/** Pages that add and retire the secrets of an app. */
export function addSecretRoutes(router: PageRouter): void {
  router.form("/portal/apps/:clientId/secrets", { basePath, handle: add });
  router.page("/portal/apps/:clientId/secret-made", createdPage);
  router.page("/portal/apps/:clientId/secrets/:secretId", async (context) => {
    const { app, secret } = await findSecret(context);
    return retirePage(context, app, secret);
  });
  router.form("/portal/apps/:clientId/secrets/:secretId", {
    basePath: (params) => `${basePath(params)}/secrets/${params.secretId ?? ""}`,
    async handle(context, fields) {
      const { app, secret } = await findSecret(context);
      const when = fields.one("when");
      if (when !== "now" && when !== "later") throw new PageError(400, "form_malformed");
      const request = { clientId: app.clientId, secretId: secret.secretId, immediately: when === "now" };
      await context.web.clients.apps.retireSecret(request, context.call);
      // A fragment would scroll past the message.
      return pathOf(app);
    },
    done: ({ t }, fields) => t.portal.app.done[fields.one("when") === "now" ? "retireNow" : "retireLater"],
  });
}

async function add(context: PageContext): Promise<FormResult> {
  const { app } = await findOwnApp(context);
  try {
    const { clientSecret } = await context.web.clients.apps.addSecret({ clientId: app.clientId }, context.call);
    return { to: `${pathOf(app)}/secret-made`, flash: { clientSecret } };
  } catch (failure) {
    if (requestErrorOf(failure)?.reason !== "SECRET_LIMIT") return orLate(context, "secret")(failure);
    return secretLimitPage(context, app);
  }
}

/** The page of a new secret; redirects to the app after it was shown. */
async function createdPage(context: PageContext): Promise<Page | string> {
  const { app } = await findOwnApp(context);
  const { clientSecret } = context.flash ?? {};
  return clientSecret === undefined ? `${pathOf(app)}#secrets` : secretMadePage(context, app, clientSecret);
}

async function findSecret(context: PageContext) {
  const { app } = await findOwnApp(context);
  const secret = app.secrets.find(({ secretId }) => secretId === context.params.secretId);
  if (secret === undefined) throw await secretGone(context, app);
  return { app, secret };
}

/** The error for a secret that does not work any more, such as one that another window retired. */
async function secretGone(context: PageContext, { clientId }: App): Promise<PageError> {
  const { web, call, params, t } = context;
  const request = { clientId, endedSecretId: params.secretId ?? "" };
  const { endedSecret } = await web.clients.apps.getApp(request, call);
  const { secretUnknown, toSecrets } = t.portal.app;
  const recovery = { kind: "page", path: `${pathOf({ clientId })}#secrets`, label: toSecrets } as const;
  if (endedSecret === undefined) return new PageError(404, "not_found", { explanation: secretUnknown, recovery });
  const title = t.portal.secrets.endedTitle(endedSecret.hint);
  return new PageError(404, "not_found", { title, explanation: endedText(context, endedSecret), recovery });
}
