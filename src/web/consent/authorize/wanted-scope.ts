import type { FastifyReply, FastifyRequest } from "fastify";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { RequestContext } from "../../request-context.ts";

/** The lifetime of the cookie in seconds, which is that of an install token. */
const LIFETIME = 600;

export interface WantedScope {
  account: Pick<Account, "accountId">;
  clientId: string;
  scope: string;
}

/** Keeps the scope that the merchant came to allow until the app asks for its scopes. */
export function keepWantedScope({ web }: RequestContext, reply: FastifyReply, wanted: WantedScope): void {
  const value = Buffer.from(`${prefixOf(wanted)}${wanted.scope}`).toString("base64url");
  reply.header("set-cookie", web.cookies.write("allow", value, LIFETIME));
}

/** The scope that the account came to allow to the app; empty if there is none. */
export function readWantedScope(
  { web }: RequestContext,
  { headers }: FastifyRequest,
  of: Omit<WantedScope, "scope">,
): string {
  const value = web.cookies.read(headers.cookie, "allow");
  const text = value === null ? "" : Buffer.from(value, "base64url").toString();
  return text.startsWith(prefixOf(of)) ? text.slice(prefixOf(of).length) : "";
}

/** Forgets the scope after an answer to the app. */
export function forgetWantedScope({ web }: RequestContext, { headers }: FastifyRequest, reply: FastifyReply): void {
  if (web.cookies.read(headers.cookie, "allow") !== null) reply.header("set-cookie", web.cookies.clear("allow"));
}

function prefixOf({ account, clientId }: Omit<WantedScope, "scope">): string {
  return `${account.accountId} ${clientId} `;
}
