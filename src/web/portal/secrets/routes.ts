import { requestErrorOf } from "../../../rpc/errors.ts";
import { PageError } from "../../errors/page-error.ts";
import { findOwnApp, pathOf } from "../own-app.ts";
import type { Desk, PortalAnswer, PortalPage, PortalVisit } from "../page-router.ts";
import { retirePage, secretLimitPage, secretMadePage } from "./view.ts";

const home = ({ clientId = "" }: Readonly<Record<string, string>>) => `/portal/apps/${clientId}`;

/** Rolling the secrets of an app: a second one, then the end of the first. */
export function addSecretRoutes(desk: Desk): void {
  desk.form("/portal/apps/:clientId/secrets", { home, act: add });
  desk.page("/portal/apps/:clientId/secret-made", made);
  desk.page("/portal/apps/:clientId/secrets/:secretId", async (visit) => {
    const { app, secret } = await findSecret(visit);
    return retirePage(visit, app, secret);
  });
  desk.form("/portal/apps/:clientId/secrets/:secretId", {
    home: (params) => `${home(params)}/secrets/${params.secretId ?? ""}`,
    async act(visit, fields) {
      const { app, secret } = await findSecret(visit);
      const when = fields.one("when");
      if (when !== "now" && when !== "later") throw new PageError(400, "form_malformed");
      const request = { clientId: app.clientId, secretId: secret.secretId, immediately: when === "now" };
      await visit.web.clients.apps.retireSecret(request, visit.call);
      return `${pathOf(app)}#secrets`;
    },
  });
}

async function add(visit: PortalVisit): Promise<PortalAnswer> {
  const { app } = await findOwnApp(visit);
  try {
    const { clientSecret } = await visit.web.clients.apps.addSecret({ clientId: app.clientId }, visit.call);
    return { to: `${pathOf(app)}/secret-made`, once: { clientSecret } };
  } catch (failure) {
    if (requestErrorOf(failure)?.reason !== "SECRET_LIMIT") throw failure;
    return secretLimitPage(visit, app);
  }
}

/** The page of a secret just made; the list of them once it was shown. */
async function made(visit: PortalVisit): Promise<PortalPage | string> {
  const { app } = await findOwnApp(visit);
  const { clientSecret } = visit.once ?? {};
  return clientSecret === undefined ? `${pathOf(app)}#secrets` : secretMadePage(visit, app, clientSecret);
}

async function findSecret(visit: PortalVisit) {
  const { app } = await findOwnApp(visit);
  const secret = app.secrets.find(({ secretId }) => secretId === visit.params.secretId);
  if (secret === undefined) throw new PageError(404, "not_found");
  return { app, secret };
}
