import { requestErrorOf } from "../../../rpc/errors.ts";
import { PageError } from "../../errors/page-error.ts";
import type { FormResult, Page, PageContext, PageRouter } from "../../router/page-router.ts";
import { orLate } from "../late-step.ts";
import { findOwnApp, pathOf } from "../own-app.ts";
import { retirePage, secretLimitPage, secretMadePage } from "./view.ts";

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
      return `${pathOf(app)}#secrets`;
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
  // A secret that another window retired is not listed any more.
  if (secret === undefined) {
    const { secretGone, toSecrets } = context.t.portal.app;
    const recovery = { kind: "page", path: `${pathOf(app)}#secrets`, label: toSecrets } as const;
    throw new PageError(404, "not_found", { explanation: secretGone, recovery });
  }
  return { app, secret };
}
