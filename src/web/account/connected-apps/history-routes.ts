import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ErrorTexts } from "../../errors/from-failure.ts";
import { toSignIn } from "../../errors/send-error.ts";
import { queryOf } from "../../http/guard.ts";
import { createContext, findSessionWithMemberships, seeOther, sendPage, type Web } from "../../request-context.ts";
import { CONNECTED_APPS, merchantNavigation } from "../merchant-section.ts";
import { readHistory } from "./history.ts";
import { historyPage } from "./history-view.ts";
import { findInstallation, membershipIn, readScopes } from "./read.ts";
import { appPath } from "./row-view.ts";

const PAGE_SIZE = 50;

type Request = FastifyRequest<{ Params: { id: string } }>;

/** `/connected-apps/:id/history`: all events of an app on a merchant. */
export function addHistoryRoutes(app: FastifyInstance, web: Web, errorTexts: ErrorTexts): void {
  const options = { config: { errorTexts }, exposeHeadRoute: true };
  app.get(`${CONNECTED_APPS}/:id/history`, options, (request: Request, reply) => showHistory(web, request, reply));
}

async function showHistory(web: Web, request: Request, reply: FastifyReply): Promise<FastifyReply> {
  const context = { ...createContext(web, request), query: queryOf(request) };
  const signedIn = await findSessionWithMemberships(context);
  if (signedIn === null) return toSignIn(reply, context, request.url);
  const one = await findInstallation(context, request.params.id);
  await membershipIn(context, signedIn, one.merchantId);
  const token = context.query.one("page") ?? "";
  const [history, scopes] = await Promise.all([
    readHistory(context, one, { token, pageSize: PAGE_SIZE }),
    readScopes(context),
  ]);
  if (history === null) return seeOther(reply, appPath(one));
  const { account } = signedIn;
  const body = historyPage(context, { one, history, scopes, accountId: account?.accountId ?? "" });
  const sections = merchantNavigation(context, { ...signedIn, merchantId: one.merchantId });
  const title = context.t.connected.history.of(one.appName);
  return sendPage(reply, context, { title, body, account, wide: true, sections });
}
