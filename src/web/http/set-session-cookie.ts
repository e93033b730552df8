import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { FastifyReply } from "fastify";
import type { Session } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { RequestContext } from "../request-context.ts";

/** Sets the session cookie until the session expires. */
export function setSessionCookie({ web }: RequestContext, reply: FastifyReply, session: Session | undefined): void {
  if (session === undefined || session.sessionToken === "")
    throw new Error("the core answered a sign-in with no session");
  const { sessionToken, expiresAt } = session;
  const maxAge = expiresAt === undefined ? null : (timestampDate(expiresAt).getTime() - Date.now()) / 1000;
  reply.header("set-cookie", web.cookies.write("session", sessionToken, maxAge));
}
