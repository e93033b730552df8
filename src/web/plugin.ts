import type { FastifyInstance } from "fastify";
import fastifyPlugin from "fastify-plugin";
import { NO_BRAND } from "../brand/brand.ts";
import { addCloseRoutes } from "./account/close/routes.ts";
import { addConnectedAppsRoutes } from "./account/connected-apps/routes.ts";
import { addInvitationRoutes } from "./account/invitation/routes.ts";
import { addMemberRoutes } from "./account/members/routes.ts";
import { addRecoveryRoutes } from "./account/recovery/routes.ts";
import { addVerifyEmailRoutes } from "./account/recovery/verify-routes.ts";
import { addSecurityRoutes } from "./account/security/routes.ts";
import { addAccountEmailRoutes } from "./account/settings/email-routes.ts";
import { addAccountRoutes } from "./account/settings/routes.ts";
import { addExternalSignInRoutes } from "./account/sign-in/external-routes.ts";
import { addPasskeySignInRoutes } from "./account/sign-in/passkey-routes.ts";
import { addSignInRoutes, showForm } from "./account/sign-in/routes.ts";
import { addSecondFactorRoutes } from "./account/sign-in/second-factor-routes.ts";
import { addSignOutRoutes } from "./account/sign-out/routes.ts";
import { addSignUpRoutes } from "./account/sign-up/routes.ts";
import { addAssetRoutes, loadAssets } from "./assets.ts";
import { createCurrentBrand } from "./brand/current-brand.ts";
import { readBrand } from "./brand/read-brand.ts";
import { addBrandRoutes } from "./brand/routes.ts";
import { addConsentRoutes } from "./consent/authorize/routes.ts";
import { addInstallRoutes } from "./consent/install/routes.ts";
import { addConsoleRoutes } from "./console/routes.ts";
import type { WebDeps } from "./deps.ts";
import { addDocsRoutes } from "./docs/routes.ts";
import { PageError } from "./errors/page-error.ts";
import { errorPageOf, failureHandler } from "./errors/send-error.ts";
import { cookieJar } from "./http/cookie-jar.ts";
import { isFromOwnPage, isRead } from "./http/same-origin.ts";
import { addPortalRoutes } from "./portal/routes.ts";
import { addDemoMailRoute } from "./public/demo-mail/routes.ts";
import { addHomeRoutes } from "./public/home/routes.ts";
import { addLanguageRoute } from "./public/language-route.ts";
import { addLogoRoute } from "./public/logo-route.ts";
import type { Web } from "./request-context.ts";

/** The maximum size of a form in bytes. The longest field is a `next` path. */
const FORM_MAX = 64 * 1024;

/**
 * Registers the pages in a scope with their own body parser, origin check and error handler, and decorates all replies of the instance with
 * `errorPage`. The instance itself handles requests without a route.
 */
export const webPlugin = fastifyPlugin(
  async (app: FastifyInstance, deps: WebDeps) => {
    const assets = loadAssets();
    const web: Web = {
      ...deps,
      brand: createCurrentBrand({ fixed: deps.brand ?? NO_BRAND, read: () => readBrand(deps.clients) }),
      cookies: cookieJar(deps.publicUrl.startsWith("https:")),
      assets: assets.urls,
      showSignIn: showForm,
    };
    app.decorateReply("errorPage", errorPageOf(web));
    app.decorateRequest("formPage", null);
    app.decorateRequest("typedText", null);
    await app.register(async (pages) => {
      addAssetRoutes(pages, assets.files);
      readForms(pages);
      pages.addHook("onRequest", async (request) => {
        if (!isRead(request) && !isFromOwnPage(request.headers, web.publicUrl)) throw new PageError(403, "form_origin");
      });
      pages.addHook("onRequest", () => web.brand.refresh());
      pages.setErrorHandler(failureHandler(web));
      addPages(pages, web);
    });
  },
  { name: "latchkey-web", fastify: "5.x" },
);

function addPages(pages: FastifyInstance, web: Web): void {
  addHomeRoutes(pages, web);
  addSignInRoutes(pages, web);
  addSecondFactorRoutes(pages, web);
  addPasskeySignInRoutes(pages, web);
  addExternalSignInRoutes(pages, web);
  addSignOutRoutes(pages, web);
  addSignUpRoutes(pages, web);
  addInvitationRoutes(pages, web);
  addConsentRoutes(pages, web);
  addInstallRoutes(pages, web);
  addConnectedAppsRoutes(pages, web);
  addMemberRoutes(pages, web);
  addConsoleRoutes(pages, web);
  addPortalRoutes(pages, web);
  addAccountRoutes(pages, web);
  addAccountEmailRoutes(pages, web);
  addCloseRoutes(pages, web);
  addRecoveryRoutes(pages, web);
  addVerifyEmailRoutes(pages, web);
  addSecurityRoutes(pages, web);
  addLogoRoute(pages, web);
  addBrandRoutes(pages, web);
  addDocsRoutes(pages, web);
  addLanguageRoute(pages, web);
  addDemoMailRoute(pages, web);
}

/** Keeps form bodies as raw bytes for `parseFields`. */
function readForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  const options = { parseAs: "buffer", bodyLimit: FORM_MAX } as const;
  pages.addContentTypeParser<Buffer>("application/x-www-form-urlencoded", options, (_request, body, done) => {
    done(null, body.toString("latin1"));
  });
}
