import type { FastifyInstance } from "fastify";
import { requestErrorOf } from "../../../rpc/errors.ts";
import { type Html, html } from "../../components/html.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import { isInTeam } from "../../layout/teams.ts";
import type { Web } from "../../request-context.ts";
import { createPageRouter, type Page, type PageContext, type Section } from "../../router/page-router.ts";
import { articleFrame } from "../article.ts";
import { docsBar, docsNavigation } from "../navigation.ts";
import { authorize } from "./consent.ts";
import { type AppCall, callEndpoint, type HttpExchange } from "./http-call.ts";
import { type Issued, openIssued } from "./issued.ts";
import { type Choice, findChoice, readOwnThings } from "./read.ts";
import { allowPage, type CallName, choosePage, refusedPage, resultPage, type StepPage } from "./view.ts";

const PATH = "/docs/try";

/** The section of these pages: for signed-in developers and their teams, with the navigation of the documentation. */
const TRY: Section = {
  isAllowed: isInTeam,
  forbidden: "developers_only",
  title: ({ t }) => t.docs.title,
  navigation: (context) => docsNavigation(context),
  bar: docsBar,
  script: ({ docsScript }) => docsScript,
};

/**
 * `/docs/try`: tries calls of the developer's own apps on test merchants. Secrets are sent to the OAuth routes, but neither stored nor
 * shown.
 */
export function addTryRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, TRY);
  router.page(PATH, async (context) => {
    const [clientId, merchantId] = [context.query.one("app"), context.query.one("merchant")];
    if (clientId === null || merchantId === null)
      return pageOf(context, choosePage(context, await readOwnThings(context)));
    return stepOf(context, allowPage(context, await findChoice(context, clientId, merchantId)));
  });
  // The address of a form stays in the address bar below its answer.
  for (const form of ["authorize", "call"]) router.page(`${PATH}/${form}`, async () => PATH);
  router.form(`${PATH}/authorize`, {
    repeatable: ["scope"],
    basePath: () => PATH,
    handle: (context, fields) => start(app, context, fields),
  });
  router.form(`${PATH}/call`, { basePath: () => PATH, handle: (context, fields) => call(app, context, fields) });
}

function pageOf(context: PageContext, body: Html, isStep = false): Page {
  return {
    title: context.t.docs.pages.try.title,
    body: articleFrame({ ...context, path: PATH }, body, { isStep }),
    live: true,
  };
}

function stepOf(context: PageContext, { title, body }: StepPage, status = 200): Page {
  return { ...pageOf(context, html`<h1>${title}</h1>${body}`, true), status };
}

/** Sends the consent of the form to the core and exchanges the code. */
async function start(app: FastifyInstance, context: PageContext, fields: Fields): Promise<Page> {
  const choice = await findChoice(context, fields.one("app") ?? "", fields.one("merchant") ?? "");
  const { clientId } = choice.app;
  const { merchantId } = choice.merchant;
  const approval = authorize(context, choice, fields.all("scope"));
  const result = await approval.catch((failure) => {
    const error = requestErrorOf(failure);
    if (error === null) throw failure;
    return { kind: "refused" as const, error: error.reason, description: error.message };
  });
  if (result.kind === "refused") return stepOf(context, refusedPage(context, choice, result), 409);
  const parameters = { ...result.grant, client_id: clientId };
  const clientSecret = fields.one("client_secret") ?? "";
  const exchange = await callEndpoint(app, context, {
    path: "/oauth/token",
    parameters,
    clientSecret,
  });
  const before = { clientId, merchantId, accessToken: "", refreshToken: "" };
  const lacksSecret = lacks(choice, clientSecret);
  return show(context, choice, { name: "exchange", exchange, before, lacksSecret, scopes: fields.all("scope") });
}

/** A call with tokens that this page issued. */
async function call(app: FastifyInstance, context: PageContext, fields: Fields): Promise<Page> {
  const issued = openIssued(context, fields.one("issued"));
  // Checks the app and the merchant again, because they may have been archived or closed since.
  const choice = await findChoice(context, issued.clientId, issued.merchantId);
  const clientSecret = fields.one("client_secret") ?? "";
  const { name, ...request } = requestOf(fields.one("action"), issued);
  const exchange = await callEndpoint(app, context, { ...request, clientSecret });
  return show(context, choice, { name, exchange, before: issued, lacksSecret: lacks(choice, clientSecret) });
}

const lacks = ({ app }: Choice, clientSecret: string) => app.confidential && clientSecret === "";

interface NamedCall extends Omit<AppCall, "clientSecret"> {
  name: CallName;
}

function requestOf(action: string | null, issued: Issued): NamedCall {
  const { clientId: client_id, merchantId: merchant_id, accessToken, refreshToken } = issued;
  switch (action) {
    case "refresh":
      return {
        name: action,
        path: "/oauth/token",
        parameters: { grant_type: "refresh_token", refresh_token: refreshToken, client_id },
      };
    case "revoke":
      return { name: action, path: "/oauth/revoke", parameters: { token: refreshToken || accessToken, client_id } };
    case "uninstall":
      return { name: action, path: "/oauth/uninstall", parameters: { merchant_id, client_id } };
    default:
      throw new PageError(400, "form_malformed");
  }
}

interface Shown {
  name: CallName;
  exchange: HttpExchange;
  before: Issued;
  lacksSecret: boolean;
  /** The chosen scopes of an exchange. */
  scopes?: readonly string[];
}

/** The request, the response and the next calls, with the newest tokens. */
function show(context: PageContext, choice: Choice, { name, exchange, before, lacksSecret, scopes = [] }: Shown): Page {
  const text = (name: string) => (typeof exchange.body[name] === "string" ? exchange.body[name] : "");
  const issued = {
    ...before,
    accessToken: text("access_token") || before.accessToken,
    refreshToken: text("refresh_token") || before.refreshToken,
  };
  return stepOf(context, resultPage(context, { name, choice, exchange, issued, lacksSecret, scopes }));
}
