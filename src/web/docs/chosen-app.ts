import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { queryOf } from "../http/guard.ts";
import type { RequestContext } from "../request-context.ts";
import { placeholdersOf, type Quickstart, readQuickstart } from "./quickstart/read.ts";

const ONE_YEAR = 31_536_000;

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * The values of the samples, from the app that the query parameter `app` names, else from the app in the cookie. The cookie remembers the
 * app of the query for the other pages.
 * If the apps cannot be read, the pages stay readable, with placeholders.
 */
export async function readChosenApp(
  context: RequestContext,
  account: Account | null | undefined,
  { request, reply }: Exchange,
): Promise<Quickstart> {
  const { chosenApp: remembered } = context;
  const asked = queryOf(request).one("app");
  const read = await readQuickstart(context, account, asked ?? remembered).catch((failure): Quickstart => {
    context.web.log.warn({ err: failure }, "the apps could not be read for the documentation");
    const { publicUrl, docsApiUrl } = context.web;
    return { client: placeholdersOf(publicUrl, docsApiUrl), app: null, apps: [], unavailable: true };
  });
  // Only an app of the reader's team is remembered.
  const isOwn = asked !== null && read.app?.clientId === asked;
  if (isOwn && asked !== remembered && request.method === "GET")
    reply.header("set-cookie", context.web.cookies.write("app", asked, ONE_YEAR));
  return { ...read, asked };
}
