import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { addAccountRoutes } from "./account/routes.ts";
import { addAssetRoutes, loadAssets, urlsOf } from "./assets.ts";
import { addConnectedAppsRoutes } from "./connected-apps/routes.ts";
import { addConsentRoutes } from "./consent/routes.ts";
import { addConsoleRoutes } from "./console/routes.ts";
import type { WebDeps } from "./deps.ts";
import { addErrorCodesRoute } from "./error-codes/routes.ts";
import { PageError } from "./fault/page-fault.ts";
import { errorPageOf, failureHandler } from "./fault/send-fault.ts";
import { addHomeRoutes } from "./home/routes.ts";
import { cookieJar } from "./http/cookies.ts";
import { isRead } from "./http/is-read.ts";
import { isFromOwnPage } from "./http/same-origin.ts";
import { addInstallRoutes } from "./install/routes.ts";
import { addInvitationRoutes } from "./invitation/routes.ts";
import { addLanguageRoute } from "./language/routes.ts";
import { addLogoRoute } from "./logo/routes.ts";
import { addPortalRoutes } from "./portal/routes.ts";
import type { Web } from "./request-context.ts";
import { addExternalSignInRoutes } from "./sign-in/external.ts";
import { addSignInRoutes } from "./sign-in/routes.ts";
import { addSignOutRoutes } from "./sign-out/routes.ts";
import { addSignUpRoutes } from "./sign-up/routes.ts";

/** The largest form of the pages, in bytes; the longest field is an address to go on with. */
const FORM_MAX = 64 * 1024;

/**
 * The pages. Registered on an instance, it gives every reply of it `errorPage`; everything else stays in a scope of its own, with its
 * own way to read forms, its own checks and its own error handler. Not found pages are for whoever owns the instance.
 *
 * @param deps clients that carry the gateway's key; the pages add who is signed in
 */
export const webPlugin = fastifyPlugin(
  async (app: FastifyInstance, deps: WebDeps) => {
    const assets = loadAssets();
    const web: Web = {
      ...deps,
      platformName: deps.platformName ?? "Latchkey",
      cookies: cookieJar(deps.publicUrl.startsWith("https:")),
      assets: urlsOf(assets),
    };
    app.decorateReply("errorPage", errorPageOf(web));
    await app.register(async (pages) => {
      addAssetRoutes(pages, assets);
      readForms(pages);
      pages.addHook("onRequest", async (request) => {
        if (!isRead(request) && !isFromOwnPage(request.headers, web.publicUrl)) throw new PageError(403, "form_origin");
      });
      pages.setErrorHandler(failureHandler(web));
      addPages(pages, web);
    });
  },
  { name: "latchkey-web", fastify: "5.x" },
);

function addPages(pages: FastifyInstance, web: Web): void {
  addHomeRoutes(pages, web);
  addSignInRoutes(pages, web);
  addExternalSignInRoutes(pages, web);
  addSignOutRoutes(pages, web);
  addSignUpRoutes(pages, web);
  addInvitationRoutes(pages, web);
  addConsentRoutes(pages, web);
  addInstallRoutes(pages, web);
  addConnectedAppsRoutes(pages, web);
  addConsoleRoutes(pages, web);
  addPortalRoutes(pages, web);
  addAccountRoutes(pages, web);
  addLogoRoute(pages, web);
  addErrorCodesRoute(pages, web);
  addLanguageRoute(pages, web);
}

/** Bodies of forms are kept as bytes, so that the reader of fields sees what was sent and not what a parser made of it. */
function readForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  const options = { parseAs: "buffer", bodyLimit: FORM_MAX } as const;
  pages.addContentTypeParser<Buffer>("application/x-www-form-urlencoded", options, (_request, body, done) => {
    done(null, body.toString("latin1"));
  });
}
